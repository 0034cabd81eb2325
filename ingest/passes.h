/*
 * passes.h - what is done with a document once all its lines are read, in this order.
 *
 * directives: "#@ key=value" lines become facts of the runs below them, "#@ label=" their label.
 * duplicates: equal blocks become copies (counted = false, note duplicate-block).
 * facts: environment blocks become facts of the document and of the runs they speak of.
 * context, label: what each run was called (label, workload), docs/labels.md.
 * not understood: lines that look like results and that no format read are noted.
 */
#ifndef INGEST_PASSES_H
#define INGEST_PASSES_H

#include "ingest/reader.h"

void passes_run(Reader *r);

void duplicates_mark(Reader *r);
void directives_give_facts(Reader *r);
void directives_give_labels(Reader *r);
void not_understood_note(Reader *r);
struct Tuples;
void label_runs(Reader *r, struct Tuples *ts); /* sets label and workload of every run */

#endif
