/*
 * Known tools whose figures stand in columns: the DTraceToolkit (iosnoop, iotop, iopattern, iofile,
 * rwsnoop, rwtop) and bcc (biosnoop, biotop, fileslower and relatives).
 *
 *   DELTA(us)   UID   PID D    BLOCK   SIZE       COMM PATHNAME
 *       1212     0     3 W   827818   8192    fsflush /var/adm/messages
 *
 * A tool is known by its column heads, so that neither a prompt nor the order of options matters.
 * Event lines are not stored one by one: they are counted and added up by direction.
 */
#include <string.h>

#include "ingest/dtrace.h"

enum { MOST_COLUMNS = 24, MOST_NEEDED = 4, MOST_USES = 10, MOST_GROUPS = 8 };

typedef enum Use {
    USE_KEY = 1, /* part of the scope */
    USE_GROUP,   /* direction of an event */
    USE_SUM,     /* added up */
    USE_SPREAD,  /* mean and maximum */
    USE_EACH,    /* a figure of its own */
} Use;

typedef struct ToolColumn {
    const char *head; /* without "(unit)" */
    Use use;
    const char *metric;
    Unit unit;
    double factor; /* when the head does not say */
} ToolColumn;

typedef enum Mode {
    MODE_EVENTS, /* one line an event */
    MODE_TABLE,  /* rows of one key are added up */
    MODE_ROWS,   /* each row is a snapshot */
} Mode;

typedef struct Tool {
    const char *name;
    Mode mode;
    bool clears;
    const char *need[MOST_NEEDED]; /* heads that must all be there */
    ToolColumn column[MOST_USES];
} Tool;

/* clang-format off */
static const Tool tools[] = {
    { "iosnoop", MODE_EVENTS, true, { "D", "BLOCK", "SIZE" },
      { { "D", USE_GROUP, NULL, 0, 1 }, { "SIZE", USE_SUM, "bytes", UNIT_BYTES, 1 },
        { "DELTA", USE_SPREAD, "delta", UNIT_SECONDS, 1e-6 },
        { "DTIME", USE_SPREAD, "delta", UNIT_SECONDS, 1e-6 } } },
    { "rwsnoop", MODE_EVENTS, true, { "CMD", "D", "BYTES", "FILE" },
      { { "D", USE_GROUP, NULL, 0, 1 }, { "BYTES", USE_SUM, "bytes", UNIT_BYTES, 1 } } },
    { "biosnoop", MODE_EVENTS, true, { "T", "SECTOR", "BYTES" },
      { { "T", USE_GROUP, NULL, 0, 1 }, { "BYTES", USE_SUM, "bytes", UNIT_BYTES, 1 },
        { "LAT", USE_SPREAD, "delta", UNIT_SECONDS, 1e-3 } } },
    { "biosnoop", MODE_EVENTS, true, { "DISK", "COMM", "PID", "LAT" }, /* biosnoop.bt: no direction */
      { { "LAT", USE_SPREAD, "delta", UNIT_SECONDS, 1e-3 } } },
    { "fsslower", MODE_EVENTS, true, { "T", "BYTES", "OFF_KB" },
      { { "T", USE_GROUP, NULL, 0, 1 }, { "BYTES", USE_SUM, "bytes", UNIT_BYTES, 1 },
        { "LAT", USE_SPREAD, "delta", UNIT_SECONDS, 1e-3 } } },
    { "iotop", MODE_TABLE, true, { "CMD", "DEVICE", "D", "MAJ" },
      { { "CMD", USE_KEY, NULL, 0, 1 }, { "DEVICE", USE_KEY, NULL, 0, 1 }, { "D", USE_KEY, NULL, 0, 1 },
        { "BYTES", USE_SUM, "bytes", UNIT_BYTES, 1 },
        { "DISKTIME", USE_SUM, "disktime", UNIT_SECONDS, 1e-6 },
        { "%I/O", USE_SUM, "util", UNIT_RATIO, 0.01 } } },
    { "rwtop", MODE_TABLE, true, { "PPID", "CMD", "D", "BYTES" },
      { { "CMD", USE_KEY, NULL, 0, 1 }, { "D", USE_KEY, NULL, 0, 1 },
        { "BYTES", USE_SUM, "bytes", UNIT_BYTES, 1 } } },
    { "biotop", MODE_TABLE, true, { "COMM", "D", "DISK", "I/O" },
      { { "COMM", USE_KEY, NULL, 0, 1 }, { "DISK", USE_KEY, NULL, 0, 1 }, { "D", USE_KEY, NULL, 0, 1 },
        { "I/O", USE_SUM, "ios", UNIT_COUNT, 1 }, { "Kbytes", USE_SUM, "bytes", UNIT_BYTES, KIBI } } },
    { "iopattern", MODE_ROWS, true, { "%RAN", "%SEQ", "COUNT" },
      { { "DEVICE", USE_KEY, NULL, 0, 1 },
        { "%RAN", USE_EACH, "random", UNIT_RATIO, 0.01 },
        { "%SEQ", USE_EACH, "sequential", UNIT_RATIO, 0.01 },
        { "COUNT", USE_EACH, "count", UNIT_COUNT, 1 },
        { "MIN", USE_EACH, "size.min", UNIT_BYTES, 1 }, { "MAX", USE_EACH, "size.max", UNIT_BYTES, 1 },
        { "AVG", USE_EACH, "size.mean", UNIT_BYTES, 1 },
        { "KR", USE_EACH, "read", UNIT_BYTES, KIBI }, { "KW", USE_EACH, "write", UNIT_BYTES, KIBI } } },
    { "iofile", MODE_TABLE, false, { "PID", "CMD", "TIME", "FILE" },
      { { "CMD", USE_KEY, NULL, 0, 1 }, { "FILE", USE_KEY, NULL, 0, 1 },
        { "TIME", USE_SUM, "time", UNIT_SECONDS, 1e-6 } } },
    { "iofileb", MODE_TABLE, false, { "PID", "CMD", "KB", "FILE" },
      { { "CMD", USE_KEY, NULL, 0, 1 }, { "FILE", USE_KEY, NULL, 0, 1 },
        { "KB", USE_SUM, "bytes", UNIT_BYTES, KIBI } } },
};

