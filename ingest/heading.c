#include "ingest/heading.h"

#include <string.h>

#include "base/number.h"

enum {
    MOST_WORDS_PLAIN = 12,
    MOST_WORDS_NUMBER = 20,
    MOST_WORDS_COLON = 30,
    MOST_WORDS_KEY = 4,
    MOST_WORDS_VALUE = 6,
};

int heading_rank(Shape shape, int level)
{
    switch (shape) {
    case SHAPE_MARKDOWN: return level;
    case SHAPE_NUMBER: return 19 + level;
    case SHAPE_RULED:
    case SHAPE_UNDER:
    case SHAPE_LETTER:
    case SHAPE_BOLD:
    case SHAPE_PAIR: return 20;
    case SHAPE_GROUP: return 40;
    case SHAPE_COLON: return 50;
    case SHAPE_PLAIN: return 60;
    case SHAPE_COMMENT: return 70;
    case SHAPE_NONE: break;
    }
    return 99;
}

const char *heading_shape_name(Shape shape)
{
    static const char *const names[] = { "",     "markdown", "ruled", "underlined", "numbered", "lettered",
                                         "bold", "group",    "pair",  "colon",      "plain",    "comment" };
    return names[shape];
}

/* --- words --- */

size_t heading_words(Slice text)
{
    size_t n = 0;
    Slice word;
    while (slice_word(&text, &word))
        n++;
    return n;
}

static bool has_letter(Slice s)
{
    for (size_t i = 0; i < s.n; i++)
        if (char_is_alpha(s.p[i]) || (unsigned char)s.p[i] >= 0x80)
            return true;
    return false;
}

/* "5.10.162" names a kernel, "12" nothing. */
static bool names_something(Slice s)
{
    bool digit = false, dot = false;
    for (size_t i = 0; i < s.n; i++) {
        digit = digit || char_is_digit(s.p[i]);
        dot = dot || (s.p[i] == '.' && i + 1 < s.n && char_is_digit(s.p[i + 1]));
    }
    return has_letter(s) || (digit && dot);
}

/* The word without the punctuation around it; "c++", "5.10" and "-o" keep theirs. */
static Slice core(Slice word)
{
    while (word.n && strchr("([{\"'*_,;:`", word.p[0]))
        word = slice_from(word, 1);
    while (word.n && strchr(")]}\"'*_,;:.!?`", word.p[word.n - 1]))
        word.n--;
    return word;
}

const char *heading_normal(Arena *a, Slice name)
{
    char *text = arena_alloc(a, name.n + 1);
    size_t n = 0;
    Slice word;
    while (slice_word(&name, &word)) {
        word = core(word);
        if (!word.n)
            continue;
        if (n)
            text[n++] = ' ';
        for (size_t i = 0; i < word.n; i++)
            text[n++] = char_lower(word.p[i]);
    }
    text[n] = '\0';
    return text;
}

static bool among(Slice word, const char *const *list)
{
    for (; *list; list++)
        if (slice_eq_nocase(word, slice_of(*list)))
            return true;
    return false;
}

/* --- figures --- */

static bool is_result_unit(Slice word)
{
    static const char *const units[] = {
        "iops", "ms", "us", "ns", "s", "sec", "secs", "seconds", "second", "min", "minutes", "usec", "msec",
        "mbps", "kbps", "gbps", "mbit", "gbit", "mbits", "gbits", "mb", "gb", "kb", "mib", "gib", "kib",
        "\xc2\xb5s", "\xce\xbcs", "ops", "op", "tps", "files", NULL,
    };
    if (slice_has(word, SLICE("/s")))
        return true;
    return among(core(word), units);
}

/* "24.4 MB/s ...", "~790MB/s", "1.71 ms avg latency": a figure with a unit at the front. */
static bool starts_with_figure(Slice text)
{
    Slice s = slice_trim(text), unit;
    while (s.n && strchr("~<>=+-(", s.p[0]))
        s = slice_from(s, 1);
    Number n;
    if (!number_read_either(&s, &n))
        return false;
    if (s.n && s.p[0] == '-') { /* "30-33MB/sec" */
        Slice rest = slice_from(s, 1);
        if (number_read_either(&rest, &n))
            s = rest;
    }
    if (!slice_word(&s, &unit))
        return false;
    return is_result_unit(unit) || (unit.n == 1 && strchr("kKMG", unit.p[0]) && slice_word(&s, &unit) &&
                                    is_result_unit(unit));
}

