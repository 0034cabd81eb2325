/* What each run was called: the choice of labels. */
#include "ingest/passes.h"

void label_runs(Reader *r)
{
    (void)r;
}
