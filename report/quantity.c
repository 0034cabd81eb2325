#include "report/quantity.h"

#include <math.h>
#include <string.h>

static const DisplayUnit byte_rates[] = {
    { "GB/s", "10^9 B/s", 1e9 }, { "MB/s", "10^6 B/s", 1e6 }, { "kB/s", "10^3 B/s", 1e3 },
    { "B/s", "", 1 },
};
static const DisplayUnit bytes[] = {
    { "GB", "10^9 B", 1e9 }, { "MB", "10^6 B", 1e6 }, { "kB", "10^3 B", 1e3 }, { "B", "", 1 },
};
static const DisplayUnit seconds[] = {
    { "s", "", 1 }, { "ms", "", 1e-3 }, { "us", "", 1e-6 }, { "ns", "", 1e-9 },
};
static const DisplayUnit rates[] = { { "k/s", "10^3 1/s", 1e3 }, { "1/s", "", 1 } };
static const DisplayUnit counts[] = { { "", "", 1 } };
static const DisplayUnit ratios[] = { { "%", "", 0.01 } };

static DisplayUnit fitting(const DisplayUnit *scales, size_t n, double typical)
{
    double size = fabs(typical);
    for (size_t i = 0; i + 1 < n; i++)
        if (size >= scales[i].factor)
            return scales[i];
    return scales[size > 0 || n == 1 ? n - 1 : 0];
}

#define FITTING(scales, typical) fitting(scales, sizeof(scales) / sizeof *(scales), typical)

DisplayUnit quantity_display_for(Unit unit, double typical_value)
{
    switch (unit) {
    case UNIT_BYTES_PER_S:
        return FITTING(byte_rates, typical_value);
    case UNIT_BYTES:
        return FITTING(bytes, typical_value);
    case UNIT_SECONDS:
        return FITTING(seconds, typical_value);
    case UNIT_PER_S:
        return fabs(typical_value) < 1e5 ? rates[1] : FITTING(rates, typical_value);
    case UNIT_RATIO:
        return FITTING(ratios, typical_value);
    default:
        return counts[0];
    }
}

/* What the printed letters meant there: the same word is 10^6 in one tool and 2^20 in another. */
static const char *spelled_out(Unit unit, const char *raw_unit, double factor)
{
    static const struct {
        double factor;
        const char *rate, *amount;
    } table[] = {
        { KIBI, "2^10 B/s", "2^10 B" }, { MEBI, "2^20 B/s", "2^20 B" }, { GIBI, "2^30 B/s", "2^30 B" },
        { KILO, "10^3 B/s", "10^3 B" }, { MEGA, "10^6 B/s", "10^6 B" }, { GIGA, "10^9 B/s", "10^9 B" },
    };
    if ((unit != UNIT_BYTES && unit != UNIT_BYTES_PER_S) || strchr(raw_unit, 'i'))
        return "";
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (factor == table[i].factor)
            return unit == UNIT_BYTES ? table[i].amount : table[i].rate;
    return "";
}

DisplayUnit quantity_display(Unit unit, const char *raw_unit, double raw_factor, double typical_value)
{
    if (!raw_unit || !raw_unit[0] || raw_factor <= 0)
        return quantity_display_for(unit, typical_value);
    static const char *const bare[][2] = { { "k", "k/s" }, { "K", "k/s" }, { "M", "M/s" } };
    for (size_t i = 0; unit == UNIT_PER_S && i < sizeof bare / sizeof *bare; i++)
        if (strcmp(raw_unit, bare[i][0]) == 0) /* "6.24 k iops" */
            return (DisplayUnit){ bare[i][1], "", raw_factor };
    return (DisplayUnit){ raw_unit, spelled_out(unit, raw_unit, raw_factor), raw_factor };
}

