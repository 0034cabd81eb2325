#include "ingest/prefix.h"

#include <string.h>

#include "ingest/command.h"
#include "ingest/peel.h"

typedef enum PrefixKind {
    PREFIX_NONE,
    PREFIX_LOG,     /* sure by its shape */
    PREFIX_TIME,    /* a time and nothing more: neighbours and tool text wanted */
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
    if (slice_starts(rest, SLICE(" bytes ")) || slice_starts(rest, SLICE(" byte ")))
        return true;
    return slice_has(slice_first(rest, 30), SLICE(" requests completed in "));
}

bool prefix_looks_printed(Slice text)
{
    static const char *const fronts[] = {
        "READ:", "WRITE:", "TRIM:", "read:", "write:", "trim:", "read :", "write :", "read: ",
        "min/avg/max", "bw (", "lat (", "clat (", "slat (", "iops        :", "IO depths", "issued",
        "Run status group", "Disk stats", "generated ", "Jobs: ", "cpu   ", NULL,
    };
    Slice s = slice_trim(text), rest = s;
    if (!s.n)
        return false;
    if (char_is_digit(s.p[0]))
        return figure_line(s);
    if (skip_words(&rest, fronts))
        return true;
    if (slice_starts(s, SLICE("real")) || slice_starts(s, SLICE("user")) || slice_starts(s, SLICE("sys"))) {
        rest = slice_from(s, s.p[0] == 's' ? 3 : 4);
        return slice_skip_some_blanks(&rest) && rest.n && char_is_digit(rest.p[0]);
    }
    return (s.p[0] == '-' && slice_ends(s, SLICE("ioping statistics ---"))) ||
           slice_has(slice_first(s, 120), SLICE(": (groupid="));
}

bool prefix_holds_result(Slice text)
{
    return (slice_has(text, SLICE(" bytes")) && slice_has(text, SLICE("copied, "))) ||
           slice_has(text, SLICE("+0 records ")) || slice_has(text, SLICE(" requests completed in ")) ||
           slice_has(text, SLICE("): request=")) || slice_has(text, SLICE(": (groupid=")) ||
           slice_has(text, SLICE("min/avg/max/mdev"));
}

