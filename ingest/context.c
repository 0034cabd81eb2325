#include "ingest/context.h"

#include <string.h>

enum {
    MOST_BYTES = 400, /* a longer line is a paragraph; its end may be a heading */
    MOST_RULED_LINES = 4,
    MOST_PARAGRAPH_LINES = 12,
    MOST_SKIPPED = 4, /* blank lines between a plain heading and what it names */
    WRAP_LEAST = 50,  /* columns of a line that was wrapped */
    WRAP_MOST = 90,
};

/* How often each key of "Key : Value" comes, each time alone on its lines. */
typedef struct Pairs {
    Atoms keys;
    VEC(uint32_t) count;
} Pairs;

typedef struct Walk {
    Context *c;
    Pairs pairs;
    uint32_t chapter, section; /* numbers in force: "1.", "1.1" */
    size_t ruled_until;        /* lines before this index belong to a ruled heading */
    bool any_heading;
} Walk;

static const Line *line_of(const Context *c, size_t i)
{
    return lines_at(c->reader->lines, i);
}

static Slice text_of(const Context *c, size_t i)
{
    return slice_trim(line_of(c, i)->text);
}

/* --- what stands above and below --- */

/* The line directly below, and above; in a doubled document one blank line is none. */
static size_t below(const Context *c, size_t i)
{
    return c->doubled && context_kind(c, i + 1) == LINE_BLANK ? i + 2 : i + 1;
}

static size_t above(const Context *c, size_t i) /* SLICE_NONE at the top */
{
    if (i > 1 && c->doubled && context_kind(c, i - 1) == LINE_BLANK)
        return i - 2;
    return i > 0 ? i - 1 : SLICE_NONE;
}

/* The next line at or after `i` that is neither blank nor a fence, at most `most` lines on. */
static size_t skip_blanks(const Context *c, size_t i, size_t most)
{
    if (c->doubled)
        most *= 3;
    for (size_t skipped = 0; i < c->lines && skipped <= most; i++, skipped++) {
        LineKind k = context_kind(c, i);
        if (k != LINE_BLANK && k != LINE_FENCE && k != LINE_PROMPT)
            return i;
    }
    return SLICE_NONE;
}

static bool is_work(LineKind k)
{
    return k == LINE_BENCHMARK || k == LINE_STATE || k == LINE_RESULT;
}

/* "Run 2:" and the like. */
static bool is_replicate_line(const Context *c, size_t i)
{
    HeadingText h;
    Slice text = text_of(c, i);
    if (context_kind(c, i) != LINE_TEXT || text.n > 40)
        return false;
    return heading_is_replicate(
        heading_number(text, &h) || heading_markdown(text, &h) ? h.name : heading_name(text));
}

/*
 * Is what follows line `i` a benchmark or state-changing command, or a result? "Run 1:" may stand
 * between, and "cd", "sync" and scripts that print nothing else.
 */
static bool work_follows(const Context *c, size_t i)
{
    size_t next = skip_blanks(c, i + 1, MOST_SKIPPED);
    if (next != SLICE_NONE && context_kind(c, next) == LINE_TEXT) {
        size_t behind = skip_blanks(c, next + 1, MOST_SKIPPED);
        bool hope = behind != SLICE_NONE && (is_work(context_kind(c, behind)) ||
                                             context_kind(c, behind) == LINE_ENVIRONMENT);
        if (!hope || !is_replicate_line(c, next)) /* words are read only where that can matter */
            return false;
        next = behind;
    }
    for (int more = 0;
         more < MOST_SKIPPED && next != SLICE_NONE && context_kind(c, next) == LINE_ENVIRONMENT;
         more++) {
        LineKind k = context_kind(c, next + 1);
        if (!is_work(k) && k != LINE_ENVIRONMENT)
            return false;
        next++;
    }
    return next != SLICE_NONE && is_work(context_kind(c, next)) &&
           line_of(c, next)->depth == line_of(c, i)->depth;
}

