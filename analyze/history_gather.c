/* From runs to series of points. */
#include <stdlib.h>
#include <string.h>

#include "analyze/cell.h"
#include "analyze/history.h"
#include "analyze/projection.h"
#include "base/buf.h"

enum { MOST_KEYS = 64, MOST_MARKS = 4 };

typedef struct Item {
    uint32_t series, release, session;
    double value;
    const Measure *measure;
    const Run *run;
} Item;

typedef struct Gather {
    Arena *arena;
    History *h;
    const HistoryOptions *o;
    const Run **runs;
    size_t n;
    Parts *parts;
    uint32_t *release_of; /* by profile; INTERN_NONE: not on the track */
    Intern *sessions, *series_key, *part_series_key;
    VEC(uint32_t) series_of_pair; /* by part_series_key id */
    VEC(Item) items;
    size_t n_split;
    uint32_t split[MOST_KEYS]; /* keys (text ids) that tell series apart; 0: the label */
} Gather;

/* --- releases --- */

static bool called(const HistoryRelease *r, const char *name)
{
    if (slice_eq_nocase(slice_of(r->label), slice_of(name)))
        return true;
    for (size_t i = 0; i < r->n_aliases; i++)
        if (slice_eq_nocase(slice_of(r->aliases[i]), slice_of(name)))
            return true;
    return false;
}

size_t history_release(const HistoryOptions *o, const char *name)
{
    for (size_t i = 0; i < o->n_releases; i++)
        if (strcmp(o->releases[i].label, name) == 0)
            return i;
    for (size_t i = 0; i < o->n_releases; i++)
        if (called(&o->releases[i], name))
            return i;
    return SLICE_NONE;
}

static bool is_outside(const HistoryOptions *o, const char *name)
{
    for (size_t i = 0; i < o->n_outside; i++)
        if (called(&o->outside[i], name) || strcmp(o->outside[i].label, name) == 0)
            return true;
    return false;
}

static void find_releases(Gather *g)
{
    Intern *off = intern_new(g->arena);
    g->release_of = ARENA_ARRAY(g->arena, uint32_t, g->parts->profiles.n + 1);
    for (size_t i = 0; i < g->parts->profiles.n; i++) {
        const Profile *p = &g->parts->profiles.v[i];
        const char *name = filter_value(p->run, NULL, g->o->key);
        size_t at = name && name[0] ? history_release(g->o, name) : SLICE_NONE;
        g->release_of[i] = at == SLICE_NONE ? INTERN_NONE : (uint32_t)at;
        if (at != SLICE_NONE)
            g->h->n_runs += p->runs;
        else if (!name || !name[0])
            g->h->n_without += p->runs;
        else if (!is_outside(g->o, name) && intern_text(off, name) == g->h->off_track.n)
            *VEC_PUSH(g->arena, &g->h->off_track) = name;
    }
}

/* --- runs and parts --- */

static void select_runs(Gather *g, const Run *const *runs, size_t n)
{
    g->runs = ARENA_ARRAY(g->arena, const Run *, n + 1);
    for (size_t i = 0; i < n; i++)
        if (runs[i]->counted && filter_run(g->o->filter, runs[i]))
            g->runs[g->n++] = runs[i];
}

static bool wanted(const Gather *g, const Run *run, const Measure *m)
{
    bool all = g->o->all || filter_mentions(g->o->filter, "metric");
    return m->missing == MISSING_NOT && figure_exists(m->value) &&
           (all || (m->headline && !cell_is_companion(m->metric))) &&
           filter_measure(g->o->filter, run, m);
}

static bool find_parts(Gather *g, Error *err)
{
    const TableOptions columns = { .col = g->o->key };
    const char **keys; /* "document", "session": not facts, but they may name the release */
    size_t n_keys = projection_part_keys(g->arena, &columns, &keys);
    g->parts = parts_new(g->arena, (const Run *const *)g->runs, g->n, keys, n_keys);
    find_releases(g);
    for (size_t i = 0; i < g->n; i++) {
        uint32_t profile = g->parts->profile_of[i];
        if (g->release_of[profile] == INTERN_NONE)
            continue;
        for (size_t k = 0; k < g->runs[i]->measures.n; k++) {
            const Measure *m = &g->runs[i]->measures.v[k];
            if (k && strcmp(m->scope, m[-1].scope) == 0)
                continue;
            uint32_t part = parts_of(g->parts, profile, m->scope);
            g->parts->parts.v[part].used = true;
        }
    }
    parts_identify(g->parts);
    if (g->h->n_runs == 0)
        return true;
    Projection ignored;
    return projection_make(g->parts, &columns, false, &ignored, err);
}

