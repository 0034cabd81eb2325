#include "analyze/filter.h"

#include <string.h>

#include "analyze/scope.h"
#include "base/number.h"
#include "base/unit.h"

/* --- the parsed form --- */

typedef enum NodeKind { NODE_TRUE, NODE_AND, NODE_OR, NODE_NOT, NODE_MATCH } NodeKind;
typedef enum Relation { REL_IS, REL_NOT, REL_LESS, REL_MOST, REL_MORE, REL_LEAST } Relation;

struct Filter {
    NodeKind kind;
    const Filter *a, *b; /* AND, OR; NOT: a */
    const char *key;
    Relation relation;
    Slice value;
    bool has_number;
    double number;
};

typedef struct Parser {
    Arena *arena;
    Slice all, rest;
    size_t depth, matches;
    Error *err;
} Parser;

enum { DEEPEST = 200, MOST_MATCHES = 5000 };

static bool parse_or(Parser *p, const Filter **out);

static bool fail(Parser *p, const char *expected)
{
    size_t at = p->all.n - p->rest.n + 1;
    Slice rest = slice_first(p->rest, 20);
    if (p->rest.n == 0)
        return error_set(p->err, ERR_USAGE, "filter '%.*s': %s expected at the end",
                         SLICE_ARG(p->all), expected);
    return error_set(p->err, ERR_USAGE, "filter '%.*s': %s expected at character %zu ('%.*s')",
                     SLICE_ARG(p->all), expected, at, SLICE_ARG(rest));
}

static Filter *node(Parser *p, NodeKind kind, const Filter *a, const Filter *b)
{
    Filter *f = ARENA_NEW(p->arena, Filter);
    f->kind = kind;
    f->a = a;
    f->b = b;
    return f;
}

static bool at_word(const Parser *p, Slice word)
{
    char next = p->rest.n > word.n ? p->rest.p[word.n] : ' ';
    return slice_starts(p->rest, word) && (char_is_blank(next) || next == '(' || next == ')');
}

static bool skip_word(Parser *p, Slice word)
{
    if (!at_word(p, word))
        return false;
    p->rest = slice_from(p->rest, word.n);
    slice_skip_blanks(&p->rest);
    return true;
}

static bool is_key_char(char c)
{
    return char_is_alnum(c) || c == '_' || c == '.' || c == '-' || c == '#' ||
           (unsigned char)c >= 128;
}

/* "quoted" (\" and \\ undone), or up to a blank or parenthesis. */
static bool parse_value(Parser *p, Slice *out)
{
    if (!slice_skip(&p->rest, SLICE("\""))) {
        size_t n = 0;
        while (n < p->rest.n && !char_is_blank(p->rest.p[n]) && p->rest.p[n] != '(' &&
               p->rest.p[n] != ')')
            n++;
        *out = slice_first(p->rest, n);
        p->rest = slice_from(p->rest, n);
        return n > 0 || fail(p, "a value");
    }
    char *text = arena_alloc(p->arena, p->rest.n + 1);
    size_t n = 0;
    while (p->rest.n && p->rest.p[0] != '"') {
        if (p->rest.p[0] == '\\' && p->rest.n > 1)
            p->rest = slice_from(p->rest, 1);
        text[n++] = p->rest.p[0];
        p->rest = slice_from(p->rest, 1);
    }
    *out = (Slice){ text, n };
    return slice_skip(&p->rest, SLICE("\"")) || fail(p, "a closing '\"'");
}

static const Filter *match(Parser *p, const char *key, Relation relation, Slice value)
{
    Filter *f = node(p, NODE_MATCH, NULL, NULL);
    f->key = key;
    f->relation = relation;
    f->value = value;
    f->has_number = filter_number(value, &f->number);
    return f;
}

static bool parse_values(Parser *p, const char *key, const Filter **out)
{
    Slice value;
    slice_skip_blanks(&p->rest);
    if (!parse_value(p, &value))
        return false;
    *out = match(p, key, REL_IS, value);
    for (;;) {
        slice_skip_blanks(&p->rest);
        if (slice_skip(&p->rest, SLICE(")")))
            return true;
        if (!skip_word(p, SLICE("OR")))
            return fail(p, "OR or ')'");
        if (!parse_value(p, &value))
            return false;
        *out = node(p, NODE_OR, *out, match(p, key, REL_IS, value));
    }
}

