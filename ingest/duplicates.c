/* Equal blocks of one document: one run, pasted more than once. */
#include <string.h>

#include "ingest/passes.h"

/* Same tool, and every printed figure equal to the digit. Runs without figures are never equal. */
static bool same_figures(const Run *a, const Run *b)
{
    if (strcmp(a->tool, b->tool) != 0 || a->measures.n != b->measures.n || a->measures.n == 0)
        return false;
    for (size_t i = 0; i < a->measures.n; i++) {
        const Measure *x = &a->measures.v[i], *y = &b->measures.v[i];
        if (strcmp(x->metric, y->metric) != 0 || strcmp(x->scope, y->scope) != 0 ||
            strcmp(x->raw, y->raw) != 0)
            return false;
    }
    return true;
}

/* Lines of `numbers` and cells of tables repeat honestly. */
static bool may_repeat(const char *tool)
{
    return strcmp(tool, "numbers") == 0 || strcmp(tool, "table") == 0 ||
           strcmp(tool, "stated") == 0;
}

void duplicates_mark(Reader *r)
{
    Document *d = r->doc;
    for (size_t i = 0; i < d->runs.n; i++) {
        Run *run = d->runs.v[i];
        if (may_repeat(run->tool))
            continue;
        for (size_t k = i; k-- > 0;) {
            Run *earlier = d->runs.v[k];
            if (!earlier->counted || !same_figures(run, earlier))
                continue;
            run->counted = false;
            run->duplicate_of = earlier;
            run->copy = run->depth > earlier->depth ? COPY_QUOTE : COPY_ECHO;
            const Line *line = lines_at(r->lines, run->span.line - 1);
            reader_note(r, run, "duplicate-block", line, "same figures as the block at line %u",
                        earlier->span.line);
            break;
        }
    }
}
