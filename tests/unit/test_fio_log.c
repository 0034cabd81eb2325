/* Log files of fio, of one row and of many columns. */
#include "reading.h"

/* A log whose name says what it is may be short; without the name, three rows are wanted. */
static void logs_are_told_by_their_names(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *metric;
        double value;
    } cases[] = {
        { "==> j_lat.1.log <==\n0, 8512, 0, 0, 0x0000\n0, 301, 1, 0, 0x0000\n", "write.lat", 301e-9 },
        { "==> j_clat.1.log <==\n5, 812, 1, 4096, 503808\n9, 700, 1, 4096, 6209536\n", "write.clat",
          812e-6 }, /* 2.1.11 to 2.21: an offset, and no priority */
        { "==> j_lat.1.log <==\n0, 812, 950, 1, 4096, 503808, 0, 77\n", "write.lat", 812e-9 },
        { "==> j_bw.1.log <==\n500, 2048, 0, 0, 0\n", "read.bw", 2048 * 1024.0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        Document *d = reading(cases[i].text);
        const Run *run = reading_run(d, "fio", 0);
        assert_non_null(run);
        const Series *s = NULL;
        for (size_t k = 0; k < run->series.n; k++)
            if (strcmp(run->series.v[k].metric, cases[i].metric) == 0)
                s = &run->series.v[k];
        assert_non_null(s);
        assert_near(s->value[0], cases[i].value, 1e-9);
        document_free(d);
    }
    Document *d = reading("0, 8512, 0, 0\n1, 301, 1, 0\n");
    assert_int_equal(reading_runs(d, "fio"), 0);
    document_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(logs_are_told_by_their_names) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