static bool parse_relation(Parser *p, Relation *out)
{
    static const struct {
        const char *sign;
        Relation relation;
    } table[] = {
        { ">=", REL_LEAST }, { "<=", REL_MOST }, { "!=", REL_NOT }, { ">", REL_MORE },
        { "<", REL_LESS },   { "==", REL_IS },   { "=", REL_IS },   { ":", REL_IS },
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (slice_skip(&p->rest, slice_of(table[i].sign))) {
            *out = table[i].relation;
            return true;
        }
    return false;
}

static bool parse_match(Parser *p, const Filter **out)
{
    Slice start = p->rest;
    size_t n = 0;
    while (n < p->rest.n && is_key_char(p->rest.p[n]))
        n++;
    if (n == 0)
        return fail(p, "a key");
    const char *key = arena_text(p->arena, slice_first(p->rest, n));
    p->rest = slice_from(p->rest, n);
    Relation relation;
    if (!parse_relation(p, &relation))
        return fail(p, "':' or a comparison");
    if (relation == REL_IS && slice_skip(&p->rest, SLICE("(")))
        return parse_values(p, key, out);
    Slice value;
    if (!parse_value(p, &value))
        return false;
    *out = match(p, key, relation, value);
    const Filter *f = *out;
    if (relation >= REL_LESS && !f->has_number) {
        p->rest = start;
        return fail(p, "a number behind the comparison");
    }
    return true;
}

static bool parse_not(Parser *p, const Filter **out)
{
    const Filter *inner;
    bool ok;
    if (++p->depth > DEEPEST || ++p->matches > MOST_MATCHES)
        return fail(p, "a simpler filter");
    if (skip_word(p, SLICE("NOT")) || slice_skip(&p->rest, SLICE("-"))) {
        slice_skip_blanks(&p->rest);
        ok = parse_not(p, &inner);
        if (ok)
            *out = node(p, NODE_NOT, inner, NULL);
    } else if (slice_skip(&p->rest, SLICE("("))) {
        slice_skip_blanks(&p->rest);
        ok = parse_or(p, out) && (slice_skip(&p->rest, SLICE(")")) || fail(p, "')'"));
    } else if (skip_word(p, SLICE("*"))) {
        *out = node(p, NODE_TRUE, NULL, NULL);
        ok = true;
    } else {
        ok = parse_match(p, out);
    }
    p->depth--;
    slice_skip_blanks(&p->rest);
    return ok;
}

static bool parse_and(Parser *p, const Filter **out)
{
    if (!parse_not(p, out))
        return false;
    while (p->rest.n && p->rest.p[0] != ')' && !at_word(p, SLICE("OR"))) {
        const Filter *next;
        skip_word(p, SLICE("AND"));
        if (!parse_not(p, &next))
            return false;
        *out = node(p, NODE_AND, *out, next);
    }
    return true;
}

static bool parse_or(Parser *p, const Filter **out)
{
    if (!parse_and(p, out))
        return false;
    while (skip_word(p, SLICE("OR"))) {
        const Filter *next;
        if (!parse_and(p, &next))
            return false;
        *out = node(p, NODE_OR, *out, next);
    }
    return true;
}

bool filter_parse(Arena *a, Slice text, Filter **out, Error *err)
{
    char *copy = arena_text(a, slice_trim(text));
    Parser p = { a, slice_of(copy), slice_of(copy), 0, 0, err };
    const Filter *f = node(&p, NODE_TRUE, NULL, NULL);
    if (p.rest.n && !parse_or(&p, &f))
        return false;
    if (p.rest.n)
        return fail(&p, "AND, OR or the end");
    Filter *top = ARENA_NEW(a, Filter);
    *top = *f;
    *out = top;
    return true;
}

const Filter *filter_all(Arena *a, const Filter *const *filters, size_t n)
{
    Parser p = { .arena = a };
    const Filter *f = node(&p, NODE_TRUE, NULL, NULL);
    for (size_t i = 0; i < n; i++)
        f = node(&p, NODE_AND, f, filters[i]);
    return f;
}

bool filter_mentions(const Filter *f, const char *key)
{
    if (!f || f->kind == NODE_TRUE)
        return false;
    if (f->kind == NODE_MATCH)
        return strcmp(f->key, key) == 0;
    return filter_mentions(f->a, key) || (f->b && filter_mentions(f->b, key));
}

static void gather_keys(const Filter *f, const char **keys, size_t *n, size_t most)
{
    if (!f || f->kind == NODE_TRUE)
        return;
    if (f->kind != NODE_MATCH) {
        gather_keys(f->a, keys, n, most);
        gather_keys(f->b, keys, n, most);
        return;
    }
    for (size_t i = 0; i < *n; i++)
        if (strcmp(keys[i], f->key) == 0)
            return;
    if (*n < most)
        keys[(*n)++] = f->key;
}

size_t filter_keys(const Filter *f, Arena *a, const char ***out)
{
    enum { MOST_KEYS = 64 };
    size_t n = 0;
    *out = ARENA_ARRAY(a, const char *, MOST_KEYS);
    gather_keys(f, *out, &n, MOST_KEYS);
    return n;
}

const char *const *filter_own_keys(void)
{
    static const char *const keys[] = { "tool", "label", "workload", "metric", "scope", "document", "file",
                                        "session", "version", "state", "copy", "time", NULL };
    return keys;
}

/* --- numbers --- */

/* Bare K, M, G are sizes of blocks and files: powers of 1024, as dd, fio and bonnie++ take them. */
static const UnitWord words[] = {
    { "k", KIBI, UNIT_BYTES },    { "K", KIBI, UNIT_BYTES },    { "M", MEBI, UNIT_BYTES },
    { "G", GIBI, UNIT_BYTES },    { "T", TEBI, UNIT_BYTES },    { "m", MEBI, UNIT_BYTES },
    { "g", GIBI, UNIT_BYTES },    { "t", TEBI, UNIT_BYTES },    { "KiB", KIBI, UNIT_BYTES },
    { "MiB", MEBI, UNIT_BYTES },  { "GiB", GIBI, UNIT_BYTES },  { "TiB", TEBI, UNIT_BYTES },
    { "kB", KILO, UNIT_BYTES },   { "KB", KILO, UNIT_BYTES },   { "MB", MEGA, UNIT_BYTES },
    { "GB", GIGA, UNIT_BYTES },   { "TB", TERA, UNIT_BYTES },   { "B", 1, UNIT_BYTES },
    { "ns", 1e-9, UNIT_SECONDS }, { "us", 1e-6, UNIT_SECONDS }, { "ms", 1e-3, UNIT_SECONDS },
    { "s", 1, UNIT_SECONDS },     { "min", 60, UNIT_SECONDS },  { "h", 3600, UNIT_SECONDS },
    { "%", 0.01, UNIT_RATIO },    { NULL, 0, UNIT_UNKNOWN },
};

static bool number_with(Slice text, double *value, bool *suffix)
{
    Number n;
    if (!number_read(&text, &n))
        return false;
    slice_skip_blanks(&text);
    *suffix = text.n > 0;
    const UnitWord *w = text.n ? unit_word(words, text) : NULL;
    *value = n.value * (w ? w->factor : 1);
    return text.n == 0 || w;
}

bool filter_number(Slice text, double *value)
{
    bool suffix;
    return number_with(text, value, &suffix);
}

/* --- matching --- */

typedef enum Answer { ANSWER_NO, ANSWER_MAYBE, ANSWER_YES } Answer;

static Answer answer(bool yes)
{
    return yes ? ANSWER_YES : ANSWER_NO;
}

/* Wildcards by the usual two-pointer walk: linear for one star, never exponential. */
static bool like(Slice text, Slice pattern)
{
    size_t t = 0, p = 0, star = SLICE_NONE, mark = 0;
    while (t < text.n) {
        if (p < pattern.n && pattern.p[p] == '*') {
            star = p++;
            mark = t;
        } else if (p < pattern.n && (pattern.p[p] == '?' || pattern.p[p] == text.p[t])) {
            p++;
            t++;
        } else if (star != SLICE_NONE) {
            p = star + 1;
            t = ++mark;
        } else {
            return false;
        }
    }
    while (p < pattern.n && pattern.p[p] == '*')
        p++;
    return p == pattern.n;
}

/* "64k" is 65536; but release 6.1 is not 6.10: two plain texts must be equal as texts. */
static bool equal(const Filter *f, Slice text)
{
    if (slice_eq(text, f->value) || like(text, f->value))
        return true;
    Slice plain = f->value;
    Number n;
    bool suffix = false;
    double value;
    if (!f->has_number || !number_with(text, &value, &suffix))
        return false;
    bool f_suffix = !(number_read(&plain, &n) && plain.n == 0);
    return (suffix || f_suffix) && value == f->number;
}

static bool holds(const Filter *f, Slice text)
{
    double value;
    if (f->relation == REL_IS)
        return equal(f, text);
    if (f->relation == REL_NOT)
        return !equal(f, text);
    if (!filter_number(text, &value))
        return false;
    switch (f->relation) {
    case REL_LESS:
        return value < f->number;
    case REL_MOST:
        return value <= f->number;
    case REL_MORE:
        return value > f->number;
    default:
        return value >= f->number;
    }
}

/* A label matches as a whole and by each of its components. */
static bool label_equal(const Filter *f, const Run *run, const Measure *m)
{
    Slice label = slice_of(run->label), part, row, column;
    if (m && scope_cell(run, m->scope, &row, &column) && equal(f, column))
        return true;
    if (equal(f, label))
        return true;
    while (slice_until(&label, SLICE(" | "), &part))
        if (equal(f, part))
            return true;
    return equal(f, label);
}

static bool has_scoped(const Run *run, const char *key)
{
    for (size_t i = 0; i < run->facts.n; i++)
        if (run->facts.v[i].scope[0] && strcmp(run->facts.v[i].key, key) == 0)
            return true;
    return false;
}

static Slice base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slice_of(slash ? slash + 1 : path);
}

