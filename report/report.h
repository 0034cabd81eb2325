/*
 * report.h - renderers of the comparison table, one row a format.
 *
 * All read the same Table and append to a Buf; nothing of a paste comes through unescaped
 * (base/safe.h). Text is for mailing lists: page.h. `whole` is the document for a list or a page:
 * answer, tables, plot, conditions, cautions, method, sources; without it the tables alone.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "analyze/table.h"
#include "base/buf.h"

typedef struct ReportOptions {
    bool whole;
    bool color;          /* text: colours on a terminal; never the only sign */
    size_t most_rows;    /* of one table; 0: all */
    const char *version; /* of Plimsoll */
    const Slice *charts; /* html: SVG elements made by us, put in as they are */
    size_t n_charts;
} ReportOptions;

typedef struct Renderer {
    const char *name;    /* "text", "markdown", "csv", "json" */
    const char *summary;
    void (*render)(Buf *b, Arena *a, const Table *t, const ReportOptions *o);
} Renderer;

/* For `plimsoll lint`: schema plimsoll.lint/1. */
void report_json_cautions(Buf *b, const Cautions *cautions);

const Renderer *const *report_renderers(size_t *n);
const Renderer *report_renderer(const char *name); /* NULL: unknown */

#endif
