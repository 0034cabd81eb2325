/* Units and names in the headings of D scripts and their relatives. */
#include <string.h>

#include "ingest/dtrace.h"

/* clang-format off */
/* "Kb" and "KB" are 1024 bytes in the scripts of the DTraceToolkit and in bcc. */
static const UnitWord words[] = {
    { "ns", 1e-9, UNIT_SECONDS }, { "nsec", 1e-9, UNIT_SECONDS }, { "nsecs", 1e-9, UNIT_SECONDS },
    { "nanoseconds", 1e-9, UNIT_SECONDS }, { "nanosecond", 1e-9, UNIT_SECONDS },
    { "us", 1e-6, UNIT_SECONDS }, { "usec", 1e-6, UNIT_SECONDS }, { "usecs", 1e-6, UNIT_SECONDS },
    { "\xc2\xb5s", 1e-6, UNIT_SECONDS }, { "\xce\xbcs", 1e-6, UNIT_SECONDS },
    { "microseconds", 1e-6, UNIT_SECONDS }, { "microsecond", 1e-6, UNIT_SECONDS },
    { "ms", 1e-3, UNIT_SECONDS }, { "msec", 1e-3, UNIT_SECONDS }, { "msecs", 1e-3, UNIT_SECONDS },
    { "milliseconds", 1e-3, UNIT_SECONDS }, { "millisecond", 1e-3, UNIT_SECONDS },
    { "nseconds", 1e-9, UNIT_SECONDS }, { "useconds", 1e-6, UNIT_SECONDS },
    { "mseconds", 1e-3, UNIT_SECONDS },
    { "s", 1, UNIT_SECONDS }, { "sec", 1, UNIT_SECONDS }, { "secs", 1, UNIT_SECONDS },
    { "seconds", 1, UNIT_SECONDS }, { "second", 1, UNIT_SECONDS },
    { "B", 1, UNIT_BYTES }, { "byte", 1, UNIT_BYTES }, { "bytes", 1, UNIT_BYTES },
    { "kb", KIBI, UNIT_BYTES }, { "kib", KIBI, UNIT_BYTES }, { "kbyte", KIBI, UNIT_BYTES },
    { "kbytes", KIBI, UNIT_BYTES }, { "kilobytes", KIBI, UNIT_BYTES },
    { "mb", MEBI, UNIT_BYTES }, { "mib", MEBI, UNIT_BYTES }, { "mbytes", MEBI, UNIT_BYTES },
    { "megabytes", MEBI, UNIT_BYTES }, { "gb", GIBI, UNIT_BYTES }, { "gbytes", GIBI, UNIT_BYTES },
    { "count", 1, UNIT_COUNT }, { "counts", 1, UNIT_COUNT }, { "sectors", 1, UNIT_COUNT },
    { "blocks", 1, UNIT_COUNT }, { "pages", 1, UNIT_COUNT },
    { "%", 0.01, UNIT_RATIO }, { "percent", 0.01, UNIT_RATIO },
    { "iops", 1, UNIT_PER_S }, { "ops", 1, UNIT_COUNT },
    { NULL },
};
/* clang-format on */

static Better direction(Unit unit)
{
    switch (unit) {
    case UNIT_SECONDS:
        return BETTER_LOWER;
    case UNIT_BYTES_PER_S:
    case UNIT_PER_S:
        return BETTER_HIGHER;
    default:
        return BETTER_NEITHER;
    }
}

DtraceUnit dtrace_unit_none(void)
{
    return (DtraceUnit){ .factor = 1, .text = SLICE("") };
}

DtraceUnit dtrace_unit_of(Unit unit, double factor, Slice text)
{
    return (DtraceUnit){ unit, factor, direction(unit), text, true };
}

static const UnitWord *find_word(Slice word)
{
    if (slice_is(word, "b")) /* a bit, or a slip */
        return NULL;
    for (const UnitWord *w = words; w->word; w++)
        if (slice_eq_nocase(word, slice_of(w->word)))
            return w;
    return NULL;
}

static Unit per_second(Unit unit)
{
    return unit == UNIT_BYTES ? UNIT_BYTES_PER_S : unit == UNIT_COUNT ? UNIT_PER_S : UNIT_UNKNOWN;
}

/* Takes "/s", "/sec", "/second" off the end. */
static bool cut_per_second(Slice *word)
{
    static const char *const ends[] = { "/s", "/sec", "/second", "ps" };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        Slice end = slice_of(ends[i]);
        Slice head = { word->p, word->n - end.n };
        if (word->n <= end.n || !slice_eq_nocase(slice_from(*word, head.n), end))
            continue;
        const UnitWord *w = find_word(head);
        if (ends[i][0] != '/' && !(w && w->unit == UNIT_BYTES))
            continue;
        *word = head;
        return true;
    }
    return false;
}