static Answer match_answer(const Filter *f, const Run *run, const Measure *m)
{
    bool of_label = strcmp(f->key, "label") == 0;
    if (!m) {
        if (strcmp(f->key, "metric") == 0 || strcmp(f->key, "scope") == 0 ||
            (of_label && !run->label[0] && scope_is_cell(run)) || has_scoped(run, f->key))
            return ANSWER_MAYBE;
    }
    if (of_label && f->relation <= REL_NOT)
        return answer(label_equal(f, run, m) == (f->relation == REL_IS));
    const char *value = filter_value(run, m, f->key);
    if (!value)
        return answer(f->relation == REL_NOT);
    if ((strcmp(f->key, "file") == 0 || strcmp(f->key, "document") == 0) && f->relation == REL_IS)
        return answer(equal(f, slice_of(value)) || equal(f, base_name(value)));
    return answer(holds(f, slice_of(value)));
}

static Answer ask(const Filter *f, const Run *run, const Measure *m)
{
    Answer a, b;
    switch (f->kind) {
    case NODE_TRUE:
        return ANSWER_YES;
    case NODE_NOT:
        return (Answer)(ANSWER_YES - ask(f->a, run, m));
    case NODE_AND:
        a = ask(f->a, run, m);
        b = a == ANSWER_NO ? a : ask(f->b, run, m);
        return a < b ? a : b;
    case NODE_OR:
        a = ask(f->a, run, m);
        b = a == ANSWER_YES ? a : ask(f->b, run, m);
        return a > b ? a : b;
    case NODE_MATCH:
        break;
    }
    return match_answer(f, run, m);
}

