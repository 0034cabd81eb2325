/*
 * quantity.h - figures for people: as many digits as they carry, in the unit they were posted in.
 */
#ifndef REPORT_QUANTITY_H
#define REPORT_QUANTITY_H

#include "base/buf.h"
#include "base/model.h"

/*
 * How a column of figures is shown: value / factor is printed, followed by `unit`.
 * "MB/s (10^6 B/s)": spelled says which MB is meant; "" when there is no doubt.
 */
typedef struct DisplayUnit {
    const char *unit;
    const char *spelled;
    double factor;
} DisplayUnit;

/* The unit the figure was posted in; when it was posted without, a fitting prefix of the base unit. */
DisplayUnit quantity_display(Unit unit, const char *raw_unit, double raw_factor, double typical_value);
/* As quantity_display, unless the smallest figure of the row would vanish in that unit. */
DisplayUnit quantity_display_row(Unit unit, const char *raw_unit, double raw_factor, double typical_value,
                                 double smallest_value);
/* A fitting prefix of the base unit: 0.0004 s -> us, 1.2e8 B/s -> MB/s (10^6). */
DisplayUnit quantity_display_for(Unit unit, double typical_value);

/*
 * value / scale.factor with the digits that half_width (base units; 0: not known, then four
 * significant digits) allows: never more digits than were printed, at least one.
 */
void quantity_print(Buf *b, double value, double half_width, DisplayUnit scale);
/* A mean or median of several figures: one digit more than half_width allows for one of them. */
void quantity_print_mean(Buf *b, double value, double half_width, DisplayUnit scale);
/* "43.80+-0.48": the mean to the second digit of the spread, which is where it stops to mean anything. */
void quantity_print_spread(Buf *b, double mean, double sd, double half_width, DisplayUnit scale,
                           const char *between);
/* A figure beside such a mean: to the same digit, and one more. */
void quantity_print_beside(Buf *b, double value, double sd, double half_width, DisplayUnit scale);
/* digits significant digits, plain notation within reason */
void quantity_digits(Buf *b, double value, int digits);
/* "0.000123" as "1.2e-4"; "p<1e-6" */
void quantity_p(Buf *b, double p);

#endif
