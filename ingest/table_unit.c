/*
 * Unit words as people write them in tables. MB is 10^6 and MiB 2^20; Mb/s counts bits; a bare
 * "K/sec" or "18.4k" does not say.
 */
#include "ingest/table.h"

#include <string.h>

typedef struct TimeWord {
    const char *word;
    double factor;
    int rank;
} TimeWord;

typedef struct PlainWord {
    const char *word;
    double factor;
    Unit unit;
} PlainWord;

/* clang-format off */
enum { RANK_DAYS = 5, RANK_HOURS = 4, RANK_MINUTES = 3, RANK_SECONDS = 2, RANK_BELOW = 1 };

static const TimeWord times[] = {
    { "d", 86400, RANK_DAYS }, { "day", 86400, RANK_DAYS }, { "days", 86400, RANK_DAYS },
    { "h", 3600, RANK_HOURS }, { "hr", 3600, RANK_HOURS }, { "hrs", 3600, RANK_HOURS },
    { "hour", 3600, RANK_HOURS }, { "hours", 3600, RANK_HOURS },
    { "m", 60, RANK_MINUTES }, { "min", 60, RANK_MINUTES }, { "mins", 60, RANK_MINUTES },
    { "mn", 60, RANK_MINUTES }, { "minute", 60, RANK_MINUTES }, { "minutes", 60, RANK_MINUTES },
    { "s", 1, RANK_SECONDS }, { "sec", 1, RANK_SECONDS }, { "secs", 1, RANK_SECONDS },
    { "second", 1, RANK_SECONDS }, { "seconds", 1, RANK_SECONDS }, { "sek", 1, RANK_SECONDS },
    { "Sek", 1, RANK_SECONDS }, { "Sekunden", 1, RANK_SECONDS }, { "secondes", 1, RANK_SECONDS },
    { "segundos", 1, RANK_SECONDS }, { "Min", 60, RANK_MINUTES }, { "Minuten", 60, RANK_MINUTES },
    { "Sec", 1, RANK_SECONDS }, { "Seconds", 1, RANK_SECONDS }, { "Minutes", 60, RANK_MINUTES },
    { "ms", 1e-3, RANK_BELOW }, { "msec", 1e-3, RANK_BELOW }, { "msecs", 1e-3, RANK_BELOW },
    { "millisecond", 1e-3, RANK_BELOW }, { "milliseconds", 1e-3, RANK_BELOW },
    { "us", 1e-6, RANK_BELOW }, { "usec", 1e-6, RANK_BELOW }, { "usecs", 1e-6, RANK_BELOW },
    { "\xc2\xb5s", 1e-6, RANK_BELOW }, { "\xce\xbcs", 1e-6, RANK_BELOW },
    { "\xc2\xb5sec", 1e-6, RANK_BELOW }, { "\xce\xbcsec", 1e-6, RANK_BELOW },
    { "microsecond", 1e-6, RANK_BELOW }, { "microseconds", 1e-6, RANK_BELOW },
    { "ns", 1e-9, RANK_BELOW }, { "nsec", 1e-9, RANK_BELOW }, { "nsecs", 1e-9, RANK_BELOW },
    { "nanosecond", 1e-9, RANK_BELOW }, { "nanoseconds", 1e-9, RANK_BELOW },
};

