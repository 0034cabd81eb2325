/* Sizes as dd reads them. */
#include "check.h"

#include "ingest/dd_command.h"

static void sizes_are_those_of_dd(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double value; /* < 0: not known */
        bool in_bytes;
    } cases[] = {
        { "16k", 16384, false },
        { "1M", 1048576, false },
        { "1m", 1048576, false },
        { "1MB", 1e6, true },
        { "1kB", 1000, true },
        { "1MiB", 1048576, true },
        { "10B", 10, true },
        { "128k", 131072, false },
        { "2b", 1024, false },
        { "3w", 6, false },
        { "7c", 7, false },
        { "2x4k", 8192, false },
        { "2*4k", 8192, false },
        { "1G", 1073741824, false },
        { "1T", 1099511627776, false },
        { "$((1024*1024))", 1048576, false },
        { "$((1<<20))", 1048576, false },
        { "$(( (2 + 3) * 4 - 1 ))k", 19456, false },
        { "$((10/0))", -1, false },
        { "${BS}", -1, false },
        { "$i", -1, false },
        { "", -1, false },
        { "12q1", -1, false },
        { "-5", -1, false },
        { "$((", -1, false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value = -1;
        bool in_bytes = false;
        bool known = dd_size(slice_of(cases[i].text), &value, &in_bytes);
        if (known != (cases[i].value >= 0) || (known && value != cases[i].value) ||
            in_bytes != cases[i].in_bytes)
            fail_msg("%s: %g %d", cases[i].text, value, in_bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(sizes_are_those_of_dd) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
