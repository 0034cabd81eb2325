/* Numbers, units, versions: what is read is finite, and written text reads back to the same double. */
#include <math.h>

#include "base/number.h"
#include "base/unit.h"
#include "base/version.h"
#include "fuzz.h"
#include "ingest/table.h"

static void check_number(const Number *n)
{
    char text[NUMBER_TEXT_BYTES];
    Number again;
    FUZZ_MUST(isfinite(n->value) && isfinite(n->half) && n->half >= 0);
    FUZZ_MUST(number_is(slice_of(number_text(text, n->value)), &again));
    FUZZ_MUST(again.value == n->value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    Slice all = { (const char *)data, n }, s = all;
    Number number;
    uint64_t whole;
    if (number_read(&s, &number))
        check_number(&number);
    s = all;
    if (number_read_mark(&s, ',', &number))
        check_number(&number);
    s = all;
    if (number_read_either(&s, &number))
        check_number(&number);
    s = all;
    slice_uint(&s, &whole);
    unit_named(all);
    s = all;
    TableUnit unit;
    if (table_unit_skip(&s, &unit))
        FUZZ_MUST(isfinite(unit.factor));
    TableMarks marks = { 0 };
    bool ambiguous = false;
    table_number_prove(all, &marks);
    s = all;
    if (table_number_read(&s, &marks, &number, &ambiguous))
        check_number(&number);
    int order = 0, back = 0;
    Slice half = slice_first(all, n / 2), rest = slice_from(all, n / 2);
    if (version_compare(half, rest, &order) && version_compare(rest, half, &back))
        FUZZ_MUST((order < 0) == (back > 0) && (order == 0) == (back == 0));
    return 0;
}