bool dtrace_unit_word(Slice word, DtraceUnit *out)
{
    Slice head = word;
    bool rate = cut_per_second(&head);
    const UnitWord *w = find_word(head);
    if (!w)
        return false;
    Unit unit = rate ? per_second(w->unit) : w->unit;
    if (rate && unit == UNIT_UNKNOWN)
        return false;
    *out = dtrace_unit_of(unit, w->factor, word);
    return true;
}

/* "us", "total us", "in usec": the unit is the last word. */
static bool unit_in_parentheses(Slice inner, DtraceUnit *out)
{
    Slice last = slice_trim(inner), word;
    if (dtrace_unit_word(last, out))
        return true;
    if (!slice_word(&last, &word) ||
        !(slice_eq_nocase(word, SLICE("total")) || slice_eq_nocase(word, SLICE("in")) ||
          slice_eq_nocase(word, SLICE("avg")) || slice_eq_nocase(word, SLICE("max"))))
        return false;
    return dtrace_unit_word(slice_trim(last), out);
}

/* The first "(unit)" of the text: its place and length. */
static bool find_parentheses(Slice text, size_t *at, size_t *n, DtraceUnit *out)
{
    for (size_t from = 0;;) {
        size_t open = slice_find_char(slice_from(text, from), '(');
        if (open == SLICE_NONE)
            return false;
        open += from;
        size_t close = slice_find_char(slice_from(text, open), ')');
        if (close == SLICE_NONE)
            return false;
        if (unit_in_parentheses(slice_first(slice_from(text, open + 1), close - 1), out)) {
            *at = open;
            *n = close + 1;
            return true;
        }
        from = open + 1;
    }
}

static Slice cut_colon(Slice text)
{
    text = slice_trim(text);
    while (text.n && (text.p[text.n - 1] == ':' || char_is_blank(text.p[text.n - 1])))
        text.n--;
    return text;
}

bool dtrace_unit_ends(Slice heading)
{
    size_t at, n;
    DtraceUnit u;
    heading = cut_colon(heading);
    return find_parentheses(heading, &at, &n, &u) && at + n == heading.n;
}

/* "Kbytes per second by process", "Total bytes", "reads/sec". */
static DtraceUnit unit_among_words(Slice heading)
{
    DtraceUnit best = dtrace_unit_none(), u;
    Slice word, rest = heading;
    bool rate = slice_has_nocase(heading, SLICE("per second")) ||
                slice_has_nocase(heading, SLICE("per sec")) ||
                slice_has_nocase(heading, SLICE("/sec")) || slice_ends(heading, SLICE("/s"));
    while (slice_word(&rest, &word)) {
        while (word.n && strchr(":,;[]", word.p[word.n - 1]))
            word.n--;
        if (word.n < 2 || !dtrace_unit_word(word, &u) || slice_is(word, "blocks") ||
            slice_is(word, "pages") || slice_eq_nocase(word, SLICE("ops")))
            continue;
        if (rate && u.unit == UNIT_SECONDS) /* the "second" of "per second" */
            continue;
        if (!best.known || u.unit == UNIT_COUNT)
            best = u;
    }
    if (!rate)
        return best;
    if (!best.known)
        return dtrace_unit_of(UNIT_PER_S, 1, SLICE(""));
    Unit unit = per_second(best.unit);
    return unit == UNIT_UNKNOWN ? best : dtrace_unit_of(unit, best.factor, best.text);
}

DtraceUnit dtrace_unit_heading(Slice heading)
{
    size_t at, n;
    DtraceUnit u;
    heading = cut_colon(heading);
    if (find_parentheses(heading, &at, &n, &u))
        return u;
    return unit_among_words(heading);
}

DtraceUnit dtrace_unit_map(Slice name)
{
    DtraceUnit u;
    size_t last = slice_rfind(name, SLICE("_"));
    Slice word = last == SLICE_NONE ? name : slice_from(name, last + 1);
    if (word.n < 2 || !dtrace_unit_word(word, &u) || u.unit == UNIT_COUNT)
        return dtrace_unit_none();
    return u;
}

const char *dtrace_slug(Arena *a, Slice heading)
{
    size_t at = SLICE_NONE, length = 0;
    DtraceUnit u;
    heading = cut_colon(heading);
    if (!find_parentheses(heading, &at, &length, &u))
        at = SLICE_NONE;
    char *slug = arena_alloc(a, heading.n + 1);
    size_t n = 0;
    bool gap = false;
    for (size_t i = 0; i < heading.n; i++) {
        if (i == at) {
            i += length - 1;
            gap = true;
            continue;
        }
        if (!char_is_alnum(heading.p[i])) {
            gap = true;
            continue;
        }
        if (gap && n)
            slug[n++] = '_';
        gap = false;
        slug[n++] = char_lower(heading.p[i]);
    }
    return slug;
}
