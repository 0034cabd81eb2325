/*
 * "Random read - ext4", "Random read - xfs", "Random write - ext4", "Random write - xfs": a heading
 * that names the work and the configuration in one. Words that all runs of one workload share are
 * of the workload; what is left names the configuration, if it still tells them apart and brings
 * names of different workloads together.
 */
#include <string.h>

#include "ingest/label.h"

enum { MOST_RUNS = 4096, MOST_WORDS = 32 };

/* A value cut into words. */
typedef struct Words {
    Slice word[MOST_WORDS];
    uint32_t number[MOST_WORDS];
    bool common[MOST_WORDS];
    size_t n;
} Words;

typedef struct Reduction {
    Arena *arena;
    const Choice *choice;
    Value *values;
    const char *breaks; /* characters that end a word */
    Atoms words;
    uint32_t *group;
    Words *cut; /* of each run */
    Value *reduced;
} Reduction;

static Slice bare(Slice word)
{
    while (word.n && strchr("([{\"',;:-", word.p[0]))
        word = slice_from(word, 1);
    while (word.n && strchr(")]}\"',;:-", word.p[word.n - 1]))
        word.n--;
    return word;
}

static void cut_words(Reduction *r, size_t i)
{
    Words *w = &r->cut[i];
    Slice rest = slice_of(r->values[i].text);
    while (rest.n && w->n < MOST_WORDS) {
        size_t n = 0;
        while (n < rest.n && !strchr(r->breaks, rest.p[n]))
            n++;
        Slice word = bare(slice_first(rest, n));
        rest = slice_from(rest, n + 1);
        if (!word.n)
            continue;
        w->word[w->n] = word;
        w->number[w->n++] = atoms_number(&r->words, heading_normal(r->arena, word));
    }
}

static bool holds(const Words *w, uint32_t number)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->number[i] == number)
            return true;
    return false;
}

static size_t count_distinct(Reduction *r, const Value *values, uint32_t group, bool all)
{
    Atoms seen = atoms_new(r->arena);
    for (size_t i = 0; i < r->choice->n; i++)
        if (all || r->group[i] == group)
            atoms_number(&seen, values[i].normal);
    return seen.n;
}

/* Words of the first run of the group that stand in all others, marked in every run. */
static void mark_common(Reduction *r, uint32_t group, size_t first)
{
    Words *w = &r->cut[first];
    for (size_t k = 0; k < w->n; k++) {
        bool everywhere = true;
        for (size_t i = first; i < r->choice->n && everywhere; i++)
            everywhere = r->group[i] != group || holds(&r->cut[i], w->number[k]);
        for (size_t i = first; everywhere && i < r->choice->n; i++)
            for (size_t m = 0; r->group[i] == group && m < r->cut[i].n; m++)
                r->cut[i].common[m] = r->cut[i].common[m] || r->cut[i].number[m] == w->number[k];
    }
}

static Value what_is_left(Reduction *r, size_t i)
{
    const Words *w = &r->cut[i];
    const char *text = "";
    for (size_t k = 0; k < w->n; k++)
        if (!w->common[k])
            text =
                arena_printf(r->arena, "%s%s%.*s", text, *text ? " " : "", SLICE_ARG(w->word[k]));
    return (Value){ text, heading_normal(r->arena, slice_of(text)), r->values[i].line };
}

/* A workload measured once: the longest name of the others that stands in its own. */
static Value name_within(Reduction *r, size_t i, const bool *is_reduced)
{
    size_t best = SLICE_NONE, length = 0;
    for (size_t k = 0; k < r->choice->n; k++) {
        if (!is_reduced[k])
            continue;
        bool inside = true;
        size_t n = 0;
        for (size_t m = 0; m < r->cut[k].n && inside; m++)
            if (!r->cut[k].common[m]) {
                inside = holds(&r->cut[i], r->cut[k].number[m]);
                n++;
            }
        if (inside && n > length) {
            best = k;
            length = n;
        }
    }
    Value v = best == SLICE_NONE ? r->values[i] : r->reduced[best];
    v.line = r->values[i].line;
    return v;
}

static bool reduce(Reduction *r, size_t groups)
{
    size_t n = r->choice->n, several = 0;
    bool *is_reduced = ARENA_ARRAY(r->arena, bool, n + 1);
    bool *seen = ARENA_ARRAY(r->arena, bool, groups + 1);
    for (size_t i = 0; i < n; i++) {
        uint32_t g = r->group[i];
        if (seen[g])
            continue;
        seen[g] = true;
        size_t distinct = count_distinct(r, r->values, g, false);
        if (distinct < 2)
            continue;
        several++;
        mark_common(r, g, i);
        for (size_t k = i; k < n; k++)
            if (r->group[k] == g) {
                r->reduced[k] = what_is_left(r, k);
                is_reduced[k] = true;
                if (!r->reduced[k].text[0])
                    return false;
            }
        if (count_distinct(r, r->reduced, g, false) != distinct)
            return false;
    }
    if (several < 1 || groups < 2)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!is_reduced[i])
            r->reduced[i] = name_within(r, i, is_reduced);
    return count_distinct(r, r->reduced, 0, true) < count_distinct(r, r->values, 0, true);
}

void label_reduce(Arena *a, const Choice *c, const Component *component, Value *values)
{
    bool is_file = component->kind == COMPONENT_FILE || component->kind == COMPONENT_JOB;
    if ((component->kind != COMPONENT_HEADING && !is_file) || c->n > MOST_RUNS || c->n < 3)
        return;
    for (size_t i = 0; i < c->n; i++)
        if (!values[i].text)
            return;
    Reduction r = { .arena = a,
                    .choice = c,
                    .values = values,
                    .breaks = is_file ? "-_/ \t" : " \t",
                    .words = atoms_new(a),
                    .group = ARENA_ARRAY(a, uint32_t, c->n + 1),
                    .cut = ARENA_ARRAY(a, Words, c->n + 1),
                    .reduced = ARENA_ARRAY(a, Value, c->n + 1) };
    Atoms works = atoms_new(a);
    for (size_t i = 0; i < c->n; i++) {
        r.group[i] = atoms_number(&works, c->without_amount ? c->run[i]->hard : c->run[i]->full);
        cut_words(&r, i);
    }
    if (works.n < 2 || works.n == c->n || works.n > 64 || !reduce(&r, works.n))
        return;
    memcpy(values, r.reduced, c->n * sizeof *values);
}
