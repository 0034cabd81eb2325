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

static uint32_t above(Interest interest)
{
    return interest == INTEREST_FIGURES ? SPARSE_REACH : interest == INTEREST_WORDS ? SPARSE_WORDS_ABOVE : 0;
}

static uint32_t below(Interest interest)
{
    return interest == INTEREST_FIGURES ? SPARSE_BELOW : interest == INTEREST_WORDS ? SPARSE_WORDS_BELOW : 0;
}

static Interest next_interest(const Sparse *s)
{
    Slice rest = s->rest, raw;
    return next_raw(&rest, &raw, s->cr) ? prose_interest(raw) : INTEREST_NONE;
}

/* The start of the line `lines` lines above p, not above `first`. */
static const char *back(const char *p, const char *first, uint32_t lines, char end)
{
    for (; lines > 0 && p > first; lines--)
        for (p--; p > first && p[-1] != end; p--)
            ;
    return p;
}

/* The first blank line in the first `lines` lines of text: a paragraph ended there. */
static RawLine first_blank(Slice text, uint32_t number, uint32_t lines, bool cr)
{
    RawLine line = { .number = number };
    for (; lines > 0 && next_raw(&text, &line.raw, cr); lines--, line.number++)
        if (prose_interest(line.raw) == INTEREST_BLANK)
            return line;
    return (RawLine){ 0 };
}

/* On to the next line that is kept. */
static void pass_over(Sparse *s)
{
    Slice gap = s->rest;
    char end = s->cr ? '\r' : '\n';
    uint32_t lines = (uint32_t)prose_pass(&s->rest, end);
    const char *found = s->rest.p;
    if (s->rest.n) {
        uint32_t kept = above(next_interest(s));
        s->keep_until = s->number + lines + 1;
        if (kept > lines)
            kept = lines;
        lines -= kept;
        s->rest.p = back(found, gap.p, kept, end);
        s->rest.n += (size_t)(found - s->rest.p);
        if (lines)
            s->blank = first_blank(gap, s->number + 1, lines, s->cr);
    }
    s->number += lines;
}

bool sparse_next(Sparse *s, RawLine *out)
{
    if (s->number >= s->keep_until) {
        pass_over(s);
        if (s->blank.number) {
            *out = s->blank;
            s->blank.number = 0;
            return true;
        }
    }
    if (!next_raw(&s->rest, &out->raw, s->cr))
        return false;
    Interest interest = prose_interest(out->raw);
    out->number = ++s->number;
    out->prose = interest == INTEREST_NONE;
    if (s->number + below(interest) > s->keep_until)
        s->keep_until = s->number + below(interest);
    return true;
}
