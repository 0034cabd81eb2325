/*
 * Charts in 72 columns of ASCII, for mails: bars with their intervals, boxes with their runs.
 *
 *   old   ################|-+-|           133 MB/s
 */
#include <string.h>

#include "base/safe.h"
#include "plot/charts.h"

enum { COLUMNS = 72, MOST_NAME = 22, MOST_VALUE = 10 };

/* The dot between two remarks is a semicolon here. */
static Buf to_ascii(const char *text)
{
    Buf plain = buf_new(0);
    Slice rest = slice_of(text), head;
    while (slice_until(&rest, SLICE(" \xc2\xb7 "), &head)) {
        safe_ascii(&plain, head);
        buf_str(&plain, "; ");
    }
    safe_ascii(&plain, rest);
    return plain;
}

static void ascii(Buf *b, const char *text, size_t most)
{
    Buf plain = to_ascii(text);
    size_t n = plain.n < most ? plain.n : most;
    buf_add(b, (Slice){ plain.text, n });
    buf_free(&plain);
}

/* Left-aligned in a field. */
static void field(Buf *b, const char *text, size_t width)
{
    size_t before = b->n;
    ascii(b, text, width);
    size_t used = b->n - before;
    buf_repeat(b, ' ', used < width ? width - used : 0);
}

/* A line of text broken at blanks to 72 columns. */
static void paragraph(Buf *b, const char *text)
{
    Buf plain = to_ascii(text);
    Slice rest = buf_slice(&plain), word;
    size_t column = 0;
    while (slice_word(&rest, &word)) {
        if (column && column + 1 + word.n > COLUMNS) {
            buf_char(b, '\n');
            column = 0;
        }
        if (column) {
            buf_char(b, ' ');
            column++;
        }
        buf_add(b, word);
        column += word.n;
    }
    if (column)
        buf_char(b, '\n');
    buf_free(&plain);
}

typedef struct Strip {
    double lo, hi;
    size_t width;
} Strip;

static size_t cell_of(Strip s, double v)
{
    double share = (v - s.lo) / (s.hi - s.lo);
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return (size_t)(share * (double)(s.width - 1) + 0.5);
}

/* --- bars --- */

static const char *name_at(const ChartAxis *axis, double at)
{
    const char *name = "";
    double best = 0.5;
    for (size_t i = 0; i < axis->ticks.n; i++)
        if (axis->ticks.v[i].weight == CHART_TICK_NONE && fabs(axis->ticks.v[i].at - at) < best) {
            best = fabs(axis->ticks.v[i].at - at);
            name = axis->ticks.v[i].label;
        }
    return name;
}

static const char *legend_of(const Chart *c, ChartColour colour)
{
    for (size_t i = 0; i < c->legend.n; i++)
        if (c->legend.v[i].colour == colour)
            return c->legend.v[i].name;
    return "";
}

static void bar_line(Buf *b, const Chart *c, const ChartItem *bar, size_t name_width)
{
    char cells[COLUMNS + 1];
    double from = bar->right ? bar->v[0] : bar->v[2], to = bar->right ? bar->v[1] : bar->v[3];
    const ChartAxis *axis = bar->right ? &c->x : &c->y;
    Strip s = { axis->lo, axis->hi, COLUMNS - name_width - MOST_VALUE - 2 };
    memset(cells, ' ', s.width);
    size_t a = cell_of(s, from), z = cell_of(s, to);
    if (a > z) {
        size_t swap = a;
        a = z;
        z = swap;
    }
    if (to != from)
        memset(cells + a, '#', z - a + 1);
    if (isfinite(bar->v[4]) && isfinite(bar->v[5])) {
        size_t lo = cell_of(s, bar->v[4]), hi = cell_of(s, bar->v[5]);
        memset(cells + lo, '-', hi - lo + 1);
        cells[lo] = cells[hi] = '|';
    }
    cells[s.width] = '\0';
    Buf line = buf_new(0);
    const char *series = legend_of(c, bar->colour);
    double at = bar->right ? (bar->v[2] + bar->v[3]) / 2 : (bar->v[0] + bar->v[1]) / 2;
    field(&line, *series ? series : name_at(bar->right ? &c->y : &c->x, at), name_width);
    buf_printf(&line, " %s ", cells);
    ascii(&line, bar->text, MOST_VALUE);
    while (line.n && line.text[line.n - 1] == ' ')
        line.n--;
    buf_add(b, buf_slice(&line));
    buf_char(b, '\n');
    buf_free(&line);
}

