/* Tables as people paste them. All expected values are worked out by hand from the texts. */
#include "check.h"

#include <string.h>

#include "ingest/format.h"

enum { MOST_CELLS = 12 };

static const ReadOptions plain;

static Document *read_with(const char *text, const ReadOptions *options)
{
    Document *d = document_new("table", 0);
    d->bytes = slice_of(text);
    Error err = { 0 };
    assert_true(reader_read(d, options, &err));
    return d;
}

/* The measure of a scope in any run; NULL. */
static const Measure *cell_of(const Document *d, const char *scope, const char *metric)
{
    for (size_t i = 0; i < d->runs.n; i++) {
        const Measure *m = run_measure(d->runs.v[i], scope, metric);
        if (m)
            return m;
    }
    return NULL;
}

static size_t values(const Document *d)
{
    size_t n = 0;
    for (size_t i = 0; i < d->runs.n; i++)
        for (size_t k = 0; k < d->runs.v[i]->measures.n; k++)
            n += d->runs.v[i]->measures.v[k].missing == MISSING_NOT;
    return n;
}

static bool has_note(const Document *d, const char *code)
{
    for (size_t i = 0; i < d->notes.n; i++)
        if (strcmp(d->notes.v[i].code, code) == 0 ||
            (strncmp(d->notes.v[i].code, code, strlen(code)) == 0 && d->notes.v[i].code[strlen(code)] == ':'))
            return true;
    return false;
}

static void expect(const Document *d, const char *text, const char *scope, const char *metric, double want)
{
    const Measure *m = cell_of(d, scope, metric);
    if (!m)
        fail_msg("no %s of '%s' in:\n%s", metric, scope, text);
    else if (!(fabs(m->value - want) <= 1e-9 * fabs(want)) || m->missing)
        fail_msg("%s of '%s' is %.17g, expected %.17g in:\n%s", metric, scope, m->value, want, text);
}

/* One cell in a table whose other cells are seconds. */
static void a_duration_is_read_in_every_spelling(void **state)
{
    (void)state;
    static const struct {
        const char *cell;
        double seconds;
    } cases[] = {
        { "4m 37s", 277 },      { "4m37.5s", 277.5 },    { "1h 2m", 3720 },      { "3min 20sec", 200 },
        { "2 minutes", 120 },   { "90 s", 90 },          { "0m2.054s", 2.054 },  { "1d 2h", 93600 },
        { "1:02:03", 3723 },    { "4:37", 277 },         { "2.5m", 150 },        { "500 ms", 0.5 },
        { "12 us", 1.2e-5 },    { "12 \xc2\xb5s", 1.2e-5 }, { "12 \xce\xbcs", 1.2e-5 },
        { "700 ns", 7e-7 },     { "15 usec", 1.5e-5 },   { "8 msec", 0.008 },    { "12 sec.", 12 },
        { "1h 2m 3s", 3723 },   { "2 hours", 7200 },     { "1 min", 60 },        { "4m37", 277 },
        { "3 minutes, 20 seconds", 200 }, { "1 hour and 5 minutes", 3900 },      { "0:58", 58 },
        { "~14 s", 14 },        { "**14 s**", 14 },      { "14 s*", 14 },        { "1h30m", 5400 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200];
        snprintf(text, sizeof text, "| task | ext4 | xfs |\n|---|---|---|\n| a | %s | 3 s |\n| b | 4 s | 5 s |\n",
                 cases[i].cell);
        Document *d = read_with(text, &plain);
        expect(d, text, "a | ext4", "value", cases[i].seconds);
        assert_int_equal(cell_of(d, "a | ext4", "value")->unit, UNIT_SECONDS);
        assert_int_equal(cell_of(d, "a | ext4", "value")->better, BETTER_LOWER);
        document_free(d);
    }
}