/* Columns of text: the last column of a line may hold blanks, and else the first of these. */
static const char *const text_heads[] = { "PATHNAME", "FILE", "FILENAME", "PATH", "ARGS", "COMM", "CMD" };
/* clang-format on */

typedef struct Head {
    Slice name; /* without the unit */
    DtraceUnit unit;
    const ToolColumn *use;
    bool text;
    size_t words; /* "2005 Jul 16 00:32:07" below STRTIME */
} Head;

typedef struct Heads {
    const Tool *tool;
    Head v[MOST_COLUMNS];
    size_t n;
} Heads;

static bool split_heads(Slice text, Heads *out)
{
    Slice word;
    out->n = 0;
    while (slice_word(&text, &word)) {
        if (out->n == MOST_COLUMNS)
            return false;
        Head *h = &out->v[out->n++];
        *h = (Head){ .name = word, .unit = dtrace_unit_none(), .words = 1 };
        size_t open = slice_find_char(word, '(');
        if (open != SLICE_NONE && open > 0 && word.p[word.n - 1] == ')') {
            h->name = slice_first(word, open);
            dtrace_unit_word(slice_first(slice_from(word, open + 1), word.n - open - 2), &h->unit);
        }
        if (slice_is(h->name, "STRTIME"))
            h->words = 4;
        for (size_t i = 0; i < sizeof text_heads / sizeof *text_heads; i++)
            h->text = h->text || slice_is(h->name, text_heads[i]);
    }
    return out->n >= 3;
}

static Head *head_named(Heads *heads, const char *name)
{
    for (size_t i = 0; i < heads->n; i++)
        if (slice_is(heads->v[i].name, name))
            return &heads->v[i];
    return NULL;
}

static bool has_all(Heads *heads, const Tool *tool)
{
    for (size_t i = 0; i < MOST_NEEDED && tool->need[i]; i++)
        if (!head_named(heads, tool->need[i]))
            return false;
    return true;
}

static bool read_heads(Slice text, Heads *out)
{
    if (!split_heads(text, out))
        return false;
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        if (!has_all(out, &tools[i]))
            continue;
        out->tool = &tools[i];
        for (size_t k = 0; k < MOST_USES && tools[i].column[k].head; k++) {
            Head *h = head_named(out, tools[i].column[k].head);
            if (h)
                h->use = &tools[i].column[k];
        }
        return true;
    }
    return false;
}

/* Heads of text that may hold more words than one: the first of them, and the last column. */
typedef struct Flexible {
    size_t first, last; /* SLICE_NONE: there is none */
    size_t more[2];     /* words of each beyond one */
} Flexible;

static bool cut_cells(const Heads *heads, Slice rest, const Flexible *f, Slice *cell)
{
    Slice word = { 0 };
    for (size_t i = 0; i < heads->n; i++) {
        size_t words = heads->v[i].words + (i == f->first ? f->more[0] : 0) +
                       (i == f->last ? f->more[1] : 0);
        const char *start = NULL;
        for (; words > 0; words--) {
            if (!slice_word(&rest, &word))
                return false;
            start = start ? start : word.p;
        }
        cell[i] = (Slice){ start, (size_t)(word.p + word.n - start) };
        Number n;
        if (heads->v[i].use && heads->v[i].use->use >= USE_SUM && !dtrace_number(cell[i], &n))
            return false;
    }
    return true;
}

