#include "ingest/fio_number.h"

#include <math.h>

#include "base/unit.h"

static const UnitWord time_words[] = {
    { "nsec", 1e-9, UNIT_SECONDS }, { "usec", 1e-6, UNIT_SECONDS }, { "msec", 1e-3, UNIT_SECONDS },
    { "sec", 1, UNIT_SECONDS },     { "ns", 1e-9, UNIT_SECONDS },   { "us", 1e-6, UNIT_SECONDS },
    { "ms", 1e-3, UNIT_SECONDS },   { "s", 1, UNIT_SECONDS },       { NULL },
};

/* What stands behind a number, letter by letter. */
typedef struct Suffix {
    int exponent; /* K 1, M 2, G 3 ... */
    bool binary;  /* an "i" */
    bool bits, per_s;
} Suffix;

static int exponent_of(char c)
{
    static const char letters[] = "kmgtpe";
    for (int i = 0; letters[i]; i++)
        if (char_lower(c) == letters[i])
            return i + 1;
    return 0;
}

static bool ends_word(Slice s)
{
    return !s.n || !char_is_alpha(s.p[0]);
}

/* "KiB/s", "MB", "B/s", "Mbit/s", "Mi"; false and nothing read when it is some other word. */
static bool read_suffix(Slice *s, Suffix *out)
{
    Slice rest = *s;
    *out = (Suffix){ 0 };
    if (rest.n && exponent_of(rest.p[0])) {
        out->exponent = exponent_of(rest.p[0]);
        rest = slice_from(rest, 1);
        out->binary = slice_skip_nocase(&rest, SLICE("i"));
    }
    if (slice_skip_nocase(&rest, SLICE("bit")))
        out->bits = true;
    else
        slice_skip_nocase(&rest, SLICE("b"));
    if (!ends_word(rest) || rest.n == s->n)
        return false;
    Slice rate = rest;
    slice_skip_blanks(&rate);
    if (slice_skip(&rate, SLICE("/s"))) {
        slice_skip_nocase(&rate, SLICE("ec"));
        out->per_s = true;
        rest = rate;
    }
    *s = rest;
    return true;
}

static double power(double base, int exponent)
{
    double value = 1;
    for (int i = 0; i < exponent; i++)
        value *= base;
    return value;
}

static double suffix_factor(const Suffix *x, FioDialect d, bool rate)
{
    int exponent = x->exponent;
    double base = x->binary ? 1024 : 1000;
    if (d.era == FIO_ERA_KIB_MS)
        base = rate ? 1000 : 1024;
    else if (d.era == FIO_ERA_KB && !x->binary)
        base = d.kb1000 ? 1000 : 1024;
    if (d.era == FIO_ERA_KB && exponent == 5) /* its list of letters is K M G P */
        exponent = 4;
    return power(base, exponent) / (x->bits ? 8 : 1);
}

/* Fills value and slack; a fraction of the old printing routine is a remainder, not decimals. */
static void finish(FioFigure *f, FioDialect d)
{
    f->value = number_scale(f->n.value, f->factor);
    f->slack = f->n.half * f->factor;
    bool fraction = slice_find_char(f->n.text, '.') != SLICE_NONE;
    if (d.era == FIO_ERA_KB && fraction)
        f->slack = fmax(f->slack, 1e-3 * fabs(f->value));
    else if (d.era == FIO_ERA_KB || d.era == FIO_ERA_KIB_MS)
        f->slack *= 2; /* rounded down */
}

bool fio_number_bytes(Slice *s, FioDialect d, bool rate, FioFigure *out)
{
    Slice rest = *s, unit;
    Suffix suffix;
    if (!number_read(&rest, &out->n))
        return false;
    Slice behind = rest;
    slice_skip_blanks(&behind);
    unit = behind;
    if (read_suffix(&behind, &suffix)) {
        out->unit = slice_first(unit, unit.n - behind.n);
        rest = behind;
    } else {
        out->unit = slice_first(rest, 0);
        suffix = (Suffix){ 0 };
    }
    out->factor = suffix_factor(&suffix, d, rate);
    finish(out, d);
    *s = rest;
    return true;
}

