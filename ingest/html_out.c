#include "ingest/html_out.h"

#include <string.h>

enum { PIECE_BYTES = 256 * 1024 };

HtmlOut html_out_new(Arena *a, size_t page_bytes)
{
    /* Marks, fences and repeated cells add some; a page that grows more than this is hostile. */
    return (HtmlOut){
        .arena = a,
        .text = buf_new(page_bytes * 4 + 65536),
    };
}

/* Of a large page the lines that are finished go to a spool. */
static void flush(HtmlOut *o)
{
    Error full;
    size_t n = o->text.n;
    if (!o->spool)
        o->spool = spool_new(o->arena);
    o->failed = !spool_add(o->spool, buf_slice(&o->text), &full) || o->failed;
    buf_free(&o->text);
    o->text.max -= n;
}

Slice html_out_end(HtmlOut *o)
{
    Slice all;
    Error full;
    html_out_end_line(o);
    if (o->spool) {
        flush(o);
        return o->failed || !spool_bytes(o->spool, &all, &full) ? SLICE("") : all;
    }
    all = buf_slice(&o->text);
    char *kept = arena_alloc(o->arena, all.n + 1);
    if (all.n)
        memcpy(kept, all.p, all.n);
    buf_free(&o->text);
    return (Slice){ kept, all.n };
}

static void blank_line(HtmlOut *o)
{
    for (int i = 0; i < o->gap_quote; i++)
        buf_str(&o->text, i + 1 < o->gap_quote ? "> " : ">");
    buf_char(&o->text, '\n');
}

static void start_line(HtmlOut *o)
{
    if (o->line_open)
        return;
    if (o->gap && (o->text.n || o->spool))
        blank_line(o);
    o->gap = false;
    for (int i = 0; i < o->quote; i++)
        buf_str(&o->text, "> ");
    o->line_open = true;
    o->blank = false;
}

static void put_mark(HtmlOut *o)
{
    if (!o->mark)
        return;
    const char *mark = o->mark;
    o->mark = NULL;
    start_line(o);
    if (o->blank)
        buf_char(&o->text, ' ');
    o->blank = false;
    buf_str(&o->text, mark);
}

static void put(HtmlOut *o, Slice s)
{
    put_mark(o);
    start_line(o);
    if (o->blank)
        buf_char(&o->text, ' ');
    o->blank = false;
    buf_add(&o->text, s);
}

static void finish_line(HtmlOut *o)
{
    if (o->line_open) {
        buf_char(&o->text, '\n');
    } else {
        o->gap_quote = o->quote;
        blank_line(o);
        o->gap = false;
    }
    o->line_open = o->blank = false;
    if (o->text.n > PIECE_BYTES)
        flush(o);
}

static void put_pre(HtmlOut *o, Slice s)
{
    if (o->pre_start && (slice_skip(&s, SLICE("\r\n")) || slice_skip(&s, SLICE("\n"))))
        o->pre_start = false;
    if (s.n == 0)
        return;
    o->pre_start = false;
    Slice line;
    while (s.n) {
        size_t end = slice_find_char(s, '\n');
        line = end == SLICE_NONE ? s : slice_first(s, end);
        if (slice_ends(line, SLICE("\r")))
            line.n--;
        if (line.n)
            put(o, line);
        if (end == SLICE_NONE)
            return;
        finish_line(o);
        s = slice_from(s, end + 1);
    }
}

static bool is_space(char c)
{
    return char_is_blank(c) || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

void html_out_text(HtmlOut *o, Slice s)
{
    if (o->pre) {
        put_pre(o, s);
        return;
    }
    while (s.n) {
        size_t n = 0;
        while (n < s.n && is_space(s.p[n]))
            n++;
        if (n && o->line_open)
            o->blank = true;
        s = slice_from(s, n);
        n = 0;
        while (n < s.n && !is_space(s.p[n]))
            n++;
        if (n)
            put(o, slice_first(s, n));
        s = slice_from(s, n);
    }
}

void html_out_newline(HtmlOut *o)
{
    o->pre_start = false;
    finish_line(o);
}

void html_out_end_line(HtmlOut *o)
{
    if (o->line_open)
        finish_line(o);
    o->blank = false;
}

void html_out_blank_line(HtmlOut *o)
{
    html_out_end_line(o);
    if (o->mark || o->gap)
        return; /* "* " and its text belong together */
    o->gap = true;
    o->gap_quote = o->quote;
}

void html_out_mark(HtmlOut *o, const char *mark)
{
    o->mark = mark;
}

void html_out_close(HtmlOut *o, const char *mark)
{
    if (o->mark && strcmp(o->mark, mark) == 0) { /* nothing stood in it */
        o->mark = NULL;
        return;
    }
    if (o->line_open)
        buf_str(&o->text, mark);
}

void html_out_quote(HtmlOut *o, int step)
{
    html_out_blank_line(o);
    if (o->quote + step >= 0)
        o->quote += step;
    if (o->quote < o->gap_quote)
        o->gap_quote = o->quote;
}

void html_out_pre(HtmlOut *o, bool begin)
{
    if (begin) {
        html_out_end_line(o);
        o->mark = NULL;
        if (o->pre++ == 0)
            html_out_row(o, SLICE("```"));
        o->pre_start = true;
        return;
    }
    html_out_end_line(o);
    o->pre_start = false;
    if (--o->pre == 0)
        html_out_row(o, SLICE("```"));
}

void html_out_row(HtmlOut *o, Slice row)
{
    html_out_end_line(o);
    start_line(o);
    buf_add(&o->text, row);
    finish_line(o);
}
