#include "base/version.h"

#include <string.h>

typedef enum TokenKind { TOKEN_END, TOKEN_NUMBER, TOKEN_BEFORE, TOKEN_AFTER, TOKEN_NAME } TokenKind;

typedef struct Token {
    TokenKind kind;
    Slice text;
    int rank; /* of a pre-release or patch word */
} Token;

static const struct {
    const char *word;
    TokenKind kind;
    int rank;
} words[] = {
    { "dev", TOKEN_BEFORE, 0 },  { "alpha", TOKEN_BEFORE, 1 }, { "a", TOKEN_BEFORE, 1 },
    { "beta", TOKEN_BEFORE, 2 }, { "b", TOKEN_BEFORE, 2 },     { "pre", TOKEN_BEFORE, 3 },
    { "rc", TOKEN_BEFORE, 4 },   { "patch", TOKEN_AFTER, 0 },  { "p", TOKEN_AFTER, 0 },
    { "u", TOKEN_AFTER, 0 },     { "update", TOKEN_AFTER, 0 }, { "sp", TOKEN_AFTER, 0 },
};

static Token next_token(Slice *s)
{
    while (s->n && !char_is_alnum(s->p[0]))
        *s = slice_from(*s, 1);
    Token t = { .kind = TOKEN_END };
    if (!s->n)
        return t;
    if (slice_digits(s, &t.text)) {
        t.kind = TOKEN_NUMBER;
        while (t.text.n > 1 && t.text.p[0] == '0')
            t.text = slice_from(t.text, 1);
        return t;
    }
    size_t n = 0;
    while (n < s->n && char_is_alpha(s->p[n]))
        n++;
    t.text = slice_first(*s, n);
    *s = slice_from(*s, n);
    t.kind = TOKEN_NAME;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (slice_eq_nocase(t.text, slice_of(words[i].word))) {
            t.kind = words[i].kind;
            t.rank = words[i].rank;
        }
    return t;
}

/* Where a token stands among what may follow: pre-release, end, patch, number. */
static int place(TokenKind kind)
{
    static const int places[] = {
        [TOKEN_BEFORE] = 0, [TOKEN_END] = 1, [TOKEN_AFTER] = 2, [TOKEN_NUMBER] = 3,
    };
    return places[kind];
}

static int compare_numbers(Slice a, Slice b)
{
    if (a.n != b.n)
        return a.n < b.n ? -1 : 1;
    return slice_compare(a, b);
}

/* "v1.2" is 1.2. */
static Slice without_v(Slice s)
{
    bool v = s.n > 1 && char_lower(s.p[0]) == 'v' && char_is_digit(s.p[1]);
    return v ? slice_from(s, 1) : s;
}

bool version_compare(Slice a, Slice b, int *order)
{
    *order = 0;
    a = without_v(a);
    b = without_v(b);
    for (;;) {
        Token x = next_token(&a), y = next_token(&b);
        if (x.kind == TOKEN_NAME || y.kind == TOKEN_NAME) {
            if (x.kind != y.kind || !slice_eq_nocase(x.text, y.text))
                return false;
            continue;
        }
        if (x.kind == TOKEN_END && y.kind == TOKEN_END)
            return true;
        if (x.kind != y.kind)
            *order = place(x.kind) - place(y.kind);
        else if (x.kind == TOKEN_NUMBER)
            *order = compare_numbers(x.text, y.text);
        else
            *order = x.rank - y.rank;
        if (*order)
            return true;
    }
}

size_t version_sort(const char **texts, size_t n)
{
    size_t unordered = 0;
    int order;
    for (size_t i = 1; i < n; i++) {
        const char *text = texts[i];
        size_t at = i;
        while (at > 0 && version_compare(slice_of(texts[at - 1]), slice_of(text), &order) && order > 0) {
            texts[at] = texts[at - 1];
            at--;
        }
        texts[at] = text;
    }
    for (size_t i = 1; i < n; i++)
        unordered += !version_compare(slice_of(texts[i - 1]), slice_of(texts[i]), &order);
    return unordered;
}
