#include "ingest/prefix.h"

#include <string.h>

#include "base/spool.h"
#include "ingest/command.h"
#include "ingest/dd_line.h"
#include "ingest/dispatch.h"
#include "ingest/front.h"
#include "ingest/margin.h"
#include "ingest/peel.h"

typedef enum PrefixKind {
    PREFIX_NONE,
    PREFIX_LOG,   /* sure by its shape */
    PREFIX_STAMP, /* a time in brackets, or with the name of a month: neighbours wanted */
    PREFIX_DATE,  /* date and time and nothing more: neighbours and tool text wanted */
    PREFIX_TIME,  /* a time and nothing more: neighbours and surer tool text wanted */
    PREFIX_GREP,
    PREFIX_NUMBER,
    PREFIX_DIFF,
    PREFIX_COMMENT,
    PREFIX_INITIALS,
} PrefixKind;

/* --- what tools print --- */

static bool skip_words(Slice *s, const char *const *words)
{
    for (; *words; words++)
        if (slice_skip(s, slice_of(*words)))
            return true;
    return false;
}

/* "16384+0 records in", "268435456 bytes (268 MB) copied", "4.9 k requests completed in" */
static bool figure_line(Slice s)
{
    Slice digits, rest = s;
    if (!slice_digits(&rest, &digits))
        return false;
    Slice plus = rest;
    if (slice_skip(&plus, SLICE("+")) && slice_digits(&plus, &digits) && plus.n &&
        char_is_blank(plus.p[0]))
        return slice_has(plus, SLICE("record")) || plus.n < 60;
    if (slice_starts(rest, SLICE(";fio-"))) /* terse */
        return true;
    if (slice_starts(rest, SLICE(" bytes ")) || slice_starts(rest, SLICE(" byte ")))
        return true;
    Slice front = slice_first(rest, 16); /* "4.0 kb from", "4 KiB <<<" */
    if ((slice_has(front, SLICE(" from ")) || slice_has(front, SLICE(" to ")) ||
         slice_has(front, SLICE(" <<< ")) || slice_has(front, SLICE(" >>> "))) &&
        slice_has(rest, SLICE("): request=")))
        return true;
    return slice_has(slice_first(rest, 30), SLICE(" requests completed in "));
}

bool prefix_begins_printed(Slice text)
{
    static const char *const fronts[] = {
        "READ:",      "WRITE:",     "TRIM:",         "read:",       "write:", "trim:",
        "read :",     "write :",    "read: ",        "min/avg/max", "bw (",   "lat (",
        "clat (",     "slat (",     "iops        :", "IO depths",   "issued", "Run status group",
        "Disk stats", "generated ", "Jobs: ",        "cpu   ",      NULL,
    };
    Slice s = slice_trim(text), rest = s;
    if (!s.n)
        return false;
    if (char_is_digit(s.p[0]))
        return figure_line(s);
    if (skip_words(&rest, fronts))
        return true;
    if (slice_starts(s, SLICE("real")) || slice_starts(s, SLICE("user")) ||
        slice_starts(s, SLICE("sys"))) {
        rest = slice_from(s, s.p[0] == 's' ? 3 : 4);
        return slice_skip_some_blanks(&rest) && rest.n && char_is_digit(rest.p[0]);
    }
    return s.p[0] == '-' && slice_ends(s, SLICE("ioping statistics ---"));
}

bool prefix_looks_printed(Slice text)
{
    Slice s = slice_trim(text);
    return prefix_begins_printed(s) || slice_has(slice_first(s, 120), SLICE(": (groupid="));
}

bool prefix_holds_result(Slice text)
{
    return (slice_has(text, SLICE(" bytes")) && slice_has(text, SLICE("copied, "))) ||
           slice_has(text, SLICE("+0 records ")) ||
           slice_has(text, SLICE(" requests completed in ")) ||
           slice_has(text, SLICE("): request=")) || slice_has(text, SLICE(": (groupid=")) ||
           slice_has(text, SLICE("min/avg/max/mdev"));
}