bool heading_has_figure(Slice text)
{
    for (size_t i = 0; i < text.n; i++) {
        bool starts = char_is_digit(text.p[i]) && (i == 0 || char_is_blank(text.p[i - 1]) ||
                                                   strchr("~<>(=", text.p[i - 1]));
        if (!starts)
            continue;
        if (starts_with_figure(slice_from(text, i)))
            return true;
    }
    return false;
}

/* --- the name --- */

static const char *const replicate_words[] = {
    "run", "runs", "trial", "iteration", "pass", "round", "attempt", "try", "time", "loop", "rep",
    "repetition", "repeat", "take", "rerun", NULL,
};

static bool is_ordinal(Slice word)
{
    static const char *const words[] = {
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "first", "second",
        "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "last", "final", "next",
        "another", "once", "twice", "same", NULL,
    };
    Slice rest = core(word), digits;
    slice_skip(&rest, SLICE("#"));
    if (!rest.n || among(rest, words))
        return rest.n > 0;
    if (!slice_digits(&rest, &digits))
        return false;
    if (rest.n && rest.p[0] == '/') { /* "2/3" */
        rest = slice_from(rest, 1);
        return slice_digits(&rest, &digits) && !rest.n;
    }
    return !rest.n || among(rest, (const char *const[]){ "st", "nd", "rd", "th", NULL });
}

static bool is_replicate_filler(Slice word)
{
    return among(core(word), (const char *const[]){ "of", "the", "no", "nr", "number", "a", "more", "and",
                                                    "again", "-", NULL });
}

/* "run1", "run#2", "Run-3" */
static bool is_glued_replicate(Slice word)
{
    Slice rest = core(word);
    for (const char *const *w = replicate_words; *w; w++) {
        Slice tail = rest, digits;
        if (slice_skip_nocase(&tail, slice_of(*w)) && tail.n) {
            if (strchr("#-_", tail.p[0]))
                tail = slice_from(tail, 1);
            if (slice_digits(&tail, &digits) && !tail.n)
                return true;
        }
    }
    return false;
}

bool heading_is_replicate(Slice name)
{
    size_t words = 0, replicate = 0, ordinals = 0, again = 0;
    Slice word;
    while (slice_word(&name, &word)) {
        Slice bare = core(word);
        if (!bare.n)
            continue;
        words++;
        if (is_glued_replicate(bare))
            replicate++, ordinals++;
        else if (among(bare, replicate_words))
            replicate++;
        else if (slice_eq_nocase(bare, SLICE("again")))
            again++;
        else if (is_ordinal(bare))
            ordinals++;
        else if (!is_replicate_filler(bare))
            return false;
    }
    if (!words)
        return false;
    return again || (replicate && ordinals) || (words == 1 && (ordinals || replicate));
}

/* Start of "run 2", "(run 2)", "- second run", "again" at the end of a name; name.n when none. */
static size_t replicate_tail(Slice name)
{
    size_t start = name.n, words = 0; /* of the last four words */
    for (; start > 1 && words < 4; start--)
        words += char_is_blank(name.p[start - 1]) && !char_is_blank(name.p[start - 2]);
    for (size_t i = start; i < name.n; i++) {
        if (i == 0 || !char_is_blank(name.p[i - 1]))
            continue;
        Slice tail = slice_from(name, i);
        Slice bare = core(tail), word = bare, first;
        if (slice_starts(bare, SLICE("- ")))
            bare = slice_from(bare, 2);
        word = bare;
        if (!slice_word(&word, &first) || (is_ordinal(first) && char_is_digit(first.p[0]) && !word.n))
            continue; /* "Test 2" */
        if (slice_eq_nocase(first, SLICE("time")) || slice_eq_nocase(first, SLICE("loop")))
            continue; /* "time 2" is a name more often */
        if (heading_is_replicate(bare) && (word.n || slice_eq_nocase(core(first), SLICE("again")) ||
                                           is_glued_replicate(first)))
            return i;
    }
    return name.n;
}

