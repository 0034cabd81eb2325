#include "report/redact.h"

#include <string.h>

#include "base/buf.h"

typedef enum NameKind { NAME_HOST, NAME_USER, NAME_ADDRESS, NAME_KINDS } NameKind;

typedef struct Name {
    Slice text;
    NameKind kind;
    unsigned number;
} Name;

enum { NAME_SLOTS = 4096 }; /* a power of two; more names than half of it are not learnt */

struct Redactor {
    Arena *arena;
    Name names[NAME_SLOTS];
    unsigned count[NAME_KINDS], total;
};

Redactor *redact_new(Arena *a)
{
    Redactor *r = ARENA_NEW(a, Redactor);
    r->arena = a;
    return r;
}

/* --- names --- */

static bool is_word_char(char c)
{
    return char_is_alnum(c) || c == '-' || c == '_' || (unsigned char)c >= 0x80;
}

static size_t slot_of(const Redactor *r, Slice text)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < text.n; i++)
        hash = (hash ^ (unsigned char)char_lower(text.p[i])) * 16777619u;
    size_t at = hash % NAME_SLOTS;
    while (r->names[at].text.n && !slice_eq_nocase(r->names[at].text, text))
        at = (at + 1) % NAME_SLOTS;
    return at;
}

/* Words that stand where a host or user stands and are none. */
static bool is_common(Slice text)
{
    static const char *const words[] = { "root", "localhost", "localdomain", "user", "home", "tmp",
                                         "mnt",  "media",     "dev",         "git" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (slice_eq_nocase(text, slice_of(words[i])))
            return true;
    return text.n < 2;
}

static void learn(Redactor *r, Slice text, NameKind kind)
{
    if (is_common(text) || r->total >= NAME_SLOTS / 2)
        return;
    size_t at = slot_of(r, text);
    if (r->names[at].text.n)
        return;
    r->names[at] = (Name){ slice_of(arena_text(r->arena, text)), kind, ++r->count[kind] };
    r->total++;
}

static bool is_top_domain(Slice s)
{
    static const char *const domains[] = { "com", "net",   "org", "edu",      "gov", "io", "de", "uk",
                                           "fr",  "local", "lan", "internal", "kr",  "jp", "cz", "ru" };
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++)
        if (slice_eq_nocase(s, slice_of(domains[i])))
            return true;
    return false;
}

/* The token at the front of s: letters, digits, and . : - _ between them. */
static size_t token_length(Slice s)
{
    size_t n = 0;
    while (n < s.n && (is_word_char(s.p[n]) || s.p[n] == '.' || s.p[n] == ':'))
        n++;
    while (n > 0 && (s.p[n - 1] == '.' || s.p[n - 1] == ':'))
        n--;
    return n;
}

/* Four numbers up to 255 with points; returns its length, 0 when it is none. */
static size_t ipv4_length(Slice s)
{
    Slice rest = s;
    for (int i = 0; i < 4; i++) {
        uint64_t v;
        if ((i && !slice_skip(&rest, SLICE("."))) || !slice_uint(&rest, &v) || v > 255)
            return 0;
    }
    bool longer = rest.n && (char_is_alnum(rest.p[0]) ||
                             (rest.p[0] == '.' && rest.n > 1 && char_is_digit(rest.p[1])));
    return longer ? 0 : s.n - rest.n;
}

/* Hex groups with at least three colons, one of them with a letter or doubled: IPv6 or MAC. */
static size_t ipv6_length(Slice s)
{
    size_t n = 0, colons = 0;
    bool marked = false;
    while (n < s.n && (char_is_digit(s.p[n]) || strchr("abcdefABCDEF:", s.p[n]))) {
        colons += s.p[n] == ':';
        marked = marked || char_is_alpha(s.p[n]) || (n && s.p[n] == ':' && s.p[n - 1] == ':');
        n++;
    }
    bool longer = n < s.n && is_word_char(s.p[n]);
    return colons >= 3 && marked && !longer ? n : 0;
}

static bool is_full_host(Slice token)
{
    size_t dot = slice_rfind(token, SLICE("."));
    return dot != SLICE_NONE && dot > 0 && is_top_domain(slice_from(token, dot + 1));
}

static bool is_name_token(Slice s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!is_word_char(s.p[i]) && s.p[i] != '.')
            return false;
    return s.n > 0;
}

/* The name in front of offset `at`, and behind it. */
static Slice name_before(Slice s, size_t at)
{
    size_t from = at;
    while (from > 0 && (is_word_char(s.p[from - 1]) || s.p[from - 1] == '.'))
        from--;
    return (Slice){ s.p + from, at - from };
}

static Slice name_behind(Slice s, size_t at)
{
    Slice rest = slice_from(s, at);
    size_t n = 0;
    while (n < rest.n && (is_word_char(rest.p[n]) || rest.p[n] == '.'))
        n++;
    while (n && rest.p[n - 1] == '.')
        n--;
    return slice_first(rest, n);
}

