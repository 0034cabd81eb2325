/* What single lines of dtrace, bpftrace and bcc output look like. */
#include <string.h>

#include "ingest/dtrace.h"

enum { HEADING_BYTES = 120, HEADING_WORDS = 12 };

Slice dtrace_text(const Line *line)
{
    Slice text = line->text, rest = slice_trim(line->text);
    if (!slice_skip(&rest, SLICE("^C")))
        return text;
    while (slice_skip(&rest, SLICE("^C")))
        continue;
    return rest;
}

bool dtrace_is_bar_end(const Line *line)
{
    Slice t = slice_trim(line->text);
    for (size_t i = 0; i < t.n; i++) /* blocks of UTF-8 are bars, too */
        if (!strchr("|@* ", t.p[i]) && (unsigned char)t.p[i] < 0x80)
            return false;
    return t.n > 0 && slice_ends(t, SLICE("|"));
}

bool dtrace_is_rule(Slice text)
{
    text = slice_trim(text);
    if (text.n < 3)
        return false;
    for (size_t i = 0; i < text.n; i++)
        if (text.p[i] != '=' && text.p[i] != '-' && text.p[i] != ' ')
            return false;
    return true;
}

/* Words that stand in sentences and hardly ever in headings that scripts print. */
static bool is_prose_word(Slice word)
{
    static const char *const list[] = {
        "here", "here's", "i",     "i'm",  "we",     "this", "that",  "these", "those", "is",
        "are",  "was",    "were",  "my",   "our",    "same", "but",   "so",    "you",   "your",
        "it",   "it's",   "its",   "has",  "have",   "had",  "then",  "now",   "which", "because",
        "when", "if",     "can",   "be",   "been",   "not",  "don't", "what",  "how",   "thanks",
        "also", "just",   "would", "will", "should", "see",  "and",
    };
    while (word.n && strchr(",.;:!?)", word.p[word.n - 1]))
        word.n--;
    while (word.n && word.p[0] == '(')
        word = slice_from(word, 1);
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (slice_eq_nocase(word, slice_of(list[i])))
            return true;
    return false;
}

bool dtrace_is_prose(Slice text)
{
    text = slice_trim(text);
    if (text.n > HEADING_BYTES)
        return true;
    if (slice_ends(text, SLICE(".")) && !slice_ends(text, SLICE("...")))
        return true;
    if (text.n && strchr("?!", text.p[text.n - 1]))
        return true;
    size_t words = 0;
    Slice word;
    while (slice_word(&text, &word)) {
        if (is_prose_word(word) || ++words > HEADING_WORDS)
            return true;
    }
    return false;
}

bool dtrace_is_skipped(Slice text)
{
    Slice t = slice_trim(text), word;
    if (!t.n)
        return true;
    static const char *const whole[] = { "Detaching...", "Tracing..." };
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (slice_is(t, whole[i]))
            return true;
    /* "CPU     ID                    FUNCTION:NAME", "CPU FUNCTION" with -F */
    if (!slice_word(&t, &word) || !slice_is(word, "CPU") || !slice_word(&t, &word))
        return false;
    if (slice_is(word, "FUNCTION"))
        return slice_trim(t).n == 0;
    return slice_is(word, "ID") && slice_is(slice_trim(t), "FUNCTION:NAME");
}

/* "script './x.d' matched 3 probes", "description 'x' matched 1 probe" */
static bool dtrace_banner(Slice t, Slice *what)
{
    if (!slice_skip(&t, SLICE("script ")) && !slice_skip(&t, SLICE("description ")))
        return false;
    size_t matched = slice_rfind(t, SLICE(" matched "));
    if (matched == SLICE_NONE)
        return false;
    *what = slice_trim(slice_first(t, matched));
    while (what->n && strchr("'`\"", what->p[0]))
        *what = slice_from(*what, 1);
    while (what->n && strchr("'`\"", what->p[what->n - 1]))
        what->n--;
    return true;
}

bool dtrace_is_attached(Slice text)
{
    Slice t = slice_trim(text);
    uint64_t n;
    if (!slice_skip(&t, SLICE("Attaching ")) && !slice_skip(&t, SLICE("Attached ")))
        return false;
    slice_skip(&t, SLICE("to "));
    return slice_uint(&t, &n) && slice_skip(&t, SLICE(" probe"));
}

bool dtrace_is_banner(Slice text, Slice *what)
{
    Slice t = slice_trim(text);
    *what = SLICE("");
    if (slice_skip(&t, SLICE("dtrace: ")))
        return dtrace_banner(t, what);
    if (dtrace_is_attached(t))
        return true;
    return slice_starts(t, SLICE("Tracing")) &&
           (slice_has_nocase(t, SLICE("ctrl-c")) || slice_has_nocase(t, SLICE("please wait")) ||
            slice_has_nocase(t, SLICE("output every")) || slice_has_nocase(t, SLICE("hit ctrl")));
}

