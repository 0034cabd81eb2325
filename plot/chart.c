#include "plot/chart.h"

#include <string.h>

#include "base/number.h"
#include "base/safe.h"

enum { MOST_ITEMS = 200000, MOST_POINTS = 2000000 };

/* --- building --- */

Chart *chart_new(Arena *a, const char *kind, double width, double height)
{
    Chart *c = ARENA_NEW(a, Chart);
    *c = (Chart){ .arena = a,
                  .kind = kind,
                  .width = width,
                  .height = height,
                  .title = "",
                  .subtitle = "",
                  .foot = "",
                  .about = "",
                  .x = { .hi = 1, .title = "" },
                  .y = { .hi = 1, .title = "" } };
    return c;
}

ChartTick *chart_tick(Chart *c, ChartAxis *axis, double at, ChartWeight weight, const char *label)
{
    ChartTick *t = VEC_PUSH(c->arena, &axis->ticks);
    *t = (ChartTick){ at, weight, label };
    return t;
}

void chart_legend(Chart *c, ChartColour colour, const char *name)
{
    *VEC_PUSH(c->arena, &c->legend) = (ChartLegend){ colour, name };
}

ChartItem *chart_item(Chart *c, ChartKind kind, ChartColour colour)
{
    ChartItem *i = VEC_PUSH(c->arena, &c->items);
    *i = (ChartItem){ .kind = kind, .colour = colour, .text = "" };
    for (size_t k = 0; k < sizeof i->v / sizeof *i->v; k++)
        i->v[k] = CHART_NONE;
    return i;
}

ChartItem *chart_bar(Chart *c, ChartColour colour, double x0, double x1, double y0, double y1)
{
    ChartItem *i = chart_item(c, CHART_BAR, colour);
    i->v[0] = x0;
    i->v[1] = x1;
    i->v[2] = y0;
    i->v[3] = y1;
    return i;
}

ChartItem *chart_text(Chart *c, ChartColour colour, ChartAnchor anchor, double x, double y,
                      const char *text)
{
    ChartItem *i = chart_item(c, CHART_TEXT, colour);
    i->anchor = anchor;
    i->v[0] = x;
    i->v[1] = y;
    i->text = text;
    return i;
}

ChartItem *chart_segment(Chart *c, ChartColour colour, bool dashed, double x0, double y0, double x1,
                         double y1)
{
    ChartItem *i = chart_item(c, CHART_SEGMENT, colour);
    i->dashed = dashed;
    i->v[0] = x0;
    i->v[1] = y0;
    i->v[2] = x1;
    i->v[3] = y1;
    return i;
}

void chart_band_point(Chart *c, ChartItem *item, double x, double lo, double hi)
{
    *VEC_PUSH(c->arena, &item->points) = (ChartPoint){ x, (lo + hi) / 2, lo, hi };
}

void chart_point(Chart *c, ChartItem *item, double x, double y)
{
    *VEC_PUSH(c->arena, &item->points) = (ChartPoint){ x, y, CHART_NONE, CHART_NONE };
}

ChartColour chart_series_colour(size_t i)
{
    return (ChartColour)(i % CHART_SERIES);
}

/* --- words of the text form --- */

static const char *const colours[CHART_COLOURS] = {
    "s1",      "s2",   "s3",     "s4",    "s5",    "s6",  "s7",
    "neutral", "base", "better", "worse", "alarm", "ink", "muted",
};
static const char *const weights[] = { "none", "minor", "major" };
static const char *const anchors[] = { "left", "center", "right", "after" };

/* Flags of an item stand between its numbers and its text; bits are indices of the two words. */
typedef struct KindInfo {
    const char *word;
    size_t numbers;
    bool coloured, points, text;
} KindInfo;

