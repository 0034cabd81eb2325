#include "ingest/dd_line.h"

#include <math.h>
#include <string.h>

#include "base/unit.h"

/* A part is short; a line may be a whole page. What is further away does not belong together. */
enum { MOST_WORDS = 90, MOST_SIZES = 48, MOST_UNIT = 12, GNU_DIGITS = 6, LONGEST_PART = 400 };

/* clang-format off */
/* Rates of GNU dd: always 10^3, "kB" in lower case; "KiB" was never printed but is plain. */
static const UnitWord gnu_units[] = {
    { "B", 1, UNIT_BYTES }, { "kB", KILO, UNIT_BYTES }, { "KB", KILO, UNIT_BYTES },
    { "MB", MEGA, UNIT_BYTES }, { "GB", GIGA, UNIT_BYTES }, { "TB", TERA, UNIT_BYTES },
    { "PB", PETA, UNIT_BYTES }, { "EB", 1e18, UNIT_BYTES }, { "ZB", 1e21, UNIT_BYTES },
    { "YB", 1e24, UNIT_BYTES }, { "RB", 1e27, UNIT_BYTES }, { "QB", 1e30, UNIT_BYTES },
    { "KiB", KIBI, UNIT_BYTES }, { "MiB", MEBI, UNIT_BYTES }, { "GiB", GIBI, UNIT_BYTES },
    { "TiB", TEBI, UNIT_BYTES }, { "PiB", PEBI, UNIT_BYTES },
    { "bytes", 1, UNIT_BYTES }, { "byte", 1, UNIT_BYTES }, { "Bytes", 1, UNIT_BYTES },
    { "o", 1, UNIT_BYTES }, { "ko", KILO, UNIT_BYTES }, { "Mo", MEGA, UNIT_BYTES }, { "Go", GIGA, UNIT_BYTES },
    { NULL, 0, UNIT_UNKNOWN },
};

/* busybox, toybox, illumos: 2^10. */
static const UnitWord binary_units[] = {
    { "B", 1, UNIT_BYTES }, { "", 1, UNIT_BYTES },
    { "kB", KIBI, UNIT_BYTES }, { "KB", KIBI, UNIT_BYTES }, { "MB", MEBI, UNIT_BYTES },
    { "GB", GIBI, UNIT_BYTES }, { "TB", TEBI, UNIT_BYTES }, { "PB", PEBI, UNIT_BYTES },
    { "k", KIBI, UNIT_BYTES }, { "K", KIBI, UNIT_BYTES }, { "M", MEBI, UNIT_BYTES },
    { "G", GIBI, UNIT_BYTES }, { "T", TEBI, UNIT_BYTES }, { "P", PEBI, UNIT_BYTES },
    { NULL, 0, UNIT_UNKNOWN },
};

/* What dd says it did with the bytes, where no parenthesis with sizes proves the line. */
static const char *const verbs[] = {
    "copied", "transferred", "kopiert", "copi\xc3\xa9", "copiad", "copiat", "copia\xc8\x9b",
    "\xd1\x81\xd0\xba\xd0\xbe\xd0\xbf\xd0\xb8\xd1\x80\xd0\xbe\xd0\xb2\xd0\xb0\xd0\xbd", /* ru */
    "\xd1\x81\xd0\xba\xd0\xbe\xd0\xbf\xd1\x96\xd0\xb9\xd0\xbe\xd0\xb2\xd0\xb0\xd0\xbd", /* uk */
    "\xd0\xba\xd0\xbe\xd0\xbf\xd0\xb8\xd1\x80\xd0\xb0\xd0\xbd",                         /* bg, sr */
    "\xe3\x82\xb3\xe3\x83\x94\xe3\x83\xbc", "\xe5\xa4\x8d\xe5\x88\xb6",                 /* ja, zh_CN */
    "\xe8\xa4\x87\xe8\xa3\xbd", "\xeb\xb3\xb5\xec\x82\xac",                             /* zh_TW, ko */
    "\xce\xb1\xce\xbd\xcf\x84\xce\xb9\xce\xb3\xcf\x81",
    "kopyaland", "gekopieerd", "kopeeri", "kopirano", "m\xc3\xa1solva", "skopiowan", "zkop\xc3\xadrov",
    "skop\xc3\xadrov", "kopier", "kopioitu", "sao ch\xc3\xa9p", "disalin", "prekopira", "kopi",
};
/* clang-format on */

