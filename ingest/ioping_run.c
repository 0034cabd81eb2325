#include "ingest/ioping_run.h"

#include <string.h>

/* clang-format off */
const MetricInfo ioping_metrics[] = {
    { "iops", UNIT_PER_S, BETTER_HIGHER, true },
    { "bw", UNIT_BYTES_PER_S, BETTER_HIGHER, true },
    { "lat.mean", UNIT_SECONDS, BETTER_LOWER, true },
    { "lat.min", UNIT_SECONDS, BETTER_LOWER, false },
    { "lat.max", UNIT_SECONDS, BETTER_LOWER, false },
    { "lat.sd", UNIT_SECONDS, BETTER_LOWER, false },
    { "lat.request", UNIT_SECONDS, BETTER_LOWER, false },
    { "requests", UNIT_COUNT, BETTER_NEITHER, false },
    { "time", UNIT_SECONDS, BETTER_NEITHER, false },
    { "time.io", UNIT_SECONDS, BETTER_NEITHER, false },
    { "bytes", UNIT_BYTES, BETTER_NEITHER, false },
    { "generated.requests", UNIT_COUNT, BETTER_NEITHER, false },
    { "generated.bytes", UNIT_BYTES, BETTER_NEITHER, false },
    { "generated.iops", UNIT_PER_S, BETTER_NEITHER, false },
    { "generated.bw", UNIT_BYTES_PER_S, BETTER_NEITHER, false },
    { "too_fast", UNIT_COUNT, BETTER_NEITHER, false },
    { "too_slow", UNIT_COUNT, BETTER_NEITHER, false },
    { NULL },
};

static const char *const latency_names[] = { "lat.min", "lat.mean", "lat.max", "lat.sd" };
/* clang-format on */

IopingMemory *ioping_memory(Reader *r)
{
    void **slot = reader_memory(r, "ioping");
    if (!*slot)
        *slot = ARENA_NEW(r->arena, IopingMemory);
    IopingMemory *m = *slot;
    ioping_commands_update(&m->commands, r);
    return m;
}

/*
 * ioping works in whole numbers of its base unit (us up to 0.9, then ns; requests per second, bytes
 * per second) and cuts. A figure without decimals is up to one such unit too low; with decimals it
 * was rounded from it.
 */
static Measure *store(Reader *r, Run *run, const char *metric, const IopingFigure *f,
                      const Line *line, double base_unit)
{
    Measure *m = reader_measure(r, run, "", metric, line, &f->n, f->factor, f->unit);
    if (slice_find_char(f->n.text, '.') == SLICE_NONE)
        m->half_width = base_unit;
    return m;
}

static void store_completed(Reader *r, Run *run, const IopingRun *x, double clock)
{
    const IopingCompleted *c = &x->completed;
    const Line *line = x->completed_line;
    bool sum = c->bytes.has || x->has_generated || x->arrows; /* 1.0: the sum of request times */
    store(r, run, "requests", &c->requests, line, 0);
    if (c->requests.n.value == 0)
        return; /* nothing was measured; the zeros stand for nothing */
    if (c->time.has)
        store(r, run, sum ? "time.io" : "time", &c->time, line, clock);
    if (c->bytes.has)
        store(r, run, "bytes", &c->bytes, line, 0);
    if (c->iops.has)
        store(r, run, "iops", &c->iops, line, 1);
    if (c->bw.has)
        store(r, run, "bw", &c->bw, line, 1);
}

static void store_generated(Reader *r, Run *run, const IopingRun *x, double clock)
{
    const IopingGenerated *g = &x->generated;
    const struct {
        const char *metric;
        const IopingFigure *figure;
        double base_unit;
    } rows[] = {
        { "too_fast", &g->too_fast, 0 },
        { "too_slow", &g->too_slow, 0 },
        { "generated.requests", &g->requests, 0 },
        { "time", &g->time, clock },
        { "generated.bytes", &g->bytes, 0 },
        { "generated.iops", &g->iops, 1 },
        { "generated.bw", &g->bw, 1 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].figure->has)
            store(r, run, rows[i].metric, rows[i].figure, x->generated_line, rows[i].base_unit);
}

static void store_latency(Reader *r, Run *run, const IopingRun *x, double clock)
{
    if (x->has_completed && x->completed.requests.n.value == 0)
        return;
    for (int i = 0; i < 4; i++) {
        const IopingFigure *f = &x->latency.value[i];
        if (f->has)
            store(r, run, latency_names[i], f, x->latency_line, clock);
    }
}

void ioping_samples_store(Reader *r, Run *run, const IopingSample *samples, size_t n,
                          const Line *first, const Line *last)
{
    if (n == 0)
        return;
    double *value = ARENA_ARRAY(r->arena, double, n);
    uint8_t *excluded = ARENA_ARRAY(r->arena, uint8_t, n);
    uint32_t *number = ARENA_ARRAY(r->arena, uint32_t, n);
    bool any = false, gaps = false;
    for (size_t i = 0; i < n; i++) {
        value[i] = samples[i].seconds;
        number[i] = samples[i].number;
        excluded[i] = samples[i].excluded;
        any = any || excluded[i];
        gaps = gaps || number[i] != i + 1;
    }
    Series *s = reader_series(r, run, "", "lat.request", n, value, NULL, any ? excluded : NULL);
    s->number = gaps ? number : NULL;
    s->span = line_span(r->doc, first, first->text);
    s->span.end = line_span(r->doc, last, last->text).end;
}

