/* What a heading names: words, figures, replicates, workloads. */
#include "ingest/heading.h"

#include <string.h>

#include "base/number.h"

/* --- words --- */

size_t heading_words(Slice text)
{
    size_t n = 0;
    Slice word;
    while (slice_word(&text, &word))
        n++;
    return n;
}

bool heading_has_letter(Slice s)
{
    for (size_t i = 0; i < s.n; i++)
        if (char_is_alpha(s.p[i]) || (unsigned char)s.p[i] >= 0x80)
            return true;
    return false;
}

/* "5.10.162" names a kernel, "12" nothing. */
bool heading_names_something(Slice s)
{
    bool digit = false, dot = false;
    for (size_t i = 0; i < s.n; i++) {
        digit = digit || char_is_digit(s.p[i]);
        dot = dot || (s.p[i] == '.' && i + 1 < s.n && char_is_digit(s.p[i + 1]));
    }
    return heading_has_letter(s) || (digit && dot);
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

bool heading_word_among(Slice word, const char *const *list)
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
        "iops",      "ms",      "us",   "ns",   "s",     "sec",  "secs", "seconds", "second",
        "min",       "minutes", "usec", "msec", "mbps",  "kbps", "gbps", "mbit",    "gbit",
        "mbits",     "gbits",   "mb",   "gb",   "kb",    "mib",  "gib",  "kib",     "\xc2\xb5s",
        "\xce\xbcs", "ops",     "op",   "tps",  "files", NULL,
    };
    if (slice_has(word, SLICE("/s")))
        return true;
    return heading_word_among(core(word), units);
}

/* "24.4 MB/s ...", "~790MB/s", "1.71 ms avg latency": a figure with a unit at the front. */
bool heading_starts_with_figure(Slice text)
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
    return is_result_unit(unit) || (unit.n == 1 && strchr("kKMG", unit.p[0]) &&
                                    slice_word(&s, &unit) && is_result_unit(unit));
}

bool heading_has_figure(Slice text)
{
    for (size_t i = 0; i < text.n; i++) {
        bool starts = char_is_digit(text.p[i]) &&
                      (i == 0 || char_is_blank(text.p[i - 1]) || strchr("~<>(=", text.p[i - 1]));
        if (!starts)
            continue;
        if (heading_starts_with_figure(slice_from(text, i)))
            return true;
    }
    return false;
}

/* --- the name --- */

static const char *const replicate_words[] = {
    "run",  "runs", "trial", "iteration",  "pass",   "round", "attempt", "try",
    "time", "loop", "rep",   "repetition", "repeat", "take",  "rerun",   NULL,
};

static bool is_ordinal(Slice word)
{
    static const char *const words[] = {
        "one",   "two",   "three",   "four",   "five",   "six",   "seven",
        "eight", "nine",  "ten",     "first",  "second", "third", "fourth",
        "fifth", "sixth", "seventh", "eighth", "ninth",  "tenth", "last",
        "final", "next",  "another", "once",   "twice",  "same",  NULL,
    };
    Slice rest = core(word), digits;
    slice_skip(&rest, SLICE("#"));
    if (!rest.n || heading_word_among(rest, words))
        return rest.n > 0;
    if (!slice_digits(&rest, &digits))
        return false;
    if (rest.n && rest.p[0] == '/') { /* "2/3" */
        rest = slice_from(rest, 1);
        return slice_digits(&rest, &digits) && !rest.n;
    }
    return !rest.n ||
           heading_word_among(rest, (const char *const[]){ "st", "nd", "rd", "th", NULL });
}

static bool is_replicate_filler(Slice word)
{
    return heading_word_among(core(word),
                              (const char *const[]){ "of", "the", "no", "nr", "number", "a", "more",
                                                     "and", "again", "-", NULL });
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
        else if (heading_word_among(bare, replicate_words))
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
        if (!slice_word(&word, &first) ||
            (is_ordinal(first) && char_is_digit(first.p[0]) && !word.n))
            continue; /* "Test 2" */
        if (slice_eq_nocase(first, SLICE("time")) || slice_eq_nocase(first, SLICE("loop")))
            continue; /* "time 2" is a name more often */
        if (heading_is_replicate(bare) &&
            (word.n || slice_eq_nocase(core(first), SLICE("again")) || is_glued_replicate(first)))
            return i;
    }
    return name.n;
}

