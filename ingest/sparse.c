#include "ingest/sparse.h"

#include "ingest/prose.h"

/* A text without line feeds ends its lines with CR (old Macs, some terminal logs). */
static bool lines_end_with_cr(Slice text)
{
    size_t feed = slice_find_char(text, '\n');
    return (feed == SLICE_NONE || feed + 1 == text.n) &&
           slice_find_char(slice_first(text, text.n ? text.n - 1 : 0), '\r') != SLICE_NONE;
}

void sparse_start(Sparse *s, Slice text)
{
    *s = (Sparse){ .rest = text, .cr = lines_end_with_cr(text), .keep_until = SPARSE_WHOLE_LINES };
}

static bool next_raw(Slice *rest, Slice *raw, bool cr)
{
    if (!cr)
        return slice_line(rest, raw);
    if (!rest->n)
        return false;
    size_t end = slice_find_char(*rest, '\r');
    *raw = end == SLICE_NONE ? *rest : slice_first(*rest, end);
    *rest = end == SLICE_NONE ? slice_from(*rest, rest->n) : slice_from(*rest, end + 1);
    if (slice_ends(*raw, SLICE("\n")))
        raw->n--;
    return true;
}

static void hold(Sparse *s, const RawLine *line, bool blank)
{
    RawLine *slot = &s->ring[(s->ring_first + s->ring_n) % SPARSE_REACH];
    if (s->ring_n < SPARSE_REACH) {
        s->ring_n++;
    } else {
        if (!s->blank.number && !slot->prose)
            s->blank = *slot;
        s->ring_first = (s->ring_first + 1) % SPARSE_REACH;
    }
    *slot = *line;
    slot->prose = !blank;
}

static void emit(Sparse *s, const RawLine *line)
{
    s->next[s->next_n++] = *line;
}

/* What was held directly above a line of interest comes with it: `above` lines, and a blank for the rest. */
static void emit_held(Sparse *s, uint32_t above)
{
    uint32_t drop = s->ring_n > above ? s->ring_n - above : 0;
    for (uint32_t i = 0; i < s->ring_n; i++) {
        const RawLine *line = &s->ring[(s->ring_first + i) % SPARSE_REACH];
        if (i < drop && !s->blank.number && !line->prose)
            s->blank = *line;
        if (i + 1 == drop || (drop == 0 && i == 0))
            if (s->blank.number)
                emit(s, &s->blank);
        if (i >= drop)
            emit(s, line);
    }
    s->ring_first = s->ring_n = 0;
    s->blank.number = 0;
}

bool sparse_next(Sparse *s, RawLine *out)
{
    if (s->next_at == s->next_n) {
        s->next_at = s->next_n = 0;
        RawLine line = { 0 };
        while (!s->next_n && next_raw(&s->rest, &line.raw, s->cr)) {
            line.number = ++s->number;
            Interest interest = prose_interest(line.raw);
            line.prose = interest == INTEREST_NONE;
            if (interest < INTEREST_WORDS && line.number > s->keep_until) {
                hold(s, &line, interest == INTEREST_BLANK);
                continue;
            }
            uint32_t above = interest == INTEREST_FIGURES ? SPARSE_REACH : SPARSE_WORDS_ABOVE;
            uint32_t until = line.number + (interest == INTEREST_FIGURES ? SPARSE_BELOW : SPARSE_WORDS_BELOW);
            if (interest >= INTEREST_WORDS) {
                emit_held(s, above);
                if (until > s->keep_until)
                    s->keep_until = until;
            }
            emit(s, &line);
        }
        if (!s->next_n)
            return false;
    }
    *out = s->next[s->next_at++];
    return true;
}
