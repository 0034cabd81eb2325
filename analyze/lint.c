#include "analyze/lint.h"

void lint_run(Arena *a, const Run *const *runs, size_t n, const Table *t, bool all, Cautions *out)
{
    (void)a;
    (void)runs;
    (void)n;
    (void)t;
    (void)all;
    (void)out;
}