static const KindInfo kinds[CHART_KINDS] = {
    [CHART_BAR] = { "bar", 6, true, false, true },
    [CHART_BOX] = { "box", 8, true, false, false },
    [CHART_AREA] = { "area", 2, true, false, false },
    [CHART_SEGMENT] = { "segment", 4, true, false, false },
    [CHART_TEXT] = { "text", 2, true, false, true },
    [CHART_CELL] = { "cell", 5, false, false, true },
    [CHART_BAND] = { "band", 0, true, true, false },
    [CHART_LINE] = { "line", 0, true, true, false },
    [CHART_STEPS] = { "steps", 0, true, true, false },
    [CHART_DOTS] = { "dots", 0, true, true, false },
    [CHART_RINGS] = { "rings", 0, true, true, false },
};

/* --- writing --- */

static void put_text(Buf *b, const char *text)
{
    Buf plain = buf_new(0);
    safe_plain(&plain, slice_of(text));
    for (size_t i = 0; i < plain.n; i++) {
        if (plain.text[i] == '\n')
            buf_str(b, "\\n");
        else if (plain.text[i] == '\t')
            buf_str(b, "\\t");
        else if (plain.text[i] == '\\')
            buf_str(b, "\\\\");
        else
            buf_char(b, plain.text[i]);
    }
    buf_free(&plain);
}

static void put_line(Buf *b, const char *word, const char *text)
{
    if (!*text)
        return;
    buf_str(b, word);
    buf_char(b, ' ');
    put_text(b, text);
    buf_char(b, '\n');
}

/* Nine digits place a mark anywhere, and hide how a sum was rounded. */
static void put_number(Buf *b, double v)
{
    if (isfinite(v))
        buf_printf(b, " %.9g", v == 0 ? 0.0 : v);
    else
        buf_str(b, " -");
}

static void put_tail(Buf *b, const char *text)
{
    if (*text) {
        buf_char(b, ' ');
        put_text(b, text);
    }
    buf_char(b, '\n');
}

static void put_axis(Buf *b, const ChartAxis *axis, char name)
{
    buf_printf(b, "axis %c %s", name, axis->log ? "log" : "linear");
    put_number(b, axis->lo);
    put_number(b, axis->hi);
    put_tail(b, axis->title);
    for (size_t i = 0; i < axis->ticks.n; i++) {
        const ChartTick *t = &axis->ticks.v[i];
        buf_printf(b, "tick %c %s", name, weights[t->weight]);
        put_number(b, t->at);
        put_tail(b, t->label);
    }
}

static void put_item(Buf *b, const ChartItem *item)
{
    const KindInfo *k = &kinds[item->kind];
    buf_str(b, k->word);
    if (k->coloured)
        buf_printf(b, " %s", colours[item->colour]);
    if (item->kind == CHART_SEGMENT)
        buf_str(b, item->dashed ? " dashed" : " solid");
    if (item->kind == CHART_TEXT)
        buf_printf(b, " %s %s", item->bold ? "bold" : "plain", anchors[item->anchor]);
    for (size_t i = 0; i < k->numbers; i++)
        put_number(b, item->v[i]);
    if (item->kind == CHART_BAR)
        buf_str(b, item->right ? " right" : " up");
    put_tail(b, k->text ? item->text : "");
    for (size_t i = 0; k->points && i < item->points.n; i++) {
        const ChartPoint *p = &item->points.v[i];
        buf_str(b, "p");
        put_number(b, p->x);
        put_number(b, p->y);
        if (item->kind == CHART_BAND) {
            put_number(b, p->lo);
            put_number(b, p->hi);
        }
        buf_char(b, '\n');
    }
}