static Slice strip_ends(Slice s)
{
    for (;;) {
        Slice before = s = slice_trim(s);
        while (s.n && strchr(":.,;-=", s.p[s.n - 1]) && !(s.p[s.n - 1] == '-' && s.n > 1 && s.p[s.n - 2] == '-'))
            s.n--;
        while (s.n && strchr("-=", s.p[0]) && s.n > 1 && char_is_blank(s.p[1]))
            s = slice_trim(slice_from(s, 1));
        if (s.n > 2 && (s.p[0] == '"' || s.p[0] == '\'') && s.p[s.n - 1] == s.p[0])
            s = slice_first(slice_from(s, 1), s.n - 2);
        if (s.n == before.n)
            return s;
    }
}

/* "(Took about 4~5 min)", ", took about 38 seconds", "(12 min)" at the end. */
static Slice cut_duration(Slice s)
{
    if (!slice_has(s, SLICE("ook")) && !slice_has(s, SLICE("akes ")) && !slice_has_nocase(s, SLICE("(duration")))
        return s;
    static const char *const fronts[] = { "(took ", "(takes ", "(took:", ", took ", " took ", "(duration" };
    for (size_t i = 0; i < sizeof fronts / sizeof *fronts; i++)
        for (size_t at = 1; at < s.n; at++)
            if (slice_starts_nocase(slice_from(s, at), slice_of(fronts[i])) && s.n - at < 60 &&
                heading_has_figure(slice_from(s, at + 4)))
                return slice_first(s, at);
    return s;
}

/* " 24.4 MB/s", ": 1.71 ms avg latency", "(133 MB/s)" at the end. */
static Slice cut_figure(Slice s)
{
    for (size_t at = 1; at < s.n; at++) {
        bool open = s.p[at - 1] == '(' || s.p[at - 1] == ':' || s.p[at - 1] == '=' || s.p[at - 1] == '~';
        if (!char_is_digit(s.p[at]) || !(char_is_blank(s.p[at - 1]) || open))
            continue;
        Slice tail = slice_from(s, at);
        if (heading_words(tail) <= 4 && starts_with_figure(tail) && heading_words(slice_first(s, at - 1)) > 0) {
            Slice head = slice_trim(slice_first(s, at));
            while (head.n && strchr("(:=~", head.p[head.n - 1]))
                head = slice_trim(slice_first(head, head.n - 1));
            /* "File size 4 GB" says how much, "ext4 - 24.4 MB/s" how fast: only results are cut */
            bool rate = slice_has(tail, SLICE("/s")) || slice_has_nocase(tail, SLICE("iops")) ||
                        slice_has_nocase(tail, SLICE("latency")) || open || slice_ends(slice_first(s, at), SLICE("- "));
            return rate && head.n ? head : s;
        }
    }
    return s;
}

Slice heading_name(Slice text)
{
    Slice s = strip_ends(text);
    size_t remark = slice_find(s, SLICE(" // "));
    if (remark != SLICE_NONE && remark > 0)
        s = strip_ends(slice_first(s, remark));
    s = strip_ends(cut_duration(s));
    s = strip_ends(cut_figure(s));
    s = strip_ends(slice_first(s, replicate_tail(s)));
    return s;
}

