/*
 * wording.h - the sentences of a report: what a comparison says, in words a reader can quote.
 */
#ifndef REPORT_WORDING_H
#define REPORT_WORDING_H

#include "analyze/table.h"
#include "base/buf.h"
#include "report/quantity.h"

/* "A", "B" ... "Z", "C27": short names of columns in text tables. buf holds 16 bytes. */
const char *wording_letter(char buf[16], size_t column);

/* "dd write bs=16k", of one row: tool only where the workload does not begin with it. */
void wording_workload(Buf *b, const Row *row);
/* The unit in which a row is printed: that of its base column, as posted. */
DisplayUnit wording_unit(const Table *t, const Row *row);
/* The name of a column; a column of runs without a name says so. */
const char *wording_column(const Table *t, size_t column);
/* "read.bw", with the scope in front where there is one. */
void wording_metric(Buf *b, const Row *row);
/* "+134.2%", "-5.5%", of a ratio; the digits that matter */
void wording_change(Buf *b, double ratio);
void wording_ratio(Buf *b, double ratio); /* "2.342", "0.0915", "213" */
/*
 * "B is 4.6 % slower than A (95 % interval 2.9 to 6.3 %): WORSE". name and base_name: what the
 * columns are called here.
 */
void wording_finding(Buf *b, const Table *t, const Row *row, size_t column, const char *name,
                     const char *base_name);
/* "BETTER", "WITHIN +-5 %" */
void wording_verdict(Buf *b, const Table *t, Verdict v);
/* The lines that answer first: findings where there are some, else what cannot be told and why. */
void wording_answer(Buf *b, const Table *t, bool letters);
/* The value of a fact for people: sizes as 16k, 20G. */
void wording_fact(Buf *b, const char *key, const char *value);
/* "ratio of means; Welch t with ..." */
void wording_method(Buf *b, const Table *t);

#endif
