/* text_plot.h - the raw values of a row as ministat shows them: a line a column, one scale. */
#ifndef REPORT_TEXT_PLOT_H
#define REPORT_TEXT_PLOT_H

#include "analyze/table.h"
#include "base/buf.h"

/* Nothing for rows without two values in some column. Sets that lie far apart get a scale each. */
void text_plot(Buf *b, const Row *row, size_t n_columns);
bool text_plot_possible(const Row *row, size_t n_columns);

#endif