/* dd in a language that puts words in front of its figures. */
static bool holds_part_of_dd(Slice s)
{
    DdPart part;
    return (slice_find_char(s, '+') != SLICE_NONE || slice_has(s, SLICE("B/"))) &&
           dd_part_next(s, 0, &part) && (part.kind != DD_TRANSFER || part.transfer.sure);
}

bool prefix_is_of_tool(Slice text)
{
    Slice s = slice_trim(text);
    return prefix_looks_printed(s) || slice_has(s, SLICE(": (g=0): rw=")) ||
           slice_starts(s, SLICE("Version  1.")) || slice_has(s, SLICE("): request=")) ||
           slice_starts(s, SLICE("\"fio version\" ")) ||
           slice_starts(s, SLICE("\"timestamp\": ")) || holds_part_of_dd(s);
}

/* The same, or a command. */
static bool looks_like_tool(Slice text)
{
    Slice rest = text, word;
    if (prefix_is_of_tool(text))
        return true;
    if (!slice_word(&rest, &word) || !command_is_benchmark(word) || !slice_trim(rest).n)
        return false;
    uint64_t pid; /* "dd    3620   W 4096 ...": a row of events below its time */
    return !slice_word(&rest, &word) || !slice_uint(&word, &pid) || word.n > 0;
}

/* --- one line --- */

/* "10:00:00", "10:00:00.123", "10:00:00,123" */
static bool skip_clock(Slice *s)
{
    Slice rest = *s, digits;
    for (int part = 0; part < 3; part++) {
        if (part && !slice_skip(&rest, SLICE(":")))
            return false;
        if (!slice_digits(&rest, &digits) || digits.n != 2)
            return false;
    }
    if (rest.n > 1 && (rest.p[0] == '.' || rest.p[0] == ',') && char_is_digit(rest.p[1])) {
        rest = slice_from(rest, 1);
        slice_digits(&rest, &digits);
    }
    *s = rest;
    return true;
}

static bool skip_date(Slice *s)
{
    Slice rest = *s, year, month, day;
    if (!slice_digits(&rest, &year) || year.n != 4)
        return false;
    if (!slice_skip(&rest, SLICE("-")) && !slice_skip(&rest, SLICE("/")))
        return false;
    if (!slice_digits(&rest, &month) || month.n != 2 || !rest.n)
        return false;
    rest = slice_from(rest, 1);
    if (!slice_digits(&rest, &day) || day.n != 2)
        return false;
    *s = rest;
    return true;
}

/* "host fio[123]: ", "host kernel: ": what syslog and journald put behind the time. */
static bool skip_host_and_process(Slice *s)
{
    Slice rest = *s, host, process;
    if (!slice_skip_some_blanks(&rest) || !slice_word(&rest, &host) || slice_ends(host, SLICE(":")))
        return false;
    if (!slice_word(&rest, &process) || !slice_ends(process, SLICE(":")) || process.n < 2)
        return false;
    if (!slice_has(process, SLICE("[")) && !slice_is(process, "kernel:"))
        return false;
    *s = rest;
    return true;
}

/* " INFO ", " DEBUG| [stdout] ", " [info] " */
static bool skip_level(Slice *s)
{
    static const char *const levels[] = { "DEBUG", "INFO",   "WARN",  "WARNING", "ERROR",
                                          "TRACE", "NOTICE", "debug", "info",    NULL };
    Slice rest = *s;
    slice_skip_blanks(&rest);
    bool bracket = slice_skip(&rest, SLICE("["));
    if (!skip_words(&rest, levels))
        return false;
    if (bracket && !slice_skip(&rest, SLICE("]")))
        return false;
    slice_skip(&rest, SLICE("ING"));
    if (rest.n && !strchr(" |:-\t", rest.p[0]))
        return false;
    slice_skip(&rest, SLICE("|"));
    slice_skip(&rest, SLICE(":"));
    slice_skip_blanks(&rest);
    slice_skip(&rest, SLICE("[stdout]"));
    slice_skip(&rest, SLICE("[stderr]"));
    *s = rest;
    return true;
}

