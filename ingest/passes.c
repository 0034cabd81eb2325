#include "ingest/passes.h"

#include "ingest/context_tuple.h"
#include "ingest/environment.h"

void passes_run(Reader *r)
{
    duplicates_mark(r);
    directives_give_facts(r);
    Tuples *ts = tuples_read(r); /* context of the runs that count */
    environment_read(ts);
    label_runs(r, ts);
    directives_give_labels(r);
    not_understood_note(r);
}
