/*
 * plimsoll-draw: reads the text form of a chart (chart.h) on standard input, draws it with PLplot,
 * writes an SVG, PNG or PDF to standard output. A program of its own, because PLplot ends the
 * process on errors, asks questions on standard input and takes 10 ms to load.
 *
 * usage: plimsoll-draw [--format svg|png|pdf] [--scale K]
 * Exit status: 0; 2 usage; 3 the chart or the drawing failed, then nothing was written.
 *
 * All drawing is done in one viewport whose window is the page in logical pixels (layout.h):
 * PLplot's own axes, legends and margins are not used. It clips and warns outside of a viewport,
 * divides labels by a common factor, and its dash patterns do not scale.
 */
#include <errno.h>
#include <math.h>
#include <plplot/plplot.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xml.h"
#include "plot/chart.h"
#include "plot/layout.h"
#include "plot/text_width.h"

enum { MOST_INPUT = 64 << 20, EXIT_WRONG_USE = 2, EXIT_FAILED = 3 };

/* --- PLplot's way of failing --- */

static jmp_buf broken;
static char complaint[256];

static void note_complaint(const char *message)
{
    if (!complaint[0])
        snprintf(complaint, sizeof complaint, "%s", message);
}

static int on_exit_wish(const char *message)
{
    note_complaint(message);
    longjmp(broken, 1);
}

static void on_abort(const char *message)
{
    note_complaint(message);
}

/* --- pens --- */

typedef struct Rgb {
    int r, g, b;
} Rgb;

enum {
    INDEX_INK = CHART_INK + 1,
    INDEX_GRID = 20,
    INDEX_AXIS,
    INDEX_WHITE,
    INDEX_LIGHT,
    INDEX_SCRATCH
};

static const Rgb palette[CHART_COLOURS] = {
    { 0, 114, 178 }, { 230, 159, 0 }, { 0, 158, 115 },   { 204, 121, 167 }, { 86, 180, 233 },
    { 213, 94, 0 },  { 90, 90, 90 },  { 176, 188, 196 }, { 150, 150, 150 }, { 0, 158, 115 },
    { 213, 94, 0 },  { 200, 40, 30 }, { 38, 38, 38 },    { 105, 105, 105 },
};

typedef struct Page {
    const Layout *l;
    Arena *arena;
    double scale;
    bool vector; /* the plain svg device */
} Page;

static void set_colours(void)
{
    plscmap0n(32);
    plscol0(0, 255, 255, 255);
    for (int i = 0; i < CHART_COLOURS; i++)
        plscol0(i + 1, palette[i].r, palette[i].g, palette[i].b);
    plscol0(INDEX_GRID, 230, 230, 230);
    plscol0(INDEX_AXIS, 150, 150, 150);
    plscol0(INDEX_WHITE, 255, 255, 255);
    plscol0(INDEX_LIGHT, 242, 242, 242);
    static const PLFLT at[] = { 0, 0.25, 0.5, 0.75, 1 };
    static const PLFLT r[] = { 0.267, 0.230, 0.128, 0.365, 0.992 };
    static const PLFLT g[] = { 0.005, 0.322, 0.566, 0.785, 0.906 };
    static const PLFLT b[] = { 0.329, 0.546, 0.551, 0.383, 0.144 };
    plscmap1n(256);
    plscmap1l(1, 5, at, r, g, b, NULL);
}

static void colour(ChartColour c)
{
    plcol0((PLINT)c + 1);
}

static void translucent(ChartColour c, double alpha)
{
    plscol0a(INDEX_SCRATCH + (PLINT)c % 7, palette[c].r, palette[c].g, palette[c].b, alpha);
    plcol0(INDEX_SCRATCH + (PLINT)c % 7);
}

static void width(const Page *p, double px)
{
    plwidth(px * p->scale);
}

/* PLplot counts dashes in micrometres of a page of 72 dots an inch. */
static void dashes(const Page *p, bool on)
{
    PLINT length = (PLINT)(4 * p->scale * 25400 / 72);
    if (on)
        plstyl(1, &length, &length);
    else
        plstyl(0, NULL, NULL);
}

static void line(double x0, double y0, double x1, double y1)
{
    pljoin(x0, y0, x1, y1);
}

/* Fills are stroked as well, in the pen's width: none, or the edges of translucent areas darken. */
static void polygon(const PLFLT *x, const PLFLT *y, size_t n)
{
    plwidth(0);
    plfill((PLINT)n, x, y);
}

