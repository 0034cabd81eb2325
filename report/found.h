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
#include "report/json_write.h"

void found_text(Buf *b, const Document *d); /* for a terminal: labels, lines, figures, notes */
void found_json(JsonWriter *w, const Document *d); /* one object; schema plimsoll.parse/1 */
void found_tsv_header(Buf *b);
void found_tsv(Buf *b, const Document *d);

#endif
