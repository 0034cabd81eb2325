#include "report/text_plot.h"

#include <math.h>
#include <string.h>

#include "report/quantity.h"
#include "report/wording.h"

enum { PLOT_COLUMNS = 56 };

typedef struct Range {
    double lo, hi;
} Range;

static Range range_of(const Cell *cell)
{
    return (Range){ cell->values[0], cell->values[cell->n_values - 1] };
}

bool text_plot_possible(const Row *row, size_t n_columns)
{
    bool several = false;
    for (size_t k = 0; k < n_columns; k++)
        several = several || row->cells[k].n_values > 1;
    return several;
}

/* Do the sets lie so far apart that on one scale each would be a single mark? */
static bool far_apart(const Row *row, size_t n_columns, Range all)
{
    double widest = 0;
    for (size_t k = 0; k < n_columns; k++)
        if (row->cells[k].n_values > 1) {
            Range r = range_of(&row->cells[k]);
            widest = fmax(widest, r.hi - r.lo);
        }
    return widest > 0 && widest * PLOT_COLUMNS / 4 < all.hi - all.lo;
}

static void draw(Buf *b, const Cell *cell, Range scale)
{
    unsigned count[PLOT_COLUMNS] = { 0 };
    double width = scale.hi - scale.lo;
    for (size_t i = 0; i < cell->n_values; i++) {
        double at = width > 0 ? (cell->values[i] - scale.lo) / width : 0.5;
        count[(size_t)lround(at * (PLOT_COLUMNS - 1))]++;
    }
    buf_char(b, '|');
    for (size_t i = 0; i < PLOT_COLUMNS; i++)
        buf_char(b, count[i] == 0   ? ' '
                    : count[i] == 1 ? 'x'
                    : count[i] < 10 ? (char)('0' + count[i])
                                    : '#');
    buf_char(b, '|');
}

static void ends(Buf *b, const Row *row, Range r)
{
    DisplayUnit unit = quantity_display(row->unit, row->raw_unit, row->raw_factor, r.hi);
    double half = row->cells[row->base].half_width;
    quantity_print(b, r.lo, half, unit);
    buf_str(b, " ... ");
    quantity_print(b, r.hi, half, unit);
    if (unit.unit[0])
        buf_printf(b, " %s", unit.unit);
}

void text_plot(Buf *b, const Row *row, size_t n_columns)
{
    if (!text_plot_possible(row, n_columns))
        return;
    Range all = { INFINITY, -INFINITY };
    for (size_t k = 0; k < n_columns; k++)
        if (row->cells[k].n_values) {
            Range r = range_of(&row->cells[k]);
            all = (Range){ fmin(all.lo, r.lo), fmax(all.hi, r.hi) };
        }
    bool apart = far_apart(row, n_columns, all);
    buf_str(b, "  ");
    wording_workload(b, row);
    buf_char(b, ' ');
    wording_metric(b, row);
    if (!apart) {
        buf_str(b, ": ");
        ends(b, row, all);
    } else {
        buf_str(b, ", a scale for each line");
    }
    buf_char(b, '\n');
    for (size_t k = 0; k < n_columns; k++) {
        const Cell *cell = &row->cells[k];
        char letter[16];
        if (!cell->n_values)
            continue;
        buf_printf(b, "  %-4s ", wording_letter(letter, k));
        draw(b, cell, apart ? range_of(cell) : all);
        buf_char(b, '\n');
        if (apart) {
            buf_str(b, "        ");
            ends(b, row, range_of(cell));
            buf_char(b, '\n');
        }
    }
}
