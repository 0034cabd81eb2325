/*
 * drawing.h - a chart into a picture: plimsoll-draw, run as a program of its own.
 *
 * It is looked for beside this program, in ../libexec/plimsoll, then along PATH. A crash, an error or
 * a time-out of it is an Error here.
 */
#ifndef CLI_DRAWING_H
#define CLI_DRAWING_H

#include "base/buf.h"
#include "base/error.h"
#include "plot/charts.h"

/* format: "svg", "png" or "pdf"; scale: of PNG. Appends the bytes of the picture. */
MUST_CHECK bool drawing_picture(const Chart *c, const char *format, double scale, Buf *out, Error *err);

/*
 * The charts of a page: bars, ratios, boxes, as far as the table has them, as SVG elements without
 * the XML declaration. false: the first one could not be drawn.
 */
MUST_CHECK bool drawing_for_page(Arena *a, const Table *t, const Slice **out, size_t *n, Error *err);

/* One SVG element a series of the history; an empty slice where it cannot be drawn. In the arena. */
const Slice *drawing_of_history(Arena *a, const History *h);

#endif
