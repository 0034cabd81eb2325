#include "scenarios.h"

#include <unistd.h>

#include "base/sha.h"
#include "ingest/reader.h"
#include "schema/migrate.h"
#include "schema/store.h"

/* --- documents --- */

static const char first[] = "$ dd if=/dev/zero of=/a/x bs=1M count=10 conv=fsync\n10+0 records in\n"
                            "10+0 records out\n10485760 bytes (10 MB, 10 MiB) copied, 0.5 s, 21.0 MB/s\n";
static const char second[] = "43.1\n44.0\n45.2\n";
static const char third[] = "| fs | read MB/s | write MB/s |\n|---|---|---|\n| ext4 | 120 | 80 |\n| xfs | 130 | 90 |\n"
                            "\n$ dd if=/dev/zero of=/b/y bs=4k count=100\n100+0 records in\n"
                            "100+0 records out\n409600 bytes (410 kB, 400 KiB) copied, 0.01 s, 41.0 MB/s\n";

/* Its block stands in the third one, too. */
static const char fourth[] = "$ dd if=/dev/zero of=/b/y bs=4k count=100\n100+0 records in\n"
                             "100+0 records out\n409600 bytes (410 kB, 400 KiB) copied, 0.01 s, 41.0 MB/s\n"
                             "\n$ dd if=/b/y of=/dev/null bs=4k\n100+0 records in\n"
                             "100+0 records out\n409600 bytes (410 kB, 400 KiB) copied, 0.00213 s, 192 MB/s\n";
static const char fifth[] = "12.5\n13.1\n12.9\n";

static Document *document(const char *name, const char *text)
{
    Document *d = document_new(name, 0);
    Error err = { 0 };
    d->bytes = slice_of(text);
    d->session = "";
    Sha *h = sha_new();
    sha_add(h, d->bytes);
    sha_end(h, d->sha256);
    if (!reader_read(d, NULL, &err))
        abort();
    return d;
}

static bool import(const char *path, const char *name, const char *text, Error *err)
{
    Store *s;
    StorePut put;
    if (!store_open(&s, path, STORE_CREATE, "test", err))
        return false;
    Document *d = document(name, text);
    bool ok = store_put(s, d, "{}", &put, err);
    document_free(d);
    store_close(s);
    return ok;
}

/* --- what is done --- */

static bool import_one(Error *err)
{
    return import("work.db", "third.log", third, err);
}

/* Together, as a folder of small files is. */
static bool import_many(Error *err)
{
    enum { N = 3 };
    static const char *const texts[N] = { third, fourth, fifth };
    StoreItem items[N];
    Store *s;
    bool ok = true;
    if (!store_open(&s, "work.db", STORE_CREATE, "test", err))
        return false;
    for (size_t i = 0; i < N; i++)
        items[i] = (StoreItem){ .document = document("many.log", texts[i]) };
    store_put_all(s, items, N, "{}");
    for (size_t i = 0; i < N; i++) {
        if (!items[i].stored && ok)
            *err = items[i].why;
        ok = ok && items[i].stored;
        document_free(items[i].document);
    }
    store_close(s);
    return ok;
}

static bool open_work(Store **s, Error *err)
{
    return store_open(s, "work.db", STORE_WRITE, "test", err);
}

static bool label_all(Error *err)
{
    static const StoreEdit edits[] = { { "", "label", "other" }, { "", "os", "6.1" } };
    const StoreQuery q = { .copies = true };
    Store *s;
    StoreRuns runs;
    size_t changed;
    if (!open_work(&s, err))
        return false;
    Arena *a = arena_new(0);
    bool ok = store_select(s, &q, a, &runs, err) &&
              store_edit(s, (const Run *const *)runs.runs.v, runs.runs.n, edits, 2, &changed, err);
    arena_free(a);
    store_close(s);
    return ok;
}

static bool read_again(Document *d, const char *options, void *context, Error *err)
{
    (void)options, (void)context;
    return reader_read(d, NULL, err);
}

