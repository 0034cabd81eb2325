/*
 * A damaged or forged database file: opened, listed, read, checked and read again. Anything may be
 * refused; nothing may crash or be read outside its bounds.
 */
#include <fcntl.h>
#include <unistd.h>

#include "fuzz.h"
#include "schema/store.h"

static void write_file(const char *path, const uint8_t *data, size_t n)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0 || write(fd, data, n) != (ssize_t)n)
        abort();
    close(fd);
}

static bool no_row(void *context, size_t n, const char *const *names, const StoreCell *cells)
{
    (void)context, (void)n, (void)names, (void)cells;
    return true;
}

static bool texts_of(Store *s, Arena *a, const StoreImports *imports)
{
    Error err = { 0 };
    Slice bytes, text;
    for (size_t i = 0; i < imports->n && i < 8; i++)
        if (!store_text(s, imports->v[i].sha256, a, &bytes, &text, &err))
            return false;
    return true;
}

static void read_all(Store *s)
{
    const StoreQuery everything = { .copies = true, .samples = true, .notes = true };
    Arena *a = arena_new(1 << 29);
    Error err = { 0 };
    StoreRuns runs;
    StoreImports imports;
    StoreReleases releases;
    StoreTracks tracks;
    StoreChanges changes;
    char report[256];
    const StoreQuery alike = { .alike = true }, figures = { .alike = true, .headline_only = true };
    bool good = store_select(s, &everything, a, &runs, &err);
    good = store_select(s, &alike, a, &runs, &err) && good;
    good = store_select(s, &figures, a, &runs, &err) && good;
    good = store_imports(s, a, &imports, &err) && texts_of(s, a, &imports) && good;
    good = store_releases(s, a, &releases, &err) && good;
    good = store_tracks(s, a, &tracks, &err) && good;
    good = store_changes(s, "t", a, &changes, &err) && good;
    good = store_sql(s, "SELECT * FROM run LIMIT 3", no_row, NULL, &err) && good;
    good = store_check(s, report, sizeof report, &err) && good;
    FUZZ_MUST(good || err.code != ERR_NONE);
    arena_free(a);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static char path[64], journal[80];
    if (!path[0]) {
        snprintf(path, sizeof path, "/dev/shm/plimsoll-fuzz-%ld.db", (long)getpid());
        snprintf(journal, sizeof journal, "%s-journal", path);
    }
    for (int mode = 0; mode < 2; mode++) {
        Error err = { 0 };
        Store *s;
        write_file(path, data, n);
        if (store_open(&s, path, mode ? STORE_WRITE : STORE_READ, "fuzz", &err)) {
            read_all(s);
            store_close(s);
        } else {
            FUZZ_MUST(err.code != ERR_NONE && err.text[0]);
        }
    }
    unlink(path);
    unlink(journal);
    return 0;
}