const char *dd_dialect_name(DdDialect d)
{
    static const char *const names[] = { "gnu", "uutils", "bsd", "illumos", "busybox", "toybox" };
    return names[d];
}

static bool is_letter(char c)
{
    return char_is_alpha(c) || (unsigned char)c >= 0x80;
}

/* Steps over words: no digit, no parenthesis, nothing that joins figures in other tools' lines. */
static bool skip_words(Slice *s, size_t most, Slice *words)
{
    size_t n = 0;
    for (; n < s->n && n <= most; n++) {
        char c = s->p[n];
        Slice here = slice_from(*s, n);
        if (char_is_digit(c) || c == '(' || slice_starts(here, SLICE("\xef\xbc\x88")))
            break;
        if (strchr("%=/<>|;{}[]#$@\")", c) || slice_starts(here, SLICE("\xef\xbc\x89")))
            break;
    }
    if (n > most)
        return false;
    *words = slice_first(*s, n);
    *s = slice_from(*s, n);
    return true;
}

/* "(268 MB, 256 MiB)", in full width parentheses in Chinese. */
static bool skip_sizes(Slice *s, Slice *sizes)
{
    Slice rest = *s, inner;
    bool wide = slice_skip(&rest, SLICE("\xef\xbc\x88"));
    if (!wide && !slice_skip(&rest, SLICE("(")))
        return false;
    Slice near = slice_first(rest, MOST_SIZES);
    if (!(wide ? slice_until(&near, SLICE("\xef\xbc\x89"), &inner)
               : slice_until(&near, SLICE(")"), &inner)))
        return false;
    if (!slice_trim(inner).n || !char_is_digit(slice_trim(inner).p[0]) ||
        slice_find_char(inner, '%') != SLICE_NONE || slice_find_char(inner, '/') != SLICE_NONE)
        return false;
    *sizes = inner;
    *s = (Slice){ near.p, s->n - (size_t)(near.p - s->p) };
    return true;
}

/* The byte count, with or without groups of three ("4,294,967,296"). */
static bool read_bytes(Slice *s, Number *bytes)
{
    Slice rest = *s, digits, group;
    if (!slice_digits(&rest, &digits) || digits.n > 26)
        return false;
    char copy[48];
    size_t n = digits.n;
    memcpy(copy, digits.p, n);
    while (digits.n <= 3 && rest.n > 3 && strchr(",.'", rest.p[0])) {
        Slice next = slice_from(rest, 1);
        if (!slice_digits(&next, &group) || group.n != 3 || n + 3 > sizeof copy)
            break;
        memcpy(copy + n, group.p, 3);
        n += 3;
        rest = next;
    }
    Number whole;
    if (!number_is((Slice){ copy, n }, &whole))
        return false;
    *bytes = (Number){ whole.value, 0, slice_first(*s, s->n - rest.n) };
    *s = rest;
    return true;
}

static bool has_verb(Slice words)
{
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (slice_has(words, slice_of(verbs[i])))
            return true;
    return false;
}

/* "268 MB, 256 MiB", "64.0MB", "16 M": does a unit stand behind the first figure? */
static bool are_sizes(Slice sizes)
{
    Number n;
    sizes = slice_trim(sizes);
    if (!number_read_either(&sizes, &n))
        return false;
    slice_skip_blanks(&sizes);
    return sizes.n > 0 && (strchr("BkKMGTPEZYRQ", sizes.p[0]) || is_letter(sizes.p[0]));
}

static size_t decimals_of(Slice number)
{
    size_t at = slice_find_char(number, '.');
    if (at == SLICE_NONE)
        at = slice_find_char(number, ',');
    size_t n = 0;
    while (at != SLICE_NONE && at + 1 + n < number.n && char_is_digit(number.p[at + 1 + n]))
        n++;
    return n;
}

static size_t significant_digits(Slice number)
{
    size_t n = 0;
    for (size_t i = 0; i < number.n && number.p[i] != 'e' && number.p[i] != 'E'; i++)
        n += char_is_digit(number.p[i]) && (n > 0 || number.p[i] != '0');
    return n;
}