/* Columns by their number: 4 (0.4 to 0.6), 8 (0.7 to 0.9), 10 (1.0 and later). */
static const char *const row_names[][IOPING_MOST_COLUMNS] = {
    { "lat.min", "lat.mean", "lat.max", "lat.sd" },
    { "requests", "time.io", "iops", "bw", "lat.min", "lat.mean", "lat.max", "lat.sd" },
    { "requests", "time.io", "iops", "bw", "lat.min", "lat.mean", "lat.max", "lat.sd",
      "generated.requests", "time" },
};

static bool is_time(const char *metric)
{
    return strncmp(metric, "lat.", 4) == 0 || strncmp(metric, "time", 4) == 0;
}

static bool is_count(const char *metric)
{
    return strstr(metric, "requests") != NULL;
}

void ioping_rows_store(Reader *r, Run *run, const IopingRow *rows, size_t n, bool total)
{
    for (size_t i = 0; i < n; i++) {
        const IopingRow *row = &rows[i];
        const char *const *names = row_names[row->columns == 4 ? 0 : row->columns == 8 ? 1 : 2];
        double clock = row->columns == 10 ? 1e-9 : 1e-6;
        const char *scope = total ? "" : arena_printf(r->arena, "period%zu", i + 1);
        bool empty = row->columns > 4 && row->column[0].value == 0;
        for (size_t k = 0; k < row->columns; k++) {
            if (empty && !is_count(names[k]) && strcmp(names[k], "time") != 0)
                continue;
            double factor = is_time(names[k]) ? clock : 1;
            Measure *m = reader_measure(r, run, scope, names[k], row->line, &row->column[k], factor,
                                        SLICE(""));
            m->half_width = is_count(names[k]) ? 0 : factor;
        }
    }
}

static void store_target(Reader *r, Run *run, const IopingRun *x)
{
    if (!x->has_target)
        return;
    const IopingTarget *t = &x->target;
    reader_fact(r, run, "", "target", t->path, x->target_line, t->path);
    if (t->fs.n)
        reader_fact(r, run, "", "fs", t->fs, x->target_line, t->fs);
    if (t->device.n)
        reader_fact(r, run, "", "device", t->device, x->target_line, t->device);
    if (t->size.has)
        reader_fact_number(r, run, "", "device_size", t->size.n.value * t->size.factor);
}

/* The words of 1.0 and later, the arrows, "to", at last the options. */
static const char *direction(const IopingRun *x, const IopingCommand *c)
{
    IopingWay way = x->has_completed ? x->completed.way : IOPING_UNKNOWN;
    if (x->reads && x->writes)
        return "mixed";
    if (way == IOPING_UNKNOWN && x->writes)
        way = IOPING_WRITE;
    if (way == IOPING_UNKNOWN && x->reads)
        way = IOPING_READ;
    if (way == IOPING_UNKNOWN && c)
        way = c->given['G'] ? IOPING_MIXED : c->given['W'] ? IOPING_WRITE : IOPING_READ;
    return way == IOPING_READ    ? "read"
           : way == IOPING_WRITE ? "write"
           : way == IOPING_MIXED ? "mixed"
                                 : NULL;
}

static void store_facts(Reader *r, Run *run, const IopingRun *x, const IopingCommand *c)
{
    store_target(r, run, x);
    if (x->has_size)
        reader_fact_number(r, run, "", "bs", x->request_bytes);
    const char *op = direction(x, c);
    if (op)
        reader_fact_text(r, run, "", "op", op);
    if (x->warmups)
        reader_fact_number(r, run, "", "warmup", (double)x->warmups);
    if (c)
        ioping_command_store(r, run, c);
    if (x->failure_line) {
        reader_fact(r, run, "", "error", x->failure, x->failure_line, x->failure);
        run->state = RUN_PARTIAL;
        reader_note(r, run, "failed-run", x->failure_line, "request failed: %.*s",
                    SLICE_ARG(x->failure));
    }
}

Run *ioping_run_store(Reader *r, const IopingRun *x, size_t first, size_t last)
{
    IopingMemory *m = ioping_memory(r);
    Run *run = reader_run(r, "ioping", first);
    Slice target = x->has_target ? x->target.path : SLICE("");
    IopingCommand *c = ioping_command_for(&m->commands, run->depth, target);
    if (c)
        c->results++;
    store_facts(r, run, x, c);
    bool ns = x->arrows || x->has_generated || x->completed.bytes.has;
    double clock = ns ? 1e-9 : 1e-6;
    if (x->has_completed)
        store_completed(r, run, x, clock);
    if (x->has_generated)
        store_generated(r, run, x, clock);
    if (x->has_latency)
        store_latency(r, run, x, clock);
    ioping_samples_store(r, run, x->samples.v, x->samples.n, x->samples_first, x->samples_last);
    bool total = !x->has_completed && !x->samples.n && x->rows.n == 1 && (!c || c->given['B']);
    ioping_rows_store(r, run, x->rows.v, x->rows.n, total);
    if (x->samples.n && !x->has_completed) {
        run->state = RUN_PARTIAL;
        reader_note(r, run, "truncated", x->samples_last, "the summary of ioping is missing");
    }
    reader_run_extend(r, run, last);
    return run;
}
