/*
 * html_table.h - a table of a page as rows of cells between bars, as Markdown has them.
 *
 * Tables that only lay out a page (with tables, listings or long text in their cells) are left to
 * the caller.
 */
#ifndef INGEST_HTML_TABLE_H
#define INGEST_HTML_TABLE_H

#include "base/xml.h"
#include "ingest/html_out.h"

/* false: no table of data; nothing was written. */
bool html_table_write(Arena *a, HtmlOut *out, const XmlNode *table);

#endif
