#include "ingest/prose.h"

#include "base/spool.h"

#if defined(__SSE2__) && !defined(PROSE_WITHOUT_SSE2)
#define HAS_SSE2 1
#include <emmintrin.h>
#endif

/* What the bytes of a line can say. */
enum {
    SAYS_MORE = 1, /* a sign that is rare in sentences: : = / # $ % < > | [ ] { } \ * _ ~ ` @ ^ & + tab ... */
    SAYS_FIGURE = 2,
    SAYS_HIGH = 4,   /* beyond ASCII */
    SAYS_LETTER = 8,
    SAYS_FRONT = 16, /* a letter that begins no speaker: names_something() */
};

enum {
    LONGEST = 1000, /* a longer line is no line of a paragraph */
    LEAST_WORDS = 5,
    WORDS_A_FIGURE = 3,
    LONGEST_WORD = 24,
};

#define MORE SAYS_MORE
#define L (SAYS_LETTER | SAYS_FRONT)
#define S SAYS_LETTER
#define SAME16(x) x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x
/* clang-format off */
static const uint8_t says[256] = {
    SAME16(MORE), SAME16(MORE),
    /*   !  "  #     $     %     &     '  (  )  *     +     ,  -  .  / */
    0,   0, 0, MORE, MORE, MORE, MORE, 0, 0, 0, MORE, MORE, 0, 0, 0, MORE,
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, /* : */ MORE, /* ; */ 0, MORE, MORE, MORE, /* ? */ 0,
    /* @ */ MORE, S, L, S, L, L, L, L, L, L, L, L, L, L, L, S,
    S, L, S, L, L, L, L, L, L, L, L, MORE, MORE, MORE, MORE, MORE,
    MORE, L, L, L, L, L, L, L, L, L, L, L, L, L, L, L,
    L, L, L, L, L, L, L, L, L, L, L, MORE, MORE, MORE, MORE, MORE,
    SAME16(SAYS_HIGH), SAME16(SAYS_HIGH), SAME16(SAYS_HIGH), SAME16(SAYS_HIGH),
    SAME16(SAYS_HIGH), SAME16(SAYS_HIGH), SAME16(SAYS_HIGH), SAME16(SAYS_HIGH),
};
/* clang-format on */
#undef L
#undef S

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
    return (s.n > 1 && s.p[1] == ')') ||
           (!(says[(unsigned char)s.p[0]] & SAYS_FRONT) && slice_has(slice_first(s, 28), SLICE(" by ")));
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

/* Is there a word of so many letters with this first one, and one with this second? Nearly all end here. */
static bool may_be_among(Slice word)
{
    static uint32_t lengths[26], seconds[26];
    static bool ready;
    for (unsigned i = 0; i < 26 && !ready; i++)
        for (const Slice *w = words_of_results[i]; w->n; w++) {
            lengths[i] |= 1u << w->n;
            seconds[i] |= 1u << (w->n > 1 ? w->p[1] & 31 : 0);
        }
    ready = true;
    unsigned letter = (unsigned)(char_lower(word.p[0]) - 'a'), second = word.n > 1 ? word.p[1] & 31 : 0;
    return (lengths[letter] >> word.n & 1) && (seconds[letter] >> second & 1);
}

static bool speaks_of_results(Slice word) /* of at most LONGEST_WORD letters */
{
    const Slice *w = words_of_results[char_lower(word.p[0]) - 'a'];
    if (!may_be_among(word))
        return false;
    for (; w->n; w++)
        if (w->n == word.n && char_lower(word.p[w->n - 1]) == w->p[w->n - 1] && slice_eq_nocase(word, *w))
            return true;
    return false;
}

static bool is_stop(char c)
{
    return c == '.' || c == ',' || c == ';' || c == '!' || c == '?' || c == ')' || c == '"' || c == '\'';
}

static bool is_opening(char c)
{
    return c == '(' || c == '"' || c == '\'';
}

static unsigned said(Slice s, size_t i)
{
    return i < s.n ? says[(unsigned char)s.p[i]] : 0;
}

/* The word at *at: letters, or digits, and signs of sentences around them. Goes behind it, to a blank or the end. */
static bool plain_word(Slice s, size_t *at, bool *figure)
{
    size_t i = *at;
    while (i < s.n && is_opening(s.p[i]))
        i++;
    size_t start = i;
    *figure = said(s, i) & SAYS_FIGURE;
    if (*figure)
        while (said(s, i) & SAYS_FIGURE)
            i++;
    else
        while (i < s.n && ((said(s, i) & SAYS_LETTER) || (i > start && (s.p[i] == '\'' || s.p[i] == '-'))))
            i++;
    size_t end = i;
    while (i < s.n && is_stop(s.p[i]))
        i++;
    *at = i;
    while (end > start && s.p[end - 1] == '\'')
        end--;
    Slice word = { s.p + start, end - start };
    return word.n && word.n <= LONGEST_WORD && (i == s.n || s.p[i] == ' ') && (*figure || !speaks_of_results(word));
}