bool heading_is_workload(Slice name)
{
    static const char *const words[] = {
        "read", "reads", "reading", "write", "writes", "writing", "random", "randread", "randwrite", "randrw",
        "rand", "sequential", "seq", "sequentially", "seek", "seeks", "latency", "latencies", "throughput",
        "bandwidth", "iops", "io", "i/o", "ios", "i/os", "mixed", "mix", "rw", "r/w", "read/write", "sync",
        "async", "asynchronous", "synchronous", "direct", "buffered", "cached", "uncached", "threads",
        "thread", "jobs", "job", "queue", "depth", "qd", "iodepth", "bs", "block", "blocksize", "size",
        "results", "result", "test", "tests", "testing", "benchmark", "benchmarks", "performance", "speed",
        "rate", "rewrite", "create", "delete", "stat", "dd", "fio", "ioping", "bonnie++", "bonnie", "output",
        "and", "of", "with", "the", "for", "using", "in", "at", "/", "+", "&", "large", "small", "file",
        "files", "only", "data", "zeros", "zipf", "single", "multi", "many", NULL,
    };
    size_t known = 0;
    bool letters = false;
    Slice word;
    while (slice_word(&name, &word)) {
        Slice bare = core(word), digits, rest = bare;
        if (!bare.n)
            continue;
        if (slice_digits(&rest, &digits)) { /* "4k", "64KiB", "32", "70/30", "70%" */
            static const char *const units[] = { "", "k", "K", "m", "M", "g", "G", "kb", "KB", "KiB", "kB", "MB",
                                                 "MiB", "GB", "GiB", "b", "B", "%", NULL };
            if (slice_skip(&rest, SLICE("/")))
                slice_digits(&rest, &digits);
            slice_skip(&rest, SLICE("%"));
            if (!among(rest, units))
                return false;
            letters = letters || rest.n;
            known++;
            continue;
        }
        Slice tail = bare;
        if ((slice_skip_nocase(&tail, SLICE("qd")) || slice_skip_nocase(&tail, SLICE("q")) ||
             slice_skip_nocase(&tail, SLICE("t"))) &&
            slice_digits(&tail, &digits)) { /* "qd32", "q32t1" */
            known++, letters = true;
            continue;
        }
        if (!among(bare, words)) {
            size_t dash = slice_find_char(bare, '-');
            if (dash == SLICE_NONE || !heading_is_workload(slice_first(bare, dash)) ||
                !heading_is_workload(slice_from(bare, dash + 1)))
                return false;
        }
        known++, letters = true;
    }
    return known > 0 && letters;
}

Slice heading_last_sentence(Slice text)
{
    text = slice_trim(text);
    size_t start = 0;
    for (size_t i = 1; i + 1 < text.n; i++)
        if (strchr(".!?", text.p[i - 1]) && char_is_blank(text.p[i]) && i + 1 < text.n &&
            (i < 3 || !strchr(".", text.p[i - 3]))) /* "e.g. x" */
            start = i + 1;
    Slice s = slice_trim(slice_from(text, start));
    return s.n ? s : text;
}

/* --- shapes --- */

char heading_rule(Slice text)
{
    Slice s = slice_trim(text);
    if (s.n < 4 || !strchr("-=*_~#:", s.p[0])) /* ":": more(1) between files */
        return 0;
    for (size_t i = 1; i < s.n; i++)
        if (s.p[i] != s.p[0])
            return 0;
    return s.p[0];
}

bool heading_separator(Slice text)
{
    Slice s = slice_trim(text);
    return heading_rule(s) || slice_is(s, "---") || slice_is(s, "***") || slice_is(s, "* * *") ||
           slice_is(s, "- - -") || slice_is(s, "--") || slice_is(s, "___");
}

static bool finish(HeadingText *out, Shape shape, int level, Slice name)
{
    out->shape = shape;
    out->level = level;
    out->name = heading_name(name);
    return out->name.n > 0;
}

/* "<h2>X</h2>", "h2. X" */
static bool tagged(Slice s, HeadingText *out)
{
    Slice rest = s;
    if (slice_skip(&rest, SLICE("<h")) && rest.n > 1 && rest.p[0] >= '1' && rest.p[0] <= '6') {
        int level = rest.p[0] - '0';
        Slice inner;
        if (!slice_skip_past(&rest, SLICE(">")))
            return false;
        if (!slice_until(&rest, SLICE("</h"), &inner))
            inner = rest;
        return finish(out, SHAPE_MARKDOWN, level, inner);
    }
    rest = s;
    if (slice_skip(&rest, SLICE("h")) && rest.n > 3 && rest.p[0] >= '1' && rest.p[0] <= '6' &&
        slice_starts(slice_from(rest, 1), SLICE(". ")))
        return finish(out, SHAPE_MARKDOWN, rest.p[0] - '0', slice_from(rest, 3));
    return false;
}

