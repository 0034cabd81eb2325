#include "check.h"

#include "ingest/fio_number.h"

static const FioDialect kib_ms = { FIO_ERA_KIB_MS, false }, kb = { FIO_ERA_KB, false },
                        kb1000 = { FIO_ERA_KB, true }, si = { FIO_ERA_SI, false };

static double bytes(const char *text, FioDialect d, bool rate)
{
    Slice s = slice_of(text);
    FioFigure f;
    assert_true(fio_number_bytes(&s, d, rate, &f));
    assert_int_equal(s.n, 0);
    return f.value;
}

/* The values are those of the JSON or of issued x bs of the runs they were printed by. */
static void a_letter_means_what_its_version_says(void **state)
{
    (void)state;
    assert_near(bytes("12692KiB", kib_ms, false), 12692 * 1024.0, 0);
    assert_near(bytes("6495KiB/s", kib_ms, true), 6495000, 0);
    assert_near(bytes("43381KB/s", kb, true), 43381 * 1024.0, 0);
    assert_near(bytes("2461.6MB/s", kb, true), 2461.6 * 1048576, 1e-15);
    assert_near(bytes("2P", kb, false), 2 * 1099511627776.0, 0);
    assert_near(bytes("551816B/s", kb, true), 551816, 0);
    assert_near(bytes("618740 B/s", kb, true), 618740, 0);
    assert_near(bytes("67109KB", kb1000, false), 67109000, 0);
    assert_near(bytes("1488.4Mbit/s", kb, true), 1488.4 * 1048576 / 8, 1e-15);
    assert_near(bytes("25.5MiB/s", si, true), 25.5 * 1048576, 1e-15);
    assert_near(bytes("26.7MB/s", si, true), 26.7e6, 1e-15);
    assert_near(bytes("1642Mbit/s", si, true), 1642e6 / 8, 1e-15);
    assert_near(bytes("1566Mibit/s", si, true), 1566 * 1048576.0 / 8, 1e-15);
    assert_near(bytes("1471Mi", si, true), 1471 * 1048576.0, 0);
    assert_near(bytes("15.2gib", si, false), 15.2 * 1073741824, 1e-15);
    assert_near(bytes("4096", si, false), 4096, 0);
}

static void counts_and_times(void **state)
{
    (void)state;
    FioFigure f;
    Slice s = SLICE("42.7k, ");
    assert_true(fio_number_count(&s, si, &f));
    assert_near(f.value, 42700, 1e-15);
    s = SLICE("1268.1K");
    assert_true(fio_number_count(&s, kb, &f));
    assert_near(f.value, 1268100, 1e-15);
    s = SLICE("3071 ,");
    assert_true(fio_number_count(&s, kb, &f));
    assert_near(f.value, 3071, 0);
    s = SLICE("2004msec");
    assert_true(fio_number_time(&s, 1, &f));
    assert_near(f.value, 2.004, 1e-15);
    s = SLICE("4653.4k");
    assert_true(fio_number_time(&s, 1e-9, &f));
    assert_near(f.value, 0.0046534, 1e-12);
    s = SLICE("201knsec");
    assert_true(fio_number_time(&s, 1, &f));
    assert_near(f.value, 0.000201, 1e-12);
    s = SLICE("0.00ns,");
    assert_true(fio_number_time(&s, 1, &f));
    assert_true(slice_is(s, ","));
}

static void options_have_suffixes(void **state)
{
    (void)state;
    double v;
    assert_true(fio_number_option(SLICE("4k"), 1024, &v));
    assert_near(v, 4096, 0);
    assert_true(fio_number_option(SLICE("1MiB"), 1024, &v));
    assert_near(v, 1048576, 0);
    assert_false(fio_number_option(SLICE("4k-8k"), 1024, &v));
    assert_true(fio_number_option_time(SLICE("5m"), &v));
    assert_near(v, 300, 0);
    assert_true(fio_number_option_time(SLICE("60"), &v));
    assert_near(v, 60, 0);
    assert_false(fio_number_option_time(SLICE("soon"), &v));
}

static void a_lost_carry_agrees_with_the_truth(void **state)
{
    (void)state;
    FioFigure f;
    Slice s = SLICE("37.0MiB/s");
    assert_true(fio_number_bytes(&s, si, true, &f));
    assert_true(fio_number_agrees(&f, 39.8e6, 0.05e6)); /* 37.96 MiB/s */
    assert_false(fio_number_agrees(&f, 41e6, 0));
    s = SLICE("37.1MiB/s");
    assert_true(fio_number_bytes(&s, si, true, &f));
    assert_false(fio_number_agrees(&f, 39.8e6, 0.05e6));
}

static void versions_are_ordered(void **state)
{
    (void)state;
    assert_int_equal(fio_number_version(SLICE("3.10-15-ged060")), 31000);
    assert_int_equal(fio_number_version(SLICE("2.0.13")), 20013);
    assert_int_equal(fio_number_version(SLICE("1.59")), 15900);
    assert_int_equal(fio_number_version(SLICE("git")), 0);
}

static void hostile_numbers_are_harmless(void **state)
{
    (void)state;
    FioFigure f;
    Slice s = SLICE("99999999999999999999999999E/s");
    assert_true(fio_number_bytes(&s, si, true, &f));
    s = SLICE("KiB/s");
    assert_false(fio_number_bytes(&s, si, true, &f));
    s = SLICE("");
    assert_false(fio_number_time(&s, 1, &f));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_letter_means_what_its_version_says),
        cmocka_unit_test(counts_and_times),
        cmocka_unit_test(options_have_suffixes),
        cmocka_unit_test(a_lost_carry_agrees_with_the_truth),
        cmocka_unit_test(versions_are_ordered),
        cmocka_unit_test(hostile_numbers_are_harmless),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