/* " stdout F", " stderr P": what container runtimes write into the logs of a node. */
static bool skip_stream(Slice *s)
{
    static const char *const streams[] = { " stdout F", " stdout P", " stderr F", " stderr P",
                                           NULL };
    Slice rest = *s;
    if (!skip_words(&rest, streams) || (rest.n && rest.p[0] != ' '))
        return false;
    *s = rest;
    return true;
}

static bool skip_month_day(Slice *s)
{
    static const char *const months[] = { "Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ", "Jul ",
                                          "Aug ", "Sep ", "Oct ", "Nov ", "Dec ", NULL };
    Slice rest = *s, digits;
    if (!skip_words(&rest, months))
        return false;
    slice_skip_blanks(&rest);
    if (!slice_digits(&rest, &digits) || digits.n > 2 || !slice_skip_some_blanks(&rest))
        return false;
    *s = rest;
    return true;
}

/*
 * Behind a time: a log for sure by what stands there, else what its own shape says. Takes one blank
 * behind it.
 */
static PrefixKind log_kind(Slice *rest, PrefixKind shape)
{
    bool sure = false;
    bool zone = slice_skip(rest, SLICE("Z"));
    if (!zone && rest->n > 4 && (rest->p[0] == '+' || rest->p[0] == '-') &&
        char_is_digit(rest->p[1])) {
        size_t n = 1;
        while (n < rest->n && n < 7 && (char_is_digit(rest->p[n]) || rest->p[n] == ':'))
            n++;
        *rest = slice_from(*rest, n);
    }
    slice_skip(rest, SLICE("]"));
    if (rest->n && !strchr(" \t:|", rest->p[0]))
        return PREFIX_NONE;
    if (skip_host_and_process(rest) || skip_stream(rest) || skip_level(rest))
        sure = true;
    if (rest->n && (rest->p[0] == ':' || rest->p[0] == '|'))
        *rest = slice_from(*rest, 1);
    if (rest->n && char_is_blank(rest->p[0]))
        *rest = slice_from(*rest, 1);
    return sure ? PREFIX_LOG : shape;
}

/* "#12 1.204 text": docker build */
static bool skip_build_step(Slice *s)
{
    Slice rest = *s, digits;
    if (!slice_skip(&rest, SLICE("#")) || !slice_digits(&rest, &digits) ||
        !slice_skip(&rest, SLICE(" ")) || !slice_digits(&rest, &digits) ||
        !slice_skip(&rest, SLICE(".")) || !slice_digits(&rest, &digits) ||
        (rest.n && !slice_skip(&rest, SLICE(" "))))
        return false;
    *s = rest;
    return true;
}

static PrefixKind log_prefix(Slice text, size_t *length)
{
    Slice rest = text;
    PrefixKind kind = PREFIX_NONE;
    if (skip_build_step(&rest)) {
        *length = text.n - rest.n;
        return PREFIX_STAMP;
    }
    bool bracket = slice_skip(&rest, SLICE("["));
    if (bracket)
        slice_skip_blanks(&rest);
    Slice start = rest, digits;
    if (skip_date(&rest)) {
        bool t = slice_skip(&rest, SLICE("T"));
        if (!t)
            slice_skip_blanks(&rest);
        if (skip_clock(&rest))
            kind = log_kind(&rest, t ? PREFIX_LOG : bracket ? PREFIX_STAMP : PREFIX_DATE);
    } else if ((rest = start, skip_month_day(&rest)) && skip_clock(&rest)) {
        kind = log_kind(&rest, PREFIX_STAMP);
    } else if ((rest = start, skip_clock(&rest))) {
        kind = log_kind(&rest, bracket ? PREFIX_STAMP : PREFIX_TIME);
    } else if (rest = start, bracket && slice_digits(&rest, &digits) &&
                                 slice_skip(&rest, SLICE(".")) && slice_digits(&rest, &digits) &&
                                 slice_skip(&rest, SLICE("]"))) {
        if (rest.n && char_is_blank(rest.p[0]))
            rest = slice_from(rest, 1);
        kind = PREFIX_STAMP; /* dmesg, and "ts -s" */
    }
    *length = text.n - rest.n;
    return kind;
}

