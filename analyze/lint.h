/*
 * lint.h - checks on the log itself: what makes these figures doubtful.
 *
 * Each check is one row of lint_checks() and looks at one document, or at the sides of a
 * comparison. Notes that the readers gave are cautions too. base/code.h holds the texts.
 */
#ifndef ANALYZE_LINT_H
#define ANALYZE_LINT_H

#include "analyze/table.h"

/*
 * Everything that is doubtful about these runs, their documents and, when t is not NULL, about
 * comparing them as t does. Suggestions (GRADE_SUGGESTION) only with `all`. Ordered: errors first,
 * then by document and line; no caution comes twice.
 */
void lint_run(Arena *a, const Run *const *runs, size_t n, const Table *t, bool all, Cautions *out);

/*
 * What the readers noted on a document that gave no run at all; of others lint_run() passes it on.
 * Adds to *out, which stays ordered.
 */
void lint_notes(Arena *a, const Document *d, bool all, Cautions *out);

#endif