static void a_rate_is_read_with_its_unit(void **state)
{
    (void)state;
    static const struct {
        const char *cell;
        double value;
        Unit unit;
    } cases[] = {
        { "48.2 MB/s", 48.2e6, UNIT_BYTES_PER_S },     { "48.2MiB/s", 48.2 * 1048576, UNIT_BYTES_PER_S },
        { "5 kB/s", 5e3, UNIT_BYTES_PER_S },           { "5 KiB/s", 5120, UNIT_BYTES_PER_S },
        { "2 GBps", 2e9, UNIT_BYTES_PER_S },           { "800 Mb/s", 1e8, UNIT_BYTES_PER_S },
        { "800 Mbit/s", 1e8, UNIT_BYTES_PER_S },       { "1 Gbps", 1.25e8, UNIT_BYTES_PER_S },
        { "90 MB/sec", 9e7, UNIT_BYTES_PER_S },        { "90 MB per second", 9e7, UNIT_BYTES_PER_S },
        { "90 Mo/s", 9e7, UNIT_BYTES_PER_S },          { "18.4k iops", 18400, UNIT_PER_S },
        { "7.91 k iops", 7910, UNIT_PER_S },           { "1.2M IOPS", 1.2e6, UNIT_PER_S },
        { "333 ops/s", 333, UNIT_PER_S },              { "5333 files/s", 5333, UNIT_PER_S },
        { "12k ops/s", 12000, UNIT_PER_S },            { "7 GB", 7e9, UNIT_BYTES },
        { "45 %", 0.45, UNIT_RATIO },                  { "1,204.5 MB/s", 1204.5e6, UNIT_BYTES_PER_S },
        { "1 079 MB/s", 1079e6, UNIT_BYTES_PER_S },    { "1'079 MB/s", 1079e6, UNIT_BYTES_PER_S },
        { "1\xe2\x80\xaf" "079 MB/s", 1079e6, UNIT_BYTES_PER_S },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300];
        snprintf(text, sizeof text, "| task | ext4 | xfs |\n|---|---|---|\n| a | %s | %s |\n| b | %s | - |\n",
                 cases[i].cell, cases[i].cell, cases[i].cell);
        Document *d = read_with(text, &plain);
        expect(d, text, "a | ext4", "value", cases[i].value);
        assert_int_equal(cell_of(d, "a | ext4", "value")->unit, cases[i].unit);
        assert_int_equal(cell_of(d, "b | xfs", "value")->missing, MISSING_BLANK);
        document_free(d);
    }
}

typedef struct Want {
    const char *scope, *metric;
    double value;
} Want;

typedef struct Case {
    const char *text;
    Want want[MOST_CELLS];
    const char *note; /* NULL: none */
} Case;

static void check_cases(const Case *cases, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        Document *d = read_with(cases[i].text, &plain);
        size_t wanted = 0;
        for (; wanted < MOST_CELLS && cases[i].want[wanted].scope; wanted++)
            expect(d, cases[i].text, cases[i].want[wanted].scope, cases[i].want[wanted].metric,
                   cases[i].want[wanted].value);
        if (values(d) != wanted)
            fail_msg("%zu values, expected %zu in:\n%s", values(d), wanted, cases[i].text);
        if (cases[i].note && !has_note(d, cases[i].note))
            fail_msg("no note %s for:\n%s", cases[i].note, cases[i].text);
        if (!cases[i].note && d->notes.n)
            fail_msg("note %s for:\n%s", d->notes.v[0].code, cases[i].text);
        document_free(d);
    }
}