/* Length of the name in front of a colon when it may be one of a file or host; else 0. */
static size_t name_length(Slice text)
{
    enum { MOST = 200 };
    size_t n = slice_find_char(slice_first(text, MOST), ':');
    if (n == SLICE_NONE || n < 2)
        return 0;
    Slice name = slice_first(text, n);
    bool is_log = slice_ends(name, SLICE(".log")) || slice_ends(name, SLICE(".txt")) ||
                  slice_ends(name, SLICE(".out")); /* "bench(2).log" is one still */
    for (size_t i = 0; i < n; i++)
        if (char_is_blank(name.p[i]) || strchr(is_log ? "\"'<>;|" : "()[]{}\"'<>=,;|", name.p[i]))
            return 0;
    return n;
}

/* "logs/ext4.log", "ext4.txt": a name that is one of a file by itself. */
static bool is_file_name(Slice name)
{
    bool letter = false, sign = false;
    for (size_t i = 0; i < name.n; i++) {
        letter |= char_is_alpha(name.p[i]);
        sign |= name.p[i] == '.' || name.p[i] == '/';
    }
    return letter && sign;
}

/* "ext4.log:17:  read: IOPS=...": a word, a colon, then a line that a tool prints. */
static PrefixKind grep_prefix(Slice text, size_t *length)
{
    size_t colon = name_length(text);
    if (!colon)
        return PREFIX_NONE;
    Slice name = slice_first(text, colon), rest = slice_from(text, colon + 1), digits;
    Slice number = rest;
    if (slice_digits(&number, &digits) && slice_skip(&number, SLICE(":")))
        rest = number;
    if (slice_has(slice_first(rest, 12), SLICE("(g")) || !prefix_looks_printed(rest))
        return PREFIX_NONE;
    if (rest.n == slice_from(text, colon + 1).n && !is_file_name(name) &&
        figure_line(slice_trim(rest)))
        return PREFIX_NONE; /* "ext4: 268435456 bytes ...": dd reads it as it stands */
    static const char *const own[] = { "READ", "WRITE", "TRIM",  "read", "write", "trim", "real",
                                       "user", "Read",  "Write", "sys",  "cpu",   "Jobs", NULL };
    for (const char *const *w = own; *w; w++)
        if (slice_is(name, *w))
            return PREFIX_NONE;
    *length = text.n - rest.n;
    return PREFIX_GREP;
}

/*
 * "  12  text", "12: text", "12| text": value is the number. *columned: as `cat -n`, `nl` and
 * `less -N` print it, in six columns with a tab behind (a line without text keeps no tab).
 */
static PrefixKind number_prefix(Slice text, size_t *length, uint64_t *value, bool *columned)
{
    enum { COLUMNS = 6 };
    Slice rest = text;
    slice_skip_blanks(&rest);
    Slice digits = rest, run;
    if (!slice_digits(&digits, &run) || run.n > 6 || !slice_uint(&rest, value))
        return PREFIX_NONE;
    *columned = text.n - rest.n == COLUMNS && (!rest.n || rest.p[0] == '\t');
    Slice bar = rest;
    slice_skip_blanks(&bar);
    if (slice_starts(bar, SLICE("| ")) || slice_is(bar, "|")) /* "  3 | text" */
        rest = bar;
    bool sign = slice_skip(&rest, SLICE(":")) || slice_skip(&rest, SLICE("|")) ||
                slice_skip(&rest, SLICE("."));
    if (rest.n && !char_is_blank(rest.p[0]))
        return PREFIX_NONE;
    if (!sign && !slice_skip(&rest, SLICE("\t")) && !slice_skip(&rest, SLICE("  ")))
        slice_skip(&rest, SLICE(" "));
    else if (sign)
        slice_skip(&rest, SLICE(" "));
    *length = text.n - rest.n;
    return PREFIX_NUMBER;
}

