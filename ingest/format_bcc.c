/*
 * bcc and libbpf-tools: biolatency, nfsdist, funclatency, bitesize and all that print
 *
 *   operation = read
 *        usecs               : count     distribution
 *            0 -> 1          : 4        |                                        |
 *   avg = 13746 nsecs, total: 6543360 nsecs, count: 476
 *
 * Both ends of a row are inclusive. The word in front of "count" is the unit. libbpf-tools have a
 * blank less and quote the names; linear histograms have one number a row (bcc: table.py).
 */
#include <string.h>

#include "ingest/dtrace.h"

enum { MOST_UNIT_BYTES = 40 };

/* "usecs : count     distribution" */
static bool read_head(Slice text, Slice *unit)
{
    Slice t = slice_trim(text), word;
    if (!slice_until(&t, SLICE(":"), unit) || unit->n > MOST_UNIT_BYTES)
        return false;
    *unit = slice_trim(*unit);
    return unit->n && slice_word(&t, &word) && slice_is(word, "count") && slice_word(&t, &word) &&
           slice_is(word, "distribution") && !slice_trim(t).n;
}

/* "64 -> 127      : 6        |****  |", "7  : 3  |**|" */
static bool read_row(const Line *line, DtraceBucket *b)
{
    Slice t = slice_trim(dtrace_text(line)), label = t;
    Number lo, hi, n;
    if (!number_read(&t, &lo))
        return false;
    hi = lo;
    slice_skip_blanks(&t);
    if (slice_skip(&t, SLICE("->"))) {
        slice_skip_blanks(&t);
        if (!number_read(&t, &hi))
            return false;
    }
    label.n -= t.n;
    slice_skip_blanks(&t);
    if (!slice_skip(&t, SLICE(":")))
        return false;
    slice_skip_blanks(&t);
    if (!number_read(&t, &n))
        return false;
    slice_skip_blanks(&t);
    if (t.n && t.p[0] != '|')
        return false;
    *b = (DtraceBucket){ lo.value, hi.value + 1, n.value, line, slice_trim(label) };
    return true;
}

/* b'read', 'read', "read" */
static Slice unquote(Slice s)
{
    s = slice_trim(s);
    Slice t = s;
    if (t.n > 2 && t.p[0] == 'b' && (t.p[1] == '\'' || t.p[1] == '"'))
        t = slice_from(t, 1);
    if (t.n >= 2 && (t.p[0] == '\'' || t.p[0] == '"') && t.p[t.n - 1] == t.p[0])
        return slice_first(slice_from(t, 1), t.n - 2);
    return s;
}

/* "operation = read", "disk = sda	flags = Sync-Write": the first name, all values. */
static bool read_names(Arena *a, Slice text, const char **metric, const char **scope)
{
    Slice t = slice_trim(text), name;
    if (t.n > 200 || !slice_until(&t, SLICE(" = "), &name) || !name.n || dtrace_is_prose(name))
        return false;
    if (!a)
        return true;
    *metric = dtrace_slug(a, name);
    *scope = "";
    for (;;) {
        size_t tab = slice_find_char(t, '\t');
        size_t next = slice_find(t, SLICE(" = "));
        Slice value = t;
        if (tab != SLICE_NONE && next != SLICE_NONE && tab < next)
            value = slice_first(t, tab);
        *scope = arena_printf(a, "%s%s%.*s", *scope, **scope ? "," : "", SLICE_ARG(unquote(value)));
        if (value.n == t.n || !slice_skip_past(&t, SLICE(" = ")))
            return **metric != '\0';
    }
}

/* "Kbytes", "usecs"; others ("value", "disks") say nothing */
static DtraceUnit head_unit(Slice word)
{
    DtraceUnit u;
    return dtrace_unit_word(word, &u) ? u : dtrace_unit_none();
}