/* Amounts of data; with "/s" behind them rates. "o" is the French octet. */
static const PlainWord sizes[] = {
    { "B", 1, UNIT_BYTES }, { "byte", 1, UNIT_BYTES }, { "bytes", 1, UNIT_BYTES },
    { "Byte", 1, UNIT_BYTES }, { "Bytes", 1, UNIT_BYTES },
    { "kB", KILO, UNIT_BYTES }, { "KB", KILO, UNIT_BYTES }, { "MB", MEGA, UNIT_BYTES },
    { "GB", GIGA, UNIT_BYTES }, { "TB", TERA, UNIT_BYTES }, { "PB", PETA, UNIT_BYTES },
    { "KiB", KIBI, UNIT_BYTES }, { "kiB", KIBI, UNIT_BYTES }, { "MiB", MEBI, UNIT_BYTES },
    { "GiB", GIBI, UNIT_BYTES }, { "TiB", TEBI, UNIT_BYTES }, { "PiB", PEBI, UNIT_BYTES },
    { "kByte", KILO, UNIT_BYTES }, { "KByte", KILO, UNIT_BYTES }, { "MByte", MEGA, UNIT_BYTES },
    { "GByte", GIGA, UNIT_BYTES }, { "KBytes", KILO, UNIT_BYTES }, { "kBytes", KILO, UNIT_BYTES },
    { "MBytes", MEGA, UNIT_BYTES }, { "GBytes", GIGA, UNIT_BYTES }, { "MiByte", MEBI, UNIT_BYTES },
    { "ko", KILO, UNIT_BYTES }, { "Ko", KILO, UNIT_BYTES }, { "Mo", MEGA, UNIT_BYTES },
    { "Go", GIGA, UNIT_BYTES }, { "To", TERA, UNIT_BYTES }, { "Mio", MEBI, UNIT_BYTES },
    { "Gio", GIBI, UNIT_BYTES }, { "Kio", KIBI, UNIT_BYTES },
};

/* Bits: only as rates. */
static const PlainWord bits[] = {
    { "bit", 0.125, UNIT_BYTES }, { "bits", 0.125, UNIT_BYTES }, { "b", 0.125, UNIT_BYTES },
    { "kb", 125, UNIT_BYTES }, { "Kb", 125, UNIT_BYTES }, { "kbit", 125, UNIT_BYTES },
    { "Kbit", 125, UNIT_BYTES }, { "kbits", 125, UNIT_BYTES }, { "Kbits", 125, UNIT_BYTES },
    { "Mb", 125e3, UNIT_BYTES }, { "Mbit", 125e3, UNIT_BYTES }, { "Mbits", 125e3, UNIT_BYTES },
    { "Gb", 125e6, UNIT_BYTES }, { "Gbit", 125e6, UNIT_BYTES }, { "Gbits", 125e6, UNIT_BYTES },
    { "Mibit", 131072, UNIT_BYTES }, { "Gibit", 134217728, UNIT_BYTES },
};

/* Rates without "/s" in them, and counts. A prefix k, M, G may stand in front. */
static const PlainWord counts[] = {
    { "iops", 1, UNIT_PER_S }, { "IOPS", 1, UNIT_PER_S }, { "IOPs", 1, UNIT_PER_S },
    { "Iops", 1, UNIT_PER_S }, { "IOps", 1, UNIT_PER_S }, { "tps", 1, UNIT_PER_S },
    { "TPS", 1, UNIT_PER_S }, { "qps", 1, UNIT_PER_S }, { "QPS", 1, UNIT_PER_S },
    { "rps", 1, UNIT_PER_S }, { "Hz", 1, UNIT_PER_S },
    { "ops", 1, UNIT_COUNT }, { "files", 1, UNIT_COUNT }, { "requests", 1, UNIT_COUNT },
    { "reqs", 1, UNIT_COUNT }, { "req", 1, UNIT_COUNT }, { "op", 1, UNIT_COUNT },
    { "IO", 1, UNIT_COUNT }, { "IOs", 1, UNIT_COUNT }, { "io", 1, UNIT_COUNT },
    { "ios", 1, UNIT_COUNT }, { "seeks", 1, UNIT_COUNT }, { "runs", 1, UNIT_COUNT },
    { "transactions", 1, UNIT_COUNT }, { "operations", 1, UNIT_COUNT },
    { "creates", 1, UNIT_COUNT }, { "threads", 1, UNIT_COUNT },
};

static const struct { char letter; double factor, factor1024; } prefixes[] = {
    { 'k', KILO, KIBI }, { 'K', KILO, KIBI }, { 'M', MEGA, MEBI }, { 'G', GIGA, GIBI },
    { 'T', TERA, TEBI },
};
/* clang-format on */

