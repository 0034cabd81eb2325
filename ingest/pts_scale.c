/*
 * "MB/s", "Mbytes/sec", "Seconds", "Files/s", "Operations Per Second": profiles of tests write them as they
 * like. A prefix is decimal unless it says "i": the suite hands on what the tool printed.
 */
#include "ingest/pts_scale.h"

enum { LONGEST_SCALE = 48 };

static const struct {
    const char *word;
    double seconds;
} times[] = {
    { "s", 1 },          { "sec", 1 },          { "secs", 1 },     { "second", 1 },        { "seconds", 1 },
    { "ms", 1e-3 },      { "msec", 1e-3 },      { "msecs", 1e-3 }, { "millisecond", 1e-3 }, { "milliseconds", 1e-3 },
    { "us", 1e-6 },      { "usec", 1e-6 },      { "usecs", 1e-6 }, { "microsecond", 1e-6 }, { "microseconds", 1e-6 },
    { "\xc2\xb5s", 1e-6 }, { "\xce\xbcs", 1e-6 }, { "ns", 1e-9 },  { "nsec", 1e-9 },        { "nanoseconds", 1e-9 },
    { "minute", 60 },    { "minutes", 60 },     { "hour", 3600 },  { "hours", 3600 },
};

static const UnitWord bytes[] = {
    { "b", 1, UNIT_BYTES },         { "byte", 1, UNIT_BYTES },      { "bytes", 1, UNIT_BYTES },
    { "kb", KILO, UNIT_BYTES },     { "kbytes", KILO, UNIT_BYTES }, { "kilobytes", KILO, UNIT_BYTES },
    { "mb", MEGA, UNIT_BYTES },     { "mbytes", MEGA, UNIT_BYTES }, { "megabytes", MEGA, UNIT_BYTES },
    { "gb", GIGA, UNIT_BYTES },     { "gbytes", GIGA, UNIT_BYTES }, { "gigabytes", GIGA, UNIT_BYTES },
    { "tb", TERA, UNIT_BYTES },     { "kib", KIBI, UNIT_BYTES },    { "mib", MEBI, UNIT_BYTES },
    { "gib", GIBI, UNIT_BYTES },    { "tib", TEBI, UNIT_BYTES },    { NULL, 0, UNIT_UNKNOWN },
};

/* What is counted per second; any other noun is kept as printed. */
static const char *const events[] = {
    "file",    "files",    "op",        "ops",        "operation",  "operations", "tps",
    "txn",     "transaction", "transactions", "request", "requests", "query",     "queries",
    "message", "messages", "event",     "events",     "row",        "rows",       "record",
    "records", "iteration", "iterations", "insertion", "insertions", "lookup",    "lookups", "1",
};

/* Lower case, blanks out: "Operations Per Second" is "operationspersecond". */
static Slice squeezed(Slice text, char to[LONGEST_SCALE])
{
    size_t n = 0;
    for (size_t i = 0; i < text.n; i++) {
        if (char_is_blank(text.p[i]) || text.p[i] == '\n' || text.p[i] == '.')
            continue;
        if (n == LONGEST_SCALE)
            return (Slice){ to, 0 };
        to[n++] = char_lower(text.p[i]);
    }
    return (Slice){ to, n };
}

/* The noun in front of "/s", "per second" ...; false: no rate. */
static bool rate_of(Slice s, Slice *noun)
{
    static const char *const ends[] = { "/s", "/sec", "/second", "persecond", "persec" };
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        Slice end = slice_of(ends[i]);
        if (s.n > end.n && slice_ends(s, end)) {
            *noun = slice_first(s, s.n - end.n);
            return true;
        }
    }
    return false;
}

static bool is_event(Slice noun)
{
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        if (slice_is(noun, events[i]))
            return true;
    return false;
}

static bool rate(Slice s, PtsScale *out)
{
    Slice noun;
    if (slice_is(s, "iops")) {
        *out = (PtsScale){ "iops", UNIT_PER_S, 1, BETTER_HIGHER };
        return true;
    }
    if (slice_is(s, "tps")) {
        *out = (PtsScale){ "rate", UNIT_PER_S, 1, BETTER_HIGHER };
        return true;
    }
    if (!rate_of(s, &noun))
        return false;
    const UnitWord *w = unit_word(bytes, noun);
    if (w)
        *out = (PtsScale){ "bw", UNIT_BYTES_PER_S, w->factor, BETTER_HIGHER };
    else if (slice_is(noun, "io") || slice_is(noun, "ios"))
        *out = (PtsScale){ "iops", UNIT_PER_S, 1, BETTER_HIGHER };
    else if (is_event(noun))
        *out = (PtsScale){ "rate", UNIT_PER_S, 1, BETTER_HIGHER };
    else
        return false;
    return true;
}

/* "seconds", and a time for one of something: "us per event", "ns/op". */
static double time_factor(Slice s)
{
    for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
        Slice rest = s;
        if (slice_skip(&rest, slice_of(times[i].word)) &&
            (!rest.n || slice_starts(rest, SLICE("/")) || slice_starts(rest, SLICE("per"))))
            return times[i].seconds;
    }
    return 0;
}

PtsScale pts_scale(Slice text)
{
    char room[LONGEST_SCALE];
    Slice s = squeezed(text, room);
    PtsScale found = { "value", UNIT_UNKNOWN, 1, BETTER_NEITHER };
    if (!s.n || rate(s, &found))
        return found;
    double seconds = time_factor(s);
    if (seconds > 0)
        return (PtsScale){ "time", UNIT_SECONDS, seconds, BETTER_LOWER };
    const UnitWord *w = s.n > 1 ? unit_word(bytes, s) : NULL;
    if (w)
        return (PtsScale){ "bytes", UNIT_BYTES, w->factor, BETTER_NEITHER };
    if (slice_is(s, "%") || slice_is(s, "percent"))
        return (PtsScale){ "share", UNIT_RATIO, 0.01, BETTER_NEITHER };
    return found;
}
