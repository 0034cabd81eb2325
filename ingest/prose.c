#include "ingest/prose.h"

#include "ingest/dispatch.h"

/* What the bytes of a line can say. */
enum {
    SAYS_MORE = 1, /* a sign that is rare in sentences: : = / # $ % < > | [ ] { } \ * _ ~ ` @ ^ & + tab ... */
    SAYS_FIGURE = 2,
    SAYS_HIGH = 4,   /* beyond ASCII */
    SAYS_LETTER = 8,
};

enum {
    LONGEST = 1000, /* a longer line is no line of a paragraph */
    LEAST_WORDS = 5,
    WORDS_A_FIGURE = 3,
    LONGEST_WORD = 24,
};

#define MORE SAYS_MORE
#define SAME16(x) x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x
/* clang-format off */
static const uint8_t says[256] = {
    SAME16(MORE), SAME16(MORE),
    /*   !  "  #     $     %     &     '  (  )  *     +     ,  -  .  / */
    0,   0, 0, MORE, MORE, MORE, MORE, 0, 0, 0, MORE, MORE, 0, 0, 0, MORE,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, /* : */ MORE, /* ; */ 0, MORE, MORE, MORE, /* ? */ 0,
    /* @ */ MORE, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
    8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, MORE, MORE, MORE, MORE, MORE,
    MORE, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8,
    8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8, MORE, MORE, MORE, MORE, MORE,
    SAME16(SAYS_HIGH), SAME16(SAYS_HIGH), SAME16(SAYS_HIGH), SAME16(SAYS_HIGH),
    SAME16(SAYS_HIGH), SAME16(SAYS_HIGH), SAME16(SAYS_HIGH), SAME16(SAYS_HIGH),
};
/* clang-format on */

static unsigned said_by(Slice line)
{
    unsigned all = 0;
    size_t i = 0;
    for (; i + 8 <= line.n; i += 8) {
        const unsigned char *p = (const unsigned char *)line.p + i;
        all |= (unsigned)says[p[0]] | says[p[1]] | says[p[2]] | says[p[3]] | says[p[4]] | says[p[5]] |
               says[p[6]] | says[p[7]];
    }
    for (; i < line.n; i++)
        all |= says[(unsigned char)line.p[i]];
    return all;
}

/* Behind quote marks, blanks and what opens a sentence. */
static Slice behind_marks(Slice line)
{
    while (line.n && (line.p[0] == '>' || line.p[0] == ' '))
        line = slice_from(line, 1);
    if (line.n > 1 && (line.p[0] == '(' || line.p[0] == '"' || line.p[0] == '\''))
        line = slice_from(line, 1);
    return line;
}

/* "Posted by alpha": who speaks from here on. "a) Local disk": a heading. */
static bool names_something(Slice s)
{
    static const char fronts[] = "PCRAO";
    return (s.n > 1 && s.p[1] == ')') ||
           (strchr(fronts, s.p[0]) && slice_has(slice_first(s, 28), SLICE(" by ")));
}

/* Units of rate and time, words for an average, and such as stand before a version. */
static bool speaks_of_results(Slice word)
{
    /* clang-format off */
    static const char *const words[] = {
        "us", "ms", "ns", "s", "sec", "secs", "second", "seconds", "usec", "msec", "nsec", "usecs", "msecs",
        "microseconds", "milliseconds", "minutes", "min", "mins", "hours", "iops", "bps", "mbps", "kbps",
        "gbps", "mbit", "gbit", "io", "ios", "ops", "average", "averages", "averaged", "averaging", "avg",
        "mean", "median", "durchschnitt", "durchschnittlich", "durchschnittliche", "durchschnittlicher",
        "durchschnittliches", "schnitt", "mittelwert", "mittel", "mittlere", "mittlerer", "moyenne", "moyen",
        "promedio", "media", "gemiddelde", "gemiddeld", "medio", "release", "version", "kernel", "records",
        "bytes", "byte", "copied", "transferred", "requests", "request", "processes", "process", "probes",
        "probe", "total", "count", "real", "user", "sys", "run", "runs", "test", "tests", NULL,
    };
    /* clang-format on */
    for (const char *const *w = words; *w; w++)
        if (char_lower(word.p[0]) == (*w)[0] && slice_eq_nocase(word, slice_of(*w)))
            return true;
    return false;
}

/* Letters, then signs of a sentence; or digits likewise. */
static bool plain_word(Slice word, bool *figure)
{
    while (word.n && strchr("(\"'", word.p[0]))
        word = slice_from(word, 1);
    while (word.n && strchr(".,;!?)\"'", word.p[word.n - 1]))
        word.n--;
    if (!word.n || word.n > LONGEST_WORD)
        return false;
    *figure = char_is_digit(word.p[0]);
    for (size_t i = 0; i < word.n; i++)
        if (*figure ? !char_is_digit(word.p[i])
                    : !char_is_alpha(word.p[i]) && word.p[i] != '\'' && word.p[i] != '-')
            return false;
    return *figure || !speaks_of_results(word);
}

/* Figures are a few among many words, one blank between them, and no format wants the line. */
static bool is_sentence(Slice s)
{
    size_t words = 0, figures = 0;
    Slice rest = s, word;
    while (slice_word(&rest, &word)) {
        bool figure;
        if (!plain_word(word, &figure) || (rest.n > 1 && rest.p[0] == ' ' && rest.p[1] == ' '))
            return false;
        *(figure ? &figures : &words) += 1;
    }
    return words >= LEAST_WORDS && words >= WORDS_A_FIGURE * figures && !dispatch_anchored(s);
}

Interest prose_interest(Slice line)
{
    if (line.n && line.p[line.n - 1] == '\r')
        line.n--;
    if (!line.n)
        return INTEREST_BLANK;
    Slice s = line;
    if (!(says[(unsigned char)s.p[0]] & SAYS_LETTER)) {
        s = behind_marks(line);
        if (!s.n)
            return INTEREST_BLANK;
    }
    if (line.n > LONGEST)
        return INTEREST_FIGURES;
    unsigned said = said_by(s);
    if (said & SAYS_FIGURE)
        return (said & (SAYS_MORE | SAYS_HIGH)) || !char_is_alpha(s.p[0]) || !is_sentence(s) ? INTEREST_FIGURES
                                                                                           : INTEREST_NONE;
    if ((said & SAYS_MORE) || !(says[(unsigned char)s.p[0]] & (SAYS_LETTER | SAYS_HIGH)) || names_something(s))
        return INTEREST_WORDS;
    return INTEREST_NONE;
}
