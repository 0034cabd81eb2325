#include "ingest/prose.h"

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

static bool may_begin_speaker(char c)
{
    return c == 'P' || c == 'C' || c == 'R' || c == 'A' || c == 'O';
}

/* "Posted by alpha": who speaks from here on. "a) Local disk": a heading. */
static bool names_something(Slice s)
{
    return (s.n > 1 && s.p[1] == ')') ||
           (may_begin_speaker(s.p[0]) && slice_has(slice_first(s, 28), SLICE(" by ")));
}

/* clang-format off */
/*
 * Units of rate and time, words for an average, words of tools, and such as stand before a version: by their
 * first letter. Every word that is an anchor of a format is here; a test holds them together.
 */
enum { MOST_OF_A_LETTER = 20 };
#define W(word) { word, sizeof(word) - 1 }
static const Slice words_of_results[26][MOST_OF_A_LETTER + 1] = {
    ['a' - 'a'] = { W("attached"), W("attaching"), W("average"), W("averaged"), W("averages"),
        W("averaging"), W("avg") },
    ['b' - 'a'] = { W("bonnie"), W("bps"), W("byte"), W("bytes") },
    ['c' - 'a'] = { W("can't"), W("copied"), W("count"), W("cpu"), W("create") },
    ['d' - 'a'] = { W("dd"), W("distribution"), W("double"), W("dtrace"), W("durchschnitt"),
        W("durchschnittlich"), W("durchschnittliche"), W("durchschnittlicher"),
        W("durchschnittliches") },
    ['e' - 'a'] = { W("elapsed"), W("em"), W("executed"), W("exited") },
    ['f' - 'a'] = { W("fio"), W("function") },
    ['g' - 'a'] = { W("gbit"), W("gbps"), W("gemiddeld"), W("gemiddelde"), W("generated") },
    ['h' - 'a'] = { W("hdparm"), W("hours") },
    ['i' - 'a'] = { W("intelligently"), W("io"), W("ioping"), W("iops"), W("ios"), W("issued") },
    ['j' - 'a'] = { W("jobname") },
    ['k' - 'a'] = { W("kbps"), W("kernel") },
    ['m' - 'a'] = { W("mbit"), W("mbps"), W("mean"), W("media"), W("median"), W("medio"),
        W("microseconds"), W("milliseconds"), W("min"), W("mins"), W("minutes"), W("mittel"),
        W("mittelwert"), W("mittlere"), W("mittlerer"), W("moyen"), W("moyenne"), W("ms"),
        W("msec"), W("msecs") },
    ['n' - 'a'] = { W("ns"), W("nsec") },
    ['o' - 'a'] = { W("ops"), W("order") },
    ['p' - 'a'] = { W("probe"), W("probes"), W("process"), W("processes"), W("promedio"),
        W("putcnt") },
    ['r' - 'a'] = { W("reads"), W("real"), W("records"), W("release"), W("request"), W("requests"),
        W("rewriting"), W("run"), W("runs") },
    ['s' - 'a'] = { W("s"), W("schnitt"), W("sec"), W("second"), W("seconds"), W("secs"),
        W("seeker"), W("sequential"), W("statistics"), W("sys") },
    ['t' - 'a'] = { W("terminated"), W("test"), W("tests"), W("time"), W("timed"), W("timestamp"),
        W("timing"), W("total"), W("tracing"), W("transferred"), W("type") },
    ['u' - 'a'] = { W("us"), W("usec"), W("usecs"), W("user"), W("usr") },
    ['v' - 'a'] = { W("version") },
};
#undef W
/* clang-format on */

static bool speaks_of_results(Slice word)
{
    const Slice *w = words_of_results[char_lower(word.p[0]) - 'a'];
    for (; w->n; w++)
        if (w->n == word.n && slice_eq_nocase(word, *w))
            return true;
    return false;
}

static bool is_stop(char c)
{
    return c == '.' || c == ',' || c == ';' || c == '!' || c == '?' || c == ')' || c == '"' || c == '\'';
}

/* Letters, then signs of a sentence; or digits likewise. */
static bool plain_word(Slice word, bool *figure)
{
    while (word.n && (word.p[0] == '(' || word.p[0] == '"' || word.p[0] == '\''))
        word = slice_from(word, 1);
    while (word.n && is_stop(word.p[word.n - 1]))
        word.n--;
    if (!word.n || word.n > LONGEST_WORD)
        return false;
    *figure = char_is_digit(word.p[0]);
    unsigned want = *figure ? SAYS_FIGURE : SAYS_LETTER;
    for (size_t i = 0; i < word.n; i++)
        if (says[(unsigned char)word.p[i]] != want && (*figure || i == 0 || (word.p[i] != '\'' && word.p[i] != '-')))
            return false;
    return *figure || !speaks_of_results(word);
}

/* Figures are a few among many words, and one blank stands between them. */
static bool is_sentence(Slice s)
{
    size_t words = 0, figures = 0;
    for (size_t i = 0; i < s.n; i++) {
        size_t start = i;
        while (i < s.n && s.p[i] != ' ')
            i++;
        bool figure;
        if (i == start || !plain_word((Slice){ s.p + start, i - start }, &figure))
            return false;
        *(figure ? &figures : &words) += 1;
    }
    return words >= LEAST_WORDS && words >= WORDS_A_FIGURE * figures;
}

/* --- many lines, fast --- */

typedef uint8_t Bytes __attribute__((vector_size(16)));

/* Of each byte: all bits set, unless it is a letter or a sign of sentences. */
static inline Bytes not_of_words(const char *p)
{
    Bytes c;
    memcpy(&c, p, sizeof c);
    Bytes letter = (Bytes)(((c | 0x20) - 'a') < 26);
    Bytes opening = (Bytes)((c - ' ') < 3); /* blank ! " */
    Bytes round = (Bytes)((c - '\'') < 3);  /* ' ( ) */
    Bytes stop = (Bytes)((c - ',') < 3);    /* , - . */
    return (Bytes) ~(letter | opening | round | stop);
}

/* Nothing but letters and signs of sentences. 16 bytes can be read at p, whatever n is. */
static bool is_words_alone(const char *p, size_t n)
{
    static const Bytes place = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
    Bytes all = n < sizeof(Bytes) ? not_of_words(p) & (Bytes)(place < (uint8_t)n) : not_of_words(p + n - sizeof(Bytes));
    for (size_t i = 0; i + sizeof(Bytes) <= n; i += sizeof(Bytes))
        all |= not_of_words(p + i);
    uint64_t half[2];
    memcpy(half, &all, sizeof half);
    return !(half[0] | half[1]);
}

size_t prose_pass(Slice *text, char end)
{
    const char *p = text->p, *last = text->p + text->n;
    size_t lines = 0;
    for (; p < last; lines++) {
        const char *feed = memchr(p, end, (size_t)(last - p));
        const char *next = feed ? feed + 1 : last;
        Slice line = { p, (size_t)((feed ? feed : last) - p) };
        bool plain = !line.n || (p + sizeof(Bytes) <= last && line.n <= LONGEST && char_is_alpha(p[0]) && p[1] != ')' &&
                                 !may_begin_speaker(p[0]) && is_words_alone(p, line.n));
        if (!plain && prose_interest(line) >= INTEREST_WORDS)
            break;
        p = next;
    }
    *text = (Slice){ p, (size_t)(last - p) };
    return lines;
}

/* --- one line --- */

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