static void rectangle(double x0, double y0, double x1, double y1)
{
    PLFLT x[] = { x0, x1, x1, x0 }, y[] = { y0, y0, y1, y1 };
    polygon(x, y, 4);
}

static void disc(double cx, double cy, double radius)
{
    enum { SIDES = 20 };
    PLFLT x[SIDES], y[SIDES];
    for (int i = 0; i < SIDES; i++) {
        x[i] = cx + radius * cos(2 * 3.14159265358979 * i / SIDES);
        y[i] = cy + radius * sin(2 * 3.14159265358979 * i / SIDES);
    }
    polygon(x, y, SIDES);
}

static void diamond(double cx, double cy, double radius)
{
    PLFLT x[] = { cx - radius, cx, cx + radius, cx }, y[] = { cy, cy + radius, cy, cy - radius };
    polygon(x, y, 4);
}

/* --- text --- */

typedef enum Align { ALIGN_LEFT, ALIGN_CENTER, ALIGN_RIGHT } Align;

/* '#' is PLplot's escape. Pango draws points at 96 dots an inch. */
static void text_turned(const Page *p, double x, double y, double dx, double dy, Align align,
                        double size, bool bold, const char *text)
{
    if (!*text)
        return;
    char *twice = arena_alloc(p->arena, 2 * strlen(text) + 1);
    size_t n = 0;
    for (; *text; text++) {
        if (*text == '#')
            twice[n++] = '#';
        twice[n++] = *text;
    }
    plschr(size * p->scale * 25.4 / 96, 1.0);
    plsfont(PL_FCI_SANS, PL_FCI_UPRIGHT, bold ? PL_FCI_BOLD : PL_FCI_MEDIUM);
    plptex(x, y, dx, dy, align == ALIGN_LEFT ? 0 : align == ALIGN_CENTER ? 0.5 : 1.0, twice);
}

static void text(const Page *p, double x, double y, Align align, double size, bool bold,
                 const char *s)
{
    text_turned(p, x, y, 1, 0, align, size, bold, s);
}

/* On white, so that no grid line runs through it. */
static void text_on_white(const Page *p, double x, double y, Align align, double size, bool bold,
                          ChartColour c, const char *s)
{
    double w = text_width(s, size, bold);
    double left = align == ALIGN_LEFT ? x : align == ALIGN_CENTER ? x - w / 2 : x - w;
    plcol0(INDEX_WHITE);
    rectangle(left - 2, y - size * 0.62, left + w + 2, y + size * 0.62);
    colour(c);
    text(p, x, y, align, size, bold, s);
}

/* --- around the data --- */

static void draw_titles(const Page *p)
{
    const Layout *l = p->l;
    colour(CHART_INK);
    for (size_t i = 0; i < l->title.n; i++)
        text(p, 20, l->title_y - 23 * (double)i, ALIGN_LEFT, l->title_size, true, l->title.line[i]);
    colour(CHART_MUTED);
    for (size_t i = 0; i < l->subtitle.n; i++)
        text(p, 20, l->subtitle_y - 18 * (double)i, ALIGN_LEFT, LAYOUT_SUBTITLE_SIZE, false,
             l->subtitle.line[i]);
    for (size_t i = 0; i < l->foot.n; i++)
        text(p, 20, l->foot_y - LAYOUT_LINE_STEP * (double)i, ALIGN_LEFT, LAYOUT_NOTE_SIZE, false,
             l->foot.line[i]);
    for (size_t i = 0; i < l->n_legend; i++) {
        const LegendPlace *g = &l->legend[i];
        colour(g->entry->colour);
        rectangle(g->x, g->y - 6, g->x + 12, g->y + 6);
        colour(CHART_INK);
        text(p, g->x + 18, g->y, ALIGN_LEFT, LAYOUT_NAME_SIZE, false, g->entry->name);
    }
}

static bool inside(double v, double lo, double hi)
{
    return v >= lo - 0.5 && v <= hi + 0.5;
}