/* Figures are a few among many words, and one blank stands between them. */
static bool is_sentence(Slice s)
{
    size_t words = 0, figures = 0;
    for (size_t i = 0; i < s.n; i++) {
        bool figure;
        if (!plain_word(s, &i, &figure))
            return false;
        *(figure ? &figures : &words) += 1;
    }
    return words >= LEAST_WORDS && words >= WORDS_A_FIGURE * figures;
}

/* --- many lines, fast --- */

enum { BLOCK = 64 };

/* Of 64 bytes, a bit each: those that end a line, carriage returns, and those that are neither nor of words. */
typedef struct Marks {
    uint64_t ends, returns, others;
} Marks;

#ifdef HAS_SSE2

static inline __m128i at_most(__m128i c, char low, char count) /* low <= c < low + count */
{
    __m128i above = _mm_sub_epi8(c, _mm_set1_epi8(low)), most = _mm_set1_epi8((char)(count - 1));
    return _mm_cmpeq_epi8(_mm_min_epu8(above, most), above);
}

static inline Marks marks_of(const char *p, char end)
{
    Marks m = { 0 };
    __m128i any_return = _mm_setzero_si128();
    for (int i = 0; i < BLOCK; i += 16) {
        __m128i c = _mm_loadu_si128((const __m128i *)(const void *)(p + i));
        __m128i letter = at_most(_mm_or_si128(c, _mm_set1_epi8(0x20)), 'a', 26);
        __m128i opening = at_most(c, ' ', 3), round = at_most(c, '\'', 3), stop = at_most(c, ',', 3);
        __m128i ends = _mm_cmpeq_epi8(c, _mm_set1_epi8(end)), returns = _mm_cmpeq_epi8(c, _mm_set1_epi8('\r'));
        __m128i fine = _mm_or_si128(_mm_or_si128(letter, ends), _mm_or_si128(_mm_or_si128(opening, round), stop));
        any_return = _mm_or_si128(any_return, returns);
        m.ends |= (uint64_t)(uint16_t)_mm_movemask_epi8(ends) << i;
        m.others |= (uint64_t)(uint16_t)~_mm_movemask_epi8(fine) << i;
    }
    if (_mm_movemask_epi8(any_return)) {
        for (int i = 0; i < BLOCK; i++)
            m.returns |= (uint64_t)(p[i] == '\r') << i;
        m.returns &= ~m.ends;
        m.others &= ~m.returns;
    }
    return m;
}

#else

static Marks marks_of(const char *p, char end)
{
    Marks m = { 0 };
    for (int i = 0; i < BLOCK; i++) {
        bool ends = p[i] == end, fine = !(says[(unsigned char)p[i]] & ~(SAYS_LETTER | SAYS_FRONT)) && p[i] != ';' && p[i] != '?';
        m.ends |= (uint64_t)ends << i;
        m.returns |= (uint64_t)(!ends && p[i] == '\r') << i;
        m.others |= (uint64_t)(!ends && p[i] != '\r' && !fine) << i;
    }
    return m;
}

#endif

/* A line without another sign is passed over unless its front says more: a speaker, "a)", a dash. */
static bool is_passed(Slice line, bool others)
{
    if (!line.n)
        return true;
    bool plain = !others && line.n > 1 && line.n <= LONGEST && (says[(unsigned char)line.p[0]] & SAYS_FRONT) &&
                 line.p[1] != ')';
    return plain || prose_interest(line) < INTEREST_WORDS;
}

size_t prose_pass(Slice *text, char end)
{
    const char *start = text->p, *last = text->p + text->n;
    size_t lines = 0;
    bool others = false; /* in this line, in blocks before */
    for (const char *block = start; last - block >= BLOCK; block += BLOCK) {
        Marks m = marks_of(block, end);
        while (m.ends) {
            const char *feed = block + __builtin_ctzll(m.ends);
            uint64_t until = m.ends ^ (m.ends - 1); /* up to this end */
            uint64_t returns = m.returns & until, last_one = until ^ (until >> 1); /* the end itself */
            bool more = (m.others & until) || (returns && returns != last_one >> 1);
            Slice line = { start, (size_t)(feed - start) };
            if (!is_passed(line, others || more)) {
                *text = (Slice){ start, (size_t)(last - start) };
                return lines;
            }
            lines++;
            start = feed + 1;
            others = false;
            m.others &= ~until;
            m.returns &= ~until;
            m.ends &= m.ends - 1;
        }
        others = others || m.others || m.returns;
        if ((uintptr_t)block % SPOOL_WINDOW_BYTES < BLOCK)
            spool_passed(block);
    }
    for (; start < last; lines++) {
        const char *feed = memchr(start, end, (size_t)(last - start));
        if (!is_passed((Slice){ start, (size_t)((feed ? feed : last) - start) }, true))
            break;
        start = feed ? feed + 1 : last;
    }
    *text = (Slice){ start, (size_t)(last - start) };
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
