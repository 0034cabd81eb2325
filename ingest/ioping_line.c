#include "ingest/ioping_line.h"

#include <string.h>

#include "base/unit.h"

/* A request line with its path; a head line. */
enum { LONGEST_LINE = 1200 };

/* clang-format off */
static const UnitWord count_units[] = {
    { "k", KILO, UNIT_COUNT }, { "M", MEGA, UNIT_COUNT }, { "G", GIGA, UNIT_COUNT },
    { "T", TERA, UNIT_COUNT }, { "P", PETA, UNIT_COUNT }, { NULL, 0, UNIT_UNKNOWN },
};
static const UnitWord time_units[] = {
    { "ns", 1e-9, UNIT_SECONDS }, { "us", 1e-6, UNIT_SECONDS }, { "\xc2\xb5s", 1e-6, UNIT_SECONDS },
    { "\xce\xbcs", 1e-6, UNIT_SECONDS }, { "ms", 1e-3, UNIT_SECONDS }, { "s", 1, UNIT_SECONDS },
    { "min", 60, UNIT_SECONDS }, { "hour", 3600, UNIT_SECONDS }, { "day", 86400, UNIT_SECONDS },
    { NULL, 0, UNIT_UNKNOWN },
};
static const UnitWord size_units[] = {
    { "bytes", 1, UNIT_BYTES }, { "B", 1, UNIT_BYTES }, { "b", 1, UNIT_BYTES },
    { "KiB", KIBI, UNIT_BYTES }, { "MiB", MEBI, UNIT_BYTES }, { "GiB", GIBI, UNIT_BYTES },
    { "TiB", TEBI, UNIT_BYTES }, { "PiB", PEBI, UNIT_BYTES }, { "EiB", PEBI * 1024, UNIT_BYTES },
    { "kb", KIBI, UNIT_BYTES }, { "mb", MEBI, UNIT_BYTES }, { "gb", GIBI, UNIT_BYTES },
    { "tb", TEBI, UNIT_BYTES }, { "pb", PEBI, UNIT_BYTES },
    { "Kb", KIBI, UNIT_BYTES }, { "Mb", MEBI, UNIT_BYTES }, { "Gb", GIBI, UNIT_BYTES }, { "Tb", TEBI, UNIT_BYTES },
    { NULL, 0, UNIT_UNKNOWN },
};
/* clang-format on */

static bool is_word_end(Slice s)
{
    return s.n == 0 || !(char_is_alnum(s.p[0]) || (unsigned char)s.p[0] >= 0x80);
}

/* A number and a unit of the table. */
static bool figure(Slice *s, const UnitWord *units, IopingFigure *out)
{
    Slice rest = *s;
    Number n;
    slice_skip_blanks(&rest);
    if (!rest.n || !char_is_digit(rest.p[0]) || !number_read(&rest, &n))
        return false;
    slice_skip_blanks(&rest);
    Slice before = rest;
    const UnitWord *unit = unit_skip(units, &rest);
    if (!unit || !is_word_end(rest))
        return false;
    *out = (IopingFigure){ true, n, unit->factor, slice_first(before, before.n - rest.n) };
    *s = rest;
    return true;
}

/* A count: "7", "18.4 k". The word behind it must not be taken for a suffix. */
static bool count(Slice *s, IopingFigure *out)
{
    Slice rest = *s;
    if (figure(&rest, count_units, out)) {
        *s = rest;
        return true;
    }
    Number n;
    slice_skip_blanks(&rest);
    if (!rest.n || !char_is_digit(rest.p[0]) || !number_read(&rest, &n))
        return false;
    *out = (IopingFigure){ true, n, 1, SLICE("") };
    *s = rest;
    return true;
}

static bool rate(Slice *s, IopingFigure *out)
{
    Slice rest = *s;
    if (!figure(&rest, size_units, out) || !slice_skip(&rest, SLICE("/s")))
        return false;
    out->unit.n += 2;
    *s = rest;
    return true;
}

/* ", " or, where 0.5 forgot the comma, blanks. */
static void skip_comma(Slice *s)
{
    slice_skip(s, SLICE(","));
    slice_skip_blanks(s);
}