/* Did the benchmark above print this line, no blank between them? */
static bool is_own_output(const Context *c, size_t i)
{
    for (size_t back = 0; i > 0 && back < 40; back++) {
        LineKind k = context_kind(c, --i);
        if (k == LINE_BENCHMARK)
            return true;
        if (k != LINE_TEXT && k != LINE_CLAIMED)
            return false;
    }
    return false;
}

static bool neighbour_is_pair(const Context *c, size_t i, int step)
{
    for (int skipped = 0; skipped < 2; skipped++) {
        i += (size_t)step;
        if (i >= c->lines)
            return false;
        if (context_kind(c, i) == LINE_BLANK)
            continue;
        HeadingText h;
        return (context_kind(c, i) == LINE_TEXT || context_kind(c, i) == LINE_OUTPUT) &&
               line_of(c, i)->text.n < MOST_BYTES &&
               (heading_pair(text_of(c, i), &h) || heading_figure(text_of(c, i), &h));
    }
    return false;
}

/* Two or more pairs together are a dump of facts. */
static bool stands_alone(const Context *c, size_t i)
{
    return !neighbour_is_pair(c, i, 1) && !neighbour_is_pair(c, i, -1);
}

/* --- shapes that need to know their surroundings --- */

static uint32_t pair_key(Walk *w, Slice key)
{
    return atoms_number(&w->pairs.keys, heading_normal(w->c->arena, key));
}

static void count_pairs(Walk *w)
{
    for (size_t i = 0; i < w->c->lines; i++) {
        HeadingText h;
        if (context_kind(w->c, i) != LINE_TEXT || !(lines_signs(w->c->reader->lines, i) & SIGN_ASSIGN) ||
            text_of(w->c, i).n > MOST_BYTES ||
            !heading_pair(text_of(w->c, i), &h) || !stands_alone(w->c, i))
            continue;
        uint32_t key = pair_key(w, h.key);
        while (w->pairs.count.n <= key)
            *VEC_PUSH(w->c->arena, &w->pairs.count) = 0;
        w->pairs.count.v[key]++;
    }
}

/* A key that comes once names nothing that changes, unless a result stands right below. */
static bool pair_at(Walk *w, size_t i, Slice text, HeadingText *out)
{
    if (context_kind(w->c, i) != LINE_TEXT || is_own_output(w->c, i) || !heading_pair(text, out) ||
        !stands_alone(w->c, i))
        return false;
    uint32_t key = pair_key(w, out->key);
    if (key < w->pairs.count.n && w->pairs.count.v[key] > 1)
        return true;
    if (!work_follows(w->c, i))
        return false;
    out->shape = SHAPE_COLON;
    out->name = heading_name(text);
    return out->name.n > 0;
}

/* "N.M" is a version unless it stands below its "N.", or begins with ".1". */
static bool number_at(Walk *w, Slice text, HeadingText *out)
{
    if (!heading_number(text, out))
        return false;
    if (out->level == 1) {
        w->chapter = out->number[0];
        w->section = 0;
        return true;
    }
    bool below = out->number[0] == w->chapter && (out->level == 2 || out->number[1] == w->section);
    bool first =
        out->number[out->level - 1] == 1 && out->number[0] <= w->chapter + 1; /* not "6.1 kernel" */
    if (!below && !first)
        return false;
    w->chapter = out->number[0];
    w->section = out->number[1];
    return true;
}

/* A rule about as long as the line above it. */
static bool underlined(const Context *c, size_t i, Slice text, HeadingText *out)
{
    size_t next = below(c, i), before = above(c, i);
    if (next >= c->lines || context_kind(c, next) != LINE_RULE ||
        line_of(c, next)->depth != line_of(c, i)->depth)
        return false;
    if (before != SLICE_NONE &&
        (context_kind(c, before) == LINE_TEXT || context_kind(c, before) == LINE_RULE))
        return false;
    Slice rule = text_of(c, next);
    char sign = heading_rule(rule);
    size_t wide = rule.n > text.n ? rule.n - text.n : text.n - rule.n;
    if (!sign || wide > 3 + text.n / 2 || heading_words(text) > 12)
        return false;
    *out = (HeadingText){ .shape = SHAPE_UNDER, .level = sign, .name = heading_name(text) };
    return out->name.n > 0;
}