void chart_write(Buf *b, const Chart *c)
{
    buf_str(b, "plimsoll-chart 1\n");
    put_line(b, "kind", c->kind);
    buf_str(b, "size");
    put_number(b, c->width);
    put_number(b, c->height);
    buf_char(b, '\n');
    put_line(b, "title", c->title);
    put_line(b, "subtitle", c->subtitle);
    put_line(b, "foot", c->foot);
    put_line(b, "about", c->about);
    put_axis(b, &c->x, 'x');
    put_axis(b, &c->y, 'y');
    for (size_t i = 0; i < c->scale.n; i++) {
        buf_str(b, "scale");
        put_number(b, c->scale.v[i].t);
        put_tail(b, c->scale.v[i].label);
    }
    for (size_t i = 0; i < c->legend.n; i++) {
        buf_printf(b, "legend %s", colours[c->legend.v[i].colour]);
        put_tail(b, c->legend.v[i].name);
    }
    for (size_t i = 0; i < c->items.n; i++)
        put_item(b, &c->items.v[i]);
}

/* --- reading --- */

typedef struct ChartReader {
    Chart *c;
    Slice rest; /* of the line */
    size_t points;
} ChartReader;

static bool get_name(ChartReader *r, const char *const *names, size_t n, size_t *index)
{
    Slice before = r->rest, word;
    if (slice_word(&r->rest, &word))
        for (*index = 0; *index < n; ++*index)
            if (slice_is(word, names[*index]))
                return true;
    r->rest = before;
    return false;
}

static bool get_number(ChartReader *r, double *out)
{
    Slice word;
    Number n;
    if (!slice_word(&r->rest, &word))
        return false;
    if (slice_is(word, "-")) {
        *out = CHART_NONE;
        return true;
    }
    if (!number_is(word, &n) || fabs(n.value) > 1e300)
        return false;
    *out = n.value;
    return true;
}

static bool get_finite(ChartReader *r, double *out)
{
    return get_number(r, out) && isfinite(*out);
}

static const char *get_text(ChartReader *r)
{
    Slice s = r->rest;
    if (s.n && s.p[0] == ' ')
        s = slice_from(s, 1);
    char *text = arena_alloc(r->c->arena, s.n + 1);
    size_t n = 0;
    for (size_t i = 0; i < s.n; i++) {
        char next = i + 1 < s.n ? s.p[i + 1] : '\0';
        bool escaped = s.p[i] == '\\' && (next == 'n' || next == 't' || next == '\\');
        text[n++] = !escaped ? s.p[i] : next == 'n' ? '\n' : next == 't' ? '\t' : '\\';
        i += escaped;
    }
    Buf plain = buf_new(0);
    safe_plain(&plain, (Slice){ text, n });
    const char *kept = arena_text(r->c->arena, buf_slice(&plain));
    buf_free(&plain);
    return kept;
}

static bool read_axis(ChartReader *r)
{
    static const char *const names[] = { "x", "y" };
    static const char *const scales[] = { "linear", "log" };
    size_t which, scale;
    if (!get_name(r, names, 2, &which) || !get_name(r, scales, 2, &scale))
        return false;
    ChartAxis *axis = which ? &r->c->y : &r->c->x;
    if (!get_finite(r, &axis->lo) || !get_finite(r, &axis->hi))
        return false;
    axis->log = scale == 1;
    axis->title = get_text(r);
    return axis->hi > axis->lo && (!axis->log || axis->lo > 0);
}

static bool read_tick(ChartReader *r)
{
    static const char *const names[] = { "x", "y" };
    size_t which, weight;
    double at;
    if (!get_name(r, names, 2, &which) || !get_name(r, weights, 3, &weight) || !get_finite(r, &at))
        return false;
    chart_tick(r->c, which ? &r->c->y : &r->c->x, at, (ChartWeight)weight, get_text(r));
    return true;
}

