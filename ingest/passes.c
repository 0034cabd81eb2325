#include "ingest/passes.h"

#include "ingest/context_tuple.h"
#include "ingest/environment.h"
#include "ingest/format.h"

/* Formats whose documents say themselves what their runs are called. */
static void name_runs(Reader *r)
{
    size_t n;
    const Format *const *formats = format_table(&n);
    for (size_t i = 0; i < n; i++)
        if (formats[i]->name_runs)
            formats[i]->name_runs(r);
}

void passes_run(Reader *r)
{
    duplicates_mark(r);
    directives_give_facts(r);
    Tuples *ts = tuples_read(r); /* context of the runs that count */
    environment_read(ts);
    label_runs(r, ts);
    name_runs(r);
    directives_give_labels(r);
    not_understood_note(r);
}