/* --- what tells series apart --- */

/* The label without components that are names of the release. */
static const char *label_of(Gather *g, const Part *part)
{
    const char *label = part_value(g->parts, part, "label");
    uint32_t release = g->release_of[part->profile];
    if (!label || !label[0] || release == INTERN_NONE)
        return "";
    Buf b = buf_new(0);
    Slice rest = slice_of(label);
    while (rest.n) {
        size_t bar = slice_find(rest, SLICE(" | "));
        Slice one = slice_first(rest, bar == SLICE_NONE ? rest.n : bar);
        rest = slice_from(rest, bar == SLICE_NONE ? rest.n : bar + 3);
        if (!called(&g->o->releases[release], arena_text(g->arena, one)))
            buf_printf(&b, "%s%.*s", b.n ? " | " : "", SLICE_ARG(one));
    }
    const char *text = arena_text(g->arena, buf_slice(&b));
    buf_free(&b);
    return text;
}

static uint32_t value_id(Gather *g, const Part *part, uint32_t key)
{
    return key == 0 ? intern_text(g->parts->text, label_of(g, part))
                    : part_fact(g->parts, part, key);
}

typedef struct Candidate {
    uint32_t key;
    bool by_user;
} Candidate;

/* Setup facts of the parts, each key once. */
static size_t candidates(Gather *g, Candidate *out)
{
    size_t n = 1;
    out[0] = (Candidate){ 0, true };
    uint32_t release_key = intern_text(g->parts->text, g->o->key);
    for (size_t i = 0; i < g->parts->profiles.n; i++)
        for (size_t k = 0; k < g->parts->profiles.v[i].facts.n; k++) {
            const PartFact *f = &g->parts->profiles.v[i].facts.v[k];
            size_t at = 1;
            if (f->role != ROLE_SETUP || f->key == release_key)
                continue;
            while (at < n && out[at].key != f->key)
                at++;
            if (at == n && n < MOST_KEYS)
                out[n++] = (Candidate){ f->key, false };
            if (at < n)
                out[at].by_user = out[at].by_user || f->by_user;
        }
    return n;
}

/*
 * Does the key have two values in one release, for equal work? What was read and not said by the
 * user must also come again in another release: a time of day tells no series apart.
 */
static bool tells_apart(Gather *g, Candidate c)
{
    Intern *places = intern_new(g->arena), *values = intern_new(g->arena);
    VEC(uint32_t) first = { 0 };
    VEC(struct {
        uint32_t release;
        bool recurs;
    })
    seen = { 0 };
    bool differs = false;
    size_t recurring = 0;
    for (size_t i = 0; i < g->parts->parts.n; i++) {
        const Part *part = &g->parts->parts.v[i];
        uint32_t release = g->release_of[part->profile];
        if (!part->used || release == INTERN_NONE)
            continue;
        uint32_t value = value_id(g, part, c.key);
        if (value == INTERN_NONE)
            continue;
        uint32_t place = intern_pair(places, part->work, release);
        if (place == first.n)
            *VEC_PUSH(g->arena, &first) = value;
        differs = differs || first.v[place] != value;
        uint32_t v = intern_bytes(values, &value, sizeof value);
        if (v == seen.n) {
            VEC_PUSH(g->arena, &seen)->release = release;
        } else if (seen.v[v].release != release && !seen.v[v].recurs) {
            seen.v[v].recurs = true;
            recurring++;
        }
    }
    return differs && (c.by_user || recurring >= 2);
}

static void choose_split(Gather *g)
{
    Candidate c[MOST_KEYS];
    size_t n = candidates(g, c);
    for (size_t i = 0; i < n; i++)
        if (tells_apart(g, c[i]))
            g->split[g->n_split++] = c[i].key;
}