bool filter_run(const Filter *f, const Run *run)
{
    return !f || ask(f, run, NULL) != ANSWER_NO;
}

bool filter_whole_run(const Filter *f, const Run *run)
{
    return !f || ask(f, run, NULL) == ANSWER_YES;
}

bool filter_measure(const Filter *f, const Run *run, const Measure *m)
{
    return !f || ask(f, run, m) == ANSWER_YES;
}

const char *filter_value(const Run *run, const Measure *m, const char *key)
{
    if (strcmp(key, "tool") == 0)
        return run->tool;
    if (strcmp(key, "label") == 0)
        return run->label;
    if (strcmp(key, "workload") == 0)
        return run->workload;
    if (strcmp(key, "metric") == 0)
        return m ? m->metric : NULL;
    if (strcmp(key, "scope") == 0)
        return m ? m->scope : NULL;
    if (strcmp(key, "document") == 0 || strcmp(key, "file") == 0)
        return run->document ? run->document->name : NULL;
    if (strcmp(key, "session") == 0)
        return run->session && run->session[0] ? run->session
               : run->document                 ? run->document->session
                                               : NULL;
    if (strcmp(key, "version") == 0 && run->version[0])
        return run->version;
    if (strcmp(key, "state") == 0)
        return run_state_name(run->state);
    if (strcmp(key, "copy") == 0)
        return copy_kind_name(run->copy);
    if (strcmp(key, "time") == 0)
        return run->time;
    return run_fact(run, m ? m->scope : NULL, key);
}

/* --- needs --- */

/* Keys that are no facts, or may stand in a scope's name. */
static bool is_plain_key(const char *key)
{
    static const char *const others[] = { "label", "workload", "metric", "scope",   "document",
                                          "file",  "session",  "state",  "version", "copy",
                                          "time",  "row",      "column" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i], key) == 0)
            return false;
    return true;
}

/* The one key that a part speaks of, positively; NULL: it is not so simple. */
static const char *only_key(const Filter *f)
{
    if (f->kind == NODE_MATCH)
        return f->relation != REL_NOT && is_plain_key(f->key) ? f->key : NULL;
    if (f->kind != NODE_OR)
        return NULL;
    const char *a = only_key(f->a), *b = only_key(f->b);
    return a && b && strcmp(a, b) == 0 ? a : NULL;
}

typedef VEC(FilterNeed) Needs;

static void collect_needs(const Filter *f, Arena *a, Needs *out)
{
    if (f->kind == NODE_AND) {
        collect_needs(f->a, a, out);
        collect_needs(f->b, a, out);
        return;
    }
    const char *key = only_key(f);
    if (key)
        *VEC_PUSH(a, out) = (FilterNeed){ key, f };
}

size_t filter_needs(const Filter *f, Arena *a, FilterNeed **out)
{
    Needs needs = { 0 };
    if (f)
        collect_needs(f, a, &needs);
    *out = needs.v;
    return needs.n;
}

static bool accepts(const Filter *f, Slice value)
{
    return f->kind == NODE_OR ? accepts(f->a, value) || accepts(f->b, value) : holds(f, value);
}

bool filter_need_accepts(const FilterNeed *need, Slice value)
{
    return accepts(need->part, value);
}