static void draw_x_axis(const Page *p)
{
    const Layout *l = p->l;
    const ChartAxis *axis = &l->chart->x;
    for (size_t i = 0; i < axis->ticks.n; i++) {
        const ChartTick *t = &axis->ticks.v[i];
        double x = layout_x(l, t->at);
        if (!inside(x, l->left, l->right))
            continue;
        if (t->weight != CHART_TICK_NONE) {
            plcol0(t->weight == CHART_TICK_MAJOR ? INDEX_GRID : INDEX_LIGHT);
            width(p, 1);
            line(x, l->bottom, x, l->top);
        }
        colour(t->weight == CHART_TICK_NONE ? CHART_INK : CHART_MUTED);
        TextLines label = layout_x_label(p->arena, l, t);
        if (l->turned && label.n)
            text_turned(p, x + 3, l->x_label_y, 1, 1, ALIGN_RIGHT, LAYOUT_TICK_SIZE, false,
                        label.line[0]);
        for (size_t k = 0; !l->turned && k < label.n; k++)
            text(p, x, l->x_label_y - LAYOUT_LINE_STEP * (double)k, ALIGN_CENTER, LAYOUT_TICK_SIZE,
                 false, label.line[k]);
    }
    colour(CHART_INK);
    text(p, (l->left + l->right) / 2, l->x_title_y, ALIGN_CENTER, LAYOUT_NAME_SIZE, false,
         axis->title);
}

static void draw_y_axis(const Page *p)
{
    const Layout *l = p->l;
    const ChartAxis *axis = &l->chart->y;
    for (size_t i = 0; i < axis->ticks.n; i++) {
        const ChartTick *t = &axis->ticks.v[i];
        double y = layout_y(l, t->at);
        if (!inside(y, l->bottom, l->top))
            continue;
        if (t->weight != CHART_TICK_NONE) {
            plcol0(t->weight == CHART_TICK_MAJOR ? INDEX_GRID : INDEX_LIGHT);
            width(p, 1);
            line(l->left, y, l->right, y);
        }
        colour(t->weight == CHART_TICK_NONE ? CHART_INK : CHART_MUTED);
        TextLines label =
            layout_wrap(p->arena, t->label, LAYOUT_TICK_SIZE, false, l->y_label_most + 1);
        for (size_t k = 0; k < label.n; k++)
            text(p, l->left - 8, y + 7 * ((double)label.n - 1) - 14 * (double)k, ALIGN_RIGHT,
                 LAYOUT_TICK_SIZE, false, label.line[k]);
    }
    colour(CHART_INK);
    text_turned(p, 26, (l->bottom + l->top) / 2, 0, 1, ALIGN_CENTER, LAYOUT_NAME_SIZE, false,
                axis->title);
}

/* The line the bars stand on: at 0 when the axis holds it, else at its end. */
static void draw_base_lines(const Page *p)
{
    const Layout *l = p->l;
    const ChartAxis *x = &l->chart->x, *y = &l->chart->y;
    plcol0(INDEX_AXIS);
    width(p, 1.2);
    bool right = false, cells = false;
    for (size_t i = 0; i < l->chart->items.n; i++) {
        right = right || (l->chart->items.v[i].kind == CHART_BAR && l->chart->items.v[i].right);
        cells = cells || l->chart->items.v[i].kind == CHART_CELL;
    }
    if (cells)
        return;
    if (right) {
        double at = layout_x(l, x->log || x->lo > 0 ? x->lo : 0);
        line(at, l->bottom, at, l->top);
    } else {
        double at = layout_y(l, y->log || y->lo > 0 ? y->lo : 0);
        line(l->left, at, l->right, at);
    }
}

static void draw_colour_scale(const Page *p)
{
    const Layout *l = p->l;
    if (l->chart->scale.n == 0)
        return;
    double x = l->right + 22, height = l->top - l->bottom;
    for (int i = 0; i < 128; i++) {
        plcol1((i + 0.5) / 128);
        rectangle(x, l->bottom + height * i / 128, x + 14, l->bottom + height * (i + 1) / 128);
    }
    colour(CHART_MUTED);
    for (size_t i = 0; i < l->chart->scale.n; i++)
        text(p, x + 20, l->bottom + height * l->chart->scale.v[i].t, ALIGN_LEFT, LAYOUT_TICK_SIZE,
             false, l->chart->scale.v[i].label);
}

/* --- data --- */

