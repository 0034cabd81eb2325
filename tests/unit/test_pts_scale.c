#include "check.h"

#include "ingest/pts_scale.h"

static void scales_of_storage_tests_have_base_units(void **state)
{
    (void)state;
    static const struct {
        const char *text, *metric;
        Unit unit;
        double factor;
        Better better;
    } cases[] = {
        { "MB/s", "bw", UNIT_BYTES_PER_S, 1e6, BETTER_HIGHER },
        { "MiB/s", "bw", UNIT_BYTES_PER_S, 1048576, BETTER_HIGHER },
        { "KB/sec", "bw", UNIT_BYTES_PER_S, 1e3, BETTER_HIGHER },
        { "Bytes Per Second", "bw", UNIT_BYTES_PER_S, 1, BETTER_HIGHER },
        { "IOPS", "iops", UNIT_PER_S, 1, BETTER_HIGHER },
        { "Files/s", "rate", UNIT_PER_S, 1, BETTER_HIGHER },
        { "TPS", "rate", UNIT_PER_S, 1, BETTER_HIGHER },
        { "Operations Per Second", "rate", UNIT_PER_S, 1, BETTER_HIGHER },
        { "Op/s", "rate", UNIT_PER_S, 1, BETTER_HIGHER },
        { "Seconds", "time", UNIT_SECONDS, 1, BETTER_LOWER },
        { "ms", "time", UNIT_SECONDS, 1e-3, BETTER_LOWER },
        { "us Per Event", "time", UNIT_SECONDS, 1e-6, BETTER_LOWER },
        { "ns/op", "time", UNIT_SECONDS, 1e-9, BETTER_LOWER },
        { "Percent", "share", UNIT_RATIO, 0.01, BETTER_NEITHER },
        { "MB", "bytes", UNIT_BYTES, 1e6, BETTER_NEITHER },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        PtsScale s = pts_scale(slice_of(cases[i].text));
        if (strcmp(s.metric, cases[i].metric) != 0 || s.unit != cases[i].unit || s.better != cases[i].better)
            fail_msg("%s: %s", cases[i].text, s.metric);
        assert_near(s.factor, cases[i].factor, 0);
    }
}

static void any_other_scale_is_kept_as_printed(void **state)
{
    (void)state;
    static const char *const others[] = { "",      "Frames Per Second", "Mbits/sec", "Nodes/s",  "Points", "Celsius",
                                          "BogoMIPS", "Sample",          "M",         "/s",       "per second",
                                          "a scale whose name is longer than any that was ever seen in a profile" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        PtsScale s = pts_scale(slice_of(others[i]));
        assert_string_equal(s.metric, "value");
        assert_int_equal(s.unit, UNIT_UNKNOWN);
        assert_near(s.factor, 1, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(scales_of_storage_tests_have_base_units),
        cmocka_unit_test(any_other_scale_is_kept_as_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
