#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXACT_DIGITS = 15, EXACT_POWER = 22, LONGEST_NUMBER = 400, LARGEST_EXPONENT = 9999 };

static const double powers[EXACT_POWER + 1] = {
    1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
    1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
};

/* What was scanned: digits of the mantissa without the sign, decimals behind the mark, exponent. */
typedef struct Scan {
    uint64_t mantissa;
    size_t digits, decimals;
    int exponent;
    bool negative;
} Scan;

static bool scan_mantissa(Slice *s, char mark, Scan *scan)
{
    bool any = false, leading = true, behind_mark = false;
    while (s->n) {
        char c = s->p[0];
        if (c == mark && !behind_mark && s->n > 1 && char_is_digit(s->p[1])) {
            behind_mark = true;
        } else if (char_is_digit(c)) {
            any = true;
            if (leading && c != '0')
                leading = false;
            if (!leading && scan->digits++ < EXACT_DIGITS)
                scan->mantissa = scan->mantissa * 10 + (uint64_t)(c - '0');
            scan->decimals += behind_mark;
        } else {
            break;
        }
        *s = slice_from(*s, 1);
    }
    return any;
}

static void scan_exponent(Slice *s, Scan *scan)
{
    Slice rest = *s, digits;
    if (!slice_skip(&rest, SLICE("e")) && !slice_skip(&rest, SLICE("E")))
        return;
    bool minus = slice_skip(&rest, SLICE("-"));
    if (!minus)
        slice_skip(&rest, SLICE("+"));
    if (!slice_digits(&rest, &digits))
        return;
    if (rest.n && char_is_alpha(rest.p[0])) /* "5e9k", "1e3abc": a word, not an exponent */
        return;
    int value = 0;
    for (size_t i = 0; i < digits.n && value < LARGEST_EXPONENT; i++)
        value = value * 10 + (digits.p[i] - '0');
    scan->exponent = minus ? -value : value;
    *s = rest;
}

/* The slow and exact way, for more digits than an exact product allows. */
static bool by_strtod(Slice text, char mark, double *value)
{
    char copy[LONGEST_NUMBER + 1];
    if (text.n > LONGEST_NUMBER)
        return false;
    for (size_t i = 0; i < text.n; i++)
        copy[i] = text.p[i] == mark ? '.' : text.p[i];
    copy[text.n] = '\0';
    *value = strtod(copy, NULL);
    return true;
}

/* "0x1p3", "0x4001": no 0 with something behind it. */
static bool is_hexadecimal(Slice rest, const Scan *scan)
{
    if (rest.n < 2 || scan->mantissa || (rest.p[0] | 0x20) != 'x')
        return false;
    char digit = (char)(rest.p[1] | 0x20);
    return char_is_digit(rest.p[1]) || (digit >= 'a' && digit <= 'f');
}

bool number_read_mark(Slice *s, char mark, Number *out)
{
    Slice rest = *s;
    Scan scan = { 0 };
    if (slice_skip(&rest, SLICE("-")))
        scan.negative = true;
    else
        slice_skip(&rest, SLICE("+"));
    if (!scan_mantissa(&rest, mark, &scan) || is_hexadecimal(rest, &scan))
        return false;
    scan_exponent(&rest, &scan);
    Slice text = slice_first(*s, s->n - rest.n);
    int power = scan.exponent - (int)scan.decimals;
    double value;
    if (scan.digits <= EXACT_DIGITS && power >= -EXACT_POWER && power <= EXACT_POWER) {
        value = (double)scan.mantissa;
        value = power < 0 ? value / powers[-power] : value * powers[power];
        if (scan.negative)
            value = -value;
    } else if (!by_strtod(text, mark, &value)) {
        return false;
    }
    double half = 0.5 * pow(10, power);
    /* "1e999", "0e999"; "1e-999", which is not 0 */
    if (!isfinite(value) || !isfinite(half) || (value == 0 && scan.mantissa))
        return false;
    *out = (Number){ value, half, text };
    *s = rest;
    return true;
}

bool number_read(Slice *s, Number *out)
{
    return number_read_mark(s, '.', out);
}

bool number_is(Slice s, Number *out)
{
    return number_read(&s, out) && s.n == 0;
}

bool number_read_either(Slice *s, Number *out)
{
    Slice with_point = *s, with_comma = *s;
    Number point, comma;
    bool a = number_read_mark(&with_point, '.', &point);
    bool b = number_read_mark(&with_comma, ',', &comma);
    if (!a && !b)
        return false;
    bool use_comma = b && (!a || with_comma.n < with_point.n);
    *out = use_comma ? comma : point;
    *s = use_comma ? with_comma : with_point;
    return true;
}

double number_scale(double value, double factor)
{
    double whole = factor > 0 && factor < 1 ? rint(1 / factor) : 0;
    return whole > 0 && fabs(whole * factor - 1) < 1e-12 ? value / whole : value * factor;
}

const char *number_text(char buf[NUMBER_TEXT_BYTES], double value)
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(buf, NUMBER_TEXT_BYTES, "%.*g", digits, value);
        if (strtod(buf, NULL) == value)
            break;
    }
    return buf;
}