static double clamp(double v, double lo, double hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

/* An end that lies outside of the axis gets no cap: the interval goes on. */
static void interval_up(const Page *p, double x, double lo, double hi, double cap)
{
    double bottom = p->l->bottom, top = p->l->top;
    colour(CHART_INK);
    width(p, 1.15);
    line(x, clamp(lo, bottom, top), x, clamp(hi, bottom, top));
    if (lo >= bottom - 0.5)
        line(x - cap, lo, x + cap, lo);
    if (hi <= top + 0.5)
        line(x - cap, hi, x + cap, hi);
}

static void interval_right(const Page *p, double y, double lo, double hi, double cap)
{
    double left = p->l->left, right = p->l->right;
    colour(CHART_INK);
    width(p, 1.15);
    line(clamp(lo, left, right), y, clamp(hi, left, right), y);
    if (lo >= left - 0.5)
        line(lo, y - cap, lo, y + cap);
    if (hi <= right + 0.5)
        line(hi, y - cap, hi, y + cap);
}

static void draw_bar_up(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    double x0 = layout_x(l, item->v[0]), x1 = layout_x(l, item->v[1]);
    double y0 = clamp(layout_y(l, item->v[2]), l->bottom, l->top);
    double y1 = clamp(layout_y(l, item->v[3]), l->bottom, l->top);
    colour(item->colour);
    if (fabs(y1 - y0) > 0.05)
        rectangle(x0, y0, x1, y1);
    if (isfinite(item->v[4]) && isfinite(item->v[5]))
        interval_up(p, (x0 + x1) / 2, layout_y(l, item->v[4]), layout_y(l, item->v[5]),
                    clamp((x1 - x0) * 0.18, 2, 6));
}

/* Over the bar; upright when it is wider than the bar. */
static void label_bar_up(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    double x0 = layout_x(l, item->v[0]), x1 = layout_x(l, item->v[1]), x = (x0 + x1) / 2;
    double y0 = layout_y(l, item->v[2]), y1 = layout_y(l, item->v[3]);
    bool below = y1 < y0;
    double end = y1, room = (x1 - x0) * 1.14 + 1;
    if (isfinite(item->v[4]) && isfinite(item->v[5]))
        end = below ? fmin(end, layout_y(l, item->v[4])) : fmax(end, layout_y(l, item->v[5]));
    end = clamp(end, l->bottom, l->top);
    double size = LAYOUT_VALUE_SIZE;
    if (text_width(item->text, size, false) > room)
        size = 8.5;
    double w = text_width(item->text, size, false), y = end + (below ? -9 : 9);
    if (w <= room) {
        double half = fmin(w, x1 - x0) / 2; /* the white must not eat into the next bar */
        plcol0(INDEX_WHITE);
        rectangle(x - half, y - size * 0.6, x + half, y + size * 0.6);
        colour(CHART_INK);
        text(p, x, y, ALIGN_CENTER, size, item->bold, item->text);
        return;
    }
    if (room < size)
        return; /* no room: the axis must do */
    colour(CHART_INK);
    text_turned(p, x, end + (below ? -4 : 4), 0, 1, below ? ALIGN_RIGHT : ALIGN_LEFT, size,
                item->bold, item->text);
}

static void draw_bar_right(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    double y0 = layout_y(l, item->v[2]), y1 = layout_y(l, item->v[3]);
    double x0 = clamp(layout_x(l, item->v[0]), l->left, l->right);
    double x1 = clamp(layout_x(l, item->v[1]), l->left, l->right);
    colour(item->colour);
    if (fabs(x1 - x0) > 0.05)
        rectangle(x0, y0, x1, y1);
    if (isfinite(item->v[4]) && isfinite(item->v[5]))
        interval_right(p, (y0 + y1) / 2, layout_x(l, item->v[4]), layout_x(l, item->v[5]),
                       clamp(fabs(y1 - y0) * 0.18, 2, 5));
}

static void label_bar_right(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    double end = fmax(layout_x(l, item->v[0]), layout_x(l, item->v[1]));
    if (isfinite(item->v[5]))
        end = fmax(end, layout_x(l, item->v[5]));
    double y = (layout_y(l, item->v[2]) + layout_y(l, item->v[3])) / 2;
    text_on_white(p, clamp(end, l->left, l->right) + 8, y, ALIGN_LEFT, LAYOUT_NAME_SIZE, true,
                  CHART_INK, item->text);
}

/* After everything else, so that no line runs through a label. */
static void label_bars(const Page *p)
{
    for (size_t i = 0; i < p->l->chart->items.n; i++) {
        const ChartItem *item = &p->l->chart->items.v[i];
        if (item->kind == CHART_BAR && *item->text)
            (item->right ? label_bar_right : label_bar_up)(p, item);
    }
}

static void draw_box(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    double x = layout_x(l, item->v[0]);
    double x0 = layout_x(l, item->v[0] - item->v[1]), x1 = layout_x(l, item->v[0] + item->v[1]);
    double y[6];
    for (int i = 0; i < 6; i++)
        y[i] = isfinite(item->v[i + 2]) ? layout_y(l, item->v[i + 2]) : 0;
    translucent(item->colour, 0.18);
    rectangle(x0, y[1], x1, y[3]);
    colour(item->colour);
    width(p, 1.4);
    line(x, y[0], x, y[1]);
    line(x, y[3], x, y[4]);
    line(x0, y[1], x1, y[1]);
    line(x0, y[3], x1, y[3]);
    line(x0, y[1], x0, y[3]);
    line(x1, y[1], x1, y[3]);
    width(p, 2.4);
    line(x0, y[2], x1, y[2]);
    if (!isfinite(item->v[7]))
        return;
    colour(CHART_INK);
    diamond(x, y[5], 6.4);
    plcol0(INDEX_WHITE);
    diamond(x, y[5], 5);
}

static void draw_cell(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    double x0 = layout_x(l, item->v[1]), x1 = layout_x(l, item->v[2]);
    double y0 = layout_y(l, item->v[3]), y1 = layout_y(l, item->v[4]);
    double t = clamp(item->v[0], 0, 1);
    plcol1(t);
    rectangle(x0 + 1, y0 + 1, x1 - 1, y1 - 1);
    plcol0(t < 0.62 ? INDEX_WHITE : INDEX_INK);
    double size = LAYOUT_NAME_SIZE;
    while (size > 8 && text_width(item->text, size, false) > x1 - x0 - 6)
        size -= 0.5;
    if (text_width(item->text, size, false) <= x1 - x0)
        text(p, (x0 + x1) / 2, (y0 + y1) / 2, ALIGN_CENTER, size, false, item->text);
}

/* Names behind the ends of lines, moved apart where lines end close together. */
static double after_y(const Page *p, const ChartItem *item)
{
    enum { STEP = 15, MOST = 64 };
    const Chart *c = p->l->chart;
    double y[MOST];
    size_t order[MOST], n = 0;
    for (size_t i = 0; i < c->items.n && n < MOST; i++) {
        if (c->items.v[i].kind != CHART_TEXT || c->items.v[i].anchor != CHART_AFTER)
            continue;
        size_t k = n++;
        y[k] = layout_y(p->l, c->items.v[i].v[1]);
        double own = y[k];
        for (; k > 0 && y[k - 1] > own; k--) {
            y[k] = y[k - 1];
            order[k] = order[k - 1];
        }
        y[k] = own;
        order[k] = i;
    }
    for (size_t k = 1; k < n; k++)
        y[k] = fmax(y[k], y[k - 1] + STEP);
    double over = n ? fmax(0, y[n - 1] - (p->l->top + 8)) : 0;
    for (size_t k = n; over > 0 && k-- > 0;) {
        y[k] = fmin(y[k], p->l->top + 8 - STEP * (double)(n - 1 - k));
    }
    for (size_t k = 0; k < n; k++)
        if (&c->items.v[order[k]] == item)
            return y[k];
    return layout_y(p->l, item->v[1]);
}

static void draw_text(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    double x = layout_x(l, item->v[0]), y = layout_y(l, item->v[1]);
    switch (item->anchor) {
    case CHART_AFTER:
        colour(item->colour);
        text(p, x + 12, after_y(p, item), ALIGN_LEFT, LAYOUT_NAME_SIZE, true,
             layout_fit(p->arena, item->text, LAYOUT_NAME_SIZE, true, l->width - x - 16));
        return;
    case CHART_LEFT:
        colour(item->colour);
        text(p, x + 6, y, ALIGN_LEFT, LAYOUT_NAME_SIZE, item->bold, item->text);
        return;
    case CHART_RIGHT:
        colour(item->colour);
        text(p, x - 6, y, ALIGN_RIGHT, LAYOUT_NAME_SIZE, item->bold, item->text);
        return;
    default:
        text_on_white(p, x, y, ALIGN_CENTER, LAYOUT_NAME_SIZE, item->bold, item->colour,
                      item->text);
    }
}

static void draw_band(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    size_t n = item->points.n;
    if (n < 2)
        return;
    PLFLT *x = ARENA_ARRAY(p->arena, PLFLT, 2 * n), *y = ARENA_ARRAY(p->arena, PLFLT, 2 * n);
    for (size_t i = 0; i < n; i++) {
        const ChartPoint *q = &item->points.v[i];
        x[i] = x[2 * n - 1 - i] = layout_x(l, q->x);
        y[i] = clamp(layout_y(l, q->lo), l->bottom, l->top);
        y[2 * n - 1 - i] = clamp(layout_y(l, q->hi), l->bottom, l->top);
    }
    translucent(item->colour, 0.16);
    polygon(x, y, 2 * n);
}

static void draw_line(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    size_t n = item->points.n, k = 0;
    bool steps = item->kind == CHART_STEPS;
    PLFLT *x = ARENA_ARRAY(p->arena, PLFLT, 2 * n + 1),
          *y = ARENA_ARRAY(p->arena, PLFLT, 2 * n + 1);
    for (size_t i = 0; i < n; i++) {
        double px = clamp(layout_x(l, item->points.v[i].x), l->left, l->right);
        double py = clamp(layout_y(l, item->points.v[i].y), l->bottom, l->top);
        if (steps && k) {
            x[k] = px;
            y[k] = y[k - 1];
            k++;
        }
        x[k] = px;
        y[k++] = py;
    }
    colour(item->colour);
    width(p, 2.2);
    if (k >= 2)
        plline((PLINT)k, x, y);
}

static void draw_dots(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    bool rings = item->kind == CHART_RINGS;
    for (size_t i = 0; i < item->points.n; i++) {
        double x = layout_x(l, item->points.v[i].x), y = layout_y(l, item->points.v[i].y);
        if (!inside(x, l->left, l->right) || !inside(y, l->bottom, l->top))
            continue;
        if (rings) {
            colour(item->colour);
            diamond(x, y, 6.4);
            plcol0(INDEX_WHITE);
            diamond(x, y, 5);
            continue;
        }
        plcol0(INDEX_WHITE);
        disc(x, y, 5);
        colour(item->colour);
        disc(x, y, 3.7);
    }
}

static void draw_area(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    translucent(item->colour, 0.08);
    rectangle(clamp(layout_x(l, item->v[0]), l->left, l->right), l->bottom,
              clamp(layout_x(l, item->v[1]), l->left, l->right), l->top);
}

static void draw_segment(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    colour(item->colour);
    width(p, item->dashed ? 1.2 : 1.4);
    dashes(p, item->dashed);
    line(clamp(layout_x(l, item->v[0]), l->left, l->right),
         clamp(layout_y(l, item->v[1]), l->bottom, l->top),
         clamp(layout_x(l, item->v[2]), l->left, l->right),
         clamp(layout_y(l, item->v[3]), l->bottom, l->top));
    dashes(p, false);
}

static void draw_item(const Page *p, const ChartItem *item)
{
    switch (item->kind) {
    case CHART_BAR:
        (item->right ? draw_bar_right : draw_bar_up)(p, item);
        break;
    case CHART_BOX:
        draw_box(p, item);
        break;
    case CHART_SEGMENT:
        draw_segment(p, item);
        break;
    case CHART_TEXT:
        draw_text(p, item);
        break;
    case CHART_CELL:
        draw_cell(p, item);
        break;
    case CHART_BAND:
        draw_band(p, item);
        break;
    case CHART_LINE:
    case CHART_STEPS:
        draw_line(p, item);
        break;
    case CHART_DOTS:
    case CHART_RINGS:
        draw_dots(p, item);
        break;
    case CHART_AREA: /* below the grid */
    case CHART_KINDS:
        break;
    }
}

static void draw_page(const Page *p)
{
    const Chart *c = p->l->chart;
    plvpor(0, 1, 0, 1);
    plwind(0, p->l->width, 0, p->l->height);
    for (size_t i = 0; i < c->items.n; i++)
        if (c->items.v[i].kind == CHART_AREA)
            draw_area(p, &c->items.v[i]);
    draw_x_axis(p);
    draw_y_axis(p);
    for (size_t i = 0; i < c->items.n; i++)
        draw_item(p, &c->items.v[i]);
    draw_base_lines(p);
    label_bars(p);
    draw_colour_scale(p);
    draw_titles(p);
}

/* --- the picture --- */

typedef struct Format {
    const char *name, *device;
} Format;

static const Format formats[] = {
    { "svg", "svg" },
    { "png", "pngcairo" },
    { "pdf", "pdfcairo" },
};

/* PLplot asks on standard input for a device that it does not have: look first. */
static bool has_device(const char *name)
{
    const char *menus[64], *devices[64];
    const char **menu = menus, **device = devices;
    int n = 64;
    plgDevs(&menu, &device, &n);
    for (int i = 0; i < n; i++)
        if (device[i] && strcmp(device[i], name) == 0)
            return true;
    return false;
}

static bool draw_picture(const Page *p, const Format *f, char **bytes, size_t *n)
{
    FILE *stream = open_memstream(bytes, n);
    if (!stream)
        return false;
    if (setjmp(broken))
        return false;
    plsexit(on_exit_wish);
    plsabort(on_abort);
    plsdev(f->device);
    plsfile(stream);
    if (p->vector)
        plsetopt("drvopt", "text_clipping=0");
    plspage(72, 72, (PLINT)lround(p->l->width * p->scale), (PLINT)lround(p->l->height * p->scale),
            0, 0);
    set_colours();
    plinit();
    pladv(0);
    draw_page(p);
    plend1(); /* closes the stream: the bytes are complete */
    return !complaint[0];
}

/* --- in and out --- */

static int failed(const char *what)
{
    fprintf(stderr, "plimsoll-draw: %s\n", what);
    return EXIT_FAILED;
}

static bool read_all(Buf *b)
{
    char block[65536];
    for (size_t n; (n = fread(block, 1, sizeof block, stdin)) > 0;)
        buf_add(b, (Slice){ block, n });
    return !ferror(stdin) && !b->full;
}

static int deliver(Slice bytes)
{
    if (fwrite(bytes.p, 1, bytes.n, stdout) != bytes.n || fflush(stdout) != 0)
        return failed(strerror(errno));
    return 0;
}

static int deliver_svg(const Chart *c, Slice drawn)
{
    Buf tidy = buf_new(0);
    Error err = { 0 };
    bool ok = xml_tidy_svg(drawn, c->title, *c->about ? c->about : c->subtitle, &tidy, &err);
    int status = ok ? deliver(buf_slice(&tidy)) : failed(err.text);
    buf_free(&tidy);
    return status;
}

static int draw(const Chart *c, const Format *f, double scale, Arena *a)
{
    Layout l = layout_of(a, c);
    bool vector = strcmp(f->name, "svg") == 0;
    Page page = {
        .l = &l, .arena = a, .scale = strcmp(f->name, "png") == 0 ? scale : 1, .vector = vector
    };
    if (!has_device(f->device))
        return failed(vector ? "PLplot has no svg device: install plplot-driver-cairo's libplplot"
                             : "PLplot has no cairo devices: install plplot-driver-cairo");
    char *bytes = NULL;
    size_t n = 0;
    int status;
    if (!draw_picture(&page, f, &bytes, &n) || n == 0)
        status = failed(complaint[0] ? complaint : "PLplot drew nothing");
    else
        status = vector ? deliver_svg(c, (Slice){ bytes, n }) : deliver((Slice){ bytes, n });
    free(bytes);
    return status;
}

int main(int argc, char **argv)
{
    const Format *format = &formats[0];
    double scale = 2;
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--format") == 0) {
            format = NULL;
            for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
                if (strcmp(formats[k].name, value) == 0)
                    format = &formats[k];
        } else if (strcmp(argv[i], "--scale") == 0) {
            scale = strtod(value, NULL);
        } else {
            format = NULL;
        }
        i++;
        if (!format || !(scale >= 0.5 && scale <= 8)) {
            fputs(
                "usage: plimsoll-draw [--format svg|png|pdf] [--scale 0.5..8] < CHART > PICTURE\n",
                stderr);
            return EXIT_WRONG_USE;
        }
    }
    Buf input = buf_new(MOST_INPUT);
    Arena *a = arena_new(0);
    Chart *c;
    Error err = { 0 };
    int status;
    if (!read_all(&input))
        status = failed("cannot read the chart from standard input");
    else if (!chart_read(a, buf_slice(&input), &c, &err))
        status = failed(err.text);
    else
        status = draw(c, format, scale, a);
    arena_free(a);
    buf_free(&input);
    return status;
}
