/* The text form of charts: what is read can be laid out, written, and read again as the same. */
#include "fuzz.h"
#include "plot/layout.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    Arena *a = arena_new(1 << 28);
    Chart *c, *again;
    Error err = { 0 };
    if (chart_read(a, (Slice){ (const char *)data, n }, &c, &err)) {
        Buf first = buf_new(1 << 26), second = buf_new(1 << 26);
        chart_write(&first, c);
        FUZZ_MUST(chart_read(a, buf_slice(&first), &again, &err));
        chart_write(&second, again);
        FUZZ_MUST(slice_eq(buf_slice(&first), buf_slice(&second)));
        Layout l = layout_of(a, c);
        FUZZ_MUST(l.top > l.bottom && l.height >= c->height);
        buf_free(&first);
        buf_free(&second);
    } else {
        FUZZ_MUST(err.text[0]);
    }
    arena_free(a);
    return 0;
}