/* Half a unit of the last of six significant digits, as %g has them. */
static double six_digit_error(double value)
{
    return value > 0 ? 0.5 * pow(10, floor(log10(value)) - (GNU_DIGITS - 1)) : 0.5e-6;
}

static bool agree(const DdTransfer *t, double seconds_error)
{
    if (t->seconds.value <= 0 || !t->has_rate)
        return false;
    double quotient = t->bytes.value / t->seconds.value;
    double error = quotient * seconds_error / t->seconds.value + t->rate_error;
    return fabs(quotient - t->rate.value * t->rate_factor) <= 1.05 * error;
}

/*
 * uutils 0.0.17 prints one decimal, always: "0.0" proves it, since %g never ends in a zero. "2.5"
 * is taken for six digits unless the rate says that it cannot be.
 */
static bool is_uutils(const DdTransfer *t)
{
    if (decimals_of(t->seconds.text) != 1 || significant_digits(t->seconds.text) > 4)
        return false;
    if (t->seconds.text.p[t->seconds.text.n - 1] == '0')
        return true;
    return !agree(t, six_digit_error(t->seconds.value)) && agree(t, t->seconds.half);
}

static void judge_seconds(DdTransfer *t)
{
    size_t decimals = decimals_of(t->seconds.text);
    bool whole = decimals == 0 && slice_find_char(t->seconds.text, 'e') == SLICE_NONE;
    t->seconds_error = t->seconds.half;
    switch (t->dialect) {
    case DD_GNU:
        t->whole_seconds = whole;
        if (decimals == GNU_DIGITS && significant_digits(t->seconds.text) > GNU_DIGITS)
            t->progress = true; /* 8.24: "%.6f s" */
        t->seconds_error = six_digit_error(t->seconds.value);
        if (is_uutils(t)) {
            t->dialect = DD_UUTILS;
            t->seconds_error = t->seconds.half;
        }
        break;
    case DD_BSD:
        if (decimals <= 3) /* OpenBSD and 4.4BSD cut */
            t->seconds_error = 2 * t->seconds.half;
        break;
    case DD_UUTILS:
    case DD_ILLUMOS:
    case DD_BUSYBOX:
    case DD_TOYBOX:
        break;
    }
}

static void judge_best(DdTransfer *t)
{
    double quotient = 0, quotient_error = INFINITY;
    bool can_divide = t->has_seconds && t->seconds.value > 0;
    if (can_divide) {
        quotient = t->bytes.value / t->seconds.value;
        quotient_error = t->seconds_error / t->seconds.value;
    }
    double rate = t->rate.value * t->rate_factor, rate_error = INFINITY;
    if (t->has_rate && rate > 0) {
        rate_error = t->rate_error / rate;
        /* NetBSD and 4.4BSD compute the rate from the seconds that they print. */
        if (t->dialect == DD_BSD && can_divide && decimals_of(t->seconds.text) <= 3 &&
            fabs(quotient - rate) <= 1) {
            t->rate_error = rate * quotient_error;
            rate_error = 0.999 * quotient_error; /* the printed figure, then */
        }
    }
    if (rate_error < quotient_error) {
        t->best_bw = rate;
        t->best_error = t->rate_error;
    } else if (can_divide) {
        t->best_bw = quotient;
        t->best_error = quotient * quotient_error;
    }
    t->has_best = can_divide || isfinite(rate_error);
}