/* "ZC> " */
static PrefixKind initials_prefix(Slice text, size_t *length)
{
    size_t n = 0;
    while (n < text.n && n < 4 && char_is_alpha(text.p[n]))
        n++;
    if (n == 0 || n >= text.n || text.p[n] != '>' || text.p[0] < 'A' || text.p[0] > 'Z')
        return PREFIX_NONE;
    Slice rest = slice_from(text, n + 1);
    if (rest.n && rest.p[0] != ' ' && rest.p[0] != '>')
        return PREFIX_NONE;
    *length = n + 1 + (rest.n && rest.p[0] == ' ');
    return PREFIX_INITIALS;
}

static PrefixKind comment_prefix(Slice text, size_t *length)
{
    Slice rest = text;
    slice_skip_blanks(&rest);
    if (!slice_skip(&rest, SLICE("# ")) && !slice_skip(&rest, SLICE("// ")) &&
        !slice_skip(&rest, SLICE("; ")) && !slice_is(rest, "#") && !slice_is(rest, "//"))
        return PREFIX_NONE;
    *length = rest.p && rest.n && text.n != rest.n ? text.n - rest.n : text.n;
    return PREFIX_COMMENT;
}

typedef struct Prefix {
    PrefixKind kind;
    size_t length;
    uint64_t value; /* PREFIX_NUMBER */
    bool columned;
} Prefix;

/* The first bytes decide in a moment for most lines. */
static Prefix prefix_of(Slice text)
{
    Prefix p = { .kind = PREFIX_NONE };
    Slice inner = text;
    slice_skip_blanks(&inner);
    if (!inner.n)
        return p;
    char c = text.p[0];
    if (char_is_digit(c) || c == '[' || c == '#' || (c >= 'A' && c <= 'Z'))
        p.kind = log_prefix(text, &p.length);
    if (!p.kind && char_is_digit(inner.p[0]))
        p.kind = number_prefix(text, &p.length, &p.value, &p.columned);
    if (!p.kind && c >= 'A' && c <= 'Z')
        p.kind = initials_prefix(text, &p.length);
    if (!p.kind && (inner.p[0] == '#' || inner.p[0] == '/' || inner.p[0] == ';'))
        p.kind = comment_prefix(text, &p.length);
    if (!p.kind && c == '+')
        p = (Prefix){ .kind = PREFIX_DIFF, .length = 1 };
    if ((!p.kind || p.kind == PREFIX_NUMBER || p.kind == PREFIX_COMMENT) && !char_is_blank(c)) {
        size_t grep;
        if (grep_prefix(text, &grep) && (p.kind != PREFIX_NUMBER || grep > p.length)) {
            p.length = grep;
            p.kind = PREFIX_GREP;
        }
    }
    return p;
}

/* --- neighbours --- */

static void take(Line *line, PrefixKind kind, size_t length)
{
    static const uint16_t bits[] = {
        [PREFIX_LOG] = PEEL_PREFIX,     [PREFIX_STAMP] = PEEL_PREFIX,
        [PREFIX_DATE] = PEEL_PREFIX,    [PREFIX_TIME] = PEEL_PREFIX,
        [PREFIX_GREP] = PEEL_PREFIX,    [PREFIX_NUMBER] = PEEL_PREFIX,
        [PREFIX_DIFF] = PEEL_DIFF,      [PREFIX_COMMENT] = PEEL_COMMENT,
        [PREFIX_INITIALS] = PEEL_QUOTE,
    };
    Slice before = line->text;
    line->text = slice_from(before, length);
    if (kind == PREFIX_INITIALS) {
        line->depth++;
        peel_quote_marks(&line->text, &line->depth);
    } else if (bits[kind] == PEEL_PREFIX) {
        bool goes_on = line->prefix.n && line->prefix.p + line->prefix.n == before.p;
        const char *start = goes_on ? line->prefix.p : before.p;
        line->prefix = (Slice){ start, (size_t)(line->text.p - start) };
    }
    if (line->map)
        line->map += line->text.p - before.p;
    line->peeled |= bits[kind];
}

