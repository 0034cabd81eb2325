#include "ingest/passes.h"

void passes_run(Reader *r)
{
    duplicates_mark(r);
    environment_read(r);
    label_runs(r);
}
