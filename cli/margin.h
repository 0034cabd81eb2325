/*
 * margin.h - a document's lines with what was recognised in a margin.
 *
 *     number mark text
 *
 * marks: '>' a figure was read from this line; '|' another line of a run; ':' of a copy, which does
 * not count; '@' a fact was read; ' ' nothing. Runs are named above their first line, notes stand
 * below theirs.
 */
#ifndef CLI_MARGIN_H
#define CLI_MARGIN_H

#include "base/buf.h"
#include "base/model.h"

/*
 * Lines first .. last (from 1) of d->text; d->runs and notes must be there. color: lines by their mark,
 * which stands there in any case.
 */
void margin_print(Buf *b, const Document *d, uint32_t first, uint32_t last, bool color);
uint32_t margin_lines(const Document *d); /* how many lines the text has */

#endif
