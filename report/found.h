/*
 * found.h - what was read from one document, before any comparison: for `plimsoll parse`.
 *
 * tsv is the contract of the format tests: source line run tool scope metric value unit label
 * workload. run counts from 1 for each tool; copies take no number and print one note. Facts have
 * scope "@" (or "@SCOPE"), notes "!"; a value is base units, or NA when printed as not measurable.
 */
#ifndef REPORT_FOUND_H
#define REPORT_FOUND_H

#include "base/buf.h"
#include "base/model.h"

void found_tsv_header(Buf *b);
void found_tsv(Buf *b, const Document *d);

#endif
