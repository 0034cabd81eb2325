/*
 * Which components name the configurations. The one test: a component is taken when it
 * separates two runs of equal workload that those taken before do not separate. What changes with
 * the workload is never taken, and what says the same as an outer component neither.
 */
#include <string.h>

#include "ingest/label.h"

static const Component paragraph = { COMPONENT_PARAGRAPH, 0, "paragraph", true };

enum { NO_VALUE = 0 }; /* number of "none" among the values of a component */

typedef struct Split {
    Tuples *ts;
    Choice *choice;
    Atoms names, values;
    uint32_t *group; /* of each run: equal workload, and not separated so far */
} Split;

static Arena *arena_of(const Tuples *ts)
{
    return ts->context->arena;
}

/* Numbers of the values of one component; NO_VALUE for none. complete: every run has one. */
static uint32_t *numbered_values(Split *s, const Component *c, bool *complete)
{
    Arena *a = arena_of(s->ts);
    uint32_t *out = ARENA_ARRAY(a, uint32_t, s->choice->n + 1);
    *complete = true;
    for (size_t i = 0; i < s->choice->n; i++) {
        Value v = tuple_value(a, s->ts, s->choice->run[i], c);
        out[i] = v.text && v.normal[0] ? atoms_number(&s->values, v.normal) + 1 : NO_VALUE;
        *complete = *complete && out[i] != NO_VALUE;
    }
    return out;
}

/* Are two runs of one group told apart? Unknown separates nothing; no heading is a value. */
static bool separates(Split *s, const Component *c, const uint32_t *value)
{
    size_t groups = s->names.n;
    uint32_t *first = ARENA_ARRAY(arena_of(s->ts), uint32_t, groups + 1);
    bool *seen = ARENA_ARRAY(arena_of(s->ts), bool, groups + 1);
    for (size_t i = 0; i < s->choice->n; i++) {
        uint32_t g = s->group[i];
        bool removed =
            c->kind == COMPONENT_HEADING && s->choice->run[i]->taken_headings >> c->sub & 1;
        if (value[i] == NO_VALUE && (c->unknown || removed))
            continue;
        if (seen[g] && first[g] != value[i])
            return true;
        seen[g] = true;
        first[g] = value[i];
    }
    return false;
}

static void refine(Split *s, const uint32_t *value)
{
    Atoms next = atoms_new(arena_of(s->ts));
    for (size_t i = 0; i < s->choice->n; i++)
        s->group[i] = atoms_pair(&next, s->group[i], value[i]);
    s->names = next;
}

static void start(Split *s, bool hard_only)
{
    Arena *a = arena_of(s->ts);
    s->names = atoms_new(a);
    s->values = atoms_new(a);
    s->group = ARENA_ARRAY(a, uint32_t, s->choice->n + 1);
    for (size_t i = 0; i < s->choice->n; i++) {
        const Tuple *t = s->choice->run[i];
        const char *text = hard_only ? t->hard : t->full;
        s->group[i] = atoms_number(&s->names, text);
    }
}

static bool label_from_allows(const Tuples *ts, const Component *c)
{
    const char *from = ts->context->reader->options->label_from;
    if (!from)
        return true;
    switch (c->kind) {
    case COMPONENT_HEADING:
        return strcmp(from, "heading") == 0;
    case COMPONENT_HOST:
    case COMPONENT_DIR:
        return strcmp(from, "prompt") == 0;
    case COMPONENT_TARGET:
        return strcmp(from, "target") == 0;
    case COMPONENT_FILE:
        return strcmp(from, "file") == 0;
    case COMPONENT_STATE:
        return strcmp(from, "command") == 0;
    default:
        return false;
    }
}

/* One pass over the components; whole: only those that every run has, else the rest. */
static void pass(Split *s, bool whole)
{
    Choice *c = s->choice;
    for (size_t i = 0; i < s->ts->component.n; i++) {
        const Component *component = &s->ts->component.v[i];
        bool complete;
        if (c->taken[i] || !label_from_allows(s->ts, component))
            continue;
        uint32_t *value = numbered_values(s, component, &complete);
        if (complete != whole || !separates(s, component, value))
            continue;
        c->taken[i] = true;
        c->n_taken++;
        refine(s, value);
    }
}