typedef struct Vote {
    PrefixKind kind;
    size_t lines, printed, anchored, lettered, columned;
} Vote;

static bool is_letter_front(Slice text)
{
    Slice s = slice_trim(text);
    return s.n && !char_is_digit(s.p[0]) && s.p[0] != '-';
}

static bool accepted(const Vote *v)
{
    switch (v->kind) {
    case PREFIX_LOG:
    case PREFIX_GREP:
        return true;
    case PREFIX_STAMP:
        return v->lines >= 2 || v->anchored > 0;
    case PREFIX_DATE:
        return v->lines >= 2 && v->anchored > 0;
    case PREFIX_TIME:
        return v->lines >= 2 && (v->printed > 0 || (v->lines >= 4 && v->anchored >= 2));
    case PREFIX_NUMBER:
        return v->lines >= 4 && ((v->printed > 0 && v->lettered > 0) || v->columned == v->lines);
    case PREFIX_DIFF:
        return v->lines >= 3 && v->printed > 0;
    case PREFIX_COMMENT:
        return v->printed > 0;
    case PREFIX_INITIALS:
        return v->lines >= 3 || v->anchored > 0;
    case PREFIX_NONE:
        break;
    }
    return false;
}

static bool is_anchored(Slice text)
{
    return looks_like_tool(text) || dispatch_anchored(text) != 0;
}

/* A row of a histogram: "  128 |@@@    3", "[4, 8)   2 |@@  |", "  4 -> 7  : 3  |**  |". */
static bool is_bar_row(Slice text)
{
    Slice s = slice_trim(text);
    return s.n && (char_is_digit(s.p[0]) || strchr("[(<>-", s.p[0])) &&
           (slice_has(s, SLICE("|@")) || slice_has(s, SLICE("|*")) || slice_has(s, SLICE("|    ")));
}

static void count(Vote *v, const Prefix *p, Slice rest)
{
    bool printed = looks_like_tool(rest);
    v->lines++;
    v->printed += printed;
    v->anchored += printed || dispatch_anchored(rest) != 0 ||
                   (p->kind == PREFIX_COMMENT && is_bar_row(rest));
    v->lettered += is_letter_front(rest);
    v->columned += p->columned;
}

/* Does line b go on what line a began? lost: lines between them whose front a CR has overwritten.
 */
static bool goes_on(const Line *a, const Prefix *pa, const Line *b, const Prefix *pb, size_t lost)
{
    if (pa->kind != pb->kind)
        return false;
    if (pa->kind == PREFIX_NUMBER)
        return pb->value > pa->value && pb->value <= pa->value + 1 + lost;
    if (pa->kind == PREFIX_INITIALS) { /* the same initials; a line without text has no blank */
        size_t n = slice_find_char(a->text, '>');
        return a->depth == b->depth && slice_starts(b->text, slice_first(a->text, n + 1));
    }
    if (pa->kind == PREFIX_COMMENT)
        return a->depth == b->depth;
    return true;
}

/*
 * "# dd if=..." is a prompt, "# ext4" may be a heading of Markdown: in a commented block only what
 * a tool printed loses its mark.
 */
static bool is_spared(PrefixKind kind, const Line *line, size_t length)
{
    return kind == PREFIX_COMMENT && !prefix_looks_printed(slice_from(line->text, length));
}

