#include "plot/layout.h"

#include <string.h>

#include "base/safe.h"
#include "plot/text_width.h"

#define EDGE 20.0        /* around the page */
#define GAP 10.0         /* between a label and its axis */
#define LEGEND_STEP 20.0 /* between lines of the legend */
#define TURN 0.7071      /* sine of 45 degrees */

/* --- text --- */

const char *layout_fit(Arena *a, const char *text, double size, bool bold, double width)
{
    if (text_width(text, size, bold) <= width)
        return text;
    size_t n = 0;
    Slice s = slice_of(text);
    double used = text_width("\xe2\x80\xa6", size, bold);
    for (size_t step; s.n; s = slice_from(s, step)) {
        uint32_t c;
        step = safe_utf8_next(s, &c);
        used += text_width(arena_text(a, slice_first(s, step)), size, bold);
        if (used > width)
            break;
        n += step;
    }
    return arena_printf(a, "%.*s\xe2\x80\xa6", (int)n, text);
}

TextLines layout_wrap(Arena *a, const char *text, double size, bool bold, double width)
{
    TextLines out = { .n = 0 };
    Slice rest = slice_of(text), word;
    const char *line = "";
    while (slice_word(&rest, &word)) {
        const char *longer = arena_printf(a, "%s%s%.*s", line, *line ? " " : "", SLICE_ARG(word));
        if (*line && text_width(longer, size, bold) > width) {
            if (out.n + 1 == LAYOUT_LINES) { /* the last line takes what is left */
                const char *all =
                    arena_printf(a, "%s %.*s%.*s", line, SLICE_ARG(word), SLICE_ARG(rest));
                out.line[out.n++] = layout_fit(a, all, size, bold, width);
                return out;
            }
            out.line[out.n++] = layout_fit(a, line, size, bold, width);
            longer = arena_text(a, word);
        }
        line = longer;
    }
    if (*line)
        out.line[out.n++] = layout_fit(a, line, size, bold, width);
    return out;
}

/* --- from the top --- */

static double place_titles(Arena *a, Layout *l)
{
    const Chart *c = l->chart;
    double room = l->width - 2 * EDGE;
    l->title_size = text_width(c->title, 18, true) <= room ? 18 : 15;
    l->title = layout_wrap(a, c->title, l->title_size, true, room);
    l->subtitle = layout_wrap(a, c->subtitle, LAYOUT_SUBTITLE_SIZE, false, room);
    double y = l->height - 6;
    l->title_y = y - 20;
    y -= (double)l->title.n * 23;
    l->subtitle_y = y - 19;
    y -= (double)l->subtitle.n * 18;
    return y - 4;
}

/* Squares and names in lines under the subtitle. Returns the y below them. */
static double place_legend(Arena *a, Layout *l, double y)
{
    const Chart *c = l->chart;
    if (c->legend.n == 0)
        return y - 8;
    l->legend = ARENA_ARRAY(a, LegendPlace, c->legend.n);
    l->n_legend = c->legend.n;
    double x = EDGE;
    y -= 18;
    for (size_t i = 0; i < c->legend.n; i++) {
        double width = 18 + text_width(c->legend.v[i].name, LAYOUT_NAME_SIZE, false);
        if (i && x + width > l->width - EDGE) {
            x = EDGE;
            y -= LEGEND_STEP;
        }
        l->legend[i] = (LegendPlace){ x, y, &c->legend.v[i] };
        x += width + 22;
    }
    return y - 8;
}

/* --- sides --- */

static double widest(const ChartAxis *axis, double size)
{
    double most = 0;
    for (size_t i = 0; i < axis->ticks.n; i++) {
        double w = text_width(axis->ticks.v[i].label, size, false);
        most = w > most ? w : most;
    }
    return most;
}

static double share_of(const ChartAxis *axis, double v)
{
    if (axis->log)
        return v > 0 ? log(v / axis->lo) / log(axis->hi / axis->lo) : 0;
    return (v - axis->lo) / (axis->hi - axis->lo);
}

/* Names behind the last point of a line, values behind bars that grow to the right. */
static double overhang(const Layout *l)
{
    const Chart *c = l->chart;
    double most = EDGE;
    for (size_t i = 0; i < c->items.n; i++) {
        const ChartItem *item = &c->items.v[i];
        if (item->kind == CHART_TEXT && item->anchor == CHART_AFTER) {
            double w = 14 + text_width(item->text, LAYOUT_NAME_SIZE, true) + 8;
            most = w > most ? w : most;
        }
    }
    /* the value of a bar stands behind its end or that of its interval */
    for (size_t i = 0; i < c->items.n; i++) {
        const ChartItem *item = &c->items.v[i];
        if (item->kind != CHART_BAR || !item->right || !item->text)
            continue;
        double end = isfinite(item->v[5]) && item->v[5] > item->v[1] ? item->v[5] : item->v[1];
        double free = 1 - fmin(share_of(&c->x, end), 1);
        double w = 8 + text_width(item->text, LAYOUT_NAME_SIZE, true) + 8 -
                   free * (l->width - l->left - EDGE) * 0.8;
        most = w > most ? w : most;
    }
    /* half of the last label of the x axis, where it stands at the edge */
    for (size_t i = 0; i < c->x.ticks.n; i++) {
        const ChartTick *t = &c->x.ticks.v[i];
        double half = text_width(t->label, LAYOUT_TICK_SIZE, false) / 2 + 4;
        if (fabs(t->at - c->x.hi) <= 0.001 * fabs(c->x.hi - c->x.lo) && half > most)
            most = half;
    }
    return most > l->width / 3 ? l->width / 3 : most;
}