static bool rebuild(Error *err)
{
    Store *s;
    StoreRebuilt done;
    if (!open_work(&s, err))
        return false;
    bool ok = store_rebuild(s, read_again, NULL, &done, err);
    store_close(s);
    return ok;
}

static bool merge(Error *err)
{
    Store *into, *from;
    StoreMerged done;
    if (!open_work(&into, err))
        return false;
    bool ok = store_open(&from, "other.db", STORE_READ, "test", err);
    if (ok) {
        ok = store_merge(into, from, NULL, NULL, &done, err);
        store_close(from);
    }
    store_close(into);
    return ok;
}

static bool remove_first(Error *err)
{
    static const int64_t imports[] = { 1 };
    Store *s;
    StoreRemoved done;
    if (!open_work(&s, err))
        return false;
    bool ok = store_remove(s, imports, 1, &done, err);
    store_close(s);
    return ok;
}

static bool back_up(Error *err)
{
    Store *s;
    if (!store_open(&s, "work.db", STORE_READ, "test", err))
        return false;
    bool ok = store_backup(s, "copy.db", err);
    store_close(s);
    return ok;
}

/* --- a migration in two steps, behind a schema of the past --- */

static const char *const steps[] = {
    "CREATE TABLE thing(thing_id INTEGER PRIMARY KEY, name TEXT NOT NULL);"
    "INSERT INTO thing(name) VALUES ('one'), ('two'), ('three')",
    "ALTER TABLE thing ADD COLUMN length INTEGER; UPDATE thing SET length = length(name)",
    "CREATE TABLE part(part_id INTEGER PRIMARY KEY, thing_id INTEGER NOT NULL REFERENCES thing,"
    " name TEXT); INSERT INTO part(thing_id, name) SELECT thing_id, name FROM thing; DROP TABLE IF EXISTS gone",
};

static bool migrate_to(const char *path, size_t n, Error *err)
{
    Engine *e;
    if (!engine_sqlite.open(&e, path, ENGINE_CREATE, err))
        return false;
    bool ok = migrate(e, path, steps, n, true, err);
    engine_sqlite.close(e);
    return ok;
}

static bool migrate_work(Error *err)
{
    return migrate_to("work.db", 3, err);
}

/* --- all of them --- */

const Scenario scenarios[] = {
    { "first import", NULL, import_one, NULL },
    { "import", "base.db", import_one, NULL },
    { "import of many", "base.db", import_many, NULL },
    { "label", "base.db", label_all, NULL },
    { "rebuild", "base.db", rebuild, NULL },
    { "merge", "base.db", merge, NULL },
    { "remove", "base.db", remove_first, NULL },
    { "backup", "base.db", back_up, "copy.db" },
    { "migration", "old.db", migrate_work, "work.db.v1.backup" },
};
const unsigned scenarios_n = sizeof scenarios / sizeof *scenarios;

void scenarios_prepare(void)
{
    static const char *const labels[] = { "6.1", "6.2" };
    Error err = { 0 };
    Store *s;
    bool ok = import("base.db", "first.log", first, &err) && import("base.db", "second.log", second, &err) &&
              import("other.db", "second.log", second, &err) && import("other.db", "third.log", third, &err) &&
              migrate_to("old.db", 1, &err) && store_open(&s, "other.db", STORE_WRITE, "test", &err);
    ok = ok && store_track_put(s, "kernel", "os", labels, 2, &err);
    if (!ok) {
        fprintf(stderr, "cannot prepare: %s\n", err.text);
        exit(1);
    }
    store_close(s);
}

bool scenarios_open(const Scenario *scenario, Error *err)
{
    Store *s;
    if (scenario->run == migrate_work)
        return migrate_work(err);
    if (!store_open(&s, "work.db", STORE_CREATE, "test", err))
        return false;
    char report[256];
    bool ok = store_check(s, report, sizeof report, err) &&
              (strcmp(report, "ok") == 0 || error_set(err, ERR_DATABASE, "%s", report));
    store_close(s);
    return ok;
}