#define COUNT_OF(table) (sizeof(table) / sizeof *(table))

static const PlainWord *plain_word(const PlainWord *table, size_t n, Slice word)
{
    for (size_t i = 0; i < n; i++)
        if (slice_is(word, table[i].word))
            return &table[i];
    return NULL;
}

static bool prefix(Slice word, TableUnit *out)
{
    for (size_t i = 0; word.n == 1 && i < COUNT_OF(prefixes); i++)
        if (prefixes[i].letter == word.p[0]) {
            out->factor = prefixes[i].factor;
            out->factor1024 = prefixes[i].factor1024;
            out->binary_too = true;
            return true;
        }
    return false;
}

/* Letters, both micro signs, '%', and '/' in front of a letter; "s" of "5/s" too. */
static Slice unit_letters(Slice s)
{
    size_t n = 0;
    while (n < s.n) {
        unsigned char c = (unsigned char)s.p[n];
        bool micro = (c == 0xc2 && n + 1 < s.n && (unsigned char)s.p[n + 1] == 0xb5) ||
                     (c == 0xce && n + 1 < s.n && (unsigned char)s.p[n + 1] == 0xbc);
        if (micro)
            n += 2;
        else if (char_is_alpha(s.p[n]) || c == '%' ||
                 (c == '/' && n + 1 < s.n && char_is_alpha(s.p[n + 1])))
            n++;
        else
            break;
    }
    return slice_first(s, n);
}

/* Takes "/s", "/sec", "/second" or the "ps" of "MBps" off the word. */
static bool cut_rate(Slice *word)
{
    static const char *const tails[] = { "/s", "/S", "/sec", "/Sec", "/secs", "/second", "/sek" };
    for (size_t i = 0; i < COUNT_OF(tails); i++)
        if (slice_ends(*word, slice_of(tails[i]))) {
            word->n -= strlen(tails[i]);
            return true;
        }
    Slice base = { word->p, word->n > 2 ? word->n - 2 : 0 };
    if (slice_ends(*word, SLICE("ps")) &&
        (plain_word(sizes, COUNT_OF(sizes), base) || plain_word(bits, COUNT_OF(bits), base))) {
        *word = base;
        return true;
    }
    return false;
}

/* "per second", "/ s" behind a word of size or count. */
static bool skip_rate(Slice *s)
{
    static const char *const tails[] = { "per second", "per sec", "per s", "/ sec", "/ s",
                                         "a second" };
    Slice rest = *s;
    slice_skip_blanks(&rest);
    for (size_t i = 0; i < COUNT_OF(tails); i++) {
        Slice after = rest;
        if (slice_skip_nocase(&after, slice_of(tails[i])) &&
            (!after.n || !char_is_alnum(after.p[0]))) {
            *s = after;
            return true;
        }
    }
    return false;
}

static bool rate_word(Slice base, TableUnit *out)
{
    const PlainWord *w = plain_word(sizes, COUNT_OF(sizes), base);
    if (!w)
        w = plain_word(bits, COUNT_OF(bits), base);
    out->factor = w ? w->factor : 1;
    out->unit = w ? UNIT_BYTES_PER_S : UNIT_PER_S;
    if (w || base.n == 0)
        return true;
    if (prefix(base, out)) {
        out->unit = UNIT_BYTES_PER_S;
        out->doubt = UNIT_BARE_RATE;
        return true;
    }
    if (base.n < 2) /* "m/s" */
        return false;
    for (size_t i = 0; i < base.n; i++)
        if (!char_is_alpha(base.p[i]))
            return false;
    TableUnit k;
    if (plain_word(counts, COUNT_OF(counts), base))
        return true;
    if (prefix(slice_first(base, 1), &k) &&
        plain_word(counts, COUNT_OF(counts), slice_from(base, 1)))
        out->factor = k.factor; /* "kops/s" */
    else
        out->any_word = true;
    return true; /* "files/s", "creates/sec": so many a second */
}