bool fio_number_count(Slice *s, FioDialect d, FioFigure *out)
{
    Slice rest = *s;
    if (!number_read(&rest, &out->n))
        return false;
    out->factor = 1;
    out->unit = slice_first(rest, 0);
    int exponent = rest.n ? exponent_of(rest.p[0]) : 0;
    if (exponent && ends_word(slice_from(rest, 1))) {
        out->unit = slice_first(rest, 1);
        out->factor = power(1000, exponent);
        rest = slice_from(rest, 1);
    }
    finish(out, d);
    if (!exponent)
        out->slack = 2 * out->n.half; /* a rate is rounded down in every version */
    *s = rest;
    return true;
}

bool fio_number_time_unit(Slice *s, double *factor, Slice *unit)
{
    Slice rest = *s;
    bool bracket = slice_skip(&rest, SLICE("("));
    char word[8];
    size_t n = 0;
    while (n < rest.n && n < sizeof word - 1 && char_is_alpha(rest.p[n])) {
        word[n] = char_lower(rest.p[n]);
        n++;
    }
    const UnitWord *found = unit_word(time_words, (Slice){ word, n });
    if (!found)
        return false;
    *unit = slice_first(rest, n);
    rest = slice_from(rest, n);
    if (bracket && !slice_skip(&rest, SLICE(")")))
        return false;
    *factor = found->factor;
    *s = rest;
    return true;
}

bool fio_number_time(Slice *s, double factor, FioFigure *out)
{
    Slice rest = *s;
    if (!number_read(&rest, &out->n))
        return false;
    double unit = factor, times = 1;
    out->unit = slice_first(rest, 0);
    Slice behind = rest, prefixed = rest;
    if (fio_number_time_unit(&behind, &unit, &out->unit)) {
        rest = behind;
    } else if (rest.n && exponent_of(rest.p[0])) {
        times = power(1000, exponent_of(rest.p[0]));
        prefixed = slice_from(rest, 1);
        Slice word;
        if (fio_number_time_unit(&prefixed, &unit, &word) || ends_word(prefixed)) {
            out->unit = slice_first(rest, rest.n - prefixed.n);
            rest = prefixed;
        } else {
            times = 1;
        }
    }
    out->factor = unit * times;
    out->value = number_scale(out->n.value, out->factor);
    out->slack = out->n.half * out->factor;
    *s = rest;
    return true;
}

bool fio_number_option(Slice s, double base, double *value)
{
    Number n;
    Suffix suffix = { 0 };
    if (!number_read(&s, &n))
        return false;
    if (s.n && !read_suffix(&s, &suffix))
        return false;
    *value = n.value * power(base, suffix.exponent);
    return s.n == 0;
}

bool fio_number_option_time(Slice s, double *value)
{
    static const UnitWord words[] = {
        { "ms", 1e-3, UNIT_SECONDS }, { "us", 1e-6, UNIT_SECONDS }, { "s", 1, UNIT_SECONDS },
        { "m", 60, UNIT_SECONDS },    { "h", 3600, UNIT_SECONDS },  { "d", 86400, UNIT_SECONDS },
        { "", 1, UNIT_SECONDS },      { "min", 60, UNIT_SECONDS },  { "sec", 1, UNIT_SECONDS },
        { "hr", 3600, UNIT_SECONDS }, { "M", 60, UNIT_SECONDS },    { NULL },
    };
    Number n;
    if (!number_read(&s, &n))
        return false;
    const UnitWord *word = unit_word(words, s);
    if (word)
        *value = n.value * word->factor;
    return word != NULL;
}

bool fio_number_agrees(const FioFigure *printed, double exact, double exact_slack)
{
    double slack = 1.05 * (printed->slack + exact_slack) + 1e-9 * fabs(exact);
    if (fabs(printed->value - exact) <= slack)
        return true;
    /* "46.0MiB/s" for 46.96: the fraction was rounded up and the carry lost (axboe/fio pull 1150).
     */
    return slice_ends(printed->n.text, SLICE(".0")) && exact > printed->value &&
           exact < printed->value + printed->factor + exact_slack;
}

unsigned fio_number_version(Slice s)
{
    unsigned value = 0;
    for (unsigned part = 0, weight = 10000; part < 3; part++, weight /= 100) {
        uint64_t n;
        if (part && !slice_skip(&s, SLICE(".")))
            break;
        if (!slice_uint(&s, &n) || n > 99)
            return part < 2 ? 0 : value;
        value += weight * (unsigned)n;
    }
    return value;
}
