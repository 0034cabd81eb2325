/*
 * number.h - decimal numbers as tools print them, read and written without any locale.
 *
 * half is half a unit of the last printed digit, in the unit of the text: "2.50" has half 0.005.
 * The caller scales value and half together.
 */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include "base/slice.h"

typedef struct Number {
    double value;
    double half;
    Slice text;
} Number;

/*
 * [+-]digits[.digits][e[+-]digits], also ".5". Correctly rounded. Fails (and leaves s alone) where
 * no digit stands, and on values that are not finite. mark is the decimal sign ('.' or ',').
 */
bool number_read(Slice *s, Number *out);
bool number_read_mark(Slice *s, char mark, Number *out);

/* The whole slice is one number. */
bool number_is(Slice s, Number *out);

/*
 * The number whose decimal sign is '.' or ',' as the text itself says: "2,01766" and "2.01766" both
 * give 2.01766. A sign followed by no digit is not part of the number ("2.01766, 133" stops there).
 */
bool number_read_either(Slice *s, Number *out);

/*
 * value * factor; where factor is one over a whole number (1e-6, 0.01) the quotient, which is
 * correctly rounded: 5 usec are 5e-06 s, not 4.9999999999999996e-06.
 */
double number_scale(double value, double factor);

enum { NUMBER_TEXT_BYTES = 32 };
/* The shortest text that reads back to the same double. Returns buf. */
const char *number_text(char buf[NUMBER_TEXT_BYTES], double value);

#endif