/* "1.6 k iops, 6.4 MiB/s" */
static bool iops_and_bw(Slice *s, IopingFigure *iops, IopingFigure *bw)
{
    Slice rest = *s;
    skip_comma(&rest);
    if (!count(&rest, iops) || !slice_skip_some_blanks(&rest) || !slice_skip(&rest, SLICE("iops")))
        goto none;
    skip_comma(&rest);
    if (!rate(&rest, bw))
        goto none;
    *s = rest;
    return true;
none:
    *iops = *bw = (IopingFigure){ 0 };
    return false;
}

/* --- the target --- */

static void read_parenthesis(Slice inner, IopingTarget *t)
{
    static const char *const devices[] = { "device", "block device", "character device" };
    Slice rest = slice_trim(inner);
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
        Slice size = rest;
        if (slice_skip(&size, slice_of(devices[i])) &&
            (figure(&size, size_units, &t->size) || !size.n))
            return;
    }
    slice_word(&rest, &t->fs);
    t->device = slice_trim(rest);
    /* "tmpfs tmpfs 23.5 GiB": the last two words are the size from 1.2 on */
    size_t unit_at = slice_rfind(t->device, SLICE(" "));
    if (unit_at == SLICE_NONE)
        return;
    size_t number_at = slice_rfind(slice_first(t->device, unit_at), SLICE(" "));
    if (number_at == SLICE_NONE)
        return;
    Slice size = slice_from(t->device, number_at + 1);
    if (figure(&size, size_units, &t->size) && !size.n)
        t->device = slice_trim(slice_first(t->device, number_at));
}

/* "PATH (PARENTHESIS)": the path may hold blanks and parentheses; the last " (" counts. */
static void read_target(Slice text, IopingTarget *t)
{
    *t = (IopingTarget){ 0 };
    text = slice_trim(text);
    size_t open = slice_rfind(text, SLICE(" ("));
    if (open == SLICE_NONE || !slice_ends(text, SLICE(")"))) {
        t->path = text;
        return;
    }
    t->path = slice_trim(slice_first(text, open));
    Slice inner = slice_from(text, open + 2);
    inner.n--;
    read_parenthesis(inner, t);
}

/* --- the lines --- */

typedef struct WayWord {
    const char *word;
    IopingWay way;
    bool arrows;
} WayWord;

/*
 * 0.7 and 0.8 print "from" for writes too: it says nothing. `front` is the text before ":
 * request=". Finds "SIZE WORD" in it; what is in front of the size is a time (-I) or of somebody
 * else.
 */
static bool read_front(Slice front, IopingRequest *q, size_t *start)
{
    static const WayWord words[] = { { " <<< ", IOPING_READ, true },
                                     { " >>> ", IOPING_WRITE, true },
                                     { " from ", IOPING_UNKNOWN, false },
                                     { " to ", IOPING_WRITE, false } };
    for (size_t i = 0; i < front.n; i++) {
        if (!char_is_digit(front.p[i]) || (i > 0 && !char_is_blank(front.p[i - 1])))
            continue;
        Slice rest = slice_from(front, i);
        IopingFigure size;
        if (!figure(&rest, size_units, &size))
            continue;
        for (size_t k = 0; k < sizeof words / sizeof *words; k++)
            if (slice_skip(&rest, slice_of(words[k].word))) {
                q->when = slice_trim(slice_first(front, i));
                q->size = size;
                q->way = words[k].way;
                q->arrows = words[k].arrows;
                read_target(rest, &q->target);
                *start = i;
                return true;
            }
    }
    return false;
}

static void read_notice(Slice *s, IopingRequest *q)
{
    Slice rest = *s, inner;
    slice_skip_blanks(&rest);
    Slice near = slice_first(rest, 40);
    if (!slice_skip(&near, SLICE("(")) || !slice_until(&near, SLICE(")"), &inner))
        return;
    q->warmup = slice_is(inner, "warmup");
    q->excluded = q->warmup || slice_starts(inner, SLICE("too ")) || slice_is(inner, "EAGAIN");
    *s = slice_from(rest, inner.n + 2);
}

