#include "plot/paint.h"

#include <math.h>

#include "plot/text_width.h"

/* --- shapes --- */

static void rectangle(double x0, double y0, double x1, double y1)
{
    double x[] = { x0, x1, x1, x0 }, y[] = { y0, y0, y1, y1 };
    draw_polygon(x, y, 4);
}

static void disc(double cx, double cy, double radius)
{
    enum { SIDES = 20 };
    double x[SIDES], y[SIDES];
    for (int i = 0; i < SIDES; i++) {
        x[i] = cx + radius * cos(2 * 3.14159265358979 * i / SIDES);
        y[i] = cy + radius * sin(2 * 3.14159265358979 * i / SIDES);
    }
    draw_polygon(x, y, SIDES);
}

static void diamond(double cx, double cy, double radius)
{
    double x[] = { cx - radius, cx, cx + radius, cx }, y[] = { cy, cy + radius, cy, cy - radius };
    draw_polygon(x, y, 4);
}

/* On white, so that no grid line runs through it. */
static void text_on_white(const Page *p, double x, double y, DrawAlign align, double size, bool bold,
                          ChartColour c, const char *s)
{
    double w = text_width(s, size, bold);
    double left = align == DRAW_LEFT ? x : align == DRAW_CENTER ? x - w / 2 : x - w;
    draw_grey(DRAW_WHITE);
    rectangle(left - 2, y - size * 0.62, left + w + 2, y + size * 0.62);
    draw_colour(c);
    draw_text(p, x, y, align, size, bold, s);
}

/* --- around the data --- */

static void paint_titles(const Page *p)
{
    const Layout *l = p->l;
    draw_colour(CHART_INK);
    for (size_t i = 0; i < l->title.n; i++)
        draw_text(p, 20, l->title_y - 23 * (double)i, DRAW_LEFT, l->title_size, true,
                  l->title.line[i]);
    draw_colour(CHART_MUTED);
    for (size_t i = 0; i < l->subtitle.n; i++)
        draw_text(p, 20, l->subtitle_y - 18 * (double)i, DRAW_LEFT, LAYOUT_SUBTITLE_SIZE, false,
                  l->subtitle.line[i]);
    for (size_t i = 0; i < l->foot.n; i++)
        draw_text(p, 20, l->foot_y - LAYOUT_LINE_STEP * (double)i, DRAW_LEFT, LAYOUT_NOTE_SIZE,
                  false, l->foot.line[i]);
    for (size_t i = 0; i < l->n_legend; i++) {
        const LegendPlace *g = &l->legend[i];
        draw_colour(g->entry->colour);
        rectangle(g->x, g->y - 6, g->x + 12, g->y + 6);
        draw_colour(CHART_INK);
        draw_text(p, g->x + 18, g->y, DRAW_LEFT, LAYOUT_NAME_SIZE, false, g->entry->name);
    }
}

static bool inside(double v, double lo, double hi)
{
    return v >= lo - 0.5 && v <= hi + 0.5;
}

static void paint_x_axis(const Page *p)
{
    const Layout *l = p->l;
    const ChartAxis *axis = &l->chart->x;
    for (size_t i = 0; i < axis->ticks.n; i++) {
        const ChartTick *t = &axis->ticks.v[i];
        double x = layout_x(l, t->at);
        if (!inside(x, l->left, l->right))
            continue;
        if (t->weight != CHART_TICK_NONE) {
            draw_grey(t->weight == CHART_TICK_MAJOR ? DRAW_GRID : DRAW_LIGHT);
            draw_width(p, 1);
            draw_line(x, l->bottom, x, l->top);
        }
        draw_colour(t->weight == CHART_TICK_NONE ? CHART_INK : CHART_MUTED);
        TextLines label = layout_x_label(p->arena, l, t);
        if (l->turned && label.n)
            draw_text_turned(p, x + 3, l->x_label_y, 1, 1, DRAW_RIGHT, LAYOUT_TICK_SIZE, false,
                             label.line[0]);
        for (size_t k = 0; !l->turned && k < label.n; k++)
            draw_text(p, x, l->x_label_y - LAYOUT_LINE_STEP * (double)k, DRAW_CENTER,
                      LAYOUT_TICK_SIZE, false, label.line[k]);
    }
    draw_colour(CHART_INK);
    draw_text(p, (l->left + l->right) / 2, l->x_title_y, DRAW_CENTER, LAYOUT_NAME_SIZE, false,
              axis->title);
}