/* The same, or a command, or anything else that says a tool is at work here. */
static bool looks_like_tool(Slice text)
{
    Slice s = slice_trim(text), word, rest = s;
    if (prefix_looks_printed(s))
        return true;
    if (slice_has(s, SLICE(": (g=0): rw=")) || slice_starts(s, SLICE("Version  1.")) ||
        slice_has(s, SLICE("): request=")))
        return true;
    return slice_word(&rest, &word) && command_is_benchmark(word) && rest.n > 0;
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
    static const char *const levels[] = { "DEBUG", "INFO", "WARN", "WARNING", "ERROR", "TRACE",
                                          "NOTICE", "debug", "info", NULL };
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

/* Behind a time: what makes it a log for sure. Takes one blank behind it. */
static PrefixKind log_kind(Slice *rest, bool sure)
{
    bool zone = slice_skip(rest, SLICE("Z"));
    if (!zone && rest->n > 4 && (rest->p[0] == '+' || rest->p[0] == '-') && char_is_digit(rest->p[1])) {
        size_t n = 1;
        while (n < rest->n && n < 7 && (char_is_digit(rest->p[n]) || rest->p[n] == ':'))
            n++;
        *rest = slice_from(*rest, n);
    }
    slice_skip(rest, SLICE("]"));
    if (rest->n && !strchr(" \t:|", rest->p[0]))
        return PREFIX_NONE;
    if (skip_host_and_process(rest) || skip_level(rest))
        sure = true;
    if (rest->n && (rest->p[0] == ':' || rest->p[0] == '|'))
        *rest = slice_from(*rest, 1);
    if (rest->n && char_is_blank(rest->p[0]))
        *rest = slice_from(*rest, 1);
    return sure ? PREFIX_LOG : PREFIX_TIME;
}

static PrefixKind log_prefix(Slice text, size_t *length)
{
    Slice rest = text;
    PrefixKind kind = PREFIX_NONE;
    bool bracket = slice_skip(&rest, SLICE("["));
    if (bracket)
        slice_skip_blanks(&rest);
    Slice start = rest, digits;
    if (skip_date(&rest)) {
        bool t = slice_skip(&rest, SLICE("T"));
        if (!t)
            slice_skip_blanks(&rest);
        if (skip_clock(&rest))
            kind = log_kind(&rest, t);
    } else if ((rest = start, skip_month_day(&rest)) && skip_clock(&rest)) {
        kind = log_kind(&rest, false);
    } else if ((rest = start, skip_clock(&rest))) {
        kind = log_kind(&rest, false);
    } else if (rest = start, bracket && slice_digits(&rest, &digits) && slice_skip(&rest, SLICE(".")) &&
                                 slice_digits(&rest, &digits) && slice_skip(&rest, SLICE("]"))) {
        if (rest.n && char_is_blank(rest.p[0]))
            rest = slice_from(rest, 1);
        kind = PREFIX_TIME; /* dmesg, and "ts -s" */
    }
    *length = text.n - rest.n;
    return kind;
}

/* "ext4.log:17:  read: IOPS=...": a word, a colon, then a line that a tool prints. */
static PrefixKind grep_prefix(Slice text, size_t *length)
{
    enum { MOST = 200 };
    size_t colon = slice_find_char(slice_first(text, MOST), ':');
    if (colon == SLICE_NONE || colon < 2)
        return PREFIX_NONE;
    Slice name = slice_first(text, colon), rest = slice_from(text, colon + 1), digits;
    bool is_log = slice_ends(name, SLICE(".log")) || slice_ends(name, SLICE(".txt")) || slice_ends(name, SLICE(".out"));
    for (size_t i = 0; i < name.n; i++)
        if (char_is_blank(name.p[i]) || strchr(is_log ? "\"'<>;" : "()[]{}\"'<>=,;", name.p[i]))
            return PREFIX_NONE;
    Slice number = rest;
    if (slice_digits(&number, &digits) && slice_skip(&number, SLICE(":")))
        rest = number;
    if (slice_has(slice_first(rest, 12), SLICE("(g")) || !prefix_looks_printed(rest))
        return PREFIX_NONE;
    static const char *const own[] = { "READ", "WRITE", "TRIM", "read", "write", "trim", "real", "user", "Read", "Write",
                                       "sys", "cpu", "Jobs", NULL };
    for (const char *const *w = own; *w; w++)
        if (slice_is(name, *w))
            return PREFIX_NONE;
    *length = text.n - rest.n;
    return PREFIX_GREP;
}

/* "  12  text", "12: text", "12| text": value is the number. */
static PrefixKind number_prefix(Slice text, size_t *length, uint64_t *value)
{
    Slice rest = text;
    slice_skip_blanks(&rest);
    Slice digits = rest, run;
    if (!slice_digits(&digits, &run) || run.n > 6 || !slice_uint(&rest, value))
        return PREFIX_NONE;
    bool sign = slice_skip(&rest, SLICE(":")) || slice_skip(&rest, SLICE("|")) || slice_skip(&rest, SLICE("."));
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
    if (!slice_skip(&rest, SLICE("# ")) && !slice_skip(&rest, SLICE("// ")) && !slice_skip(&rest, SLICE("; ")) &&
        !slice_is(rest, "#") && !slice_is(rest, "//"))
        return PREFIX_NONE;
    *length = rest.p && rest.n && text.n != rest.n ? text.n - rest.n : text.n;
    return PREFIX_COMMENT;
}

/* The first bytes decide in a moment for most lines. */
static PrefixKind prefix_of(Slice text, size_t *length, uint64_t *value)
{
    if (!text.n)
        return PREFIX_NONE;
    PrefixKind kind = PREFIX_NONE;
    char c = text.p[0];
    Slice inner = text;
    slice_skip_blanks(&inner);
    if (!inner.n)
        return PREFIX_NONE;
    if (char_is_digit(c) || c == '[' || (c >= 'A' && c <= 'Z'))
        kind = log_prefix(text, length);
    if (!kind && char_is_digit(inner.p[0]))
        kind = number_prefix(text, length, value);
    if (!kind && c >= 'A' && c <= 'Z')
        kind = initials_prefix(text, length);
    if (!kind && (inner.p[0] == '#' || inner.p[0] == '/' || inner.p[0] == ';'))
        kind = comment_prefix(text, length);
    if (!kind && c == '+')
        kind = (*length = 1, PREFIX_DIFF);
    if ((!kind || kind == PREFIX_NUMBER || kind == PREFIX_COMMENT) && !char_is_blank(c)) {
        size_t grep;
        if (grep_prefix(text, &grep) && (kind != PREFIX_NUMBER || grep > *length)) {
            *length = grep;
            kind = PREFIX_GREP;
        }
    }
    return kind;
}

/* --- neighbours --- */

static void take(Line *line, PrefixKind kind, size_t length)
{
    static const uint16_t bits[] = { 0, PEEL_PREFIX, PEEL_PREFIX, PEEL_PREFIX, PEEL_PREFIX, PEEL_DIFF,
                                     PEEL_COMMENT, PEEL_QUOTE };
    Slice before = line->text;
    Slice prefix = slice_first(before, length);
    line->text = slice_from(before, length);
    if (kind == PREFIX_INITIALS) {
        line->depth++;
        peel_quote_marks(&line->text, &line->depth);
    } else if (kind == PREFIX_LOG || kind == PREFIX_TIME || kind == PREFIX_GREP || kind == PREFIX_NUMBER) {
        line->prefix = prefix;
    }
    if (line->map)
        line->map += line->text.p - before.p;
    line->peeled |= bits[kind];
}

typedef struct Vote {
    PrefixKind kind;
    size_t lines, printed, lettered;
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
    case PREFIX_GREP: return true;
    case PREFIX_TIME: return v->lines >= 2 && v->printed > 0;
    case PREFIX_NUMBER: return v->lines >= 4 && v->printed > 0 && v->lettered > 0;
    case PREFIX_DIFF: return v->lines >= 3 && v->printed > 0;
    case PREFIX_COMMENT: return v->printed > 0;
    case PREFIX_INITIALS: return v->lines >= 3 || (v->lines >= 2 && v->printed > 0);
    case PREFIX_NONE: break;
    }
    return false;
}