static size_t widest_name(const Chart *c)
{
    size_t most = 4;
    for (size_t i = 0; i < c->legend.n; i++)
        most = strlen(c->legend.v[i].name) > most ? strlen(c->legend.v[i].name) : most;
    for (int k = 0; k < 2; k++) {
        const ChartAxis *axis = k ? &c->y : &c->x;
        for (size_t i = 0; c->legend.n == 0 && i < axis->ticks.n; i++)
            if (axis->ticks.v[i].weight == CHART_TICK_NONE && strlen(axis->ticks.v[i].label) > most)
                most = strlen(axis->ticks.v[i].label);
    }
    return most > MOST_NAME ? MOST_NAME : most;
}

static void bars(Buf *b, const Chart *c)
{
    size_t width = widest_name(c);
    const char *group = "";
    for (size_t i = 0; i < c->items.n; i++) {
        const ChartItem *bar = &c->items.v[i];
        if (bar->kind != CHART_BAR)
            continue;
        const char *name = name_at(&c->x, floor(bar->v[0]) + 0.5);
        if (c->legend.n && strcmp(name, group) != 0) {
            buf_char(b, '\n');
            paragraph(b, name);
            group = name;
        }
        bar_line(b, c, bar, width);
    }
}

/* --- boxes --- */

static void box_line(Buf *b, const ChartItem *box, Strip s, const char *name, size_t name_width)
{
    char cells[COLUMNS + 1];
    memset(cells, ' ', s.width);
    cells[s.width] = '\0';
    size_t at[5];
    for (size_t i = 0; i < 5; i++)
        at[i] = cell_of(s, box->v[i + 2]);
    memset(cells + at[0], '-', at[4] - at[0] + 1);
    memset(cells + at[1], '=', at[3] - at[1] + 1);
    cells[at[0]] = cells[at[4]] = '|';
    cells[at[1]] = '[';
    cells[at[3]] = ']';
    cells[at[2]] = ':';
    if (isfinite(box->v[7]))
        cells[cell_of(s, box->v[7])] = 'o';
    Buf line = buf_new(0);
    field(&line, name, name_width);
    buf_printf(&line, " %s", cells);
    while (line.n && line.text[line.n - 1] == ' ')
        line.n--;
    buf_add(b, buf_slice(&line));
    buf_char(b, '\n');
    buf_free(&line);
}

static void dot_line(Buf *b, const ChartItem *dots, Strip s, const char *name, size_t name_width)
{
    char cells[COLUMNS + 1];
    memset(cells, ' ', s.width);
    for (size_t i = 0; i < dots->points.n; i++) {
        char *cell = &cells[cell_of(s, dots->points.v[i].y)];
        *cell = *cell == ' ' ? 'x' : *cell == 'x' ? '2' : *cell < '9' ? (char)(*cell + 1) : '*';
    }
    size_t n = s.width;
    while (n && cells[n - 1] == ' ')
        n--;
    cells[n] = '\0';
    field(b, name, name_width);
    buf_printf(b, " %s\n", cells);
}

static void boxes(Buf *b, const Chart *c)
{
    size_t width = widest_name(c);
    Strip s = { c->y.lo, c->y.hi, COLUMNS - width - 1 };
    buf_char(b, '\n');
    bool named = false;
    for (size_t i = 0; i < c->items.n; i++) {
        const ChartItem *item = &c->items.v[i];
        if (item->kind == CHART_BOX) {
            box_line(b, item, s, name_at(&c->x, item->v[0]), width);
            named = true;
        } else if (item->kind == CHART_DOTS && item->points.n) {
            dot_line(b, item, s, named ? "" : name_at(&c->x, item->points.v[0].x), width);
            named = false;
        }
    }
    const char *lo = c->y.ticks.n ? c->y.ticks.v[0].label : "";
    const char *hi = c->y.ticks.n ? c->y.ticks.v[c->y.ticks.n - 1].label : "";
    buf_repeat(b, ' ', width + 1);
    field(b, lo, s.width - strlen(hi));
    ascii(b, hi, MOST_VALUE);
    buf_char(b, '\n');
}

void chart_ascii(Buf *b, const Chart *c)
{
    paragraph(b, c->title);
    paragraph(b, c->subtitle);
    if (strcmp(c->kind, "box") == 0) {
        boxes(b, c);
    } else {
        if (c->legend.n == 0)
            buf_char(b, '\n');
        bars(b, c);
    }
    if (*c->foot) {
        buf_char(b, '\n');
        paragraph(b, c->foot);
    }
}
