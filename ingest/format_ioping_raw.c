/*
 * ioping's raw rows without anything around them (-B, or -p and -P with -q): 4, 8 or 10 integers a
 * line. What is true of any such line is too little; the command above or the arithmetic proves it.
 */
#include "ingest/format.h"

#include <math.h>

#include "ingest/ioping_run.h"

static const char *const samples[] = {
    "10 3097 3229 13225702 211 310 351 39\n",
    "9 2812520 3200 13107107 299909 312502 344242 13696 10 450599028\n",
    NULL,
};

/* The sum of the times, divided by the requests, is the mean; its inverse is iops. */
static bool adds_up(const IopingRow *row)
{
    if (row->columns == 4)
        return false;
    const Number *c = row->column;
    double n = c[0].value, sum = c[1].value, iops = c[2].value, bw = c[3].value;
    double clock = row->columns == 10 ? 1e9 : 1e6;
    bool ordered = c[4].value <= c[5].value && c[5].value <= c[6].value;
    if (n < 1 || sum < 1 || !ordered || bw < iops)
        return false;
    return fabs(sum / n - c[5].value) <= 1 + 1e-3 * c[5].value &&
           fabs(n * clock / sum - iops) <= 1 + 1e-3 * iops;
}

static bool read_row(Reader *r, size_t at, IopingRow *row)
{
    row->line = lines_at(r->lines, at);
    row->columns = row->line ? ioping_row(row->line->text, row->column) : 0;
    return row->columns > 0;
}

static bool prints_rows(const IopingCommand *c)
{
    return c && (c->given['B'] || c->given['p'] || c->given['P']);
}

static int probe(Reader *r, size_t at)
{
    IopingRow row;
    if (!read_row(r, at, &row))
        return 0;
    if (adds_up(&row))
        return 80;
    if (!prints_rows(ioping_command_waiting(&ioping_memory(r)->commands, r)))
        return 0;
    return row.columns == 4 ? row.column[0].value <= row.column[2].value ? 75 : 0 : 75;
}

static size_t parse(Reader *r, size_t at)
{
    IopingRun x = { 0 };
    IopingRow row;
    size_t columns = 0, last = at;
    for (size_t i = at; lines_at(r->lines, i); i++) {
        bool blank = i == last + 1 && !lines_at(r->lines, i)->text.n; /* doubled line ends */
        if (blank)
            continue;
        if (!read_row(r, i, &row) || (columns && row.columns != columns))
            break;
        columns = row.columns;
        *VEC_PUSH(r->arena, &x.rows) = row;
        last = i;
    }
    ioping_run_store(r, &x, at, last);
    return last + 1;
}

const Format format_ioping_raw = {
    .name = "ioping-raw",
    .summary = "raw rows of ioping (-B, -p, -P)",
    .source = "koct9i/ioping 0.4 to 1.3: ioping.c, print_statistics",
    .anchors = NULL,
    .samples = samples,
    .metrics = ioping_metrics,
    .probe = probe,
    .parse = parse,
};