static void paint_y_axis(const Page *p)
{
    const Layout *l = p->l;
    const ChartAxis *axis = &l->chart->y;
    for (size_t i = 0; i < axis->ticks.n; i++) {
        const ChartTick *t = &axis->ticks.v[i];
        double y = layout_y(l, t->at);
        if (!inside(y, l->bottom, l->top))
            continue;
        if (t->weight != CHART_TICK_NONE) {
            draw_grey(t->weight == CHART_TICK_MAJOR ? DRAW_GRID : DRAW_LIGHT);
            draw_width(p, 1);
            draw_line(l->left, y, l->right, y);
        }
        draw_colour(t->weight == CHART_TICK_NONE ? CHART_INK : CHART_MUTED);
        TextLines label =
            layout_wrap(p->arena, t->label, LAYOUT_TICK_SIZE, false, l->y_label_most + 1);
        for (size_t k = 0; k < label.n; k++)
            draw_text(p, l->left - 8, y + 7 * ((double)label.n - 1) - 14 * (double)k, DRAW_RIGHT,
                      LAYOUT_TICK_SIZE, false, label.line[k]);
    }
    draw_colour(CHART_INK);
    draw_text_turned(p, 26, (l->bottom + l->top) / 2, 0, 1, DRAW_CENTER, LAYOUT_NAME_SIZE, false,
                     axis->title);
}

/* The line the bars stand on: at 0 when the axis holds it, else at its end. */
static void paint_base_lines(const Page *p)
{
    const Layout *l = p->l;
    const ChartAxis *x = &l->chart->x, *y = &l->chart->y;
    draw_grey(DRAW_AXIS);
    draw_width(p, 1.2);
    bool right = false, cells = false;
    for (size_t i = 0; i < l->chart->items.n; i++) {
        right = right || (l->chart->items.v[i].kind == CHART_BAR && l->chart->items.v[i].right);
        cells = cells || l->chart->items.v[i].kind == CHART_CELL;
    }
    if (cells)
        return;
    if (right) {
        double at = layout_x(l, x->log || x->lo > 0 ? x->lo : 0);
        draw_line(at, l->bottom, at, l->top);
    } else {
        double at = layout_y(l, y->log || y->lo > 0 ? y->lo : 0);
        draw_line(l->left, at, l->right, at);
    }
}

static void paint_colour_scale(const Page *p)
{
    const Layout *l = p->l;
    if (l->chart->scale.n == 0)
        return;
    double x = l->right + 22, height = l->top - l->bottom;
    for (int i = 0; i < 128; i++) {
        draw_scale_colour((i + 0.5) / 128);
        rectangle(x, l->bottom + height * i / 128, x + 14, l->bottom + height * (i + 1) / 128);
    }
    draw_colour(CHART_MUTED);
    for (size_t i = 0; i < l->chart->scale.n; i++)
        draw_text(p, x + 20, l->bottom + height * l->chart->scale.v[i].t, DRAW_LEFT,
                  LAYOUT_TICK_SIZE, false, l->chart->scale.v[i].label);
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
    draw_colour(CHART_INK);
    draw_width(p, 1.15);
    draw_line(x, clamp(lo, bottom, top), x, clamp(hi, bottom, top));
    if (lo >= bottom - 0.5)
        draw_line(x - cap, lo, x + cap, lo);
    if (hi <= top + 0.5)
        draw_line(x - cap, hi, x + cap, hi);
}

static void interval_right(const Page *p, double y, double lo, double hi, double cap)
{
    double left = p->l->left, right = p->l->right;
    draw_colour(CHART_INK);
    draw_width(p, 1.15);
    draw_line(clamp(lo, left, right), y, clamp(hi, left, right), y);
    if (lo >= left - 0.5)
        draw_line(lo, y - cap, lo, y + cap);
    if (hi <= right + 0.5)
        draw_line(hi, y - cap, hi, y + cap);
}

