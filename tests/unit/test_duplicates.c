/* One run that is shown twice counts once; two runs that look alike count twice. */
#include "check.h"

#include <string.h>

#include "ingest/reader.h"

#define DD(seconds, rate)                                                                         \
    "16384+0 records in\n16384+0 records out\n268435456 bytes (268 MB, 256 MiB) copied, " seconds \
    " s, " rate "\n"
#define IOPING_HEAD "--- /mnt (nfs4 10.0.0.1:/x) ioping statistics ---\n"
#define IOPING_REST                                                                 \
    "18.4 k requests completed in 2.94 s, 71.8 MiB read, 6.24 k iops, 24.4 MiB/s\n" \
    "generated 18.4 k requests in 3.00 s, 71.8 MiB, 6.12 k iops, 23.9 MiB/s\n"      \
    "min/avg/max/mdev = 112.3 us / 160.3 us / 5.15 ms / 55.3 us\n"
#define COMMAND "$ dd if=/dev/zero of=/mnt/f bs=16k count=16384\n"

typedef struct Case {
    const char *text;
    size_t runs, copies;
    CopyKind kind;
} Case;

static const Case cases[] = {
    { DD("2.01766", "133 MB/s") DD("2.01766", "133 MB/s"), 1, 1, COPY_ECHO },
    { DD("2.01766", "133 MB/s") DD("2.01767", "133 MB/s"), 2, 0, COPY_NONE },
    { DD("2.01766", "133 MB/s") DD("2.01766", "133 MB/s") DD("2.01766", "133 MB/s")
          DD("2.01766", "133 MB/s") DD("2.01766", "133 MB/s") DD("2.01766", "133 MB/s"),
      1, 5, COPY_ECHO },
    /* coarse: three digits repeat honestly where a command stands between */
    { COMMAND DD("2.5", "107 MB/s") COMMAND DD("2.5", "107 MB/s"), 2, 0, COPY_NONE },
    { COMMAND DD("2.5", "107 MB/s") DD("2.5", "107 MB/s"), 1, 1, COPY_ECHO },
    { "$ for i in 1 2; do dd if=/dev/zero of=/mnt/f bs=16k count=16384; done\n" DD(
          "2.5", "107 MB/s") DD("2.5", "107 MB/s"),
      2, 0, COPY_NONE },
    { COMMAND DD("2.01766", "133 MB/s") COMMAND DD("2.01766", "133 MB/s"), 1, 1, COPY_ECHO },
    /* posted again further down */
    { DD("2.01766", "133 MB/s") DD("2.11766", "127 MB/s") "In short:\n" DD("2.01766", "133 MB/s"),
      2, 1, COPY_REPOST },
    /* quoted, whole or without its records */
    { DD("2.01766", "133 MB/s") "> 268435456 bytes (268 MB, 256 MiB) copied, 2.01766 s, 133 MB/s\n",
      1, 1, COPY_QUOTE },
    { "> > "
      "16384+0 records in\n> > 16384+0 records out\n> > 268435456 bytes (268 MB, 256 MiB) copied, "
      "2.01766 s, 133 MB/s\n"
      "\nMine:\n" DD("2.01866", "133 MB/s"),
      2, 0, COPY_NONE },
    /* the copy lost its head line, and stands below another command */
    { "$ ioping -R /mnt\n" IOPING_HEAD IOPING_REST "$ ioping -R /other\n" IOPING_REST, 1, 1,
      COPY_ECHO },
    { "5\n5\n5\n", 3, 0, COPY_NONE },
};

static void copies_are_told_from_repeats(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const Case *c = &cases[i];
        Document *d = document_new("x", 0);
        d->bytes = slice_of(c->text);
        Error err = { 0 };
        assert_true(reader_read(d, NULL, &err));
        size_t runs = 0, copies = 0, notes = 0;
        CopyKind kind = COPY_NONE;
        for (size_t k = 0; k < d->runs.n; k++) {
            const Run *run = d->runs.v[k];
            runs += run->counted;
            copies += !run->counted;
            kind = run->counted ? kind : run->copy;
            assert_true(run->counted || run->duplicate_of->counted);
        }
        for (size_t k = 0; k < d->notes.n; k++)
            notes += strcmp(d->notes.v[k].code, "duplicate-block") == 0;
        if (runs != c->runs || copies != c->copies || kind != c->kind || notes != copies)
            fail_msg("%s\n%zu runs, %zu copies, kind %s", c->text, runs, copies,
                     copy_kind_name(kind));
        document_free(d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(copies_are_told_from_repeats) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
