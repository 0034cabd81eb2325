#include "ingest/stated.h"

#include <string.h>

enum { MOST_WORDS = 16, LONGEST_LINE = 2000 };

/* clang-format off */
/* Whole words. What needs more than the word is looked at in is_average(). */
static const char *const averages[] = {
    "average", "averages", "averaged", "averaging", "avg", "mean",
    "durchschnitt", "durchschnittlich", "durchschnittliche", "durchschnittlicher", "durchschnittliches",
    "mittelwert", "mittel", "mittlere", "mittlerer", "moyenne", "moyen", "promedio", "media", "gemiddelde",
    "gemiddeld", "medio", NULL,
};
/* Parts of words in other scripts. */
static const char *const foreign[] = {
    "\xed\x8f\x89\xea\xb7\xa0",         /* Korean pyeonggyun */
    "\xe5\xb9\xb3\xe5\x9d\x87",         /* Chinese, Japanese */
    "\xd1\x81\xd1\x80\xd0\xb5\xd0\xb4\xd0\xbd", /* Russian sredn- */
    "\xd0\xa1\xd1\x80\xd0\xb5\xd0\xb4\xd0\xbd", "m\xc3\xa9" "dia", "M\xc3\xa9" "dia", "\xc3\x98", NULL,
};
/* "43.8 MB/s on average" */
static const char *const behind[] = {
    "on average", "on an average", "in average", "on avg", "im schnitt", "im durchschnitt", "im mittel",
    "en moyenne", "de media", "de promedio", "en promedio", "in media", "em m\xc3\xa9" "dia", NULL,
};
/* Then the sentence speaks of something else than an average that was measured. */
static const char *const spoilers[] = {
    "increase", "increased", "increases", "decrease", "decreased", "improved", "improvement", "improves",
    "faster", "slower", "better", "worse", "higher", "lower", "more", "less", "than", "difference", "drop",
    "dropped", "gain", "gained", "between", "range", "ranges", "ranging", "vs", "vs.", "versus", "compared",
    "expected", "expect", "should", "would", "could", "might", "maximum", "max", "minimum", "min", "peak",
    "load", "rated", "spec", "specs", "claimed", "advertised", "if", "unless", "schneller", "langsamer",
    "mehr", "weniger", "als", "plus", "moins", "mejor", "menos", "supposed", "instead", "not", "no", NULL,
};
static const char *const counted[] = {
    "runs", "run", "times", "tests", "passes", "iterations", "loops", "samples", "measurements", "tries",
    "trials", "attempts", "rounds", "repetitions", "l\xc3\xa4ufe", "l\xc3\xa4ufen", "durchl\xc3\xa4ufe",
    "messungen", "essais", "ejecuciones", "pruebas", "executions", "consecutive", "\xed\x9a\x8c", NULL,
};
static const char *const writes[] = {
    "write", "writes", "writing", "written", "schreiben", "schreibrate", "schreibgeschwindigkeit",
    "\xc3\xa9" "criture", "escritura", "scrittura", "\xec\x93\xb0\xea\xb8\xb0", NULL,
};
static const char *const reads[] = {
    "read", "reads", "reading", "lesen", "leserate", "lesegeschwindigkeit", "lecture", "lectura",
    "lettura", "\xec\x9d\xbd\xea\xb8\xb0", NULL,
};
static const char *const latencies[] = {
    "latency", "lat", "latencies", "response", "seek", "access", "ping", "rtt", "svctm", "await",
    "latenz", "zugriffszeit", "antwortzeit", "latence", "latencia", "latenza",
    "\xec\xa7\x80\xec\x97\xb0", NULL,
};
/* clang-format on */

static bool one_of(Slice word, const char *const *words)
{
    for (; *words; words++)
        if (slice_eq_nocase(word, slice_of(*words)))
            return true;
    return false;
}

static bool is_letter(char c)
{
    return char_is_alpha(c) || (unsigned char)c >= 0x80;
}

/* The word that begins at `at`: letters, other scripts, digits inside, "vs." with its dot. */
static Slice word_at(Slice text, size_t at)
{
    size_t n = at;
    while (n < text.n && (is_letter(text.p[n]) || char_is_digit(text.p[n])))
        n++;
    return (Slice){ text.p + at, n - at };
}

