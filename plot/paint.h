/*
 * paint.h - the marks of a chart on a page, by the few strokes of draw.h. Knows no drawing library.
 */
#ifndef PLOT_PAINT_H
#define PLOT_PAINT_H

#include "plot/draw.h"

void paint_page(const Page *p);

#endif
