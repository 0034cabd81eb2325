/*
 * html.h - a web page as the text that a reader sees.
 *
 * White space of <pre> is kept and the block stands between ``` lines; headings become "# " lines,
 * list items "* " lines, quotes "> " lines; a paragraph that is bold as a whole stands between "**".
 * Rows of a table become cells between bars, with blank cells where a cell spans columns (a heading
 * is repeated there), and the cell repeated where it spans rows. Elements that are no HTML ("<dev>")
 * are text that somebody forgot to escape, and stay text.
 */
#ifndef INGEST_HTML_H
#define INGEST_HTML_H

#include "base/arena.h"

/* Does it begin as a page (doctype, html, head, body)? A paste with a few tags is none. */
bool html_is_page(Slice bytes);
/* What the page says of its charset in its first bytes: "euc-kr"; NULL. */
const char *html_charset(Arena *a, Slice bytes);
/* html must be UTF-8. false: nothing came out. */
bool html_read(Arena *a, Slice html, Slice *text);

#endif