static Slice strip_ends(Slice s)
{
    for (;;) {
        Slice before = s = slice_trim(s);
        while (s.n && strchr(":.,;-=", s.p[s.n - 1]) &&
               !(s.p[s.n - 1] == '-' && s.n > 1 && s.p[s.n - 2] == '-'))
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
    if (!slice_has(s, SLICE("ook")) && !slice_has(s, SLICE("akes ")) &&
        !slice_has_nocase(s, SLICE("(duration")))
        return s;
    static const char *const fronts[] = { "(took ",  "(takes ", "(took:",
                                          ", took ", " took ",  "(duration" };
    for (size_t i = 0; i < sizeof fronts / sizeof *fronts; i++)
        for (size_t at = 1; at < s.n; at++)
            if (slice_starts_nocase(slice_from(s, at), slice_of(fronts[i])) && s.n - at < 60 &&
                heading_has_figure(slice_from(s, at + 4)))
                return slice_first(s, at);
    return s;
}

/* "From the client over 1 Gb/s": the figure is part of the name. */
static bool ends_in_preposition(Slice s)
{
    static const char *const words[] = { "over", "with", "at",  "of",    "on", "to",   "from",
                                         "via",  "than", "for", "limit", "by", "and", NULL };
    size_t blank = slice_rfind(s, SLICE(" "));
    return blank != SLICE_NONE && heading_word_among(core(slice_from(s, blank + 1)), words);
}

/* " 24.4 MB/s", ": 1.71 ms avg latency", "(133 MB/s)" at the end. */
static Slice cut_figure(Slice s)
{
    for (size_t at = 1; at < s.n; at++) {
        bool open =
            s.p[at - 1] == '(' || s.p[at - 1] == ':' || s.p[at - 1] == '=' || s.p[at - 1] == '~';
        if (!char_is_digit(s.p[at]) || !(char_is_blank(s.p[at - 1]) || open))
            continue;
        Slice tail = slice_from(s, at);
        if (heading_words(tail) <= 4 && heading_starts_with_figure(tail) &&
            heading_words(slice_first(s, at - 1)) > 0) {
            Slice head = slice_trim(slice_first(s, at));
            while (head.n && strchr("(:=~", head.p[head.n - 1]))
                head = slice_trim(slice_first(head, head.n - 1));
            /* "File size 4 GB" says how much, "ext4 - 24.4 MB/s" how fast: only results are cut */
            bool rate = slice_has(tail, SLICE("/s")) || slice_has_nocase(tail, SLICE("iops")) ||
                        slice_has_nocase(tail, SLICE("latency")) || open ||
                        slice_ends(slice_first(s, at), SLICE("- "));
            return rate && head.n && !ends_in_preposition(head) ? head : s;
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

bool heading_is_size(Slice name)
{
    bool any = false;
    Slice word;
    while (slice_word(&name, &word)) {
        Slice rest = core(word), digits;
        if (!slice_digits(&rest, &digits))
            return false;
        any = true;
    }
    return any;
}

bool heading_is_workload(Slice name)
{
    static const char *const words[] = {
        "read",
        "reads",
        "reading",
        "write",
        "writes",
        "writing",
        "random",
        "randread",
        "randwrite",
        "randrw",
        "rand",
        "sequential",
        "seq",
        "sequentially",
        "seek",
        "seeks",
        "latency",
        "latencies",
        "throughput",
        "bandwidth",
        "iops",
        "io",
        "i/o",
        "ios",
        "i/os",
        "mixed",
        "mix",
        "rw",
        "r/w",
        "read/write",
        "sync",
        "async",
        "asynchronous",
        "synchronous",
        "direct",
        "buffered",
        "cached",
        "uncached",
        "threads",
        "thread",
        "jobs",
        "job",
        "queue",
        "depth",
        "qd",
        "iodepth",
        "bs",
        "block",
        "blocksize",
        "size",
        "results",
        "result",
        "test",
        "tests",
        "testing",
        "benchmark",
        "benchmarks",
        "performance",
        "speed",
        "rate",
        "rewrite",
        "create",
        "delete",
        "stat",
        "dd",
        "fio",
        "ioping",
        "bonnie++",
        "bonnie",
        "output",
        "and",
        "of",
        "with",
        "the",
        "for",
        "using",
        "in",
        "at",
        "/",
        "+",
        "&",
        "large",
        "small",
        "file",
        "files",
        "only",
        "data",
        "zeros",
        "zipf",
        "single",
        "multi",
        "many",
        NULL,
    };
    size_t known = 0;
    bool letters = false;
    Slice word;
    while (slice_word(&name, &word)) {
        Slice bare = core(word), digits, rest = bare;
        if (!bare.n)
            continue;
        if (slice_digits(&rest, &digits)) { /* "4k", "64KiB", "32", "70/30", "70%" */
            static const char *const units[] = { "",    "k",  "K",   "m",  "M",  "g",   "G",
                                                 "kb",  "KB", "KiB", "kB", "MB", "MiB", "GB",
                                                 "GiB", "b",  "B",   "%",  NULL };
            if (slice_skip(&rest, SLICE("/")))
                slice_digits(&rest, &digits);
            slice_skip(&rest, SLICE("%"));
            if (!heading_word_among(rest, units))
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
        if (!heading_word_among(bare, words)) {
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
