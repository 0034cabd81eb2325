/*
 * text_table.h - the tables of a plain report, 72 columns wide.
 *
 * Rows of one group and tool stand in one table: two columns beside each other with their ratio, more
 * columns as values with a line of ratios below. Rows with tests get a second line, or, when there are
 * only a few, a block of their own.
 */
#ifndef REPORT_TEXT_TABLE_H
#define REPORT_TEXT_TABLE_H

#include "report/report.h"
#include "report/sources.h"

void text_tables(Buf *b, const Table *t, const ReportOptions *o, Sources *sources);

#endif