static void every_kind_of_table_is_read(void **state)
{
    (void)state;
    static const Case cases[] = {
        { "test | ext4 | xfs\nread | 12 MB/s | 13 MB/s\nwrite | 7 MB/s | 8 MB/s\n",
          { { "read | ext4", "value", 12e6 }, { "read | xfs", "value", 13e6 },
            { "write | ext4", "value", 7e6 }, { "write | xfs", "value", 8e6 } }, NULL },
        { " test  | ext4 | a\\|b\n-------+------+------\n read  | 12 s | 13 s\n write | 7 s  | 8 s\n(2 rows)\n",
          { { "read | ext4", "value", 12 }, { "read | a|b", "value", 13 },
            { "write | ext4", "value", 7 }, { "write | a|b", "value", 8 } }, NULL },
        { "+-------+--------+\n| disk  | speed  |\n+=======+========+\n| fast  | 12     |\n| one   | MB/s   |\n"
          "+-------+--------+\n| slow  | 7 MB/s |\n+-------+--------+\n",
          { { "fast one | speed", "value", 12e6 }, { "slow | speed", "value", 7e6 } }, NULL },
        { "\xe2\x94\x82 test \xe2\x94\x82 ext4 \xe2\x94\x82 xfs \xe2\x94\x82\n"
          "\xe2\x94\x82 read \xe2\x94\x82 12 s \xe2\x94\x82 13 s \xe2\x94\x82\n"
          "\xe2\x94\x82 rm \xe2\x94\x82 2 s \xe2\x94\x82 3 s \xe2\x94\x82\n",
          { { "read | ext4", "value", 12 }, { "read | xfs", "value", 13 }, { "rm | ext4", "value", 2 },
            { "rm | xfs", "value", 3 } }, NULL },
        { "<p>Results</p>\n<table border=1>\n<tr><th>test<th colspan=2>ext4 (MB/s)\n<tr><th>bs<th>cold<th>warm\n"
          "<tr><td rowspan=\"2\">read<td>12<td>13\n<tr><td>14<td><em>15</em></tr>\n</table>\nMore text.\n",
          { { "read | ext4/cold", "value", 12e6 }, { "read | ext4/warm", "value", 13e6 },
            { "read (2) | ext4/cold", "value", 14e6 }, { "read (2) | ext4/warm", "value", 15e6 } },
          "table.duplicate_label" },
        { "Test           Linux      BSD\nseq read   1204 MB/s  980 MB/s\nrand         45 MB/s   80 MB/s\n",
          { { "seq read | Linux", "value", 1204e6 }, { "seq read | BSD", "value", 980e6 },
            { "rand | Linux", "value", 45e6 }, { "rand | BSD", "value", 80e6 } }, NULL },
        { "threads      1      2      4\next4     120.5  200.1  300.0\nxfs      110.0  190.5  280.5\n",
          { { "ext4 | 1", "value", 120.5 }, { "ext4 | 2", "value", 200.1 }, { "ext4 | 4", "value", 300 },
            { "xfs | 1", "value", 110 }, { "xfs | 2", "value", 190.5 }, { "xfs | 4", "value", 280.5 } },
          "table.unit_unknown" },
        { "         ext4      xfs\n         (MB/s)    [ms]\nread     12        3\nwrite    7         4\n",
          { { "read | ext4", "value", 12e6 }, { "read | xfs", "value", 0.003 },
            { "write | ext4", "value", 7e6 }, { "write | xfs", "value", 0.004 } }, NULL },
        { "             ext4              btrfs\n         cold     warm     cold     warm\n"
          "untar    12.1s    3.2s     14.4s    4.0s\nrm       1.5s     0.9s     2.2s     1.1s\n",
          { { "untar | ext4/cold", "value", 12.1 }, { "untar | ext4/warm", "value", 3.2 },
            { "untar | btrfs/cold", "value", 14.4 }, { "untar | btrfs/warm", "value", 4 },
            { "rm | ext4/cold", "value", 1.5 }, { "rm | ext4/warm", "value", 0.9 },
            { "rm | btrfs/cold", "value", 2.2 }, { "rm | btrfs/warm", "value", 1.1 } }, NULL },
        { "What I measured (all MB/s):\n\n          raid5  raid6\nread        412    380\nwrite       210    160\n",
          { { "read | raid5", "value", 412e6 }, { "read | raid6", "value", 380e6 },
            { "write | raid5", "value", 210e6 }, { "write | raid6", "value", 160e6 } }, NULL },
        { "            Compression time   File size\n\nZSTD        35 s               399 700 498\n"
          "Deflate     1m 20 s            419 622 336\n",
          { { "ZSTD | Compression time", "value", 35 }, { "ZSTD | File size", "value", 399700498 },
            { "Deflate | Compression time", "value", 80 }, { "Deflate | File size", "value", 419622336 } },
          "table.unit_unknown" },
        { "task\text4\txfs\n\nuntar\t3.2s\t4.1s\n\nrm\t2.9s\t2.0s\n\n",
          { { "untar | ext4", "value", 3.2 }, { "untar | xfs", "value", 4.1 }, { "rm | ext4", "value", 2.9 },
            { "rm | xfs", "value", 2.0 } }, NULL },
        { "> test\t\text4\txfs\r\n> untar all\t3.2s\t4.1s\r\n> rm\t\t2.9s\t2.0s\r\n",
          { { "untar all | ext4", "value", 3.2 }, { "untar all | xfs", "value", 4.1 },
            { "rm | ext4", "value", 2.9 }, { "rm | xfs", "value", 2.0 } }, NULL },
        { "test ext4 xfs\nread 12MB/s 13MB/s\nseq write 7MB/s 8MB/s\n",
          { { "read | ext4", "value", 12e6 }, { "read | xfs", "value", 13e6 },
            { "seq write | ext4", "value", 7e6 }, { "seq write | xfs", "value", 8e6 } }, NULL },
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

static void cells_hold_more_than_a_number(void **state)
{
    (void)state;
    static const Case cases[] = {
        { "| t | a (n=3) | b |\n|---|---|---|\n| x | 412.3 \xc2\xb1 3.1 MB/s | 400 MB/s +/- 2 MB/s (n=5) |\n"
          "| y | 100 MB/s +- 5% | 90 MB/s |\n",
          { { "x | a", "value", 412.3e6 }, { "x | a", "value.sd", 3.1e6 }, { "x | a", "value.n", 3 },
            { "x | b", "value", 400e6 }, { "x | b", "value.sd", 2e6 }, { "x | b", "value.n", 5 },
            { "y | a", "value", 100e6 }, { "y | a", "value.sd", 5e6 }, { "y | a", "value.n", 3 },
            { "y | b", "value", 90e6 } }, "table.spread_kind_assumed_sd" },
        { "| t | a | b |\n|---|---|---|\n| x | 2.5/5m | 3.3m 4.5m |\n| y | 4m 37s | 30 s, 40 s |\n",
          { { "x | a", "value#1", 150 }, { "x | a", "value#2", 300 }, { "x | b", "value#1", 198 },
            { "x | b", "value#2", 270 }, { "y | a", "value", 277 }, { "y | b", "value#1", 30 },
            { "y | b", "value#2", 40 } }, NULL },
        { "| t | a | b |\n|---|---|---|\n| x | n/a | \xe2\x80\x94 |\n| y | +++++ | 3 s |\n| z | x | ? |\n",
          { { "y | b", "value", 3 } }, NULL },
        { "| t | MB/s | change |\n|---|---|---|\n| x | 10 | +11.0% |\n| y | 12 | \xe2\x88\x92" "2.7 % |\n",
          { { "x | MB/s", "value", 10e6 }, { "x | change", "value", 0.11 }, { "y | MB/s", "value", 12e6 },
            { "y | change", "value", -0.027 } }, NULL },
        { "| t | a | b |\n|---|---|---|\n| x | 10 MB/s (+11%) | 1.5x |\n| y | 12 MB/s | 2x |\n",
          { { "x | a", "value", 10e6 }, { "x | b", "value", 1.5 }, { "y | a", "value", 12e6 },
            { "y | b", "value", 2 } }, NULL },
        { "| t | a | b |\n|---|---|---|\n| x | ~790 MB/s | 3 MB/s |\n| y | 1 MB/s | 2 MB/s |\n",
          { { "x | a", "value", 790e6 }, { "x | b", "value", 3e6 }, { "y | a", "value", 1e6 },
            { "y | b", "value", 2e6 } }, "table.approximate" },
        { "| t | a | b |\n|---|---|---|\n| x | <1 MB/s | >500 MB/s |\n| y | 1 MB/s | 2 MB/s |\n",
          { { "y | a", "value", 1e6 }, { "y | b", "value", 2e6 } }, "table.censored" },
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

static void commas_are_proven_over_the_whole_table(void **state)
{
    (void)state;
    static const Case cases[] = {
        { "t;a [s];b [s]\nx;12,5;1.012,0\ny;1,234;0,125\n",
          { { "x | a", "value", 12.5 }, { "x | b", "value", 1012 }, { "y | a", "value", 1.234 },
            { "y | b", "value", 0.125 } }, NULL },
        { "| t | a | b |\n|---|---|---|\n| x | 1,180 MB/s | 1,204.5 MB/s |\n| y | 1,234,567 B/s | 2,000 MB/s |\n",
          { { "x | a", "value", 1180e6 }, { "x | b", "value", 1204.5e6 }, { "y | a", "value", 1234567 },
            { "y | b", "value", 2000e6 } }, NULL },
        { "| t | a |\n|---|---|\n| x | 12,345 iops |\n| y | 48.2 iops |\n",
          { { "x | a", "value", 12345 }, { "y | a", "value", 48.2 } }, NULL },
        { "| t | a |\n|---|---|\n| x | 1,234 iops |\n| y | 5 iops |\n", { { 0 } }, "table.ambiguous_decimal" },
        { "| t | a |\n|---|---|\n| x | 1,234 iops |\n| y | 5,5 iops |\n| z | 5.5 iops |\n",
          { { 0 } }, "table.ambiguous_decimal" },
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

static void a_unit_is_inherited_and_leaves_the_name(void **state)
{
    (void)state;
    static const Case cases[] = {
        { "config,iops,\"lat avg, us\"\nraid5,100,81.5\nraid6,90,101\n",
          { { "raid5 | iops", "value", 100 }, { "raid5 | lat avg", "value", 8.15e-5 },
            { "raid6 | iops", "value", 90 }, { "raid6 | lat avg", "value", 1.01e-4 } }, NULL },
        { "| | a | b |\n|---|---|---|\n| read (MB/s) | 10 | 11 |\n| lat [ms] | 2 | 3 |\n",
          { { "read | a", "value", 10e6 }, { "read | b", "value", 11e6 }, { "lat | a", "value", 0.002 },
            { "lat | b", "value", 0.003 } }, NULL },
        { "Throughput in MB/s, higher is better:\n\n| | a | b |\n|---|---|---|\n| x | 10 | 11 |\n| y | 2 | 3 |\n",
          { { "x | a", "value", 10e6 }, { "x | b", "value", 11e6 }, { "y | a", "value", 2e6 },
            { "y | b", "value", 3e6 } }, NULL },
        { "| | IOPS | bw |\n|---|---|---|\n| x | 18.4k | 10 MB/s |\n| y | 2k | 11 MB/s |\n",
          { { "x | IOPS", "value", 18400 }, { "x | bw", "value", 10e6 }, { "y | IOPS", "value", 2000 },
            { "y | bw", "value", 11e6 } }, NULL },
        { "| | a | b |\n|---|---|---|\n| x | 10 MB/s | 12 MB/s |\n| y | 11 | 13 MB/s |\n",
          { { "x | a", "value", 10e6 }, { "x | b", "value", 12e6 }, { "y | a", "value", 11e6 },
            { "y | b", "value", 13e6 } }, "table.unit_unknown" },
        { "| | a | b |\n|---|---|---|\n| x | 10 K/sec | 12 K/sec |\n| y | 11 K/sec | 13 K/sec |\n",
          { { "x | a", "value", 10e3 }, { "x | b", "value", 12e3 }, { "y | a", "value", 11e3 },
            { "y | b", "value", 13e3 } }, "table.unit_ambiguous" },
        { "| | a | b |\n|---|---|---|\n| x | 4:37 | 5:01 |\n| y | 3:00 | 2:00 |\n", { { 0 } },
          "table.unit_unknown" },
        { "Time to finish:\n\n| | a | b |\n|---|---|---|\n| x | 4:37 | 5:01 |\n| y | 3:00 | 2:00 |\n",
          { { "x | a", "value", 277 }, { "x | b", "value", 301 }, { "y | a", "value", 180 },
            { "y | b", "value", 120 } }, NULL },
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

static void a_table_or_a_row_is_refused_with_its_code(void **state)
{
    (void)state;
    static const Case cases[] = {
        { "R6 oi R6 u9 R5x6u9\n100k 4m 37s 3m 31s 3m 24s\ndual touch 3m 41s 3m 35s\n", { { 0 } },
          "table.ambiguous_columns" },
        { "| t | a | b |\n|---|---|---|\n| x | 12 parsecs | 3 s |\n| y | 1 s | 2 s |\n",
          { { "y | a", "value", 1 }, { "y | b", "value", 2 } }, "table.unknown_unit" },
        { "| t | a | b |\n|---|---|---|\n| x | 12\xc2\xb2 s | 3 s |\n| y | 1 s | 2 s |\n",
          { { "y | a", "value", 1 }, { "y | b", "value", 2 } }, "table.unknown_unit" },
        { "| t | a | b |\n|---|---|---|\n| x | 1 s | 3 s | 4 s |\n| y | 1 s | 2 s |\n",
          { { "y | a", "value", 1 }, { "y | b", "value", 2 } }, "table.ragged_row" },
        { "        a        b        c\nx       1 s      2 s      3 s\ny       4 s      5 s\n                          6 s\n",
          { { 0 } }, "table.wrapped_row" },
        { "| x | 12 s | 3 s |\n| y | 1 s | 2 s |\n| z | 1 s | 2 s |\n", { { 0 } }, "table.no_header" },
        { "test      serverA    serverB\ncopy      12 s       230 MB/s\ndelete    3 s        4 s\n", { { 0 } },
          "table.mixed_dimension" },
        { "| t | a | a |\n|---|---|---|\n| x | 1 s | 3 s |\n| x | 4 s | 2 s |\n",
          { { "x | a", "value", 1 }, { "x | a (2)", "value", 3 }, { "x (2) | a", "value", 4 },
            { "x (2) | a (2)", "value", 2 } }, "table.duplicate_label" },
        { "| t | a | b |\n|---|---|---|\n| x | 1 s |\n| y | 1 s | 2 s |\n",
          { { "x | a", "value", 1 }, { "y | a", "value", 1 }, { "y | b", "value", 2 } }, NULL },
        { "<table><tr><th>a<th>b<tr><td>x<td><table><tr><td>1 s</table><tr><td>y<td>2 s</table>\n", { { 0 } },
          "table.ambiguous_columns" },
    };
    check_cases(cases, sizeof cases / sizeof *cases);
}

static void one_run_a_configuration(void **state)
{
    (void)state;
    /* both axes fit: rows are tasks */
    Document *d = read_with("| test | ext4 | xfs |\n|---|---|---|\n| a | 1 s | 2 s |\n| b | 3 s | 4 s |\n", &plain);
    assert_int_equal(d->runs.n, 2);
    assert_string_equal(run_fact(d->runs.v[1], "", "column"), "xfs");
    assert_string_equal(run_fact(d->runs.v[1], "a | xfs", "row"), "a");
    document_free(d);
    /* only the columns have one dimension: rows are configurations */
    d = read_with("config,iops,bw\nraid5,10 iops,2 MB/s\nraid6,11 iops,3 MB/s\n", &plain);
    assert_int_equal(d->runs.n, 2);
    assert_string_equal(run_fact(d->runs.v[0], "", "column"), "raid5");
    assert_string_equal(run_fact(d->runs.v[0], "raid5 | bw", "row"), "bw");
    document_free(d);
    ReadOptions turned = { .transpose = true };
    d = read_with("| test | ext4 | xfs |\n|---|---|---|\n| a | 1 s | 2 s |\n| b | 3 s | 4 s |\n", &turned);
    assert_string_equal(run_fact(d->runs.v[1], "", "column"), "b");
    document_free(d);
}

static void options_stand_for_what_the_paste_lacks(void **state)
{
    (void)state;
    ReadOptions names = { .columns = "R6 oi,R6 u9,R5 u9" };
    const char *text = "R6 oi R6 u9 R5 u9\n100k 4m 37s 3m 31s 3m 24s\nrm 100k 1m 39s 1m 3s 1m\n";
    Document *d = read_with(text, &names);
    expect(d, text, "100k | R6 oi", "value", 277);
    expect(d, text, "rm 100k | R5 u9", "value", 60);
    assert_int_equal(values(d), 6);
    document_free(d);
    ReadOptions binary = { .binary_units = true };
    text = "| | a | b |\n|---|---|---|\n| x | 10 K/sec | 12 K/sec |\n| y | 11 K/sec | 13 K/sec |\n";
    d = read_with(text, &binary);
    expect(d, text, "x | a", "value", 10240);
    assert_int_equal(d->notes.n, 0);
    document_free(d);
    ReadOptions unit = { .unit = UNIT_BYTES_PER_S, .unit_factor = 1e6, .unit_text = "MB/s" };
    text = "| | a | b |\n|---|---|---|\n| x | 10 | 12 |\n| y | 11 | 13 |\n";
    d = read_with(text, &unit);
    expect(d, text, "x | a", "value", 10e6);
    assert_int_equal(d->notes.n, 0);
    document_free(d);
}

static void derived_rows_and_columns_are_marked_and_directions_told(void **state)
{
    (void)state;
    const char *text = "Score (lower is better)\n\n| test | a | b | diff |\n|---|---|---|---|\n| x | 10 iops | 12 iops | +20% |\n"
                       "| y | 11 iops | 13 iops | +18% |\n| average | 10.5 iops | 12.5 iops | +19% |\n";
    Document *d = read_with(text, &plain);
    assert_string_equal(run_fact(d->runs.v[0], "average | a", "derived"), "yes");
    assert_string_equal(run_fact(d->runs.v[2], "x | diff", "derived"), "yes");
    assert_null(run_fact(d->runs.v[0], "x | a", "derived"));
    assert_int_equal(cell_of(d, "x | a", "value")->better, BETTER_LOWER);
    assert_true(cell_of(d, "x | a", "value")->headline);
    assert_false(cell_of(d, "average | a", "value")->headline);
    document_free(d);
}

/* What tools print, prose, mail, code: no table, and not a word about one. */
static void other_texts_are_left_alone(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "Filesystem      Size  Used Avail Use% Mounted on\n/dev/sda1        20G   5G   15G  25% /\n/dev/sdb1        30G   5G   25G  17% /x\n",
        "NAME USED AVAIL MOUNTED SHARESMB SHARENFS\nnfspool 686K 18.9G yes off off\nnfspool/nfsvol 24K 18.9G yes off rw\n",
        "LV VG Attr LSize Pool Origin\nnfsvol storage -wi-a----- 20.00g\nother storage -wi-a----- 20.00g\n",
        "               capacity     operations    bandwidth\npool        alloc   free   read  write   read  write\n"
        "----------  -----  -----  -----  -----  -----  -----\ntank        12.3G  4.50G     12     34  1.20M  3.40M\ntank2       12.3G  4.50G     12     34  1.20M  3.40M\n",
        "Device:            tps    kB_read/s    kB_wrtn/s    kB_read    kB_wrtn\nsda              12.00        10.00        20.00      12345      67890\nsdb              12.00        10.00        20.00      12345      67890\n",
        "procs -----------memory---------- ---swap-- -----io----\n r  b   swpd   free   buff  cache   si   so    bi    bo\n 1  0      0 123456   1234 567890    0    0     1     2\n 1  0      0 123456   1234 567890    0    0     1     2\n",
        "  PID USER      PR  NI    VIRT    RES %CPU\n 1234 root      20   0  123456   7890 12.0\n 1235 root      20   0  123456   7890 11.0\n",
        "             total       used       free\nMem:          7982       1234       6748\nSwap:         2047          0       2047\n",
        "----total-cpu-usage---- -dsk/total-\nusr sys idl wai hiq siq| read  writ\n  1   0  99   0   0   0|  10k   20k\n  1   0  99   0   0   0|  10k   20k\n",
        "From: A <a@example.org>\nDate: Mon, 9 May 2011 20:57:58 +0000\nSubject: 3 things, 4 numbers\n",
        "First we ran it, 5 times, on 3 disks.\nThen again, 6 times, on 4 disks.\nAnd so, 7 times, it went.\n",
        "This is a line.  It has 2 gaps.\nAnd another one.  With 3 of them.\nAnd the last one.  With 4.\n",
        "static const int a[] = {\n    { 1, 2, 3 },\n    { 4, 5, 6 },\n    { 7, 8, 9 },\n};\n",
        "real    0m2.054s\nuser    0m0.012s\nsys     0m1.200s\n",
        "1000, 2345, 0, 4096\n2000, 2346, 0, 4096\n3000, 2347, 0, 4096\n",
        "total 48\n-rw-r--r--  1 root root 4096 Jan  1 12:00 a\n-rw-r--r--  1 root root 4096 Jan  1 12:00 b\n",
        "cat a | grep b\ncat c | grep d\ncat e | wc -l\n",
        "Average latency (us)\n  nfsd                   412\n  tank                    88\n",
        " src/a.c   | 66 +++--\n src/b/c.c | 2 +-\n src/d.c   |   0\n src/e.c   | 0\n",
        "* Comment changes from 1.6.2, they have a problem\n* Really fix things. Closes: #51919, 51525\n* More, 123\n",
        "Allow \"<expr> IN <table>\" as a shorthand for \"<expr> IN (SELECT * FROM <table>\".\nNext line.\n",
        " Ver  |   Date   | Prog| What\n------+----------+-----+----\n 1.00 | 11/22/99 | kjw | a\n 1.01 | 12/10/99 | kjw | b\n",
        "| Operator | Example |\n|----|----|\n| `>` | `>3.1`: any version greater than 3.1. |\n| `<` | `<3.1`: any version less than it. |\n",
        "GNU sed:        no limit\nsedmod v1.0:    4096 bytes\nHHsed v1.5:     4000 bytes\n",
        "| Name    | No | Description |\n|---------|----|-------------|\n| rsa | 1 | RSA |\n| dsa | 2 | DSA |\n",
        "[ ID] Interval       Transfer     Bandwidth\n[  4]  0.0-10.0 sec    540 MBytes    452 Mbits/sec\n[  5]  0.0-10.0 sec    519 MBytes    434 Mbits/sec\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Document *d = read_with(texts[i], &plain);
        for (size_t k = 0; k < d->runs.n; k++)
            if (strcmp(d->runs.v[k]->tool, "table") == 0)
                fail_msg("read as a table:\n%s", texts[i]);
        if (has_note(d, "table"))
            fail_msg("note %s on:\n%s", d->notes.v[0].code, texts[i]);
        for (size_t k = 0; k < d->notes.n; k++)
            if (strncmp(d->notes.v[k].code, "table", 5) == 0)
                fail_msg("note %s on:\n%s", d->notes.v[k].code, texts[i]);
        document_free(d);
    }
}

static void every_figure_keeps_its_place(void **state)
{
    (void)state;
    const char *text = "| t | a |\n|---|---|\n| x\\|y | **12 MB/s** |\n| z | 13 MB/s |\n";
    Document *d = read_with(text, &plain);
    const Measure *m = cell_of(d, "x|y | a", "value");
    assert_non_null(m);
    assert_int_equal(m->span.line, 3);
    assert_memory_equal(d->text.p + m->span.start, "12", 2);
    document_free(d);
}

static void units_in_the_headings_are_no_output_of_dtrace(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "## Results\n\nTest\tnfs (MB/s)\tsmb (MB/s)\nwrite\t101.5\t110\nread\t201.5\t210\n",
        "Test         nfs (MB/s)   smb (MB/s)\nwrite             101.5          110\n"
        "read              201.5          210\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        Document *d = read_with(texts[i], &plain);
        const Measure *m = cell_of(d, "write | nfs", "value");
        assert_non_null(m);
        assert_near(m->value, 101500000, 1e-12);
        document_free(d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_duration_is_read_in_every_spelling),
        cmocka_unit_test(a_rate_is_read_with_its_unit),
        cmocka_unit_test(every_kind_of_table_is_read),
        cmocka_unit_test(cells_hold_more_than_a_number),
        cmocka_unit_test(commas_are_proven_over_the_whole_table),
        cmocka_unit_test(a_unit_is_inherited_and_leaves_the_name),
        cmocka_unit_test(a_table_or_a_row_is_refused_with_its_code),
        cmocka_unit_test(one_run_a_configuration),
        cmocka_unit_test(options_stand_for_what_the_paste_lacks),
        cmocka_unit_test(derived_rows_and_columns_are_marked_and_directions_told),
        cmocka_unit_test(other_texts_are_left_alone),
        cmocka_unit_test(every_figure_keeps_its_place),
        cmocka_unit_test(units_in_the_headings_are_no_output_of_dtrace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
