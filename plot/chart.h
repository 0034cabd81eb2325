/*
 * chart.h - a chart as plain data: what is drawn and where, in the units of its axes.
 *
 * Nothing here knows a drawing library. Builders (charts.h) make charts from tables and histories;
 * plimsoll-draw reads the text form and draws it; tests compare the text form. Pixels, margins and
 * fonts are decided by layout.h. All numbers are finite, except where CHART_NONE is allowed; all
 * strings are UTF-8 and may come from pastes. Everything lives in the arena given to chart_new().
 *
 * Text form: a line an element, words separated by one blank, texts last and up to the end of the
 * line ("\n", "\t", "\\" stand for newline, tab, backslash). CHART_NONE is "-". In this order:
 *
 *   plimsoll-chart 1
 *   kind bar
 *   size WIDTH HEIGHT                      logical pixels
 *   title TEXT, subtitle TEXT, foot TEXT, about TEXT
 *   axis x|y linear|log LO HI TEXT         TEXT: its title, may be empty
 *   tick x|y major|minor|none AT TEXT      the weight of its grid line, its label
 *   scale T TEXT                           a label of the colour scale, T in 0..1
 *   legend COLOUR TEXT
 *   bar COLOUR X0 X1 Y0 Y1 LO HI up|right TEXT   interval LO..HI ("-" none), value label at its end
 *   box COLOUR X HALFWIDTH MIN Q1 MEDIAN Q3 MAX MEAN
 *   area COLOUR X0 X1                      over the whole height
 *   segment COLOUR solid|dashed X0 Y0 X1 Y1
 *   text COLOUR plain|bold left|center|right|after X Y TEXT
 *   cell T X0 X1 Y0 Y1 TEXT                of a heat map
 *   band COLOUR / line COLOUR / steps COLOUR / dots COLOUR / rings COLOUR
 *     p X Y [LO HI]                        the points of the element above; a band has LO HI
 */
#ifndef PLOT_CHART_H
#define PLOT_CHART_H

#include <math.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"

#define CHART_NONE ((double)NAN)

typedef enum ChartColour {
    CHART_SERIES_1, /* Okabe-Ito: told apart by people who see few colours */
    CHART_SERIES_2,
    CHART_SERIES_3,
    CHART_SERIES_4,
    CHART_SERIES_5,
    CHART_SERIES_6,
    CHART_SERIES_7,
    CHART_NEUTRAL, /* no difference shown */
    CHART_BASE,    /* what the others are compared with */
    CHART_BETTER,
    CHART_WORSE,
    CHART_ALARM, /* a regression */
    CHART_INK,
    CHART_MUTED,
    CHART_COLOURS
} ChartColour;

enum { CHART_SERIES = 7 };

typedef enum ChartWeight { CHART_TICK_NONE, CHART_TICK_MINOR, CHART_TICK_MAJOR } ChartWeight;

typedef struct ChartTick {
    double at;
    ChartWeight weight;
    const char *label; /* "": a line alone */
} ChartTick;

typedef struct ChartAxis {
    bool log;
    double lo, hi;
    const char *title;
    VEC(ChartTick) ticks;
} ChartAxis;

typedef enum ChartKind {
    CHART_BAR,
    CHART_BOX,
    CHART_AREA,
    CHART_SEGMENT,
    CHART_TEXT,
    CHART_CELL,
    CHART_BAND,
    CHART_LINE,
    CHART_STEPS,
    CHART_DOTS,
    CHART_RINGS, /* diamonds with a light middle: means */
    CHART_KINDS
} ChartKind;

typedef enum ChartAnchor { CHART_LEFT, CHART_CENTER, CHART_RIGHT, CHART_AFTER } ChartAnchor;

typedef struct ChartPoint {
    double x, y, lo, hi; /* lo, hi: bands */
} ChartPoint;

typedef struct ChartItem {
    ChartKind kind;
    ChartColour colour;
    bool dashed, bold, right; /* segment; text; a bar that grows to the right */
    ChartAnchor anchor;       /* text */
    double v[8];              /* numbers in the order of the text form (without the points) */
    const char *text;
    VEC(ChartPoint) points;
} ChartItem;

typedef struct ChartLegend {
    ChartColour colour;
    const char *name;
} ChartLegend;

typedef struct ChartScaleMark {
    double t;
    const char *label;
} ChartScaleMark;

typedef struct Chart {
    Arena *arena;
    const char *kind; /* "bar" */
    double width, height;
    const char *title, *subtitle, *foot;
    const char *about; /* one or two sentences for those who cannot see it */
    ChartAxis x, y;
    VEC(ChartLegend) legend;
    VEC(ChartScaleMark) scale;
    VEC(ChartItem) items; /* drawn in this order */
} Chart;

Chart *chart_new(Arena *a, const char *kind, double width, double height);
ChartTick *chart_tick(Chart *c, ChartAxis *axis, double at, ChartWeight weight, const char *label);
void chart_legend(Chart *c, ChartColour colour, const char *name);
ChartItem *chart_item(Chart *c, ChartKind kind, ChartColour colour);
ChartItem *chart_bar(Chart *c, ChartColour colour, double x0, double x1, double y0, double y1);
ChartItem *chart_text(Chart *c, ChartColour colour, ChartAnchor anchor, double x, double y,
                      const char *text);
ChartItem *chart_segment(Chart *c, ChartColour colour, bool dashed, double x0, double y0, double x1,
                         double y1);
void chart_point(Chart *c, ChartItem *item, double x, double y);
void chart_band_point(Chart *c, ChartItem *item, double x, double lo, double hi);
ChartColour chart_series_colour(size_t i); /* the seven in turn */

void chart_write(Buf *b, const Chart *c);
/* Refuses what chart_write() does not write: unknown words, numbers that are not finite. */
MUST_CHECK bool chart_read(Arena *a, Slice text, Chart **out, Error *err);

#endif
