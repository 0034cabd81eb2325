/* Runs and figures of the dtrace family; running totals. */
#include "ingest/dtrace.h"

#include <stdlib.h>
#include <string.h>

/* Units and directions come from the paste: only what never changes. */
const MetricInfo dtrace_metrics[] = {
    { "*.hist.n", UNIT_COUNT, BETTER_NEITHER, true },
    { "*.hist.*.lo", UNIT_UNKNOWN, BETTER_NEITHER, false }, /* bounds: beside the estimate with --all */
    { "*.hist.*.hi", UNIT_UNKNOWN, BETTER_NEITHER, false },
    { "*", UNIT_UNKNOWN, BETTER_NEITHER, true },
    { NULL },
};

enum { FEWEST_SNAPSHOTS = 3 };

/* --- names and keys of the open run --- */

static uint64_t hash_text(uint64_t h, const char *text)
{
    for (; *text; text++)
        h = (h ^ (unsigned char)*text) * UINT64_C(1099511628211); /* FNV-1a */
    return (h ^ 0x1f) * UINT64_C(1099511628211);
}

static uint64_t hash_name(const char *metric, const char *scope)
{
    uint64_t h = hash_text(hash_text(UINT64_C(14695981039346656037), metric), scope);
    return h ? h : 1;
}

static DtraceSlot *find_slot(Dtrace *d, uint64_t hash)
{
    size_t i = (size_t)hash & (d->slots - 1);
    while (d->slot[i].hash && d->slot[i].hash != hash)
        i = (i + 1) & (d->slots - 1);
    return &d->slot[i];
}

static void grow_slots(Dtrace *d)
{
    DtraceSlot *old = d->slot;
    size_t n = d->slots;
    d->slots = n ? 2 * n : 64;
    d->slot = ARENA_ARRAY(d->r->arena, DtraceSlot, d->slots);
    for (size_t i = 0; i < n; i++)
        if (old[i].hash)
            *find_slot(d, old[i].hash) = old[i];
}

size_t dtrace_slot(Dtrace *d, const char *metric, const char *scope, size_t fresh)
{
    if (d->slots_used * 2 >= d->slots)
        grow_slots(d);
    uint64_t hash = hash_name(metric, scope);
    DtraceSlot *slot = find_slot(d, hash);
    if (!slot->hash) {
        *slot = (DtraceSlot){ hash, fresh };
        d->slots_used++;
    }
    return slot->value;
}

static bool has_slot(Dtrace *d, const char *metric, const char *scope)
{
    return d->slots && find_slot(d, hash_name(metric, scope))->hash != 0;
}

/* --- runs --- */

void dtrace_close(Dtrace *d)
{
    if (d->run && d->drops + d->errors > 0) {
        if (d->drops > 0)
            reader_fact_number(d->r, d->run, "", "drops", d->drops);
        if (d->errors > 0)
            reader_fact_number(d->r, d->run, "", "errors", d->errors);
    }
    if (d->trouble)
        reader_note(d->r, d->run, "dtrace.data_dropped", d->trouble,
                    "%.0f records lost, %.0f probes failed: the figures are too low", d->drops,
                    d->errors);
    if (d->run && d->cut)
        d->run->state = RUN_INTERRUPTED;
    d->drops = d->errors = 0;
    d->trouble = NULL;
    d->cut = false;
}

bool dtrace_take_trouble(Dtrace *d, const Line *line)
{
    double drops, errors;
    bool cut;
    if (!dtrace_trouble(dtrace_text(line), &drops, &errors, &cut))
        return false;
    if (!d->look) {
        d->drops += drops;
        d->errors += errors;
        d->cut = d->cut || cut;
        d->trouble = d->trouble ? d->trouble : line;
    }
    return true;
}

Run *dtrace_run(Dtrace *d)
{
    if (d->run && !d->fresh)
        return d->run;
    if (d->run)
        dtrace_close(d);
    Run *run = d->run = reader_run(d->r, "dtrace", d->first);
    if (d->command)
        run->command = d->command;
    if (d->script)
        reader_fact_text(d->r, run, "", "script", d->script);
    else if (d->probe)
        reader_fact_text(d->r, run, "", "probe", d->probe);
    run->time = d->time ? d->time : "";
    d->fresh = false;
    d->banner = NULL;
    d->aggs = 0;
    d->agg_open = d->unit_noted = false;
    if (d->slots)
        memset(d->slot, 0, d->slots * sizeof *d->slot);
    d->slots_used = 0;
    return run;
}

void dtrace_snapshot(Dtrace *d, size_t at)
{
    if (d->run && !d->fresh) {
        d->fresh = true;
        d->first = at;
    }
    d->agg_open = false;
}

void dtrace_repeated(Dtrace *d, const char *metric, const char *scope, size_t at)
{
    if (d->run && !d->fresh && has_slot(d, metric, scope))
        dtrace_snapshot(d, at);
    dtrace_run(d);
    dtrace_slot(d, metric, scope, 0);
}

const char *dtrace_next_name(Dtrace *d)
{
    dtrace_run(d);
    d->agg_open = true;
    return arena_printf(d->r->arena, "agg%zu", ++d->aggs);
}

