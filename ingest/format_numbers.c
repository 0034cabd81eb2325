/* A document that is nothing but numbers, one a line, as ministat reads it; "#" starts a comment. */
#include "ingest/format.h"

static const MetricInfo metrics[] = {
    { "value", UNIT_UNKNOWN, BETTER_NEITHER, true },
    { NULL },
};

static const char *const samples[] = {
    "43.1\n44.0\n43.6\n",
    "# five runs\n 12\n 13.5 \n\n1e3\n",
    NULL,
};

/* The number of a line, its comment cut off. false: not a line of numbers; blank: nothing there. */
static bool number_line(const Line *line, Number *n, bool *blank)
{
    Slice rest = line->text;
    size_t comment = slice_find_char(rest, '#');
    if (comment != SLICE_NONE)
        rest = slice_first(rest, comment);
    rest = slice_trim(rest);
    *blank = rest.n == 0;
    return *blank || number_is(rest, n);
}

static int probe(Reader *r, size_t at)
{
    if (at != lines_next_text(r->lines, 0))
        return 0;
    size_t numbers = 0;
    for (size_t i = at; i < lines_count(r->lines); i++) {
        Number n;
        bool blank;
        if (!number_line(lines_at(r->lines, i), &n, &blank))
            return 0;
        numbers += !blank;
    }
    return numbers ? 90 : 0;
}

static size_t parse(Reader *r, size_t at)
{
    const ReadOptions *o = r->options;
    double factor = o->unit_factor != 0 ? o->unit_factor : 1;
    Better better = o->better_given ? o->better : BETTER_NEITHER;
    size_t i = at;
    for (const Line *line; (line = lines_at(r->lines, i)); i++) {
        Number n;
        bool blank;
        if (!number_line(line, &n, &blank) || blank)
            continue;
        Run *run = reader_run(r, "numbers", i);
        reader_measure_as(r, run, "", "value", o->unit, better, line, &n, factor,
                          slice_of(o->unit_text));
    }
    return i;
}

const Format format_numbers = {
    .name = "numbers",
    .summary = "plain numbers, one a line; # starts a comment",
    .source = "FreeBSD ministat(1) input",
    .anchors = NULL,
    .samples = samples,
    .metrics = metrics,
    .probe = probe,
    .parse = parse,
};