static void paint_bar_up(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    double x0 = layout_x(l, item->v[0]), x1 = layout_x(l, item->v[1]);
    double y0 = clamp(layout_y(l, item->v[2]), l->bottom, l->top);
    double y1 = clamp(layout_y(l, item->v[3]), l->bottom, l->top);
    draw_colour(item->colour);
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
        draw_grey(DRAW_WHITE);
        rectangle(x - half, y - size * 0.6, x + half, y + size * 0.6);
        draw_colour(CHART_INK);
        draw_text(p, x, y, DRAW_CENTER, size, item->bold, item->text);
        return;
    }
    if (room < size)
        return; /* no room: the axis must do */
    draw_colour(CHART_INK);
    draw_text_turned(p, x, end + (below ? -4 : 4), 0, 1, below ? DRAW_RIGHT : DRAW_LEFT, size,
                     item->bold, item->text);
}

static void paint_bar_right(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    double y0 = layout_y(l, item->v[2]), y1 = layout_y(l, item->v[3]);
    double x0 = clamp(layout_x(l, item->v[0]), l->left, l->right);
    double x1 = clamp(layout_x(l, item->v[1]), l->left, l->right);
    draw_colour(item->colour);
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
    text_on_white(p, clamp(end, l->left, l->right) + 8, y, DRAW_LEFT, LAYOUT_NAME_SIZE, true,
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

static void paint_box(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    double x = layout_x(l, item->v[0]);
    double x0 = layout_x(l, item->v[0] - item->v[1]), x1 = layout_x(l, item->v[0] + item->v[1]);
    double y[6];
    for (int i = 0; i < 6; i++)
        y[i] = isfinite(item->v[i + 2]) ? layout_y(l, item->v[i + 2]) : 0;
    draw_translucent(item->colour, 0.18);
    rectangle(x0, y[1], x1, y[3]);
    draw_colour(item->colour);
    draw_width(p, 1.4);
    draw_line(x, y[0], x, y[1]);
    draw_line(x, y[3], x, y[4]);
    draw_line(x0, y[1], x1, y[1]);
    draw_line(x0, y[3], x1, y[3]);
    draw_line(x0, y[1], x0, y[3]);
    draw_line(x1, y[1], x1, y[3]);
    draw_width(p, 2.4);
    draw_line(x0, y[2], x1, y[2]);
    if (!isfinite(item->v[7]))
        return;
    draw_colour(CHART_INK);
    diamond(x, y[5], 6.4);
    draw_grey(DRAW_WHITE);
    diamond(x, y[5], 5);
}

static void paint_cell(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    double x0 = layout_x(l, item->v[1]), x1 = layout_x(l, item->v[2]);
    double y0 = layout_y(l, item->v[3]), y1 = layout_y(l, item->v[4]);
    double t = clamp(item->v[0], 0, 1);
    draw_scale_colour(t);
    rectangle(x0 + 1, y0 + 1, x1 - 1, y1 - 1);
    draw_grey(t < 0.62 ? DRAW_WHITE : DRAW_INK);
    double size = LAYOUT_NAME_SIZE;
    while (size > 8 && text_width(item->text, size, false) > x1 - x0 - 6)
        size -= 0.5;
    if (text_width(item->text, size, false) <= x1 - x0)
        draw_text(p, (x0 + x1) / 2, (y0 + y1) / 2, DRAW_CENTER, size, false, item->text);
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

static void paint_text(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    double x = layout_x(l, item->v[0]), y = layout_y(l, item->v[1]);
    switch (item->anchor) {
    case CHART_AFTER:
        draw_colour(item->colour);
        draw_text(p, x + 12, after_y(p, item), DRAW_LEFT, LAYOUT_NAME_SIZE, true,
                  layout_fit(p->arena, item->text, LAYOUT_NAME_SIZE, true, l->width - x - 16));
        return;
    case CHART_LEFT:
        draw_colour(item->colour);
        draw_text(p, x + 6, y, DRAW_LEFT, LAYOUT_NAME_SIZE, item->bold, item->text);
        return;
    case CHART_RIGHT:
        draw_colour(item->colour);
        draw_text(p, x - 6, y, DRAW_RIGHT, LAYOUT_NAME_SIZE, item->bold, item->text);
        return;
    default:
        text_on_white(p, x, y, DRAW_CENTER, LAYOUT_NAME_SIZE, item->bold, item->colour, item->text);
    }
}

static void paint_band(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    size_t n = item->points.n;
    if (n < 2)
        return;
    double *x = ARENA_ARRAY(p->arena, double, 2 * n), *y = ARENA_ARRAY(p->arena, double, 2 * n);
    for (size_t i = 0; i < n; i++) {
        const ChartPoint *q = &item->points.v[i];
        x[i] = x[2 * n - 1 - i] = layout_x(l, q->x);
        y[i] = clamp(layout_y(l, q->lo), l->bottom, l->top);
        y[2 * n - 1 - i] = clamp(layout_y(l, q->hi), l->bottom, l->top);
    }
    draw_translucent(item->colour, 0.16);
    draw_polygon(x, y, 2 * n);
}

static void paint_line(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    size_t n = item->points.n, k = 0;
    bool steps = item->kind == CHART_STEPS;
    double *x = ARENA_ARRAY(p->arena, double, 2 * n + 1),
           *y = ARENA_ARRAY(p->arena, double, 2 * n + 1);
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
    draw_colour(item->colour);
    draw_width(p, 2.2);
    if (k >= 2)
        draw_polyline(x, y, k);
}

static void paint_dots(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    bool rings = item->kind == CHART_RINGS;
    for (size_t i = 0; i < item->points.n; i++) {
        double x = layout_x(l, item->points.v[i].x), y = layout_y(l, item->points.v[i].y);
        if (!inside(x, l->left, l->right) || !inside(y, l->bottom, l->top))
            continue;
        if (rings) {
            draw_colour(item->colour);
            diamond(x, y, 6.4);
            draw_grey(DRAW_WHITE);
            diamond(x, y, 5);
            continue;
        }
        draw_grey(DRAW_WHITE);
        disc(x, y, 5);
        draw_colour(item->colour);
        disc(x, y, 3.7);
    }
}

static void paint_area(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    draw_translucent(item->colour, 0.08);
    rectangle(clamp(layout_x(l, item->v[0]), l->left, l->right), l->bottom,
              clamp(layout_x(l, item->v[1]), l->left, l->right), l->top);
}

static void paint_segment(const Page *p, const ChartItem *item)
{
    const Layout *l = p->l;
    draw_colour(item->colour);
    draw_width(p, item->dashed ? 1.2 : 1.4);
    draw_dashes(p, item->dashed);
    draw_line(clamp(layout_x(l, item->v[0]), l->left, l->right),
              clamp(layout_y(l, item->v[1]), l->bottom, l->top),
              clamp(layout_x(l, item->v[2]), l->left, l->right),
              clamp(layout_y(l, item->v[3]), l->bottom, l->top));
    draw_dashes(p, false);
}

static void paint_item(const Page *p, const ChartItem *item)
{
    switch (item->kind) {
    case CHART_BAR:
        (item->right ? paint_bar_right : paint_bar_up)(p, item);
        break;
    case CHART_BOX:
        paint_box(p, item);
        break;
    case CHART_SEGMENT:
        paint_segment(p, item);
        break;
    case CHART_TEXT:
        paint_text(p, item);
        break;
    case CHART_CELL:
        paint_cell(p, item);
        break;
    case CHART_BAND:
        paint_band(p, item);
        break;
    case CHART_LINE:
    case CHART_STEPS:
        paint_line(p, item);
        break;
    case CHART_DOTS:
    case CHART_RINGS:
        paint_dots(p, item);
        break;
    case CHART_AREA: /* below the grid */
    case CHART_KINDS:
        break;
    }
}

void paint_page(const Page *p)
{
    const Chart *c = p->l->chart;
    for (size_t i = 0; i < c->items.n; i++)
        if (c->items.v[i].kind == CHART_AREA)
            paint_area(p, &c->items.v[i]);
    paint_x_axis(p);
    paint_y_axis(p);
    for (size_t i = 0; i < c->items.n; i++)
        paint_item(p, &c->items.v[i]);
    paint_base_lines(p);
    label_bars(p);
    paint_colour_scale(p);
    paint_titles(p);
}