static bool read_item(ChartReader *r, size_t kind)
{
    static const char *const styles[] = { "solid", "dashed" };
    static const char *const fonts[] = { "plain", "bold" };
    static const char *const growths[] = { "up", "right" };
    const KindInfo *k = &kinds[kind];
    size_t colour = CHART_INK, flag = 0, anchor = 0;
    if (r->c->items.n >= MOST_ITEMS ||
        (k->coloured && !get_name(r, colours, CHART_COLOURS, &colour)))
        return false;
    ChartItem *item = chart_item(r->c, (ChartKind)kind, (ChartColour)colour);
    if (kind == CHART_SEGMENT && !get_name(r, styles, 2, &flag))
        return false;
    item->dashed = flag == 1;
    if (kind == CHART_TEXT) {
        if (!get_name(r, fonts, 2, &flag) || !get_name(r, anchors, 4, &anchor))
            return false;
        item->bold = flag == 1;
        item->anchor = (ChartAnchor)anchor;
    }
    for (size_t i = 0; i < k->numbers; i++) {
        bool optional = (kind == CHART_BAR && i >= 4) || (kind == CHART_BOX && i == 7);
        if (!get_number(r, &item->v[i]) || (!optional && !isfinite(item->v[i])))
            return false;
    }
    if (kind == CHART_BAR) {
        if (!get_name(r, growths, 2, &flag))
            return false;
        item->right = flag == 1;
    }
    item->text = get_text(r);
    return true;
}

static bool read_point(ChartReader *r)
{
    Chart *c = r->c;
    if (c->items.n == 0 || !kinds[c->items.v[c->items.n - 1].kind].points ||
        r->points++ >= MOST_POINTS)
        return false;
    ChartItem *item = &c->items.v[c->items.n - 1];
    ChartPoint p = { .lo = CHART_NONE, .hi = CHART_NONE };
    if (!get_finite(r, &p.x) || !get_finite(r, &p.y) ||
        (item->kind == CHART_BAND && (!get_finite(r, &p.lo) || !get_finite(r, &p.hi))))
        return false;
    *VEC_PUSH(c->arena, &item->points) = p;
    return true;
}

static bool read_line(ChartReader *r, Slice word)
{
    Chart *c = r->c;
    size_t colour;
    double t;
    if (slice_is(word, "kind"))
        c->kind = get_text(r);
    else if (slice_is(word, "title"))
        c->title = get_text(r);
    else if (slice_is(word, "subtitle"))
        c->subtitle = get_text(r);
    else if (slice_is(word, "foot"))
        c->foot = get_text(r);
    else if (slice_is(word, "about"))
        c->about = get_text(r);
    else if (slice_is(word, "size"))
        return get_finite(r, &c->width) && get_finite(r, &c->height) && c->width >= 100 &&
               c->height >= 60 && c->width <= 10000 && c->height <= 10000;
    else if (slice_is(word, "axis"))
        return read_axis(r);
    else if (slice_is(word, "tick"))
        return read_tick(r);
    else if (slice_is(word, "p"))
        return read_point(r);
    else if (slice_is(word, "legend")) {
        if (!get_name(r, colours, CHART_COLOURS, &colour))
            return false;
        chart_legend(c, (ChartColour)colour, get_text(r));
    } else if (slice_is(word, "scale")) {
        if (!get_finite(r, &t))
            return false;
        *VEC_PUSH(c->arena, &c->scale) = (ChartScaleMark){ t, get_text(r) };
    } else {
        for (size_t k = 0; k < CHART_KINDS; k++)
            if (slice_is(word, kinds[k].word))
                return read_item(r, k);
        return false;
    }
    return true;
}

bool chart_read(Arena *a, Slice text, Chart **out, Error *err)
{
    ChartReader r = { .c = chart_new(a, "", 820, 460) };
    Slice line, word;
    if (!slice_line(&text, &line) || !slice_is(line, "plimsoll-chart 1"))
        return error_set(err, ERR_INPUT,
                         "this is no chart: the first line is not 'plimsoll-chart 1'");
    for (size_t number = 2; slice_line(&text, &line); number++) {
        if (!line.n)
            continue;
        r.rest = line;
        if (!slice_word(&r.rest, &word) || !read_line(&r, word))
            return error_set(err, ERR_INPUT, "line %zu of the chart is not understood: '%.*s'",
                             number, (int)(line.n < 60 ? line.n : 60), line.p);
    }
    *out = r.c;
    return true;
}
