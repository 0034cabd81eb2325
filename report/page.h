/*
 * page.h - plain text that survives mail: at most 72 columns of 0x20..0x7e.
 *
 * A report is first written freely into a Buf, then passed through page_finish(), which holds the
 * promise whatever was written: ASCII only, lines cut at blanks, no tab, no trailing blank, no line
 * that starts with ">" or "From ".
 */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "base/buf.h"

enum { PAGE_COLUMNS = 72 };

void page_finish(Buf *out, Slice draft);

/*
 * Words of text, wrapped: the first line starts at column `at` (what the line already holds), later
 * ones are indented by `indent`. Ends the last line.
 */
void page_wrap(Buf *b, size_t at, size_t indent, Slice text);

/* text in exactly `width` columns: cut with ".." or filled with blanks; right: flush right. */
void page_cell(Buf *b, Slice text, size_t width, bool right);

/* The columns text takes once it is ASCII. */
size_t page_width(Slice text);

#endif