/* at: of "request=" */
static bool read_request(Slice text, size_t from, size_t at, IopingPart *part)
{
    IopingRequest q = { 0 };
    Slice front = slice_first(slice_from(text, from), at - from), rest = slice_from(text, at);
    if (front.n > LONGEST_LINE) {
        from += front.n - LONGEST_LINE;
        front = slice_from(front, front.n - LONGEST_LINE);
    }
    front = (Slice){ front.p, slice_rfind(front, SLICE(":")) };
    size_t start;
    if (front.n == SLICE_NONE || !read_front(front, &q, &start) ||
        !slice_skip(&rest, SLICE("request=")) || !slice_uint(&rest, &q.number))
        return false;
    slice_skip_blanks(&rest);
    bool whole = slice_skip(&rest, SLICE("time=")) && figure(&rest, time_units, &q.time);
    if (whole)
        read_notice(&rest, &q);
    *part = (IopingPart){ .kind = IOPING_REQUEST,
                          .start = from + start,
                          .end = text.n - rest.n,
                          .whole = whole,
                          .u.request = q };
    return true;
}

/* at: of "--- " */
static bool read_head(Slice text, size_t at, IopingPart *part)
{
    Slice rest = slice_first(slice_from(text, at + 4), LONGEST_LINE), target;
    if (!slice_until(&rest, SLICE(" ioping statistics ---"), &target))
        return false;
    IopingTarget t;
    read_target(target, &t);
    *part = (IopingPart){ .kind = IOPING_HEAD,
                          .start = at,
                          .whole = true,
                          .u.head = t,
                          .end = (size_t)(rest.p - text.p) };
    return t.path.n > 0;
}

/* The count in front of position `at`: "4.9 k " before "requests". Returns where it begins. */
static size_t count_before(Slice text, size_t from, size_t at, IopingFigure *out)
{
    size_t i = at;
    for (int words = 0; words < 2; words++) {
        while (i > from && char_is_blank(text.p[i - 1]))
            i--;
        while (i > from && (char_is_digit(text.p[i - 1]) ||
                            (words == 0 && strchr("kMGTP", text.p[i - 1])) || text.p[i - 1] == '.'))
            i--;
        Slice number = slice_first(slice_from(text, i), at - i);
        if (i < at && char_is_digit(text.p[i]) && count(&number, out) && !slice_trim(number).n)
            return i;
    }
    return SLICE_NONE;
}

static IopingWay way_word(Slice *s)
{
    if (slice_skip(s, SLICE(" read")))
        return IOPING_READ;
    return slice_skip(s, SLICE(" written")) ? IOPING_WRITE : IOPING_MIXED;
}

/* at: of "requests completed in " */
static bool read_completed(Slice text, size_t from, size_t at, IopingPart *part)
{
    IopingCompleted c = { 0 };
    size_t start = count_before(text, from, at, &c.requests);
    Slice rest = slice_from(text, at);
    if (start == SLICE_NONE || !slice_skip(&rest, SLICE("requests completed in ")))
        return false;
    bool whole = figure(&rest, time_units, &c.time);
    Slice behind = rest;
    skip_comma(&behind);
    if (figure(&behind, size_units, &c.bytes) && !slice_starts(behind, SLICE("/"))) {
        c.way = way_word(&behind);
        rest = behind;
    } else {
        c.bytes = (IopingFigure){ 0 };
    }
    bool rates = iops_and_bw(&rest, &c.iops, &c.bw);
    *part = (IopingPart){ .kind = IOPING_COMPLETED,
                          .start = start,
                          .end = text.n - rest.n,
                          .whole = whole && rates,
                          .u.completed = c };
    return true;
}

/* at: of "generated ". "5 too fast, 3 too slow, " may stand in front. */
static bool read_generated(Slice text, size_t from, size_t at, IopingPart *part)
{
    IopingGenerated g = { 0 };
    Slice rest = slice_from(text, at);
    if (!slice_skip(&rest, SLICE("generated ")) || !count(&rest, &g.requests) ||
        !slice_skip(&rest, SLICE(" requests in ")))
        return false;
    bool whole = figure(&rest, time_units, &g.time);
    skip_comma(&rest);
    whole = whole && figure(&rest, size_units, &g.bytes) && iops_and_bw(&rest, &g.iops, &g.bw);
    size_t start = at;
    Slice front = slice_trim(slice_first(slice_from(text, from), at - from));
    static const char *const words[] = { "too slow,", "too fast," };
    IopingFigure *const figures[] = { &g.too_slow, &g.too_fast };
    for (int i = 0; i < 2; i++) {
        front = slice_trim(front);
        if (!slice_ends(front, slice_of(words[i])))
            continue;
        size_t word_at = front.n - strlen(words[i]);
        size_t begin = count_before(front, 0, word_at, figures[i]);
        if (begin == SLICE_NONE)
            break;
        front = slice_first(front, begin);
        start = (size_t)(front.p + begin - text.p);
    }
    *part = (IopingPart){ .kind = IOPING_GENERATED,
                          .start = start,
                          .end = text.n - rest.n,
                          .whole = whole,
                          .u.generated = g };
    return true;
}

