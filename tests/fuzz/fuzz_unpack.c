/*
 * The helper for archives and mail, within this process: its main() is called with the input as
 * standard input. The first byte chooses what it is to be. What it writes goes through the reader of
 * its records.
 */
#include <fcntl.h>
#include <sys/mman.h>

int unpack_main(int argc, char **argv);
#define main unpack_main
#include "ingest/unpack.c"
#undef main
#define complain container_complain
#include "ingest/container.c"

#include "fuzz.h"

static void read_what_it_says(const char *p, size_t n)
{
    Arena *a = arena_new(1 << 29);
    Contents out = { .arena = a };
    Records r = { .arena = a, .rest = { p, n }, .out = &out };
    while (take_record(&r))
        continue;
    FUZZ_MUST(out.ended);
    for (size_t i = 0; i < out.members.n; i++)
        FUZZ_MUST(out.members.v[i].name);
    arena_free(a);
}

static int file_with(const uint8_t *data, size_t n)
{
    int fd = memfd_create("fuzz", MFD_CLOEXEC);
    if (fd < 0 || write(fd, data, n) != (ssize_t)n || lseek(fd, 0, SEEK_SET) != 0)
        abort();
    return fd;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    static char modes[][8] = { "archive", "mail", "mbox" };
    if (n == 0)
        return 0;
    char name[] = "unpack", limit[] = "4000000";
    char *argv[] = { name, modes[data[0] % 3], limit, NULL };
    int in = file_with(data + 1, n - 1);
    dup2(in, STDIN_FILENO);
    close(in);
    char *text = NULL;
    size_t size = 0;
    FILE *before = stdout;
    stdout = open_memstream(&text, &size);
    written = 0;
    g_mime_init(); /* once more than it is shut down: each beginning leaks a little */
    unpack_main(3, argv);
    fclose(stdout);
    stdout = before;
    FUZZ_MUST(size < 2 * 4000000 + 65536 + 8 * n);
    read_what_it_says(text, size);
    free(text);
    return 0;
}