static const char *setup_text(Gather *g, const Part *part)
{
    Buf b = buf_new(0);
    for (size_t i = 0; i < g->n_split; i++) {
        uint32_t value = value_id(g, part, g->split[i]);
        const char *text = value == INTERN_NONE ? "" : intern_at(g->parts->text, value);
        if (!text[0])
            continue;
        buf_str(&b, b.n ? " | " : "");
        if (g->split[i])
            buf_printf(&b, "%s=", intern_at(g->parts->text, g->split[i]));
        buf_str(&b, text);
    }
    const char *text = arena_text(g->arena, buf_slice(&b));
    buf_free(&b);
    return text;
}

/* --- series --- */

static uint32_t make_series(Gather *g, uint32_t of_part, const Measure *m)
{
    const Part *part = &g->parts->parts.v[of_part];
    uint32_t key[4 + MOST_KEYS] = { part->work, intern_text(g->parts->text, m->metric), m->unit,
                                    (uint32_t)(m->better + 1) };
    for (size_t i = 0; i < g->n_split; i++)
        key[4 + i] = value_id(g, part, g->split[i]);
    uint32_t id = intern_bytes(g->series_key, key, (4 + g->n_split) * sizeof *key);
    if (id == g->h->series.n)
        *VEC_PUSH(g->arena, &g->h->series) = (HistorySeries){
            .tool = part->run->tool,
            .workload = part->workload,
            .scope = part->display,
            .metric = m->metric,
            .setup = setup_text(g, part),
            .unit = m->unit,
            .better = m->better,
            .raw_unit = m->raw_unit ? m->raw_unit : "",
            .raw_factor = m->raw_factor > 0 ? m->raw_factor : 1,
        };
    return id;
}

static uint32_t series_of(Gather *g, uint32_t profile, const Measure *m)
{
    uint32_t part = parts_of(g->parts, profile, m->scope);
    uint32_t key[4] = { part, intern_text(g->parts->text, m->metric), m->unit,
                        (uint32_t)(m->better + 1) };
    uint32_t pair = intern_bytes(g->part_series_key, key, sizeof key);
    if (pair == g->series_of_pair.n) {
        uint32_t id = make_series(g, part, m);
        *VEC_PUSH(g->arena, &g->series_of_pair) = id;
    }
    return g->series_of_pair.v[pair];
}

static bool like_cached(const PartCache *c, const Measure *m)
{
    const Measure *o = c->measure;
    return o->unit == m->unit && o->better == m->better && strcmp(o->metric, m->metric) == 0 &&
           strcmp(o->scope, m->scope) == 0;
}

static uint32_t session_of(Gather *g, const Run *run)
{
    if (run->session && run->session[0])
        return intern_text(g->sessions, run->session);
    return intern_bytes(g->sessions, &run->document, sizeof run->document);
}

/* Runs of one profile print the same figures at the same positions: names are seldom hashed. */
static void gather_items(Gather *g)
{
    for (size_t i = 0; i < g->n; i++) {
        const Run *run = g->runs[i];
        uint32_t profile = g->parts->profile_of[i], release = g->release_of[profile];
        if (release == INTERN_NONE)
            continue;
        uint32_t session = session_of(g, run);
        size_t kept = 0;
        for (size_t k = 0; k < run->measures.n; k++) {
            const Measure *m = &run->measures.v[k];
            if (!wanted(g, run, m))
                continue;
            Profile *p = &g->parts->profiles.v[profile];
            if (kept == p->cache.n)
                *VEC_PUSH(g->arena, &p->cache) = (PartCache){ m, series_of(g, profile, m) };
            else if (!like_cached(&p->cache.v[kept], m))
                p->cache.v[kept] = (PartCache){ m, series_of(g, profile, m) };
            *VEC_PUSH(g->arena, &g->items) =
                (Item){ p->cache.v[kept].series, release, session, m->value, m, run };
            kept++;
        }
    }
}

/* --- points --- */