bool heading_markdown(Slice text, HeadingText *out)
{
    Slice s = slice_trim(text);
    if (!s.n)
        return false;
    if (s.p[0] == '<' || s.p[0] == 'h')
        return tagged(s, out);
    size_t n = 0;
    while (n < s.n && s.p[n] == '#')
        n++;
    if (n >= 1 && n <= 6 && n < s.n && char_is_blank(s.p[n])) {
        Slice name = slice_trim(slice_from(s, n));
        while (name.n && name.p[name.n - 1] == '#')
            name.n--;
        return finish(out, SHAPE_MARKDOWN, (int)n, name);
    }
    n = 0;
    while (n < s.n && s.p[n] == '=')
        n++;
    if (n >= 2 && n <= 4 && n < s.n && char_is_blank(s.p[n])) { /* "== X ==", and without the end */
        Slice name = slice_from(s, n);
        size_t end = 0;
        while (end < name.n && name.p[name.n - 1 - end] == '=')
            end++;
        if (end && end != n)
            return false;
        name.n -= end;
        return names_something(name) && heading_words(name) <= MOST_WORDS_NUMBER &&
               finish(out, SHAPE_MARKDOWN, (int)n, name);
    }
    return false;
}

bool heading_banner(Slice text, HeadingText *out)
{
    Slice s = slice_trim(text);
    if (slice_starts(s, SLICE("==> ")) && slice_ends(s, SLICE(" <=="))) /* head and tail of several files */
        return finish(out, SHAPE_RULED, '>', slice_first(slice_from(s, 4), s.n - 8));
    if (s.n < 7 || !strchr("=-*#~+_", s.p[0]))
        return false;
    char sign = s.p[0];
    size_t front = 0, end = 0;
    while (front < s.n && s.p[front] == sign)
        front++;
    while (end < s.n - front && s.p[s.n - 1 - end] == sign)
        end++;
    Slice inner = slice_trim(slice_first(slice_from(s, front), s.n - front - end));
    if (front < 3 || end < 3 || !names_something(inner) || heading_words(inner) > MOST_WORDS_PLAIN ||
        slice_ends(inner, SLICE("statistics")) || slice_has(inner, SLICE("--")))
        return false;
    return finish(out, SHAPE_RULED, sign, inner);
}

bool heading_number(Slice text, HeadingText *out)
{
    Slice s = slice_trim(text), rest = s;
    bool paren = slice_skip(&rest, SLICE("("));
    int level = 0;
    while (level < 3) {
        uint64_t value;
        Slice digits, probe = rest;
        if (!slice_digits(&probe, &digits) || digits.n > 2 || !slice_uint(&rest, &value))
            break;
        out->number[level++] = (uint32_t)value;
        if (!(rest.n > 1 && rest.p[0] == '.' && char_is_digit(rest.p[1])))
            break;
        rest = slice_from(rest, 1);
    }
    if (level == 0)
        return false;
    bool dot = slice_skip(&rest, SLICE("."));
    bool close = !dot && slice_skip(&rest, SLICE(")"));
    if ((paren && !close) || (level == 1 && !dot && !close) || !slice_skip_some_blanks(&rest))
        return false;
    if (!names_something(rest) || heading_words(rest) > MOST_WORDS_NUMBER)
        return false;
    if (level == 1 && starts_with_figure(s))
        return false;
    return finish(out, SHAPE_NUMBER, level, rest);
}

bool heading_letter(Slice text, HeadingText *out)
{
    Slice s = slice_trim(text);
    slice_skip(&s, SLICE("("));
    if (s.n < 4 || !char_is_alpha(s.p[0]) || s.p[1] != ')' || !char_is_blank(s.p[2]))
        return false;
    Slice rest = slice_from(s, 3);
    return names_something(rest) && heading_words(rest) <= MOST_WORDS_PLAIN && finish(out, SHAPE_LETTER, 0, rest);
}