/* The cells of one line, a cell a head. */
static bool read_cells(const Heads *heads, Slice text, Slice *cell)
{
    enum { MOST_WORDS = 4 }; /* of the first text, beyond one: "tar cf x y z" */
    size_t want = 0, have = 0;
    Flexible f = { SLICE_NONE, SLICE_NONE, { 0, 0 } };
    for (size_t i = 0; i < heads->n; i++) {
        want += heads->v[i].words;
        if (heads->v[i].text && i + 1 == heads->n)
            f.last = i;
        else if (heads->v[i].text && f.first == SLICE_NONE)
            f.first = i;
    }
    Slice rest = text, word;
    while (slice_word(&rest, &word))
        have++;
    if (have < want || (have > want && f.first == SLICE_NONE && f.last == SLICE_NONE))
        return false;
    size_t surplus = have - want;
    if (f.last == SLICE_NONE) {
        f.more[0] = surplus;
        return cut_cells(heads, text, &f, cell);
    }
    for (size_t i = 0; i <= surplus && i <= (f.first == SLICE_NONE ? 0 : MOST_WORDS); i++) {
        f.more[0] = i;
        f.more[1] = surplus - i;
        if (cut_cells(heads, text, &f, cell))
            return true;
    }
    return false;
}

static DtraceUnit unit_of(const Head *h)
{
    DtraceUnit u = dtrace_unit_of(h->use->unit, h->use->factor, h->unit.text);
    if (h->unit.known && h->unit.unit == u.unit)
        u.factor = h->unit.factor;
    return u;
}

static const char *metric_name(Dtrace *d, const Heads *heads, const char *metric,
                               const char *statistic)
{
    return arena_printf(d->r->arena, "%s.%s%s", heads->tool->name, metric, statistic);
}

/* Keys in the order of the tool's table. */
static const char *scope_of(Dtrace *d, const Heads *heads, const Slice *cell)
{
    const char *scope = "";
    for (size_t k = 0; k < MOST_USES && heads->tool->column[k].head; k++)
        for (size_t i = 0; i < heads->n; i++)
            if (heads->v[i].use == &heads->tool->column[k] && heads->v[i].use->use == USE_KEY)
                scope = arena_printf(d->r->arena, "%s%s%.*s", scope, *scope ? "," : "",
                                     SLICE_ARG(cell[i]));
    return scope;
}

/* A row whose figures are measures of their own, or added to the row above with the same key. */
static void put_row(Dtrace *d, const Heads *heads, const Slice *cell, const Line *line)
{
    const char *scope = scope_of(d, heads, cell);
    for (size_t i = 0; i < heads->n; i++) {
        const ToolColumn *use = heads->v[i].use;
        Number n;
        if (!use || use->use < USE_SUM || !dtrace_number(cell[i], &n))
            continue;
        DtraceUnit u = unit_of(&heads->v[i]);
        const char *metric = metric_name(d, heads, use->metric, "");
        Run *run = dtrace_run(d);
        size_t slot = dtrace_slot(d, metric, scope, run->measures.n);
        if (slot < run->measures.n && use->use == USE_SUM) {
            run->measures.v[slot].value += n.value * u.factor;
            run->measures.v[slot].half_width += n.half * u.factor;
        } else {
            dtrace_figure(d, scope, metric, u, line, &n);
        }
    }
}

/* --- events --- */

typedef struct Group {
    Slice name;
    const Line *line; /* the first of its lines */
    size_t events;
    double sum[MOST_COLUMNS], most[MOST_COLUMNS];
} Group;

typedef struct Groups {
    Group v[MOST_GROUPS];
    size_t n, events;
} Groups;

static void count_event(Groups *groups, const Heads *heads, const Slice *cell, const Line *line)
{
    Slice name = SLICE("");
    for (size_t i = 0; i < heads->n; i++)
        if (heads->v[i].use && heads->v[i].use->use == USE_GROUP)
            name = cell[i];
    groups->events++;
    size_t g = 0;
    while (g < groups->n && !slice_eq(groups->v[g].name, name))
        g++;
    if (g == MOST_GROUPS)
        return;
    if (g == groups->n)
        groups->v[groups->n++] = (Group){ .name = name, .line = line };
    Group *group = &groups->v[g];
    for (size_t i = 0; i < heads->n; i++) {
        Number n;
        if (!heads->v[i].use || heads->v[i].use->use < USE_SUM || !dtrace_number(cell[i], &n))
            continue;
        group->sum[i] += n.value;
        if (group->events == 0 || n.value > group->most[i])
            group->most[i] = n.value;
    }
    group->events++;
}

static void put_value(Dtrace *d, const char *scope, const char *metric, double value, DtraceUnit u,
                      const Line *line, Slice where)
{
    Measure *m =
        reader_measure_value(d->r, dtrace_run(d), scope, metric, value * u.factor, 0, line, where);
    m->unit = u.unit;
    m->better = u.better;
    m->headline = true;
}