/* "133 MB/s", "1.5GB/s", "1.9 G/s", "(368981986 bytes/sec)", "73.0 MB/<second in Japanese>" */
static bool read_rate(Slice *s, Slice sizes, bool in_parenthesis, DdTransfer *t)
{
    Slice rest = *s;
    if (!number_read_either(&rest, &t->rate))
        return false;
    bool glued = slice_skip_blanks(&rest) == 0;
    size_t n = 0;
    while (n < rest.n && n <= MOST_UNIT && is_letter(rest.p[n]))
        n++;
    Slice unit = slice_first(rest, n), per;
    rest = slice_from(rest, n);
    if (!slice_skip(&rest, SLICE("/")))
        return false;
    n = 0;
    while (n < rest.n && n <= MOST_UNIT && is_letter(rest.p[n]) &&
           !slice_starts(slice_from(rest, n), SLICE("\xef\xbc")))
        n++;
    per = slice_first(rest, n);
    if (per.n == 0)
        return false;
    rest = slice_from(rest, n);
    bool sizes_glued =
        sizes.n && slice_find_char(slice_trim(sizes), ' ') == SLICE_NONE && !slice_is(sizes, "1");
    const UnitWord *word;
    if (in_parenthesis && slice_starts(unit, SLICE("byte")))
        t->dialect = DD_BSD;
    else if (in_parenthesis)
        t->dialect = DD_ILLUMOS;
    else if (!slice_ends(unit, SLICE("B")) && unit.n <= 1 && !slice_is(unit, "o"))
        t->dialect = DD_TOYBOX;
    else if (glued && (sizes_glued || slice_starts(t->seconds_unit, SLICE("second"))))
        t->dialect = DD_BUSYBOX;
    bool binary = t->dialect == DD_ILLUMOS || t->dialect == DD_BUSYBOX || t->dialect == DD_TOYBOX;
    word = unit_word(binary ? binary_units : gnu_units, unit);
    if (!word)
        return false;
    t->rate_unit = (Slice){ unit.p, (size_t)(per.p + per.n - unit.p) };
    t->rate_factor = word->factor;
    t->rate_error = t->rate.half * word->factor;
    if (t->dialect == DD_TOYBOX && decimals_of(t->rate.text) > 0)
        t->rate_error *= 2; /* 4.88 prints 4.8 */
    t->has_rate = true;
    *s = rest;
    return true;
}

/* " secs (368981986 bytes/sec - 1.7 GB/sec)" and " s, 133 MB/s": from behind the seconds. */
static bool read_unit_and_rate(Slice *s, Slice sizes, DdTransfer *t)
{
    Slice rest = *s, words;
    bool glued = rest.n && !char_is_blank(rest.p[0]);
    if (!skip_words(&rest, 40, &words))
        return false;
    Slice unit = slice_trim(words);
    size_t n = 0;
    while (n < unit.n && is_letter(unit.p[n]) &&
           !slice_starts(slice_from(unit, n), SLICE("\xef\xbc")) &&
           !slice_starts(slice_from(unit, n), SLICE("\xe3\x80\x81")))
        n++;
    if (n == 0)
        return false;
    t->seconds_unit = slice_first(unit, n);
    t->has_seconds = true;
    Slice behind_unit = slice_from(*s, (size_t)(unit.p + n - s->p));
    if (slice_starts(rest, SLICE("/")) && slice_ends(words, SLICE("B")) && unit.n > n) {
        slice_skip(&rest, SLICE("/"));
        Slice per;
        skip_words(&rest, MOST_UNIT, &per);
        t->infinite = true;
        *s = rest;
        return true;
    }
    bool parenthesis = slice_skip(&rest, SLICE("("));
    if (!read_rate(&rest, sizes, parenthesis, t)) {
        *s = behind_unit;
        return true;
    }
    if (parenthesis) {
        Slice near = slice_first(rest, 40), human;
        if (slice_until(&near, SLICE(")"), &human))
            rest = slice_from(rest, human.n + 1);
    } else if (glued && t->dialect == DD_GNU && slice_is(t->seconds_unit, "s")) {
        t->progress = true; /* FreeBSD 12+: "transferred 3.011s, 1075 MB/s" */
    }
    *s = rest;
    return true;
}