static bool count_word(Slice word, TableUnit *out)
{
    const PlainWord *w = plain_word(counts, COUNT_OF(counts), word);
    TableUnit k = { 0 };
    if (!w && word.n > 2 && prefix(slice_first(word, 1), &k))
        w = plain_word(counts, COUNT_OF(counts), slice_from(word, 1));
    if (!w)
        return false;
    out->unit = w->unit;
    out->factor = k.factor != 0 ? k.factor : 1;
    return true;
}

static bool time_word(Slice word, TableUnit *out)
{
    for (size_t i = 0; i < COUNT_OF(times); i++)
        if (slice_is(word, times[i].word)) {
            out->unit = UNIT_SECONDS;
            out->factor = times[i].factor;
            out->rank = times[i].rank;
            out->doubt = slice_is(word, "m") ? UNIT_MINUTES : UNIT_SURE;
            return true;
        }
    return false;
}

/* "7.91 k iops": the word behind a prefix that stands alone. */
static bool prefixed_word(Slice *s, TableUnit *out)
{
    Slice rest = *s, word;
    slice_skip_blanks(&rest);
    word = unit_letters(rest);
    TableUnit u = { 0 };
    Slice base = word;
    bool rate = cut_rate(&base);
    if (!word.n || (rate ? base.n < 2 || !rate_word(base, &u) || u.unit != UNIT_PER_S
                         : !count_word(word, &u)))
        return false;
    rest = slice_from(rest, word.n);
    if (u.unit == UNIT_COUNT && skip_rate(&rest))
        u.unit = UNIT_PER_S;
    out->unit = u.unit;
    out->factor *= u.factor;
    out->binary_too = false;
    *s = rest;
    return true;
}

static bool known_word(Slice word, Slice *behind, TableUnit *out)
{
    const PlainWord *w;
    Slice base = word;
    if (slice_is(word, "%")) {
        *out = (TableUnit){ .unit = UNIT_RATIO, .factor = 0.01 };
    } else if (slice_is(word, "x") || slice_is(word, "X")) {
        *out = (TableUnit){ .unit = UNIT_RATIO, .factor = 1, .times = true };
    } else if (time_word(word, out)) {
        ;
    } else if ((w = plain_word(sizes, COUNT_OF(sizes), word))) {
        *out = (TableUnit){ .unit = skip_rate(behind) ? UNIT_BYTES_PER_S : UNIT_BYTES,
                            .factor = w->factor };
    } else if ((w = plain_word(bits, COUNT_OF(bits), word)) && skip_rate(behind)) {
        *out = (TableUnit){ .unit = UNIT_BYTES_PER_S, .factor = w->factor };
    } else if (count_word(word, out)) {
        if (out->unit == UNIT_COUNT && skip_rate(behind))
            out->unit = UNIT_PER_S;
    } else if (cut_rate(&base)) {
        return rate_word(base, out);
    } else if (prefix(word, out)) {
        out->doubt = UNIT_PREFIX_ONLY;
        if (prefixed_word(behind, out))
            out->doubt = UNIT_SURE;
    } else {
        return false;
    }
    return true;
}

bool table_unit_skip(Slice *s, TableUnit *out)
{
    Slice word = unit_letters(*s);
    TableUnit u = { 0 };
    if (!word.n)
        return false;
    Slice behind = slice_from(*s, word.n);
    if (!known_word(word, &behind, &u))
        return false;
    if (u.rank && slice_starts(behind, SLICE("."))) /* "12 sec." */
        behind = slice_from(behind, 1);
    u.text = slice_first(*s, s->n - behind.n);
    *s = behind;
    *out = u;
    return true;
}

bool table_unit_is(Slice s, TableUnit *out)
{
    s = slice_trim(s);
    return table_unit_skip(&s, out) && s.n == 0;
}
