/*
 * layout.h - where the parts of a chart stand, in logical pixels; (0, 0) is the lower left corner.
 *
 * Everything is measured with text_width.h, so that labels neither touch nor leave the page: titles
 * and foot lines are broken, long names of categories are broken, then turned, then shortened. The
 * page grows in height when turned names need it.
 */
#ifndef PLOT_LAYOUT_H
#define PLOT_LAYOUT_H

#include "plot/chart.h"

enum { LAYOUT_LINES = 3 };

typedef struct TextLines {
    const char *line[LAYOUT_LINES];
    size_t n;
} TextLines;

typedef struct LegendPlace {
    double x, y;
    const ChartLegend *entry;
} LegendPlace;

typedef struct Layout {
    const Chart *chart;
    double width, height;
    double left, right, bottom, top; /* edges of the data area */
    TextLines title, subtitle, foot;
    double title_size, title_y, subtitle_y, foot_y; /* of the first line */
    size_t n_legend;
    LegendPlace *legend;
    double x_label_y;               /* of the first line of the labels below the axis */
    bool turned;                    /* they stand at 45 degrees */
    double x_title_y, y_label_most; /* widest label of the y axis that is drawn in full */
} Layout;

#define LAYOUT_SUBTITLE_SIZE 12.5
#define LAYOUT_TICK_SIZE 11.5
#define LAYOUT_NOTE_SIZE 11.0
#define LAYOUT_VALUE_SIZE 10.0
#define LAYOUT_NAME_SIZE 12.0
#define LAYOUT_LINE_STEP 15.0

Layout layout_of(Arena *a, const Chart *c);
double layout_x(const Layout *l, double x);
double layout_y(const Layout *l, double y);
/* A label of the x axis in at most LAYOUT_LINES lines that fit its slot. */
TextLines layout_x_label(Arena *a, const Layout *l, const ChartTick *tick);
/* text broken at blanks to lines of at most width; what is too long ends in "...". */
TextLines layout_wrap(Arena *a, const char *text, double size, bool bold, double width);
/* The text, shortened with an ellipsis to fit. */
const char *layout_fit(Arena *a, const char *text, double size, bool bold, double width);

#endif
