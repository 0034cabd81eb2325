/* The kind of each line: what the reader saw, and what the text itself says. */
#include "ingest/context.h"

LineKind context_kind(const Context *c, size_t line)
{
    return line < c->lines ? (LineKind)(c->kind[line] & (LINE_IN_FENCE - 1)) : LINE_BLANK;
}

bool context_in_fence(const Context *c, size_t line)
{
    return line < c->lines && (c->kind[line] & LINE_IN_FENCE);
}

static void set(Context *c, size_t first, size_t last, LineKind kind)
{
    for (size_t i = first; i <= last && i < c->lines; i++)
        c->kind[i] = (uint8_t)((c->kind[i] & LINE_IN_FENCE) | kind);
}

static LineKind kind_of_command(const Command *command)
{
    switch (command->kind) {
    case COMMAND_EMPTY:
        return LINE_PROMPT;
    case COMMAND_BENCHMARK:
        return LINE_BENCHMARK;
    case COMMAND_STATE:
        return LINE_STATE;
    case COMMAND_OTHER:
    case COMMAND_ENVIRONMENT:
        break;
    }
    return LINE_ENVIRONMENT;
}

static LineKind kind_of_text(const Line *line)
{
    Slice name, text = slice_trim(line->text);
    if (heading_separator(text))
        return LINE_RULE;
    if (speaker_post(text, &name) || speaker_quote(text, &name))
        return LINE_SPEAKER;
    return speaker_is_mail_header(text) ? LINE_MAIL : LINE_TEXT;
}

/* "<pre>" and "[code]" fence too, but leave nothing of their line. */
static int tag_fence(const Line *line)
{
    if (!(line->peeled & PEEL_TAGS))
        return 0;
    static const char *const opens[] = { "<pre", "[code", "[CODE", "<code" };
    static const char *const closes[] = { "</pre", "[/code", "[/CODE", "</code" };
    int change = 0;
    for (size_t i = 0; i < sizeof opens / sizeof *opens; i++) {
        size_t open = slice_rfind(line->raw, slice_of(opens[i])),
               close = slice_rfind(line->raw, slice_of(closes[i]));
        if (close != SLICE_NONE && (open == SLICE_NONE || close > open))
            change = -1;
        else if (open != SLICE_NONE)
            change = 1;
    }
    return change;
}

static void mark_fences(Context *c)
{
    bool fenced = false, tagged = false;
    for (size_t i = 0; i < c->lines; i++) {
        int tag = tag_fence(lines_at(c->reader->lines, i));
        tagged = tag ? tag > 0 : tagged;
        bool fence = context_kind(c, i) == LINE_FENCE ||
                     (context_kind(c, i) == LINE_CLAIMED &&
                      slice_starts(slice_trim(lines_at(c->reader->lines, i)->text), SLICE("```")));
        if (fence)
            fenced = !fenced;
        else if (fenced || tagged)
            c->kind[i] |= LINE_IN_FENCE;
    }
}

/* Some forums put a blank line between all lines. */
static bool is_doubled(const Context *c)
{
    size_t lines = 0, followed = 0;
    for (size_t i = 0; i + 1 < c->lines; i++)
        if (lines_at(c->reader->lines, i)->text.n) {
            lines++;
            followed += lines_at(c->reader->lines, i + 1)->text.n == 0;
        }
    return lines >= 8 && followed * 10 >= lines * 9;
}

void context_kinds(Context *c)
{
    Reader *r = c->reader;
    c->lines = lines_count(r->lines);
    c->kind = ARENA_ARRAY(c->arena, uint8_t, c->lines + 1);
    for (size_t i = 0; i < r->events.n; i++) {
        const Event *e = &r->events.v[i];
        switch (e->kind) {
        case EVENT_TEXT:
            set(c, e->first, e->first, lines_signs(r->lines, e->first) & SIGN_PROSE ? LINE_TEXT : kind_of_text(lines_at(r->lines, e->first)));
            break;
        case EVENT_OUTPUT:
            set(c, e->first, e->last, LINE_OUTPUT);
            break;
        case EVENT_FENCE:
            set(c, e->first, e->last, LINE_FENCE);
            break;
        case EVENT_BLOCK:
            set(c, e->first, e->last, LINE_CLAIMED);
            break;
        case EVENT_COMMAND:
            set(c, e->first, e->last, kind_of_command(e->command));
            break;
        case EVENT_RUN:
            break;
        }
    }
    for (size_t i = 0; i < r->events.n; i++)
        if (r->events.v[i].kind == EVENT_RUN)
            set(c, r->events.v[i].first, r->events.v[i].first, LINE_RESULT);
    mark_fences(c);
    c->doubled = is_doubled(c);
}