static void put_group(Dtrace *d, const Heads *heads, const Group *g)
{
    const char *scope = arena_text(d->r->arena, g->name);
    DtraceUnit count = dtrace_unit_of(UNIT_COUNT, 1, SLICE(""));
    if (g->name.n)
        put_value(d, scope, metric_name(d, heads, "events", ""), (double)g->events, count, g->line,
                  g->name);
    bool spread = false;
    for (size_t i = 0; i < heads->n; i++) {
        const ToolColumn *use = heads->v[i].use;
        if (!use || use->use < USE_SUM)
            continue;
        DtraceUnit u = unit_of(&heads->v[i]);
        if (use->use == USE_SUM) {
            put_value(d, scope, metric_name(d, heads, use->metric, ""), g->sum[i], u, g->line,
                      g->name);
        } else if (!spread) { /* DELTA and DTIME may stand side by side: the first one counts */
            spread = true;
            put_value(d, scope, metric_name(d, heads, use->metric, ".mean"),
                      g->sum[i] / (double)g->events, u, g->line, g->name);
            put_value(d, scope, metric_name(d, heads, use->metric, ".max"), g->most[i], u, g->line,
                      g->name);
        }
    }
}

static void put_events(Dtrace *d, const Heads *heads, const Groups *groups, size_t at)
{
    const Line *line = lines_at(d->r->lines, at);
    put_value(d, "", metric_name(d, heads, "events", ""), (double)groups->events,
              dtrace_unit_of(UNIT_COUNT, 1, SLICE("")), line, slice_trim(line->text));
    for (size_t i = 0; i < groups->n; i++)
        put_group(d, heads, &groups->v[i]);
}

/* --- */

/* The next line that holds cells: past one blank line and repeated heads. SLICE_NONE: none. */
static size_t next_cells(Reader *r, const Heads *heads, size_t at, uint16_t depth, Slice *cell)
{
    for (size_t i = at; i < at + 3; i++) {
        const Line *line = lines_at(r->lines, i);
        Heads again;
        if (!line || line->depth != depth)
            return SLICE_NONE;
        Slice text = slice_trim(dtrace_text(line));
        if (!text.n)
            continue;
        if (read_cells(heads, text, cell))
            return i;
        if (heads->tool->mode == MODE_TABLE || !read_heads(text, &again) ||
            again.tool != heads->tool || again.n != heads->n)
            return SLICE_NONE;
    }
    return SLICE_NONE;
}

size_t dtrace_tools_at(Dtrace *d, size_t at)
{
    Reader *r = d->r;
    const Line *line = lines_at(r->lines, at);
    Heads heads = { 0 };
    Slice cell[MOST_COLUMNS];
    if (!read_heads(slice_trim(dtrace_text(line)), &heads))
        return at;
    if (d->look)
        return at + 1;
    if (heads.tool->mode == MODE_TABLE)
        dtrace_repeated(d, "", heads.tool->name, at);
    d->clears = d->clears || heads.tool->clears;
    Groups groups = { 0 };
    size_t end = at + 1;
    for (size_t i; (i = next_cells(r, &heads, end, d->depth, cell)) != SLICE_NONE; end = i + 1) {
        const Line *row = lines_at(r->lines, i);
        if (heads.tool->mode == MODE_EVENTS) {
            count_event(&groups, &heads, cell, row);
            continue;
        }
        if (heads.tool->mode == MODE_ROWS)
            dtrace_snapshot(d, i);
        put_row(d, &heads, cell, row);
    }
    if (groups.events)
        put_events(d, &heads, &groups, at);
    return end;
}

bool dtrace_tools_title(Dtrace *d, Slice rest, const Line *line)
{
    static const struct {
        const char *word, *metric;
    } titles[] = {
        { "disk_r:", "iotop.disk_r" },
        { "disk_w:", "iotop.disk_w" },
        { "app_r:", "rwtop.app_r" },
        { "app_w:", "rwtop.app_w" },
    };
    bool any = false;
    for (size_t i = 0; i < sizeof titles / sizeof *titles; i++) {
        Slice t = rest, word;
        Number n;
        DtraceUnit u;
        if (!slice_skip_past(&t, slice_of(titles[i].word)))
            continue;
        slice_skip_blanks(&t);
        if (!number_read(&t, &n) || !slice_word(&t, &word))
            continue;
        if (slice_ends(word, SLICE(",")))
            word.n--;
        if (!dtrace_unit_word(word, &u))
            continue;
        dtrace_figure(d, "", titles[i].metric, u, line, &n);
        any = true;
    }
    d->clears = d->clears || any;
    return any || slice_starts(rest, SLICE("load: ")) || slice_starts(rest, SLICE("loadavg: "));
}