/* at: of "min/avg/max/mdev". "rtt min/avg/max/mdev = 0.045/..." is ping's. */
static bool read_latency(Slice text, size_t at, IopingPart *part)
{
    IopingLatency l = { 0 };
    Slice rest = slice_from(text, at);
    if (at >= 4 && slice_starts(slice_from(text, at - 4), SLICE("rtt ")))
        return false;
    if (!slice_skip(&rest, SLICE("min/avg/max/mdev")))
        return false;
    slice_skip_blanks(&rest);
    if (!slice_skip(&rest, SLICE("=")))
        return false;
    size_t n = 0;
    for (; n < 4; n++) { /* 0.4 to 0.6: one unit behind the last figure */
        Slice before = rest;
        slice_skip_blanks(&rest);
        if (n && !slice_skip(&rest, SLICE("/")))
            break;
        IopingFigure *f = &l.value[n];
        Number number;
        slice_skip_blanks(&rest);
        if (!figure(&rest, time_units, f)) {
            if (!rest.n || !char_is_digit(rest.p[0]) || !number_read(&rest, &number)) {
                rest = before;
                break;
            }
            *f = (IopingFigure){ true, number, 0, SLICE("") };
        }
    }
    bool whole = n == 4 && l.value[3].factor != 0;
    for (size_t i = 0; i < n; i++)
        if (l.value[i].factor == 0) {
            l.value[i].factor = l.value[3].factor;
            l.value[i].unit = l.value[3].unit;
            l.value[i].has = whole;
        }
    *part = (IopingPart){
        .kind = IOPING_LATENCY, .start = at, .end = text.n - rest.n, .whole = whole, .u.latency = l
    };
    return n > 0;
}

static bool read_failure(Slice text, size_t at, IopingPart *part)
{
    Slice rest = slice_from(text, at);
    if (!slice_skip(&rest, SLICE("request failed: ")))
        return false;
    *part = (IopingPart){ .kind = IOPING_FAILED,
                          .start = at,
                          .end = text.n,
                          .whole = true,
                          .u.failure = slice_trim(rest) };
    return part->u.failure.n > 0;
}

bool ioping_part_next(Slice text, size_t from, IopingPart *out)
{
    for (size_t i = from; i + 4 < text.n; i++) {
        Slice here = slice_from(text, i);
        bool found = false;
        switch (text.p[i]) {
        case 'r':
            if (slice_starts(here, SLICE("request=")))
                found = read_request(text, from, i, out);
            else if (slice_starts(here, SLICE("requests completed in ")))
                found = read_completed(text, from, i, out);
            else if (slice_starts(here, SLICE("request failed: ")))
                found = read_failure(text, i, out);
            break;
        case '-':
            found = slice_starts(here, SLICE("--- ")) && read_head(text, i, out);
            break;
        case 'g':
            found = slice_starts(here, SLICE("generated ")) && read_generated(text, from, i, out);
            break;
        case 'm':
            found = slice_starts(here, SLICE("min/avg/max/mdev")) && read_latency(text, i, out);
            break;
        default:
            break;
        }
        if (found)
            return true;
    }
    return false;
}

size_t ioping_row(Slice text, Number column[IOPING_MOST_COLUMNS])
{
    Slice rest = text, word;
    size_t n = 0;
    while (slice_word(&rest, &word)) {
        Slice digits = word, all;
        if (n == IOPING_MOST_COLUMNS || !slice_digits(&digits, &all) || digits.n ||
            !number_is(all, &column[n]))
            return 0;
        n++;
    }
    return n == 4 || n == 8 || n == 10 ? n : 0;
}