static bool is_wrapped(const Context *c, size_t i)
{
    size_t n = line_of(c, i)->text.n;
    return context_kind(c, i) == LINE_TEXT && n >= WRAP_LEAST && n <= WRAP_MOST &&
           !slice_ends(text_of(c, i), SLICE(":"));
}

/* The paragraph that ends at line i, as one text; *first is its first line. */
static Slice paragraph(const Context *c, size_t i, size_t *first)
{
    *first = i;
    for (size_t before;
         (before = above(c, *first)) != SLICE_NONE && i - before < MOST_PARAGRAPH_LINES;
         *first = before)
        if (!is_wrapped(c, before) || line_of(c, before)->depth != line_of(c, i)->depth ||
            (line_of(c, *first)->peeled & PEEL_BULLET))
            break;
    if (*first == i)
        return text_of(c, i);
    const Line *joined = lines_joined(c->reader->lines, *first, i - *first + 1);
    return slice_trim(joined->text);
}

/* Ends in ":", perhaps as the last line of a paragraph. */
static bool colon_at(const Context *c, size_t i, Slice text, HeadingText *out, size_t *first)
{
    if (!slice_ends(text, SLICE(":")))
        return false;
    if (context_kind(c, i) == LINE_OUTPUT) {
        size_t next = skip_blanks(c, i + 1, MOST_SKIPPED);
        bool command = next != SLICE_NONE && (is_work(context_kind(c, next)) ||
                                              context_kind(c, next) == LINE_ENVIRONMENT);
        if (char_is_blank(line_of(c, i)->text.p[0]) || !command)
            return false;
    }
    Slice whole = paragraph(c, i, first);
    if (whole.n > MOST_BYTES)
        whole = slice_from(whole, whole.n - MOST_BYTES);
    return heading_colon(whole, out);
}

/* A short line by itself, with text below that may be a heading. */
static bool may_be_group(const Context *c, size_t i, Slice text, HeadingText *out)
{
    enum { MOST_WORDS = 8 };
    size_t next = skip_blanks(c, i + 1, MOST_SKIPPED);
    if (context_kind(c, i) != LINE_TEXT || next == SLICE_NONE ||
        context_kind(c, next) != LINE_TEXT || (i > 0 && context_kind(c, i - 1) == LINE_TEXT) ||
        slice_ends(text, SLICE(",")))
        return false;
    bool comment = slice_starts(text, SLICE("//"));
    return heading_words(text) <= MOST_WORDS &&
           (comment ? heading_comment(text, out) : heading_plain(text, out));
}

static bool plain_at(const Context *c, size_t i, Slice text, HeadingText *out)
{
    if (context_kind(c, i) != LINE_TEXT || !work_follows(c, i) || is_own_output(c, i) ||
        (i > 0 && is_wrapped(c, i - 1) && line_of(c, i - 1)->depth == line_of(c, i)->depth))
        return false;
    HeadingText pair;
    if ((heading_pair(text, &pair) || heading_figure(text, &pair)) && !stands_alone(c, i))
        return false; /* the last of some facts */
    return heading_plain(text, out);
}

/* "# X" is Markdown's first level, but a comment when a command or result stands right below. */
static bool is_comment(const Context *c, size_t i, Slice text)
{
    if (slice_starts(text, SLICE("//")))
        return true;
    if (!slice_starts(text, SLICE("#")))
        return false;
    if (text.n > 1 && text.p[1] != ' ' && text.p[1] != '#')
        return true;
    return context_in_fence(c, i) ||
           (!slice_starts(text, SLICE("##")) && is_work(context_kind(c, i + 1)));
}