static size_t put_histogram(Dtrace *d, const char *metric, const char *scope, size_t at,
                            size_t head)
{
    const Line *line = lines_at(d->r->lines, head);
    Slice unit;
    DtraceBuckets b = { 0 };
    read_head(dtrace_text(line), &unit);
    size_t end = dtrace_interval_rows(d, head + 1, read_row, &b);
    d->clears = true;
    if (b.n == 0)
        return head + 1;
    dtrace_repeated(d, metric, scope, at);
    dtrace_histogram_put(d, scope, metric, dtrace_unit_in_force(d, head_unit(unit)), &b, line);
    d->last_name = metric;
    d->last_scope = scope;
    d->heading_fresh = false;
    return end;
}

/* --- "avg = 13746 nsecs, total: 6543360 nsecs, count: 476" --- */

typedef struct Average {
    Number mean, sum, n;
    DtraceUnit unit;
} Average;

static bool read_average(Slice text, Average *out)
{
    Slice t = slice_trim(text), word;
    if (!slice_skip(&t, SLICE("avg = ")) || !number_read(&t, &out->mean) ||
        !slice_until(&t, SLICE(","), &word))
        return false;
    out->unit = head_unit(slice_trim(word));
    slice_skip_blanks(&t);
    if (!slice_skip(&t, SLICE("total: ")) || !number_read(&t, &out->sum) ||
        !slice_until(&t, SLICE(","), &word))
        return false;
    slice_skip_blanks(&t);
    return slice_skip(&t, SLICE("count: ")) && number_read(&t, &out->n);
}

static size_t average_at(Dtrace *d, size_t at)
{
    const Line *line = lines_at(d->r->lines, at);
    Average a;
    if (!read_average(dtrace_text(line), &a))
        return at;
    if (d->look || !d->last_name)
        return d->look && !d->told ? at : at + 1;
    Arena *arena = d->r->arena;
    const char *name = d->last_name, *scope = d->last_scope;
    dtrace_figure(d, scope, arena_printf(arena, "%s.mean", name), a.unit, line, &a.mean);
    dtrace_figure(d, scope, arena_printf(arena, "%s.sum", name), a.unit, line, &a.sum);
    dtrace_figure(d, scope, arena_printf(arena, "%s.n", name),
                  dtrace_unit_of(UNIT_COUNT, 1, SLICE("")), line, &a.n);
    return at + 1;
}

/* --- */

size_t dtrace_bcc_at(Dtrace *d, size_t at)
{
    const Line *line = lines_at(d->r->lines, at);
    Slice text = dtrace_text(line), unit;
    if (read_head(text, &unit)) {
        const char *name = d->heading ? d->heading : "dist";
        return d->look ? at + 1
                       : put_histogram(d, name, "", d->heading_fresh ? d->heading_at : at, at);
    }
    if (slice_find(text, SLICE(" = ")) == SLICE_NONE)
        return at;
    size_t next = at + 1;
    const Line *below = lines_at(d->r->lines, next);
    if (below && !below->text.n)
        below = lines_at(d->r->lines, ++next);
    const char *metric = "dist", *scope = "";
    if (!below || below->depth != line->depth || !read_head(dtrace_text(below), &unit) ||
        !read_names(d->look ? NULL : d->r->arena, text, &metric, &scope))
        return average_at(d, at);
    return d->look ? at + 1 : put_histogram(d, metric, scope, at, next);
}

static const char *const anchors[] = { ": count ", "distribution", NULL };

static const char *const samples[] = {
    "     usecs               : count     distribution\n"
    "         0 -> 1          : 4        |****                                    |\n"
    "         2 -> 3          : 40       |****************************************|\n",
    NULL,
};

static int probe(Reader *r, size_t at)
{
    Slice unit;
    return read_head(dtrace_text(lines_at(r->lines, at)), &unit) ? 95 : 0;
}

const Format format_bcc = {
    .name = "bcc",
    .summary = "bcc and libbpf-tools: latency and size histograms",
    .source = "iovisor/bcc: src/python/bcc/table.py, libbpf-tools/trace_helpers.c",
    .anchors = anchors,
    .samples = samples,
    .metrics = dtrace_metrics,
    .probe = probe,
    .parse = dtrace_region,
};