static int by_place(const void *a, const void *b)
{
    const Item *x = a, *y = b;
    if (x->release != y->release)
        return x->release < y->release ? -1 : 1;
    if (x->session != y->session)
        return x->session < y->session ? -1 : 1;
    return (x->value > y->value) - (x->value < y->value);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double middle(const double *v, size_t n)
{
    return n % 2 ? v[n / 2] : v[n / 2 - 1] / 2 + v[n / 2] / 2;
}

/* items: one series, one release, sorted by session and value. */
static HistoryPoint point_of(Arena *a, const Item *items, size_t n)
{
    HistoryPoint point = { .release = items[0].release,
                           .n = n,
                           .run = items[0].run,
                           .half_width = items[0].measure->half_width };
    double *medians = ARENA_ARRAY(a, double, n), *values = ARENA_ARRAY(a, double, n), sum = 0;
    for (size_t i = 0; i < n;) {
        size_t k = i;
        for (; k < n && items[k].session == items[i].session; k++) {
            values[k - i] = items[k].value;
            sum += items[k].value / (double)n;
        }
        medians[point.sessions++] = middle(values, k - i);
        i = k;
    }
    qsort(medians, point.sessions, sizeof *medians, by_value);
    point.session_medians = medians;
    point.median = middle(medians, point.sessions);
    point.mean = sum;
    return point;
}

static void add_gaps(Gather *g, HistorySeries *s)
{
    size_t at = 0;
    for (size_t r = 0; r < g->o->n_releases; r++) {
        if (at < s->points.n && s->points.v[at].release == r)
            at++;
        else
            *VEC_PUSH(g->arena, &s->gaps) = r;
    }
}

static void make_points(Gather *g)
{
    size_t n_series = g->h->series.n;
    size_t *start = ARENA_ARRAY(g->arena, size_t, n_series + 2);
    Item *sorted = ARENA_ARRAY(g->arena, Item, g->items.n + 1);
    for (size_t i = 0; i < g->items.n; i++)
        start[g->items.v[i].series + 2]++;
    for (size_t i = 2; i < n_series + 2; i++)
        start[i] += start[i - 1];
    for (size_t i = 0; i < g->items.n; i++)
        sorted[start[g->items.v[i].series + 1]++] = g->items.v[i];
    for (size_t s = 0; s < n_series; s++) {
        Item *items = sorted + start[s];
        size_t n = start[s + 1] - start[s];
        qsort(items, n, sizeof *items, by_place);
        for (size_t i = 0; i < n;) {
            size_t k = i;
            while (k < n && items[k].release == items[i].release)
                k++;
            *VEC_PUSH(g->arena, &g->h->series.v[s].points) = point_of(g->arena, items + i, k - i);
            i = k;
        }
        add_gaps(g, &g->h->series.v[s]);
    }
}

/* --- marks --- */

static bool is_split_key(const Gather *g, uint32_t key)
{
    for (size_t i = 0; i < g->n_split; i++)
        if (g->split[i] == key)
            return true;
    return false;
}

static void add_mark(Gather *g, HistorySeries *s, size_t index, const char *key, const char *from,
                     const char *to)
{
    *VEC_PUSH(g->arena, &s->marks) = (HistoryMark){ index, key, from, to };
}

static void mark_facts(Gather *g, HistorySeries *s, size_t index, const Run *before,
                       const Run *after)
{
    size_t marks = 0;
    for (size_t i = 0; i < after->facts.n && marks < MOST_MARKS; i++) {
        const Fact *f = &after->facts.v[i];
        uint32_t key = intern_text(g->parts->text, f->key);
        if (f->scope[0] || parts_role(g->parts, after->tool, f->key) != ROLE_SETUP ||
            strcmp(f->key, g->o->key) == 0 || is_split_key(g, key))
            continue;
        const char *was = run_fact(before, "", f->key), *is = run_fact(after, "", f->key);
        if (was && is && strcmp(was, is) != 0) {
            add_mark(g, s, index, f->key, was, is);
            marks++;
        }
    }
}

static void make_marks(Gather *g, HistorySeries *s)
{
    for (size_t i = 1; i < s->points.n; i++) {
        const Run *before = s->points.v[i - 1].run, *after = s->points.v[i].run;
        if (before->version[0] && after->version[0] && strcmp(before->version, after->version) != 0)
            add_mark(g, s, i, "version", before->version, after->version);
        mark_facts(g, s, i, before, after);
    }
}

bool history_gather(Arena *a, const Run *const *runs, size_t n, History *h, Error *err)
{
    Gather *g = ARENA_NEW(a, Gather);
    *g = (Gather){ .arena = a,
                   .h = h,
                   .o = h->options,
                   .sessions = intern_new(a),
                   .series_key = intern_new(a),
                   .part_series_key = intern_new(a) };
    select_runs(g, runs, n);
    if (!find_parts(g, err))
        return false;
    choose_split(g);
    gather_items(g);
    make_points(g);
    for (size_t i = 0; i < h->series.n; i++)
        make_marks(g, &h->series.v[i]);
    return true;
}