/* Does line b go on what line a began? */
static bool goes_on(PrefixKind kind, const Line *a, uint64_t value_a, size_t length_a, const Line *b,
                    uint64_t value_b, size_t length_b)
{
    if (kind == PREFIX_NUMBER)
        return value_b == value_a + 1;
    if (kind == PREFIX_INITIALS) /* the same initials */
        return a->depth == b->depth && length_a == length_b &&
               memcmp(a->text.p, b->text.p, length_a - 1) == 0;
    if (kind == PREFIX_COMMENT)
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
    size_t length;
    uint64_t value = 0;
    Vote v = { .kind = prefix_of(lines[at].text, &length, &value) };
    if (v.kind == PREFIX_NONE)
        return at + 1;
    size_t end = at, last = at;
    uint64_t last_value = value;
    size_t last_length = length;
    for (size_t i = at; i < n && i - last <= 2; i++) {
        if (!lines[i].text.n)
            continue;
        if (prefix_of(lines[i].text, &length, &value) != v.kind ||
            (i > at && !goes_on(v.kind, &lines[last], last_value, last_length, &lines[i], value, length)))
            break;
        Slice rest = slice_from(lines[i].text, length);
        v.lines++;
        v.printed += looks_like_tool(rest);
        v.lettered += is_letter_front(rest);
        last = i;
        last_value = value;
        last_length = length;
        end = i + 1;
    }
    if (accepted(&v))
        for (size_t i = at; i < end; i++)
            if (prefix_of(lines[i].text, &length, &value) == v.kind && !is_spared(v.kind, &lines[i], length))
                take(&lines[i], v.kind, length);
    return end > at ? end : at + 1;
}

/* Below "@@ -1,2 +3,4 @@" every line has one sign in front. */
static size_t diff_hunk(Line *lines, size_t n, size_t at)
{
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

void prefix_peel(Line *lines, size_t n)
{
    for (size_t i = 0; i < n;) {
        if (slice_starts(lines[i].text, SLICE("@@ -")) && slice_has(lines[i].text, SLICE(" @@")))
            i = diff_hunk(lines, n, i);
        else
            i = run_of_prefixes(lines, n, i);
    }
}

Slice prefix_file(Slice prefix)
{
    if (!slice_ends(prefix, SLICE(":")))
        return SLICE("");
    size_t length;
    char probe[256];
    size_t n = prefix.n < 200 ? prefix.n : 200;
    memcpy(probe, prefix.p, n);
    memcpy(probe + n, "READ: ", 6);
    if (grep_prefix((Slice){ probe, n + 6 }, &length) != PREFIX_GREP || length != n)
        return SLICE("");
    return slice_first(prefix, slice_find_char(prefix, ':'));
}