static void place_sides(Layout *l)
{
    const Chart *c = l->chart;
    double label = widest(&c->y, LAYOUT_TICK_SIZE);
    double most = l->width * 0.32;
    l->y_label_most = label > most ? most : label;
    l->left = EDGE + l->y_label_most + GAP;
    if (*c->y.title)
        l->left += 18;
    l->right = l->width - overhang(l);
    if (c->scale.n)
        l->right = l->width - EDGE - 74;
}

/* --- below --- */

static size_t count_labels(const ChartAxis *axis)
{
    size_t n = 0;
    for (size_t i = 0; i < axis->ticks.n; i++)
        n += axis->ticks.v[i].label[0] != '\0';
    return n;
}

/* The least distance of two labelled ticks. */
static double slot_width(const Layout *l)
{
    const ChartAxis *x = &l->chart->x;
    double least = l->right - l->left, last = -1e9;
    for (size_t i = 0; i < x->ticks.n; i++) {
        if (!x->ticks.v[i].label[0])
            continue;
        double at = layout_x(l, x->ticks.v[i].at);
        double gap = fabs(at - last);
        least = gap < least ? gap : least;
        last = at;
    }
    return least;
}

TextLines layout_x_label(Arena *a, const Layout *l, const ChartTick *tick)
{
    TextLines one = { .n = 1 };
    one.line[0] = tick->label;
    if (l->turned)
        one.line[0] = layout_fit(a, tick->label, LAYOUT_TICK_SIZE, false, 180);
    if (l->turned || tick->weight != CHART_TICK_NONE)
        return one;
    return layout_wrap(a, tick->label, LAYOUT_TICK_SIZE, false, slot_width(l) - 6);
}

/* Labels of a scale are never broken: do neighbours keep apart? */
static bool scale_fits(const Layout *l)
{
    const ChartAxis *x = &l->chart->x;
    double end = -1e9;
    for (size_t i = 0; i < x->ticks.n; i++) {
        const ChartTick *t = &x->ticks.v[i];
        double at = layout_x(l, t->at), half = text_width(t->label, LAYOUT_TICK_SIZE, false) / 2;
        if (!t->label[0])
            continue;
        if (at - half < end + 4)
            return false;
        end = at + half;
    }
    return true;
}

/* Does every label fit its slot, broken at blanks, without being shortened? */
static bool labels_fit(Arena *a, const Layout *l, size_t *lines)
{
    const ChartAxis *x = &l->chart->x;
    double room = slot_width(l) - 6;
    *lines = 1;
    if (x->ticks.n && x->ticks.v[0].weight != CHART_TICK_NONE)
        return scale_fits(l);
    for (size_t i = 0; i < x->ticks.n; i++) {
        TextLines t = layout_wrap(a, x->ticks.v[i].label, LAYOUT_TICK_SIZE, false, room);
        *lines = t.n > *lines ? t.n : *lines;
        for (size_t k = 0; k < t.n; k++)
            if (slice_has(slice_of(t.line[k]), SLICE("\xe2\x80\xa6")))
                return false;
    }
    return true;
}

/* Height of labels and title below the axis; sets their places for a data area that begins at
 * `base`. */
static double place_below(Arena *a, Layout *l)
{
    const Chart *c = l->chart;
    l->foot = layout_wrap(a, c->foot, LAYOUT_NOTE_SIZE, false, l->width - 2 * EDGE);
    double y = 12;
    if (l->foot.n) {
        l->foot_y = y + (double)(l->foot.n - 1) * LAYOUT_LINE_STEP + 4;
        y += (double)l->foot.n * LAYOUT_LINE_STEP + 8;
    }
    if (*c->x.title) {
        l->x_title_y = y + 8;
        y += 22;
    }
    if (count_labels(&c->x) == 0)
        return y + 8;
    size_t lines;
    l->turned = !labels_fit(a, l, &lines);
    if (l->turned) {
        double w = widest(&c->x, LAYOUT_TICK_SIZE);
        y += (w > 180 ? 180 : w) * TURN + 16;
    } else {
        y += (double)lines * LAYOUT_LINE_STEP + 10;
    }
    return y;
}

Layout layout_of(Arena *a, const Chart *c)
{
    Layout l = { .chart = c, .width = c->width, .height = c->height };
    place_sides(&l);
    double below = place_below(a, &l);
    double plain = 60; /* what is below anyway */
    if (below > plain && l.turned)
        l.height += below - plain;
    double y = place_titles(a, &l);
    y = place_legend(a, &l, y);
    l.top = y - 12;
    l.bottom = below;
    if (l.top - l.bottom < 80) { /* many lines of legend: the page grows */
        double more = 80 - (l.top - l.bottom);
        l.height += more;
        y = place_legend(a, &l, place_titles(a, &l));
        l.top = y - 12;
    }
    l.x_label_y = l.bottom - (l.turned ? 8 : 15);
    return l;
}

/* --- data to pixels --- */

double layout_x(const Layout *l, double x)
{
    return l->left + share_of(&l->chart->x, x) * (l->right - l->left);
}

double layout_y(const Layout *l, double y)
{
    return l->bottom + share_of(&l->chart->y, y) * (l->top - l->bottom);
}