DisplayUnit quantity_display_row(Unit unit, const char *raw_unit, double raw_factor, double typical_value,
                                 double smallest_value)
{
    DisplayUnit posted = quantity_display(unit, raw_unit, raw_factor, typical_value);
    bool vanishes = smallest_value > 0 && smallest_value < posted.factor / 10;
    return vanishes ? quantity_display_for(unit, smallest_value) : posted;
}

enum { MOST_DECIMALS = 9, LARGEST_PLAIN = 15 };

void quantity_digits(Buf *b, double value, int digits)
{
    double size = fabs(value);
    if (size != 0 && (size >= 1e9 || size < 1e-4)) {
        buf_printf(b, "%.*g", digits, value);
        return;
    }
    int whole = size >= 1 ? (int)floor(log10(size)) + 1 : size > 0 ? (int)floor(log10(size)) + 1 : 1;
    int decimals = digits - whole;
    buf_printf(b, "%.*f", decimals < 0 ? 0 : decimals > MOST_DECIMALS ? MOST_DECIMALS : decimals, value);
}

static void print_resolved(Buf *b, double value, double half_width, DisplayUnit scale, int more)
{
    double v = value / scale.factor, half = half_width / scale.factor;
    if (!isfinite(v)) {
        buf_str(b, "-");
        return;
    }
    if (!(half > 0)) {
        if (fabs(v - round(v)) <= 1e-9 * fabs(v) && fabs(v) < 1e9 && more == 0)
            buf_printf(b, "%.0f", v);
        else
            quantity_digits(b, v, 4 + more);
        return;
    }
    /* half 0.005 -> 2 decimals; a half that is no power of ten / 2 rounds towards fewer digits */
    int decimals = (int)floor(-log10(2 * half) + 1e-9) + more;
    int whole = fabs(v) >= 1 ? (int)floor(log10(fabs(v))) + 1 : 1;
    if (decimals + whole > 6 + more)
        decimals = 6 + more - whole;
    if (decimals > MOST_DECIMALS)
        decimals = MOST_DECIMALS;
    if (fabs(v) >= 1e15)
        quantity_digits(b, v, 6);
    else
        buf_printf(b, "%.*f", decimals < 0 ? 0 : decimals, v);
}

void quantity_print(Buf *b, double value, double half_width, DisplayUnit scale)
{
    print_resolved(b, value, half_width, scale, 0);
}

void quantity_print_mean(Buf *b, double value, double half_width, DisplayUnit scale)
{
    print_resolved(b, value, half_width, scale, 1);
}

static int decimals_of_spread(double spread)
{
    int decimals = 1 - (int)floor(log10(spread));
    return decimals < 0 ? 0 : decimals > MOST_DECIMALS ? MOST_DECIMALS : decimals;
}

void quantity_print_beside(Buf *b, double value, double sd, double half_width, DisplayUnit scale)
{
    if (!(sd > 0))
        quantity_print_mean(b, value, half_width, scale);
    else
        buf_printf(b, "%.*f", decimals_of_spread(sd / scale.factor) + (sd / scale.factor < 10),
                   value / scale.factor);
}

void quantity_print_spread(Buf *b, double mean, double sd, double half_width, DisplayUnit scale,
                           const char *between)
{
    double spread = sd / scale.factor;
    if (!(spread > 0)) {
        quantity_print_mean(b, mean, half_width, scale);
        buf_printf(b, "%s0", between);
        return;
    }
    int decimals = decimals_of_spread(spread);
    buf_printf(b, "%.*f%s%.*f", decimals, mean / scale.factor, between, decimals, spread);
}

void quantity_p(Buf *b, double p)
{
    int power = p > 0 ? (int)floor(log10(p)) : 0;
    if (!(p >= 0))
        buf_str(b, "p=-");
    else if (p < 1e-6)
        buf_str(b, "p<1e-6");
    else if (p < 1e-3)
        buf_printf(b, "p=%.1fe%d", p / pow(10, power), power);
    else
        buf_printf(b, "p=%.*f", p < 0.01 ? 4 : 3, p);
}