const char *dtrace_name(Dtrace *d, const char *scope, size_t at)
{
    if (d->heading) {
        dtrace_repeated(d, d->heading, scope, d->heading_fresh ? d->heading_at : at);
        return d->heading;
    }
    dtrace_run(d);
    const char *name =
        d->agg_open ? arena_printf(d->r->arena, "agg%zu", d->aggs) : dtrace_next_name(d);
    if (has_slot(d, name, scope)) /* a key cannot stand twice in one aggregation */
        name = dtrace_next_name(d);
    dtrace_slot(d, name, scope, 0);
    return name;
}

/* --- units --- */

DtraceUnit dtrace_unit_in_force(Dtrace *d, DtraceUnit own)
{
    if (own.known)
        return own;
    if (d->heading && d->unit.known)
        return d->unit;
    if (d->heading && d->outer.known)
        return d->outer;
    if (!d->heading && d->only_counts)
        return dtrace_unit_of(UNIT_COUNT, 1, SLICE(""));
    return own;
}

void dtrace_unit_note(Dtrace *d, DtraceUnit u, const Line *line)
{
    if (u.known || d->unit_noted)
        return;
    d->unit_noted = true;
    reader_note(d->r, d->run, "dtrace.unit_unknown", line,
                "no unit is printed: the figures stay as they are");
}

/* avg() and stddev() divide as integers; their names stand in headings as people write them. */
static bool is_average(const char *metric)
{
    static const char *const words[] = { "avg", "average", "mean", "stddev", "standard_deviation" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (slice_has(slice_of(metric), slice_of(words[i])))
            return true;
    return false;
}

Measure *dtrace_figure(Dtrace *d, const char *scope, const char *metric, DtraceUnit u,
                       const Line *line, const Number *n)
{
    Run *run = dtrace_run(d);
    Measure *m =
        reader_measure_as(d->r, run, scope, metric, u.unit, u.better, line, n, u.factor, u.text);
    m->headline = true;
    bool whole = slice_find_char(n->text, '.') == SLICE_NONE;
    if (whole && (u.unit == UNIT_COUNT || (u.unit == UNIT_BYTES && u.factor == 1)))
        m->half_width = 0; /* counted, not rounded */
    else if (whole && is_average(metric))
        m->half_width = u.factor; /* cut towards 0: 3 may be 3.99 */
    d->heading_fresh = false;
    dtrace_unit_note(d, u, line);
    return m;
}

void dtrace_heading(Dtrace *d, Slice text, size_t at)
{
    if (d->heading && d->heading_fresh && d->unit.known)
        d->outer = d->unit;
    d->heading = dtrace_slug(d->r->arena, text);
    d->heading_at = at;
    d->heading_fresh = true;
    d->unit = dtrace_unit_heading(text);
    if (!*d->heading)
        d->heading = NULL;
}

/* --- running totals --- */

typedef struct Total {
    uint64_t hash;
    double value;
} Total;

static int by_hash(const void *a, const void *b)
{
    const Total *x = a, *y = b;
    return (x->hash > y->hash) - (x->hash < y->hash);
}

static Total *totals_of(Dtrace *d, const Run *run, size_t *n)
{
    Total *t = ARENA_ARRAY(d->r->arena, Total, run->measures.n + 1);
    *n = 0;
    for (size_t i = 0; i < run->measures.n; i++) {
        const Measure *m = &run->measures.v[i];
        const char *hist = strstr(m->metric, ".hist.");
        if (hist && strcmp(hist, ".hist.n") != 0)
            continue;
        t[(*n)++] = (Total){ hash_name(m->metric, m->scope), m->value };
    }
    qsort(t, *n, sizeof *t, by_hash);
    return t;
}

/* Every key of a is in b, and none is smaller there. */
static bool never_falls(const Total *a, size_t na, const Total *b, size_t nb, bool *rises)
{
    size_t k = 0;
    for (size_t i = 0; i < na; i++) {
        while (k < nb && b[k].hash < a[i].hash)
            k++;
        if (k == nb || b[k].hash != a[i].hash || b[k].value < a[i].value)
            return false;
        *rises = *rises || b[k].value > a[i].value;
    }
    return na > 0;
}

void dtrace_totals(Dtrace *d)
{
    Document *doc = d->r->doc;
    size_t n = doc->runs.n - d->first_run, na, nb;
    if (d->clears || n < FEWEST_SNAPSHOTS)
        return;
    bool rises = false;
    Run *first = doc->runs.v[d->first_run];
    Total *a = totals_of(d, first, &na);
    for (size_t i = d->first_run + 1; i < doc->runs.n; i++) {
        Total *b = totals_of(d, doc->runs.v[i], &nb);
        if (!never_falls(a, na, b, nb, &rises))
            return;
        a = b;
        na = nb;
    }
    if (rises)
        reader_note(d->r, first, "dtrace.snapshots_look_cumulative",
                    lines_numbered(d->r->lines, first->span.line),
                    "%zu prints and no figure ever falls: totals so far, not samples", n);
}