/* Behind "mean" must come what has one: "I mean it" is no average. */
static bool mean_is_meant(Slice text, size_t at)
{
    static const char *const before[] = { "i", "you", "we", "they", "not", "that", "this", "it", "to",
                                          "what", "would", "could", "does", "did", "might", "t", NULL };
    static const char *const after[] = { "of", "was", "is", "latency", "time", "speed", "rate",
                                         "throughput", "bandwidth", "read", "write", "iops", "value",
                                         "over", "response", "seek", "performance", "transfer", NULL };
    size_t end = at;
    while (end > 0 && !is_letter(text.p[end - 1]))
        end--;
    size_t start = end;
    while (start > 0 && is_letter(text.p[start - 1]))
        start--;
    if (end > start && one_of((Slice){ text.p + start, end - start }, before))
        return false;
    Slice rest = slice_trim(slice_from(text, at + 4));
    return rest.n && (strchr(":=~(", rest.p[0]) || char_is_digit(rest.p[0]) ||
                      one_of(word_at(rest, 0), after));
}

/* "media" is Spanish and Italian for average only in "velocidad media", "media:". */
static bool media_is_meant(Slice text, size_t at, size_t n)
{
    Slice rest = slice_trim(slice_from(text, at + n));
    Slice front = slice_trim(slice_first(text, at));
    return (rest.n && rest.p[0] == ':' && !front.n) || slice_starts(rest, SLICE("de ")) ||
           slice_ends(front, SLICE("velocidad")) || slice_ends(front, SLICE("latencia")) ||
           slice_ends(front, SLICE("escritura")) || slice_ends(front, SLICE("lectura")) ||
           slice_ends(front, SLICE("latenza")) || slice_has(front, SLICE("velocit\xc3\xa0"));
}

/* The word at `at` is an average, and no part of min/avg/max, avg-cpu, avg_lat. */
static bool is_average(Slice text, size_t at, Slice word)
{
    if (!one_of(word, averages))
        return false;
    char before = at ? text.p[at - 1] : ' ', after = at + word.n < text.n ? text.p[at + word.n] : ' ';
    if (strchr("/-_.@", before) || strchr("/-_@", after))
        return false;
    if (slice_eq_nocase(word, SLICE("mean")))
        return mean_is_meant(text, at);
    if (slice_eq_nocase(word, SLICE("media")) || slice_eq_nocase(word, SLICE("medio")))
        return media_is_meant(text, at, word.n);
    return true;
}

/* Offset behind the first average at or after `from`; SLICE_NONE. */
static size_t behind_average(Slice text, size_t from)
{
    for (size_t i = from; i < text.n;) {
        if (!is_letter(text.p[i])) {
            i++;
            continue;
        }
        Slice word = word_at(text, i);
        if (is_average(text, i, word))
            return i + word.n;
        for (const char *const *f = foreign; *f; f++) {
            size_t at = slice_find(word, slice_of(*f));
            if (at != SLICE_NONE)
                return slice_ends(slice_of(*f), SLICE("dn")) ? i + word.n : i + at + strlen(*f);
        }
        i += word.n;
    }
    return SLICE_NONE;
}

bool stated_has_word(Slice text)
{
    return text.n < LONGEST_LINE && behind_average(text, 0) != SLICE_NONE;
}

/* --- figures --- */

static bool is_result(const TableValue *v)
{
    const double longest_s = 1e6; /* "9422211d" is a commit, not days */
    Unit u = v->unit.unit;
    if (u == UNIT_SECONDS && v->number.value * v->unit.factor > longest_s)
        return false;
    return v->has_unit && !v->is_signed && v->unit.doubt == UNIT_SURE &&
           (u == UNIT_BYTES_PER_S || u == UNIT_PER_S || u == UNIT_SECONDS) && v->number.value > 0;
}

static bool read_figure(Slice *s, const TableMarks *marks, TableValue *v)
{
    Slice rest = *s, one;
    one = rest;
    if (!table_cell_values(&one, marks, v, 1))
        return false;
    const char *end = v->has_unit && v->unit.text.n ? v->unit.text.p + v->unit.text.n
                                                    : v->number.text.p + v->number.text.n;
    *s = slice_from(rest, (size_t)(end - rest.p));
    return true;
}

/* "10 runs", "n=10", "(5 tests)". */
static bool read_count(Slice *s, Number *n)
{
    Slice rest = *s;
    if (slice_skip_nocase(&rest, SLICE("n=")) || slice_skip_nocase(&rest, SLICE("n = "))) {
        if (!number_read(&rest, n))
            return false;
        *s = rest;
        return true;
    }
    if (!number_read(&rest, n))
        return false;
    slice_skip_blanks(&rest);
    Slice word = word_at(rest, 0);
    if (!one_of(word, counted))
        return false;
    *s = slice_from(rest, word.n);
    return true;
}

static bool ends_sentence(Slice rest)
{
    return rest.p[0] == '.' && (rest.n == 1 || char_is_blank(rest.p[1]));
}

