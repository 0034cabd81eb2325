/*
 * draw.h - the strokes that PLplot makes for us, in logical pixels of the page (layout.h).
 *
 * Implemented in draw.c, the only file that knows PLplot; part of plimsoll-draw alone.
 */
#ifndef PLOT_DRAW_H
#define PLOT_DRAW_H

#include "plot/layout.h"

typedef struct Page {
    const Layout *l;
    Arena *arena;
    double scale; /* device pixels in one of ours */
    bool vector;  /* the plain svg device */
} Page;

typedef enum DrawGrey { DRAW_GRID, DRAW_AXIS, DRAW_WHITE, DRAW_LIGHT, DRAW_INK } DrawGrey;
typedef enum DrawAlign { DRAW_LEFT, DRAW_CENTER, DRAW_RIGHT } DrawAlign;

/* The colour of what follows. */
void draw_colour(ChartColour c);
void draw_grey(DrawGrey g);
void draw_translucent(ChartColour c, double alpha);
void draw_scale_colour(double t); /* of a heat map, 0..1 */

void draw_width(const Page *p, double px);
void draw_dashes(const Page *p, bool on);
void draw_line(double x0, double y0, double x1, double y1);
void draw_polyline(const double *x, const double *y, size_t n);
void draw_polygon(const double *x, const double *y, size_t n); /* filled, without an edge */

void draw_text(const Page *p, double x, double y, DrawAlign align, double size, bool bold,
               const char *text);
/* (dx, dy): the direction it runs in. */
void draw_text_turned(const Page *p, double x, double y, double dx, double dy, DrawAlign align,
                      double size, bool bold, const char *text);

#endif