/* s starts with a digit. */
static bool match_transfer(Slice s, DdPart *part)
{
    DdTransfer t = { .rate_factor = 1 };
    Slice rest = s, before = { 0 }, words, sizes = { 0 };
    if (!read_bytes(&rest, &t.bytes) || !rest.n)
        return false;
    if (!char_is_blank(rest.p[0]) && !is_letter(rest.p[0]) && rest.p[0] != '(')
        return false;
    if (!skip_words(&rest, MOST_WORDS, &before) || slice_find_char(before, ':') != SLICE_NONE)
        return false;
    words = before;
    if (skip_sizes(&rest, &sizes) && !skip_words(&rest, MOST_WORDS, &words))
        return false;
    if (!rest.n || !char_is_digit(rest.p[0]) || !number_read_either(&rest, &t.seconds))
        return false;
    if (!read_unit_and_rate(&rest, sizes, &t))
        return false;
    bool verb = has_verb(words) || has_verb(before);
    bool english = slice_has(before, SLICE(" byte"));
    t.sure = t.has_rate || t.infinite ? verb || (sizes.n && are_sizes(sizes) && !english)
                                      : verb && (sizes.n || slice_has(words, SLICE(" in ")));
    if (t.progress && !slice_has(words, SLICE("transferred")))
        t.progress = false;
    judge_seconds(&t);
    judge_best(&t);
    t.measured = (Slice){ s.p, (size_t)(t.seconds.text.p + t.seconds.text.n - s.p) };
    *part = (DdPart){ .kind = DD_TRANSFER, .end = s.n - rest.n, .transfer = t };
    return true;
}

/* s starts with a digit: "16384+0", then a blank, the end, or a letter that is not ASCII. */
static bool match_records(Slice s, DdPart *part)
{
    Slice rest = s, full, plus, last;
    if (!slice_digits(&rest, &full))
        return false;
    plus = rest;
    if (!slice_skip(&rest, SLICE("+")) || !slice_digits(&rest, &last) || full.n > 18 || last.n > 18)
        return false;
    bool glued_word = slice_starts(rest, SLICE("record"));
    if (rest.n && !char_is_blank(rest.p[0]) && (unsigned char)rest.p[0] < 0x80 && !glued_word)
        return false;
    DdRecords r = { 0 };
    Slice part_text = slice_from(plus, 1);
    if (!number_is(full, &r.full) || !number_read(&part_text, &r.part))
        return false;
    r.full.half = r.part.half = 0;
    Slice words = slice_first(rest, 40), near = words, w;
    if (skip_words(&near, 40, &w))
        words = w;
    r.says_in = slice_has(words, SLICE("record")) && slice_has_word(words, SLICE("in"));
    r.says_out = slice_has(words, SLICE("record")) && slice_has_word(words, SLICE("out"));
    *part = (DdPart){ .kind = DD_RECORDS, .end = s.n - rest.n, .records = r };
    return true;
}

/* May a figure of dd begin here? Not in the middle of a word, a date, an address. */
static bool begins_figure(Slice text, size_t from, size_t at, bool digit_seen)
{
    if (at == from)
        return true;
    char before = text.p[at - 1];
    if (strchr("+-", before) && at == 1) /* a line of a diff */
        return true;
    if (char_is_digit(before) || strchr(".,+-/:_=", before))
        return false;
    if (!char_is_alpha(before))
        return true;
    if (at >= 2 && text.p[at - 2] == '^') /* "^C1024+0 records in" */
        return true;
    return from > 0 && !digit_seen; /* "records in16384+0 records out": the newline got lost */
}

bool dd_part_next(Slice text, size_t from, DdPart *out)
{
    bool digit_seen = false;
    for (size_t i = from; i < text.n; i++) {
        if (!char_is_digit(text.p[i]))
            continue;
        Slice here = slice_first(slice_from(text, i), LONGEST_PART);
        if (begins_figure(text, from, i, digit_seen) &&
            (match_records(here, out) || match_transfer(here, out))) {
            out->start = i;
            out->end += i;
            return true;
        }
        digit_seen = true;
        while (i + 1 < text.n && char_is_digit(text.p[i + 1]))
            i++;
    }
    return false;
}

bool dd_count_line(Slice text, Number *n, Slice *words)
{
    Slice rest = slice_trim(text), digits;
    if (!slice_digits(&rest, &digits) || digits.n > 18 || !number_is(digits, n))
        return false;
    n->half = 0;
    slice_skip_blanks(&rest);
    if (!rest.n || rest.n > 60 || !is_letter(rest.p[0]))
        return false;
    for (size_t i = 0; i < rest.n; i++)
        if (char_is_digit(rest.p[i]) || strchr("/:=()", rest.p[i]))
            return false;
    *words = rest;
    return true;
}
