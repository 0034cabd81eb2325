#include "analyze/lint_layout.h"

#include <string.h>

static const char *const endings[ENDINGS] = {
    [ENDING_MEAN] = "mean",
    [ENDING_MIN] = "min",
    [ENDING_MAX] = "max",
    [ENDING_SD] = "sd",
    [ENDING_N] = "n",
    [ENDING_P50] = "p50",
    [ENDING_P99] = "p99",
    [ENDING_BW] = "bw",
    [ENDING_BW_PRINTED] = "bw.printed",
    [ENDING_BYTES] = "bytes",
    [ENDING_TIME] = "time",
    [ENDING_RUNTIME] = "runtime",
    [ENDING_IOPS] = "iops",
    [ENDING_SAMPLES_MEAN] = "bw_samples.mean",
    [ENDING_SAMPLES_N] = "bw_samples.n",
};

enum { NOT_THERE = -1, NOT_ASKED = -2, RECENT = 8 };

typedef struct Place {
    uint32_t ends;   /* bit e: the metric ends in ending e */
    int32_t *beside; /* by ending; NULL: nothing was asked yet */
} Place;

struct Layout {
    const Run *run; /* the first that printed so */
    size_t n;
    Place *place;
    Layouts *all;
};

struct Layouts {
    Arena *arena;
    MeasureIndex *index;
    Layout *recent[RECENT];
};

Layouts *layouts_new(Arena *a, MeasureIndex *index)
{
    Layouts *all = ARENA_NEW(a, Layouts);
    all->arena = a;
    all->index = index;
    return all;
}

/* "x.mean" and a bare "mean" end in "mean", "xmean" does not. */
static bool ends_in(Slice metric, Slice ending)
{
    return slice_ends(metric, ending) &&
           (metric.n == ending.n || metric.p[metric.n - ending.n - 1] == '.');
}

static bool same_names(const Run *a, const Run *b)
{
    if (a->measures.n != b->measures.n)
        return false;
    for (size_t i = 0; i < a->measures.n; i++) {
        const Measure *x = &a->measures.v[i], *y = &b->measures.v[i];
        if ((x->metric != y->metric && strcmp(x->metric, y->metric) != 0) ||
            (x->scope != y->scope && strcmp(x->scope, y->scope) != 0))
            return false;
    }
    return true;
}

static Layout *new_layout(Layouts *all, const Run *run)
{
    Layout *y = ARENA_NEW(all->arena, Layout);
    y->run = run;
    y->n = run->measures.n;
    y->all = all;
    y->place = ARENA_ARRAY(all->arena, Place, y->n + 1);
    for (size_t i = 0; i < y->n; i++)
        for (Ending e = 0; e < ENDINGS; e++)
            if (ends_in(slice_of(run->measures.v[i].metric), slice_of(endings[e])))
                y->place[i].ends |= 1u << e;
    return y;
}

const Layout *layouts_of(Layouts *all, const Run *run)
{
    size_t at = 0;
    while (at < RECENT - 1 && all->recent[at] && !same_names(all->recent[at]->run, run))
        at++;
    Layout *y = all->recent[at];
    if (!y || (at == RECENT - 1 && !same_names(y->run, run)))
        y = new_layout(all, run);
    memmove(all->recent + 1, all->recent, at * sizeof(Layout *)); /* to the front */
    all->recent[0] = y;
    return y;
}

bool layout_ends(const Layout *y, size_t i, Ending e, Slice *stem)
{
    if (!(y->place[i].ends >> e & 1))
        return false;
    if (stem) {
        Slice metric = slice_of(y->run->measures.v[i].metric);
        size_t n = strlen(endings[e]);
        *stem = slice_first(metric, metric.n > n ? metric.n - n - 1 : 0);
    }
    return true;
}

static int32_t find_beside(const Layout *y, size_t i, Ending own, Ending other)
{
    char name[256];
    const Measure *m = &y->run->measures.v[i];
    size_t n = strlen(m->metric) - strlen(endings[own]), k = strlen(endings[other]);
    if (n + k >= sizeof name)
        return NOT_THERE;
    memcpy(name, m->metric, n);
    memcpy(name + n, endings[other], k + 1);
    const Measure *found = measure_index_find(y->all->index, y->run, m->scope, name);
    return found ? (int32_t)(found - y->run->measures.v) : NOT_THERE;
}

const Measure *layout_beside(const Layout *y, const Run *run, size_t i, Ending own, Ending other)
{
    Place *place = &y->place[i];
    if (!place->beside) {
        place->beside = ARENA_ARRAY(y->all->arena, int32_t, ENDINGS);
        for (Ending e = 0; e < ENDINGS; e++)
            place->beside[e] = NOT_ASKED;
    }
    if (place->beside[other] == NOT_ASKED)
        place->beside[other] = find_beside(y, i, own, other);
    if (place->beside[other] < 0)
        return NULL;
    const Measure *m = &run->measures.v[place->beside[other]];
    return m->missing == MISSING_NOT && isfinite(m->value) ? m : NULL;
}
