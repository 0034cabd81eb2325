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
#include "plot/chart.h"

/* format: "svg", "png" or "pdf"; scale: of PNG. Appends the bytes of the picture. */
MUST_CHECK bool drawing_picture(const Chart *c, const char *format, double scale, Buf *out, Error *err);

#endif
