/*
 * html_out.h - lines of text, written piece by piece as a page is walked.
 *
 * White space is folded as browsers do, but for <pre>. A mark ("* ", "## ") waits for the text it
 * stands in front of, and is dropped when none comes.
 */
#ifndef INGEST_HTML_OUT_H
#define INGEST_HTML_OUT_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/spool.h"

typedef struct HtmlOut {
    Arena *arena;
    Buf text;         /* that is not in the spool */
    Spool *spool;     /* NULL: the page is small so far */
    bool failed;      /* no room for it */
    bool line_open;   /* something stands in this line */
    bool blank;       /* white space waits for the next word */
    bool gap;         /* a blank line waits for the next one */
    int quote;        /* depth */
    int gap_quote;    /* its depth */
    int pre;          /* depth */
    bool pre_start;   /* a newline right behind <pre> is none */
    const char *mark; /* NULL: none waits */
} HtmlOut;

HtmlOut html_out_new(Arena *a, size_t page_bytes);
Slice html_out_end(HtmlOut *o); /* frees o; the text lives as long as the arena. Empty when there is no room */

void html_out_text(HtmlOut *o, Slice s);
void html_out_newline(HtmlOut *o);    /* <br> */
void html_out_end_line(HtmlOut *o);   /* nothing when at its start */
void html_out_blank_line(HtmlOut *o);
void html_out_mark(HtmlOut *o, const char *mark);  /* static text */
void html_out_close(HtmlOut *o, const char *mark); /* right behind the last word */
void html_out_quote(HtmlOut *o, int step);
void html_out_pre(HtmlOut *o, bool begin);
void html_out_row(HtmlOut *o, Slice row); /* a whole line, as it is */

#endif