static bool takes_paragraph(Split *s)
{
    bool complete;
    if (s->ts->context->reader->options->label_from)
        return false;
    uint32_t *value = numbered_values(s, &paragraph, &complete);
    return separates(s, &paragraph, value);
}

/* The user says where the name stands: it is one even where it tells no two runs apart. */
static void take_all_of_source(Split *s)
{
    Choice *c = s->choice;
    for (size_t i = 0; i < s->ts->component.n; i++) {
        const Component *component = &s->ts->component.v[i];
        if (!label_from_allows(s->ts, component))
            continue;
        for (size_t k = 0; k < c->n && !c->taken[i]; k++) {
            Value v = tuple_value(arena_of(s->ts), s->ts, c->run[k], component);
            c->taken[i] = v.text && v.text[0];
        }
        c->n_taken += c->taken[i];
    }
}

void choice_make(Tuples *ts, Choice *c)
{
    Split s = { .ts = ts, .choice = c };
    for (int hard_only = 0; hard_only < 2; hard_only++) {
        start(&s, hard_only);
        if (s.names.n == c->n)
            continue; /* every run does something else */
        pass(&s, true);
        pass(&s, false);
        c->without_amount = hard_only;
        if (c->n_taken)
            return;
        if (takes_paragraph(&s)) {
            c->by_paragraph = true;
            return;
        }
    }
    c->without_amount = false;
    if (ts->context->reader->options->label_from)
        take_all_of_source(&s);
}

bool choice_from_others(Tuples *ts, Choice *c, const bool *taken_by_others)
{
    Split s = { .ts = ts, .choice = c, .values = atoms_new(arena_of(ts)) };
    bool varies = false;
    for (size_t i = 0; i < ts->component.n; i++) {
        bool complete, differs = false;
        if (!taken_by_others[i])
            continue;
        uint32_t *value = numbered_values(&s, &ts->component.v[i], &complete);
        for (size_t k = 1; k < c->n; k++)
            differs = differs || value[k] != value[0];
        /* a heading that all of them share still says which configuration they speak of */
        c->taken[i] = differs || (complete && ts->component.v[i].kind == COMPONENT_HEADING);
        c->n_taken += c->taken[i];
        varies = varies || differs;
    }
    return varies;
}

/* Does an option differ between two runs? A run without it differs from one with it. */
static bool option_differs(const Choice *c, const char *key)
{
    const char *first = workload_get(&c->run[0]->workload, key);
    for (size_t i = 1; i < c->n; i++) {
        const char *value = workload_get(&c->run[i]->workload, key);
        if ((value == NULL) != (first == NULL) || (value && strcmp(value, first) != 0))
            return true;
    }
    return false;
}

void choice_from_options(Tuples *ts, Choice *c)
{
    VEC(const char *) keys = { 0 };
    Atoms seen = atoms_new(arena_of(ts));
    for (int amounts = 0; amounts < 2 && keys.n == 0; amounts++)
        for (size_t i = 0; i < c->n; i++) {
            const Workload *w = &c->run[i]->workload;
            for (size_t k = 0; k < w->n; k++) {
                size_t known = seen.n;
                if (w->part[k].hard == amounts || atoms_number(&seen, w->part[k].key) < known)
                    continue;
                if (option_differs(c, w->part[k].key))
                    *VEC_PUSH(arena_of(ts), &keys) = w->part[k].key;
            }
        }
    const char *from = ts->context->reader->options->label_from;
    if (from && strcmp(from, "command") == 0 && keys.n) {
        *VEC_PUSH(arena_of(ts), &keys) = NULL;
        c->options = keys.v;
        return;
    }
    if (from || !keys.n || option_differs(c, "op") || option_differs(c, "rw"))
        return; /* reading and writing are two tests, not two configurations of one */
    *VEC_PUSH(arena_of(ts), &keys) = NULL;
    c->options = keys.v;
}
