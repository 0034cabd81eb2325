/* environment.h - facts of the machine that stand in the document, given to the runs they speak of.
 */
#ifndef INGEST_ENVIRONMENT_H
#define INGEST_ENVIRONMENT_H

#include "ingest/context_tuple.h"

/* Adds facts of origin inferred to runs and document. */
void environment_read(Tuples *ts);

#endif
