/*
 * text_width.h - how wide a text is, in pixels, without a font: the advances of DejaVu Sans, which
 * the charts are drawn in. Near enough for margins and for labels that must not touch in any other
 * sans serif font; and the same on every machine, so that a layout can be tested.
 */
#ifndef PLOT_TEXT_WIDTH_H
#define PLOT_TEXT_WIDTH_H

#include <stdbool.h>

double text_width(const char *text, double size_px, bool bold);

#endif