static void learn_pairs(Redactor *r, Slice line)
{
    for (size_t at = 0; at < line.n; at++) {
        if (line.p[at] != '@')
            continue;
        Slice user = name_before(line, at), host = name_behind(line, at + 1);
        if (!user.n || !host.n)
            continue;
        learn(r, user, NAME_USER);
        learn(r, host, NAME_HOST);
    }
    Slice rest = line;
    while (slice_skip_past(&rest, SLICE("/home/")))
        learn(r, name_behind(rest, 0), NAME_USER);
}

void redact_learn_text(Redactor *r, Slice text)
{
    Slice line;
    while (slice_line(&text, &line))
        learn_pairs(r, line);
}

/* --- replacing --- */

static void put_name(Redactor *r, Buf *out, Slice text)
{
    static const char *const words[] = { "host", "user", "addr" };
    const Name *name = &r->names[slot_of(r, text)];
    if (name->text.n)
        buf_printf(out, "%s%u", words[name->kind], name->number);
    else
        buf_add(out, text);
}

/* Replaces what stands at the front of s; returns the bytes read, 0 when it is to be kept. */
static size_t replace_here(Redactor *r, Buf *out, Slice s)
{
    size_t n = ipv4_length(s);
    if (!n)
        n = ipv6_length(s);
    if (n) {
        learn(r, slice_first(s, n), NAME_ADDRESS);
        put_name(r, out, slice_first(s, n));
        return n;
    }
    Slice token = slice_first(s, token_length(s));
    size_t colon = slice_find_char(token, ':');
    if (colon != SLICE_NONE)
        token = slice_first(token, colon);
    while (token.n) { /* "db7.example.com", then "db7.example", then "db7" */
        if (is_name_token(token)) {
            if (is_full_host(token))
                learn(r, token, NAME_HOST);
            if (r->names[slot_of(r, token)].text.n) {
                put_name(r, out, token);
                return token.n;
            }
        }
        size_t dot = slice_rfind(token, SLICE("."));
        if (dot == SLICE_NONE)
            break;
        token = slice_first(token, dot);
    }
    return 0;
}

Slice redact_text(Redactor *r, Slice text)
{
    Buf out = buf_new(0);
    bool at_start = true; /* of a word */
    for (size_t i = 0; i < text.n;) {
        size_t n = at_start ? replace_here(r, &out, slice_from(text, i)) : 0;
        if (n) {
            i += n;
            at_start = false;
            continue;
        }
        at_start = !is_word_char(text.p[i]) && text.p[i] != '.';
        buf_char(&out, text.p[i++]);
    }
    char *copy = arena_alloc(r->arena, out.n + 1);
    if (out.n)
        memcpy(copy, out.text, out.n);
    Slice result = { copy, out.n };
    buf_free(&out);
    return result;
}

static const char *redacted(Redactor *r, const char *text)
{
    return text && text[0] ? redact_text(r, slice_of(text)).p : text;
}

static void redact_facts(Redactor *r, Fact *facts, size_t n)
{
    for (size_t i = 0; i < n; i++)
        facts[i].value = redacted(r, facts[i].value);
}

static void redact_run(Redactor *r, Run *run)
{
    run->label = redacted(r, run->label);
    run->workload = redacted(r, run->workload);
    run->command = redacted(r, run->command);
    redact_facts(r, run->facts.v, run->facts.n);
    for (size_t i = 0; i < run->measures.n; i++)
        run->measures.v[i].scope = redacted(r, run->measures.v[i].scope);
}

static void learn_facts(Redactor *r, const Fact *facts, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(facts[i].key, "host") == 0 || strcmp(facts[i].key, "machine") == 0)
            learn(r, slice_of(facts[i].value), NAME_HOST);
        else if (strcmp(facts[i].key, "user") == 0 || strcmp(facts[i].key, "poster") == 0)
            learn(r, slice_of(facts[i].value), NAME_USER);
    }
}

void redact_documents(Redactor *r, Document *const *documents, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        redact_learn_text(r, documents[i]->text);
        for (size_t k = 0; k < documents[i]->runs.n; k++)
            learn_facts(r, documents[i]->runs.v[k]->facts.v, documents[i]->runs.v[k]->facts.n);
        learn_facts(r, documents[i]->facts.v, documents[i]->facts.n);
    }
    for (size_t i = 0; i < n; i++) {
        Document *d = documents[i];
        d->name = redacted(r, d->name);
        d->text = redact_text(r, d->text);
        redact_facts(r, d->facts.v, d->facts.n);
        for (size_t k = 0; k < d->runs.n; k++)
            redact_run(r, d->runs.v[k]);
        for (size_t k = 0; k < d->notes.n; k++)
            d->notes.v[k].message = redacted(r, d->notes.v[k].message);
    }
}