/* The lines of one kind from `at` on; applies what they vote for. Returns the next line. */
static size_t run_of_prefixes(Line *lines, size_t n, size_t at)
{
    Prefix first = prefix_of(lines[at].text), last_prefix = first;
    Vote v = { .kind = first.kind };
    if (v.kind == PREFIX_NONE)
        return at + 1;
    size_t end = at, last = at, lost = 0;
    for (size_t i = at; i < n && i - last <= 2; i++) {
        if (!lines[i].text.n)
            continue;
        Prefix p = prefix_of(lines[i].text);
        if (i > at && !goes_on(&lines[last], &last_prefix, &lines[i], &p, lost)) {
            if (!(lines[i].peeled & PEEL_CR))
                break;
            lost++;
            continue;
        }
        count(&v, &p, slice_from(lines[i].text, p.length));
        last = i;
        last_prefix = p;
        lost = 0;
        end = i + 1;
    }
    /* so many lines of a tool that the whole block was commented out */
    bool whole = v.kind == PREFIX_COMMENT && v.lines >= 4 && v.anchored * 3 >= v.lines;
    if (whole || accepted(&v))
        for (size_t i = at; i < end; i++) {
            Prefix p = prefix_of(lines[i].text);
            if (p.kind == v.kind && (whole || !is_spared(v.kind, &lines[i], p.length)))
                take(&lines[i], v.kind, p.length);
        }
    return end > at ? end : at + 1;
}

/*
 * Behind the name: ":", and "-" on the neighbours that `grep -C` shows; with `grep -n` ":17:",
 * "-17-". 0: nothing of the kind.
 */
static size_t grep_length(Slice text, Slice name, bool numbered)
{
    if (!slice_starts(text, name) || text.n == name.n)
        return 0;
    Slice rest = slice_from(text, name.n), digits;
    char sign = rest.p[0];
    if (sign != ':' && sign != '-')
        return 0;
    rest = slice_from(rest, 1);
    Slice number = rest;
    if (numbered) {
        if (!slice_digits(&number, &digits) || !number.n || number.p[0] != sign)
            return 0;
        rest = slice_from(number, 1);
    }
    return text.n - rest.n;
}

/* Lines from `at` on with the name of one file in front. Returns the next line; `at` for none. */
static size_t run_of_names(Line *lines, size_t n, size_t at)
{
    enum { FEWEST = 3 };
    Slice name = slice_first(lines[at].text, name_length(lines[at].text));
    if (!name.n || !is_file_name(name))
        return at;
    size_t end = at, count = 0, numbered = 0;
    for (size_t i = at; i < n; i++) {
        Slice t = lines[i].text;
        size_t length = grep_length(t, name, false);
        if (length && slice_starts(slice_from(t, length), SLICE(" (g"))) {
            return at; /* the name of a job */
        } else if (length) {
            count++;
            numbered += grep_length(t, name, true) > 0;
            end = i + 1;
        } else if (t.n && !slice_is(t, "--") && !(lines[i].peeled & PEEL_CR)) {
            break;
        } else if (i - end > 2) {
            break;
        }
    }
    size_t start = at; /* neighbours above the first hit */
    for (; start > 0 && lines[start - 1].text.n > name.n; start--, count++)
        if (!slice_starts(lines[start - 1].text, name) || lines[start - 1].text.p[name.n] != '-')
            break;
        else
            numbered += grep_length(lines[start - 1].text, name, true) > 0;
    if (count < FEWEST)
        return at;
    for (size_t i = start; i < end; i++) {
        size_t length = grep_length(lines[i].text, name, numbered == count);
        if (length)
            take(&lines[i], PREFIX_GREP, length);
    }
    return end;
}

/* Below "@@ -1,2 +3,4 @@" every line has one sign in front. */
static size_t diff_hunk(Line *lines, size_t n, size_t at)
{
    take(&lines[at], PREFIX_DIFF, slice_find(lines[at].text, SLICE(" @@")) + 3);
    size_t i = at + 1;
    for (; i < n; i++) {
        Slice t = lines[i].text;
        if (!t.n)
            continue;
        if (!strchr("+- \\", t.p[0]) || slice_starts(t, SLICE("--- a/")) || slice_is(t, "--"))
            break;
        take(&lines[i], PREFIX_DIFF, 1);
    }
    return i;
}

