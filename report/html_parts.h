/*
 * html_parts.h - pieces of the self-contained HTML report: frame, style, script, the paste with marks.
 *
 * No network, readable without script. Everything of a paste goes through safe_xml().
 */
#ifndef REPORT_HTML_PARTS_H
#define REPORT_HTML_PARTS_H

#include "analyze/table.h"
#include "base/buf.h"

void html_open(Buf *b, const char *title);
void html_close(Buf *b, const char *version);
void html_text(Buf *b, const char *text); /* escaped */

/* Numbers of documents, for anchors "d1-l17". */
typedef struct HtmlDocuments {
    Arena *arena;
    VEC(const Document *) list;
    VEC(struct HtmlMark {
        size_t document;
        uint32_t line;
    }) marks; /* lines that figures link to */
} HtmlDocuments;

/* Opens a link to the source line of a figure; notes that the line is wanted. */
void html_source_link(Buf *b, HtmlDocuments *docs, const Source *source);
/* The appendix: every document that was linked to, its recognised lines marked. */
void html_appendix(Buf *b, HtmlDocuments *docs);

#endif