/* What one walk over a sentence finds. */
typedef struct Walk {
    const TableMarks *marks;
    Stated *out;
    size_t figures; /* results seen */
    bool spoiled;
} Walk;

static void take_word(Walk *w, Slice word)
{
    if (one_of(word, spoilers))
        w->spoiled = true;
    if (one_of(word, latencies))
        w->out->is_latency = true;
    if (!w->figures) {
        if (one_of(word, writes))
            w->out->op = w->out->op && strcmp(w->out->op, "write") != 0 ? "" : "write";
        else if (one_of(word, reads))
            w->out->op = w->out->op && strcmp(w->out->op, "read") != 0 ? "" : "read";
    }
}

static bool take_spread(Walk *w, Slice *rest)
{
    static const char *const signs[] = { "\xc2\xb1", "+/-", "+-" };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        Slice behind_sign = *rest;
        if (!slice_skip(&behind_sign, slice_of(signs[i])))
            continue;
        slice_skip_blanks(&behind_sign);
        if (w->figures != 1 || !read_figure(&behind_sign, w->marks, &w->out->sd))
            return false;
        w->out->has_sd = !w->out->sd.has_unit || w->out->sd.unit.unit == w->out->value.unit.unit;
        *rest = behind_sign;
        return true;
    }
    return false;
}

static void take_number(Walk *w, Slice *rest)
{
    TableValue v;
    Number n;
    if (read_count(rest, &n)) {
        w->out->n = n;
        w->out->has_n = n.value >= 1;
    } else if (read_figure(rest, w->marks, &v)) {
        if (!is_result(&v))
            return;
        if (w->figures++ == 0)
            w->out->value = v;
    } else {
        *rest = slice_from(*rest, 1);
    }
}

/* Reads on to the end of the sentence; most_words: how far the figure may be. */
static void walk(Walk *w, Slice rest, size_t most_words)
{
    size_t words = 0;
    while (rest.n && !w->spoiled) {
        if (ends_sentence(rest))
            break;
        if (rest.p[0] == '?' || rest.p[0] == '|') {
            w->spoiled = true;
        } else if (take_spread(w, &rest)) {
            ;
        } else if (slice_starts_nocase(rest, SLICE("n=")) || char_is_digit(rest.p[0])) {
            take_number(w, &rest);
        } else if (is_letter(rest.p[0])) {
            Slice word = word_at(rest, 0);
            take_word(w, word);
            rest = slice_from(rest, word.n);
            if (!w->figures && ++words > most_words)
                break;
        } else {
            rest = slice_from(rest, 1);
        }
    }
}

/* The sentence that holds offset `at`. */
static Slice sentence_of(Slice text, size_t at)
{
    size_t start = 0;
    for (size_t i = 0; i < at && i < text.n; i++)
        if (ends_sentence(slice_from(text, i)) && i + 1 < at)
            start = i + 1;
    return slice_from(text, start);
}

static bool says_on_average(Slice text)
{
    for (const char *const *b = behind; *b; b++)
        if (slice_has_nocase(text, slice_of(*b)))
            return true;
    return false;
}

static bool finish(Walk *w)
{
    if (w->spoiled || w->figures != 1)
        return false;
    if (w->out->op && !w->out->op[0])
        w->out->op = NULL;
    return true;
}

bool stated_read(Slice text, Stated *out)
{
    size_t at = text.n < LONGEST_LINE ? behind_average(text, 0) : SLICE_NONE;
    if (at == SLICE_NONE || slice_find_char(text, '|') != SLICE_NONE)
        return false;
    TableMarks marks = { .no_groups = true };
    table_number_prove(text, &marks);
    Slice sentence = sentence_of(text, at);
    *out = (Stated){ 0 };
    Walk w = { &marks, out, 0, false };
    for (Slice front = slice_first(sentence, (size_t)(text.p + at - sentence.p)); front.n;) {
        if (is_letter(front.p[0])) { /* "Write speed, average: ..." */
            Slice word = word_at(front, 0);
            take_word(&w, word);
            front = slice_from(front, word.n);
        } else if (char_is_digit(front.p[0]) && read_count(&front, &out->n)) {
            out->has_n = true; /* "Over 10 runs the average ..." */
        } else {
            front = slice_from(front, 1);
        }
    }
    Stated before = *out;
    walk(&w, slice_from(text, at), MOST_WORDS);
    if (finish(&w))
        return true;
    if (w.spoiled || w.figures || !says_on_average(sentence))
        return false;
    *out = before;
    w = (Walk){ &marks, out, 0, false };
    walk(&w, sentence, MOST_WORDS);
    return finish(&w);
}