static bool comment_at(const Context *c, size_t i, Slice text, HeadingText *out)
{
    size_t next = i;
    for (int more = 0; more < 4; more++) { /* comments may stand in a row */
        next = skip_blanks(c, next + 1, more ? 1 : MOST_SKIPPED);
        if (next == SLICE_NONE)
            return false;
        if (is_work(context_kind(c, next)) || is_replicate_line(c, next))
            return heading_comment(text, out);
        if (context_kind(c, next) != LINE_TEXT || !is_comment(c, next, text_of(c, next)))
            return false;
    }
    return false;
}

static bool shape_at(Walk *w, size_t i, HeadingText *out, size_t *first, bool *tentative)
{
    const Context *c = w->c;
    const Line *line = line_of(c, i);
    Slice text = text_of(c, i);
    bool output = context_kind(c, i) == LINE_OUTPUT;
    *first = i;
    *out = (HeadingText){ 0 };
    *tentative = false;
    if (text.n <= MOST_BYTES && (lines_signs(c->reader->lines, i) & SIGN_PROSE)) /* has no sign that the other shapes need */
        return (!output && underlined(c, i, text, out)) || plain_at(c, i, text, out) ||
               (*tentative = may_be_group(c, i, text, out));
    if (text.n > MOST_BYTES)
        return !output && colon_at(c, i, text, out, first);
    if (is_comment(c, i, text))
        return !output &&
               (comment_at(c, i, text, out) || (*tentative = may_be_group(c, i, text, out)));
    if ((!output && !context_in_fence(c, i) && heading_markdown(text, out)) ||
        heading_banner(text, out) || (!output && underlined(c, i, text, out)) ||
        number_at(w, text, out) || heading_letter(text, out))
        return true;
    if (line->peeled & PEEL_ALL_BOLD) {
        *out = (HeadingText){ .shape = SHAPE_BOLD, .name = heading_name(text) };
        return out->name.n > 0 && heading_words(text) <= 20;
    }
    if (!output && (heading_figure(text, out) || heading_test(text, out)) && stands_alone(c, i))
        return true;
    return pair_at(w, i, text, out) || colon_at(c, i, text, out, first) ||
           plain_at(c, i, text, out) || (*tentative = may_be_group(c, i, text, out));
}

/* --- items --- */

static Item *add_item(Walk *w, ItemKind kind, size_t line)
{
    Item *item = VEC_PUSH(w->c->arena, &w->c->items);
    *item = (Item){ .kind = kind, .line = line, .depth = line_of(w->c, line)->depth };
    return item;
}

static bool shape_number(Context *c, const HeadingText *h, uint32_t *id)
{
    char level[2] = { (char)h->level, '\0' };
    const char *name = arena_printf(c->arena, "%s %s%s", heading_shape_name(h->shape),
                                    h->shape == SHAPE_MARKDOWN || h->shape == SHAPE_NUMBER
                                        ? arena_printf(c->arena, "%d", h->level)
                                        : level,
                                    h->shape == SHAPE_PAIR ? heading_normal(c->arena, h->key) : "");
    *id = atoms_number(&c->shapes, name);
    return *id < MOST_SHAPES;
}

static void add_heading(Walk *w, const HeadingText *h, size_t first, size_t last, bool tentative)
{
    Context *c = w->c;
    uint32_t id;
    if (!shape_number(c, h, &id))
        return;
    Heading *heading = ARENA_NEW(c->arena, Heading);
    *heading =
        (Heading){ .shape = h->shape,
                   .rank = heading_rank(h->shape, h->level),
                   .id = id,
                   .name = arena_text(c->arena, h->name),
                   .normal = heading_normal(c->arena, h->name),
                   .first = first,
                   .last = last,
                   .number = line_of(c, first)->number,
                   .depth = line_of(c, first)->depth,
                   .is_replicate = heading_is_replicate(h->name),
                   .is_tentative = tentative,
                   .is_title = !w->any_heading && h->shape == SHAPE_MARKDOWN && h->level == 1 };
    w->any_heading = true;
    *VEC_PUSH(c->arena, &c->headings) = heading;
    add_item(w, ITEM_HEADING, first)->heading = heading;
}