/* Oracle's 2.x puts the name of the kind in front: "[DTRACEDROP_AGGREGATION] 7 ...". */
static void skip_drop_kind(Slice *t)
{
    Slice rest = *t;
    if (slice_skip(&rest, SLICE("[DTRACEDROP_")) && slice_skip_past(&rest, SLICE("]"))) {
        slice_skip_blanks(&rest);
        *t = rest;
    }
}

/* Messages of dt_handle.c (illumos, Oracle), cmd/dtrace.c, bpftrace and bcc. */
bool dtrace_trouble(Slice text, double *drops, double *errors, bool *cut)
{
    Slice t = slice_trim(text);
    uint64_t n;
    *drops = *errors = 0;
    *cut = false;
    skip_drop_kind(&t);
    bool own = slice_skip(&t, SLICE("dtrace: "));
    skip_drop_kind(&t);
    if (own && slice_starts(t, SLICE("error on enabled probe"))) {
        *errors = 1;
        return true;
    }
    if (own && slice_starts(t, SLICE("processing aborted"))) {
        *cut = true;
        return true;
    }
    if (slice_skip(&t, SLICE("Lost ")) || slice_skip(&t, SLICE("Possibly lost "))) {
        if (!slice_uint(&t, &n) ||
            !(slice_starts(t, SLICE(" event")) || slice_starts(t, SLICE(" sample"))))
            return false;
        *drops = (double)n;
        return true;
    }
    if (!slice_uint(&t, &n) || !slice_skip(&t, SLICE(" ")))
        return false;
    static const char *const kinds[] = {
        "drop on CPU",           "drops on CPU",          "aggregation drop",
        "dynamic variable drop", "speculative drop",      "failed speculation",
        "error in ERROR probe",  "errors in ERROR probe", "stack string table overflow",
    };
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (slice_starts(t, slice_of(kinds[i]))) {
            *drops = (double)n;
            return true;
        }
    return false;
}

/* --- time --- */