/* Lines from `at` on that begin alike. Returns the next line; `at` for none, looked at to *seen. */
static size_t run_of_fronts(Line *lines, size_t n, size_t at, size_t *seen)
{
    if (at < *seen)
        return at;
    size_t length = front_run(lines, n, at, is_anchored, seen);
    if (!length)
        return at;
    for (size_t i = at; i < *seen; i++)
        if (lines[i].text.n)
            take(&lines[i], PREFIX_GREP, lines[i].text.n < length ? lines[i].text.n : length);
    return *seen;
}

/* The same for words that nobody knows (margin.h), where neither a time nor a name is in front. */
static size_t run_of_margin(Line *lines, size_t n, size_t at, size_t *seen)
{
    size_t length;
    if (at < *seen || !lines[at].text.n || log_prefix(lines[at].text, &length) != PREFIX_NONE)
        return at;
    size_t end = margin_run(lines, n, at, &length);
    *seen = end > at ? end : at + 1;
    for (size_t i = at; length && i < end; i++)
        if (lines[i].text.n)
            take(&lines[i], PREFIX_LOG, lines[i].text.n < length ? lines[i].text.n : length);
    return length ? end : at;
}

/*
 * A sentence has no sign of a prefix. It may stand behind a margin of words, but then so does the next line: most
 * begin with other letters.
 */
static bool is_plain(const Line *lines, const uint8_t *signs, size_t n, size_t at)
{
    size_t next = at + 1;
    if (!lines[at].text.n)
        return true;
    if (!(signs[at] & SIGN_PROSE))
        return false;
    while (next < n && next <= at + 2 && !lines[next].text.n)
        next++;
    return next >= n || !lines[next].text.n || lines[next].text.p[0] != lines[at].text.p[0];
}

/* again: only lines that lost one prefix may have another one. */
static bool peel_once(Line *lines, const uint8_t *signs, size_t n, bool again)
{
    bool any = false;
    size_t seen = 0, shared = 0;
    for (size_t i = 0; i < n;) {
        size_t at = i;
        spool_passed(lines[i].text.p);
        if (again ? !lines[i].prefix.n : is_plain(lines, signs, n, i)) {
            i++;
            continue;
        }
        if (slice_starts(lines[i].text, SLICE("@@ -")) && slice_has(lines[i].text, SLICE(" @@")))
            i = diff_hunk(lines, n, i);
        else if ((i = run_of_names(lines, n, at)) == at &&
                 (i = run_of_fronts(lines, n, at, &seen)) == at &&
                 (i = run_of_margin(lines, n, at, &shared)) == at)
            i = run_of_prefixes(lines, n, at);
        for (; at < i && !any; at++)
            any = lines[at].prefix.n > 0;
    }
    return any;
}

void prefix_peel(Line *lines, const uint8_t *signs, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        spool_passed(lines[i].text.p);
        margin_cut_frame(&lines[i]);
    }
    if (peel_once(lines, signs, n, false)) /* "/var/log/messages:Nov 30 07:21:00 host fio[3]: " */
        peel_once(lines, signs, n, true);
}

Slice prefix_file(Slice prefix)
{
    size_t n = name_length(prefix);
    Slice name = slice_first(prefix, n), rest, digits;
    if (n && is_file_name(name))
        return name;
    rest = slice_from(prefix, n);
    if (n && slice_skip(&rest, SLICE(":")) &&
        (!rest.n || (slice_digits(&rest, &digits) && slice_is(rest, ":"))) &&
        (!char_is_digit(name.p[0]) || slice_find_char(name, '.') != SLICE_NONE)) /* "5.10.162" */
        return name;
    for (size_t i = 1; i < prefix.n && !char_is_blank(prefix.p[i]); i++) { /* "ext4.log-17-" */
        name = slice_first(prefix, i);
        if (prefix.p[i] == '-' && is_file_name(name) &&
            (grep_length(prefix, name, true) == prefix.n || i + 1 == prefix.n))
            return name;
    }
    return SLICE("");
}
