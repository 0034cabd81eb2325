/*
 * histogram_rows.h - the histograms of a comparison, in the rows and columns of its figures.
 */
#ifndef ANALYZE_HISTOGRAM_ROWS_H
#define ANALYZE_HISTOGRAM_ROWS_H

#include "analyze/part.h"
#include "analyze/table.h"

/* Parts are projected; column_of: by part. Histograms of scopes that are not compared are left out.
 */
void histogram_rows_fill(Parts *p, const uint32_t *column_of, Table *t);

#endif