/* Cuts "Key : Value", "Key: Value", "Key = Value". */
static bool split_pair(Slice text, Slice *key, Slice *value)
{
    Slice s = slice_trim(text);
    if (slice_find_char(s, ':') == SLICE_NONE && slice_find_char(s, '=') == SLICE_NONE)
        return false;
    size_t at = slice_find(s, SLICE(": ")), equal = slice_find(s, SLICE(" = "));
    if (at == SLICE_NONE)
        at = slice_find(s, SLICE(":\t"));
    bool is_equal = at == SLICE_NONE || (equal != SLICE_NONE && equal < at);
    if (is_equal)
        at = equal;
    if (at == SLICE_NONE || at == 0)
        return false;
    *key = slice_trim(slice_first(s, at));
    *value = slice_trim(slice_from(s, at + (is_equal ? 3 : 1)));
    return key->n && value->n && has_letter(*key);
}

bool heading_pair(Slice text, HeadingText *out)
{
    Slice key, value;
    if (!split_pair(text, &key, &value) || heading_words(key) > MOST_WORDS_KEY ||
        heading_words(value) > MOST_WORDS_VALUE || slice_ends(value, SLICE(":")))
        return false;
    if (!char_is_alpha(key.p[0]) && (unsigned char)key.p[0] < 0x80)
        return false;
    for (size_t i = 0; i < key.n; i++)
        if (strchr("/\\|<>{}\"'", key.p[i]))
            return false;
    out->key = key;
    if (starts_with_figure(value) && !among(key, (const char *const[]){ "mtu", "bs", "ram", "size", NULL }))
        return false;
    return finish(out, SHAPE_PAIR, 0, value);
}

bool heading_figure(Slice text, HeadingText *out)
{
    Slice key, value;
    if (!split_pair(text, &key, &value) || heading_words(key) > MOST_WORDS_VALUE || !starts_with_figure(value) ||
        heading_words(value) > 6)
        return false;
    return finish(out, SHAPE_COLON, 0, key);
}

bool heading_test(Slice text, HeadingText *out)
{
    Slice key, value;
    if (!split_pair(text, &key, &value) || heading_words(key) > 3 || heading_words(value) > MOST_WORDS_PLAIN)
        return false;
    char last = key.p[key.n - 1];
    bool numbered = char_is_digit(last) || (key.n > 2 && char_is_blank(key.p[key.n - 2]) && char_is_alpha(last) &&
                                            last >= 'A' && last <= 'Z');
    if (!numbered || char_is_digit(key.p[0]) || heading_words(key) < 2)
        return false;
    return finish(out, SHAPE_COLON, 0, slice_trim(text));
}

bool heading_colon(Slice text, HeadingText *out)
{
    Slice s = slice_trim(text);
    if (!slice_ends(s, SLICE(":")) || slice_ends(s, SLICE("::")))
        return false;
    Slice last = heading_last_sentence(s);
    if (!names_something(last) || heading_words(last) > MOST_WORDS_COLON)
        return false;
    return finish(out, SHAPE_COLON, 0, last);
}

bool heading_plain(Slice text, HeadingText *out)
{
    Slice s = slice_trim(text);
    if (!names_something(s) || heading_words(s) > MOST_WORDS_PLAIN || strchr("{}|$<>[", s.p[0]) ||
        slice_starts(s, SLICE("^C")))
        return false;
    if (strchr(".!?", s.p[s.n - 1]))
        return false; /* a sentence: a remark on what was above as often as a name of what follows */
    return finish(out, SHAPE_PLAIN, 0, s);
}

bool heading_comment(Slice text, HeadingText *out)
{
    Slice s = slice_trim(text);
    if (!slice_skip(&s, SLICE("//"))) {
        if (!slice_skip(&s, SLICE("#")) || slice_starts(s, SLICE("!")))
            return false;
        while (slice_skip(&s, SLICE("#")))
            ;
    }
    slice_skip_blanks(&s);
    if (!has_letter(s) || heading_words(s) > MOST_WORDS_PLAIN || slice_starts(s, SLICE("/")))
        return false;
    return finish(out, SHAPE_COMMENT, 0, s);
}