/* Up to four lines of text between two rules of one sign. */
static bool ruled_at(Walk *w, size_t i)
{
    const Context *c = w->c;
    char sign = heading_rule(text_of(c, i));
    if (!sign)
        return false;
    size_t end = below(c, i), first = end, texts = 0;
    while (end < c->lines && texts <= MOST_RULED_LINES && context_kind(c, end) == LINE_TEXT) {
        end = below(c, end);
        texts++;
    }
    if (!texts || context_kind(c, end) != LINE_RULE || heading_rule(text_of(c, end)) != sign ||
        line_of(c, end)->depth != line_of(c, i)->depth)
        return false;
    Slice text = text_of(c, first);
    if (texts > 1)
        text = slice_trim(lines_joined(c->reader->lines, first, end - first)->text);
    HeadingText h = { .shape = SHAPE_RULED, .level = sign };
    h.name = heading_name(slice_first(text, MOST_BYTES));
    if (!h.name.n || heading_words(h.name) > 40)
        return false;
    add_heading(w, &h, i, end, false);
    w->ruled_until = end + 1;
    return true;
}

static void take_text(Walk *w, size_t i)
{
    HeadingText h;
    size_t first;
    bool tentative;
    if (shape_at(w, i, &h, &first, &tentative))
        add_heading(w, &h, first, i, tentative);
    else if (!w->c->items.n || w->c->items.v[w->c->items.n - 1].kind != ITEM_PROSE)
        add_item(w, ITEM_PROSE, i);
}

static void take_speaker(Walk *w, size_t i)
{
    Slice name, text = text_of(w->c, i);
    uint16_t depth = line_of(w->c, i)->depth;
    if (speaker_post(text, &name)) {
        add_item(w, ITEM_POST, i)->poster = arena_text(w->c->arena, name);
    } else if (speaker_quote(text, &name)) {
        Item *item = add_item(w, ITEM_QUOTE, i);
        item->poster = arena_text(w->c->arena, name);
        item->depth = slice_ends(text, SLICE("said:")) && depth ? depth : (uint16_t)(depth + 1);
    }
}

static void take_line(Walk *w, size_t i)
{
    switch (context_kind(w->c, i)) {
    case LINE_RULE:
        ruled_at(w, i);
        break;
    case LINE_TEXT:
    case LINE_OUTPUT:
        take_text(w, i);
        break;
    case LINE_SPEAKER:
        take_speaker(w, i);
        break;
    default:
        break;
    }
}

/* "On mount point (`ioping /`)": the text in front of the command is a heading of its own. */
static void take_lead(Walk *w, const Command *command)
{
    HeadingText h = { 0 };
    Slice lead = slice_of(command->lead);
    if (!lead.n || lead.n > MOST_BYTES)
        return;
    lead = heading_last_sentence(lead);
    if (number_at(w, lead, &h) || heading_letter(lead, &h) || heading_plain(lead, &h))
        add_heading(w, &h, command->index, command->index, false);
}

Context *context_read(Reader *r)
{
    Context *c = ARENA_NEW(r->arena, Context);
    c->reader = r;
    c->arena = r->arena;
    c->shapes = atoms_new(r->arena);
    context_kinds(c);
    Walk w = { .c = c, .pairs.keys = atoms_new(r->arena) };
    count_pairs(&w);
    size_t next = 0; /* first event that was not taken */
    for (size_t i = 0; i < c->lines; i++) {
        if (i >= w.ruled_until)
            take_line(&w, i);
        for (; next < r->events.n && r->events.v[next].first <= i; next++) {
            const Event *e = &r->events.v[next];
            if (e->kind == EVENT_COMMAND && e->command->kind != COMMAND_EMPTY) {
                take_lead(&w, e->command);
                add_item(&w, ITEM_COMMAND, i)->command = e->command;
            } else if (e->kind == EVENT_RUN) {
                add_item(&w, ITEM_RUN, i)->run = e->run;
            }
        }
    }
    context_mend(c);
    return c;
}