static int month_of(Slice word)
{
    static const char names[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    for (int m = 0; m < 12; m++)
        if (word.n == 3 && memcmp(word.p, names + 3 * m, 3) == 0)
            return m + 1;
    return 0;
}

static bool is_weekday(Slice word)
{
    static const char *const names[] = { "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun" };
    for (size_t i = 0; i < 7; i++)
        if (slice_is(word, names[i]))
            return true;
    return false;
}

typedef struct Clock {
    uint64_t h, m, s;
} Clock;

/* "06:20:16", with a fraction that is dropped */
static bool clock_skip(Slice *s, Clock *c)
{
    Slice t = *s, fraction;
    if (!slice_uint(&t, &c->h) || !slice_skip(&t, SLICE(":")) || !slice_uint(&t, &c->m) ||
        !slice_skip(&t, SLICE(":")) || !slice_uint(&t, &c->s) || c->h > 23 || c->m > 59 ||
        c->s > 60)
        return false;
    if (slice_skip(&t, SLICE(".")))
        slice_digits(&t, &fraction);
    *s = t;
    return true;
}

/* "2005 Jul 16 ", "Sep 19 ", "2019-09-19 "; year 0 when it comes later */
static bool date_skip(Slice *s, uint64_t *year, int *month, uint64_t *day)
{
    Slice t = *s, word;
    uint64_t number;
    *year = 0;
    if (slice_uint(&t, year) && slice_skip(&t, SLICE("-")) && slice_uint(&t, &number) &&
        slice_skip(&t, SLICE("-")) && slice_uint(&t, day)) {
        *month = (int)(number % 100);
    } else {
        t = *s;
        *year = 0;
        if (slice_uint(&t, year) && (*year < 1970 || *year > 2200))
            return false;
        if (!slice_word(&t, &word) || (*month = month_of(word)) == 0)
            return false;
        slice_skip_blanks(&t);
        if (!slice_uint(&t, day))
            return false;
    }
    if (*month < 1 || *month > 12 || *day < 1 || *day > 31 ||
        (!slice_skip(&t, SLICE("T")) && !slice_skip_some_blanks(&t)))
        return false;
    *s = t;
    return true;
}

bool dtrace_stamp(Arena *a, Slice text, Slice *rest, const char **iso)
{
    Slice t = slice_trim(text), word, after;
    uint64_t year = 0, day = 0;
    int month = 0;
    Clock c;
    bool bracket = slice_skip(&t, SLICE("["));
    after = t;
    if (slice_word(&after, &word) && is_weekday(word)) {
        t = after;
        slice_skip_blanks(&t);
    }
    bool dated = date_skip(&t, &year, &month, &day);
    if (!clock_skip(&t, &c))
        return false;
    after = t;
    if (dated && year == 0) { /* "Sep 19 07:48:54 2019" */
        slice_skip_blanks(&after);
        if (slice_uint(&after, &year) && year >= 1970 && year <= 2200)
            t = after;
        else
            year = 0;
    }
    if (bracket && !slice_skip(&t, SLICE("]")))
        return false;
    if (t.n && !char_is_blank(t.p[0]) && t.p[0] != ',' && t.p[0] != ':')
        return false;
    while (t.n && (char_is_blank(t.p[0]) || t.p[0] == ',' || t.p[0] == ':'))
        t = slice_from(t, 1);
    *rest = t;
    *iso = "";
    if (a && year)
        *iso = arena_printf(a, "%04u-%02d-%02uT%02u:%02u:%02u", (unsigned)year, month,
                            (unsigned)day, (unsigned)c.h, (unsigned)c.m, (unsigned)c.s);
    return true;
}

/* --- rows --- */

bool dtrace_probe_row(Slice text, Slice *rest)
{
    Slice t = slice_trim(text), word;
    uint64_t cpu, id;
    if (!slice_uint(&t, &cpu) || !slice_skip_some_blanks(&t))
        return false;
    static const char *const flow[] = { "|", "->", "<-", "=>", "<=" };
    for (size_t i = 0; i < sizeof flow / sizeof *flow; i++)
        if (slice_skip(&t, slice_of(flow[i])) && slice_skip_some_blanks(&t) &&
            slice_word(&t, &word) &&
            (char_is_alpha(word.p[0]) || word.p[0] == ':' || word.p[0] == '_')) {
            *rest = slice_trim(t);
            return true;
        }
    if (!slice_uint(&t, &id) || !slice_skip_some_blanks(&t) || !slice_word(&t, &word))
        return false;
    size_t colon = slice_find_char(word, ':');
    if (colon == SLICE_NONE || colon + 1 >= word.n || !char_is_alpha(word.p[colon + 1]))
        return false;
    *rest = slice_trim(t);
    return true;
}

bool dtrace_is_frame(Slice text)
{
    Slice t = slice_trim(text), word;
    if (!slice_word(&t, &word) || slice_trim(t).n)
        return false;
    size_t tick = slice_find_char(word, '`'), offset = slice_find(word, SLICE("+0x"));
    if (slice_starts(word, SLICE("0x")) && word.n > 6)
        return true;
    return (tick != SLICE_NONE && tick > 0 && tick + 1 < word.n) ||
           (offset != SLICE_NONE && offset > 0);
}

bool dtrace_number(Slice text, Number *n)
{
    return text.n && (char_is_digit(text.p[text.n - 1])) && number_is(text, n);
}

/* The last word of text, cut off; blanks in front of it counted (a tab is as good as two). */
static bool last_word(Slice *text, Slice *word, size_t *gap)
{
    Slice t = slice_trim(*text);
    size_t start = t.n;
    while (start > 0 && !char_is_blank(t.p[start - 1]))
        start--;
    if (start == t.n)
        return false;
    *word = slice_from(t, start);
    *gap = 0;
    while (start > 0 && char_is_blank(t.p[start - 1])) {
        *gap += t.p[start - 1] == '\t' ? 2 : 1;
        start--;
    }
    *text = slice_first(t, start);
    return true;
}

bool dtrace_row(Slice text, DtraceRow *out)
{
    Slice rest = slice_trim(text), word;
    size_t gap;
    Number n;
    if (!last_word(&rest, &word, &gap))
        return false;
    *out = (DtraceRow){ .unit = dtrace_unit_none() };
    if (!dtrace_number(word, &n)) { /* "tar    123 KB" */
        Slice value;
        if (!dtrace_unit_word(word, &out->unit) || !last_word(&rest, &value, &gap) ||
            !dtrace_number(value, &n) || gap < 2)
            return false;
        word = value;
    }
    out->value = word;
    out->key = slice_trim(rest);
    out->wide = gap >= 2;
    return true;
}

/* dt_consume.c: "  %-50s" for each string key, then "%16lld"; long keys push the rest. */
bool dtrace_default_row(Slice text)
{
    DtraceRow row;
    if (text.n < 60 || !dtrace_row(text, &row) || !row.key.n || !row.wide || row.unit.known)
        return false;
    /* the two blanks in front may have been stripped: then the gap must be one that nobody types */
    return (text.p[0] == ' ' && text.p[1] == ' ') || row.value.p - (row.key.p + row.key.n) >= 12;
}

const char *dtrace_keys(Arena *a, Slice key)
{
    char *keys = arena_alloc(a, key.n + 1);
    size_t n = 0;
    key = slice_trim(key);
    for (size_t i = 0; i < key.n; i++) {
        if (slice_starts(slice_from(key, i), SLICE("\\0")) &&
            (i + 2 == key.n || char_is_blank(key.p[i + 2]))) {
            i++; /* psargs of old Solaris */
            continue;
        }
        size_t blanks = 0, k = i;
        for (; k < key.n && char_is_blank(key.p[k]); k++)
            blanks += key.p[k] == '\t' ? 2 : 1;
        if (blanks >= 2) {
            keys[n++] = ',';
            i = k - 1;
            continue;
        }
        keys[n++] = key.p[i] ? key.p[i] : '?';
    }
    while (n && (keys[n - 1] == ' ' || keys[n - 1] == ','))
        n--;
    keys[n] = '\0';
    return keys;
}
