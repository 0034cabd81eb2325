#include "cli/margin.h"

#include "base/safe.h"
#include "cli/lookup.h"

typedef struct Margin {
    Arena *arena;
    const Document *doc;
    char *mark;         /* by line number */
    const Run **begins; /* the run whose first line this is */
    uint32_t lines;
    bool color;
    const Note **notes; /* by line */
    size_t next_note;
} Margin;

uint32_t margin_lines(const Document *d)
{
    uint32_t n = 0;
    Slice rest = d->text, line;
    while (n < UINT32_MAX - 1 && slice_line(&rest, &line))
        n++;
    return n;
}

static void mark(Margin *m, uint32_t line, char with)
{
    if (line > 0 && line <= m->lines)
        m->mark[line] = with;
}

static void mark_run(Margin *m, const Run *run)
{
    uint32_t last = run->last_line < m->lines ? run->last_line : m->lines;
    for (uint32_t line = run->span.line; line > 0 && line <= last; line++)
        mark(m, line, run->counted ? '|' : ':');
    for (size_t i = 0; i < run->facts.n; i++)
        if (run->facts.v[i].span.line && run->facts.v[i].span.line <= m->lines &&
            m->mark[run->facts.v[i].span.line] == ' ')
            mark(m, run->facts.v[i].span.line, '@');
    for (size_t i = 0; i < run->label_parts.n; i++)
        if (run->label_parts.v[i].line <= m->lines && m->mark[run->label_parts.v[i].line] == ' ')
            mark(m, run->label_parts.v[i].line, '@');
    for (size_t i = 0; i < run->measures.n; i++)
        mark(m, run->measures.v[i].span.line, run->counted ? '>' : ':');
    for (size_t i = 0; i < run->series.n; i++)
        mark(m, run->series.v[i].span.line, run->counted ? '>' : ':');
    if (run->span.line > 0 && run->span.line <= m->lines)
        m->begins[run->span.line] = run;
}

static int by_line(const void *a, const void *b)
{
    const Note *x = *(const Note *const *)a, *y = *(const Note *const *)b;
    if (x->span.line != y->span.line)
        return x->span.line < y->span.line ? -1 : 1;
    return (x > y) - (x < y);
}

static void prepare(Margin *m, const Document *d)
{
    m->lines = margin_lines(d);
    m->mark = ARENA_ARRAY(m->arena, char, (size_t)m->lines + 1);
    memset(m->mark, ' ', (size_t)m->lines + 1);
    m->begins = ARENA_ARRAY(m->arena, const Run *, (size_t)m->lines + 1);
    m->notes = ARENA_ARRAY(m->arena, const Note *, d->notes.n + 1);
    for (size_t i = 0; i < d->notes.n; i++)
        m->notes[i] = &d->notes.v[i];
    qsort(m->notes, d->notes.n, sizeof *m->notes, by_line);
    for (size_t i = 0; i < d->facts.n; i++)
        mark(m, d->facts.v[i].span.line, '@');
    for (size_t i = 0; i < d->runs.n; i++)
        mark_run(m, d->runs.v[i]);
}

static void paint(Buf *b, const Margin *m, const char *colour)
{
    if (m->color && *colour)
        buf_str(b, colour);
}

#define PLAIN "\033[0m"
#define DIM "\033[2m"
#define BOLD "\033[1m"

static const char *colour_of(char mark)
{
    switch (mark) {
    case '>':
        return "\033[32m";
    case '@':
        return "\033[36m";
    case ':':
        return DIM;
    default:
        return "";
    }
}

static void print_head(Buf *b, Margin *m, const Run *run)
{
    paint(b, m, run->counted ? BOLD : DIM);
    buf_repeat(b, ' ', 7);
    buf_printf(b, "%c-- run %s: ", run->counted ? '+' : ':', lookup_short(m->arena, run->uid));
    safe_terminal(b, slice_of(run->tool));
    if (run->label[0]) {
        buf_str(b, " \"");
        safe_terminal(b, slice_of(run->label));
        buf_char(b, '"');
    }
    if (run->workload[0]) {
        buf_str(b, ", ");
        safe_terminal(b, slice_of(run->workload));
    }
    if (!run->counted) {
        buf_printf(b, " (%s", run->copy ? copy_kind_name(run->copy) : "left out");
        if (run->duplicate_of) {
            buf_str(b, " of ");
            if (run->duplicate_of->document != m->doc) {
                safe_terminal(b, slice_of(run->duplicate_of->document->name));
                buf_char(b, ':');
            } else {
                buf_str(b, "line ");
            }
            buf_printf(b, "%u", run->duplicate_of->span.line);
        }
        buf_char(b, ')');
    }
    paint(b, m, PLAIN);
    buf_char(b, '\n');
}

static void print_notes(Buf *b, Margin *m, uint32_t line, uint32_t first)
{
    for (; m->next_note < m->doc->notes.n && m->notes[m->next_note]->span.line <= line;
         m->next_note++) {
        const Note *n = m->notes[m->next_note];
        if (n->span.line < first && n->span.line != 0)
            continue;
        if (n->span.line == 0 && first > 1)
            continue;
        paint(b, m, "\033[33m");
        buf_repeat(b, ' ', 7);
        buf_printf(b, "! %s: ", n->code);
        safe_terminal(b, slice_of(n->message));
        paint(b, m, PLAIN);
        buf_char(b, '\n');
    }
}

static void print_line(Buf *b, const Margin *m, uint32_t number, Slice line)
{
    char mark = m->mark[number];
    const char *colour = colour_of(mark);
    paint(b, m, DIM);
    buf_printf(b, "%6u ", number);
    paint(b, m, PLAIN);
    paint(b, m, colour);
    buf_printf(b, "%c ", mark);
    safe_terminal(b, line);
    while (b->n && b->text[b->n - 1] == ' ')
        b->text[--b->n] = '\0';
    paint(b, m, *colour ? PLAIN : "");
    buf_char(b, '\n');
}

void margin_print(Buf *b, const Document *d, uint32_t first, uint32_t last, bool color)
{
    Margin m = { .arena = arena_new(0), .doc = d, .color = color };
    prepare(&m, d);
    Slice rest = d->text, line;
    uint32_t number = 0;
    print_notes(b, &m, 0, first);
    while (number < last && slice_line(&rest, &line)) {
        number++;
        if (number < first)
            continue;
        if (m.begins[number])
            print_head(b, &m, m.begins[number]);
        if (line.n && line.p[line.n - 1] == '\r')
            line.n--;
        print_line(b, &m, number, line);
        print_notes(b, &m, number, first);
    }
    arena_free(m.arena);
}
