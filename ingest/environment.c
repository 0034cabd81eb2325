/*
 * Facts of the machine: os-release, lsb_release, uname, version banners, mount and df lines, lscpu,
 * dominfo, mdadm, zpool, MTU ...
 *
 * A fact belongs to the heading it stands under: runs below that heading, or below another one of
 * the same name, get it. Under no heading it belongs to the document, and to every run that nothing
 * nearer speaks of. A mount belongs to the runs whose files lie below it. Where two say different
 * things in one section the last one above the run is believed.
 */
#include "ingest/environment.h"

#include <string.h>

#include "ingest/environment_line.h"

enum { MOST_DEPTHS = 32, MOST_FINDINGS = 4096 };

/* A fact and where it stands. */
typedef struct Finding {
    EnvironmentFact fact;
    const Heading *section; /* NULL: none */
    size_t line;
} Finding;

typedef struct Environment {
    Tuples *ts;
    Context *c;
    Arena *arena;
    VEC(Finding) found;
    VEC(Finding) mounts;
} Environment;

/* --- looking --- */

static void keep(Environment *e, const EnvironmentFact *facts, size_t n, size_t line,
                 const Heading *section)
{
    for (size_t i = 0; i < n; i++) {
        Finding finding = { facts[i], section, line };
        if (facts[i].mount_point && e->mounts.n < MOST_FINDINGS)
            *VEC_PUSH(e->arena, &e->mounts) = finding;
        else if (!facts[i].mount_point && e->found.n < MOST_FINDINGS)
            *VEC_PUSH(e->arena, &e->found) = finding;
    }
}

static const char *printing_command(const Command *command)
{
    return command ? command->text : "";
}

/* One walk over the lines, with the last heading and command of each depth in hand. */
static void look(Environment *e)
{
    const Heading *section[MOST_DEPTHS] = { 0 };
    const Command *command = NULL;
    size_t next = 0;
    EnvironmentMemory memory = { 0 };
    for (size_t i = 0; i < e->c->lines; i++) {
        for (; next < e->c->items.n && e->c->items.v[next].line <= i; next++) {
            const Item *item = &e->c->items.v[next];
            size_t d = item->depth < MOST_DEPTHS ? item->depth : MOST_DEPTHS - 1;
            if (item->kind == ITEM_HEADING && !item->heading->is_replicate)
                section[d] = item->heading;
            else if (item->kind == ITEM_POST || item->kind == ITEM_QUOTE)
                section[d] = NULL;
            else if (item->kind == ITEM_COMMAND)
                command = item->command;
        }
        LineKind kind = context_kind(e->c, i);
        if (kind != LINE_TEXT && kind != LINE_OUTPUT)
            continue;
        unsigned signs = lines_signs(e->c->reader->lines, i);
        if (kind == LINE_TEXT && !(signs & (SIGN_DIGIT | SIGN_ASSIGN)))
            continue; /* words alone tell facts only where a command printed them */
        const Line *line = lines_at(e->c->reader->lines, i);
        EnvironmentFact facts[MOST_ENVIRONMENT_FACTS];
        size_t n = environment_line(e->arena, slice_trim(line->text),
                                    kind == LINE_OUTPUT ? printing_command(command) : "", i,
                                    &memory, facts);
        keep(e, facts, n, i, section[line->depth < MOST_DEPTHS ? line->depth : MOST_DEPTHS - 1]);
    }
}

/* --- handing out --- */

/* How near a finding is to a run: 0 not at all, 1 the document, 2.. the deeper the heading. */
static size_t nearness(const Finding *f, const Tuple *t)
{
    if (!f->section || f->section->is_title)
        return 1;
    for (size_t i = t->n_stack; i-- > 0;)
        if (t->stack[i] == f->section || strcmp(t->stack[i]->normal, f->section->normal) == 0)
            return i + 2;
    return 0;
}

static bool is_better(const Finding *a, size_t near_a, const Finding *b, size_t near_b,
                      size_t run_line)
{
    if (near_a != near_b)
        return near_a > near_b;
    bool above_a = a->line < run_line, above_b = b->line < run_line;
    if (above_a != above_b)
        return above_a;
    return above_a ? a->line > b->line : a->line < b->line;
}

static void give(Environment *e, Run *run, const char *key, const char *value, size_t line)
{
    if (run_fact(run, "", key))
        return;
    Fact *fact = VEC_PUSH(e->arena, &run->facts);
    const Line *at = lines_at(e->c->reader->lines, line);
    *fact = (Fact){ .scope = "",
                    .key = key,
                    .value = value,
                    .origin = ORIGIN_INFERRED,
                    .span = line_span(e->c->reader->doc, at, at->text) };
}

/* The mount point below which the path lies, the longest; the last one above the run among equals.
 */
static const Finding *mount_of(const Environment *e, const char *path, size_t run_line)
{
    const Finding *best = NULL;
    size_t best_length = 0;
    for (size_t i = 0; i < e->mounts.n; i++) {
        const Finding *f = &e->mounts.v[i];
        const char *point = f->fact.mount_point;
        size_t n = strlen(point);
        if (n == 1 || strncmp(path, point, n) != 0 || (path[n] && path[n] != '/'))
            continue;
        if (n > best_length || (n == best_length && f->line < run_line)) {
            best = f;
            best_length = n;
        }
    }
    return best;
}

static void give_mount(Environment *e, const Tuple *t, size_t run_line)
{
    const char *path = t->target;
    const Finding *nearest = path[0] == '/' ? mount_of(e, path, run_line) : NULL;
    if (!nearest)
        return;
    for (size_t i = 0; i < e->mounts.n; i++) {
        const Finding *f = &e->mounts.v[i];
        if (f->line == nearest->line && strcmp(f->fact.mount_point, nearest->fact.mount_point) == 0)
            give(e, t->run, f->fact.key, f->fact.value, f->line);
    }
}

/* Findings of one key are few; runs of one section follow each other and get the same ones. */
static void give_findings(Environment *e, const Tuple *t, size_t run_line)
{
    const Finding *best[MOST_ENVIRONMENT_KEYS] = { 0 };
    size_t near[MOST_ENVIRONMENT_KEYS] = { 0 }, keys = 0;
    for (size_t i = 0; i < e->found.n; i++) {
        const Finding *f = &e->found.v[i];
        size_t distance = nearness(f, t), k = 0;
        if (!distance)
            continue;
        while (k < keys && strcmp(best[k]->fact.key, f->fact.key) != 0)
            k++;
        if (k == MOST_ENVIRONMENT_KEYS)
            continue;
        if (k == keys || is_better(f, distance, best[k], near[k], run_line)) {
            best[k] = f;
            near[k] = distance;
            keys += k == keys;
        }
    }
    for (size_t k = 0; k < keys; k++)
        give(e, t->run, best[k]->fact.key, best[k]->fact.value, best[k]->line);
}

/* What the document says of itself: facts under no heading, the last word of each key. */
static void give_document(Environment *e)
{
    Document *d = e->c->reader->doc;
    for (size_t i = 0; i < e->found.n; i++) {
        const Finding *f = &e->found.v[i];
        if (f->section && !f->section->is_title)
            continue;
        size_t k = 0;
        while (k < d->facts.n && strcmp(d->facts.v[k].key, f->fact.key) != 0)
            k++;
        Fact *fact = k < d->facts.n ? &d->facts.v[k] : VEC_PUSH(e->arena, &d->facts);
        const Line *at = lines_at(e->c->reader->lines, f->line);
        *fact = (Fact){ .scope = "",
                        .key = f->fact.key,
                        .value = f->fact.value,
                        .origin = ORIGIN_INFERRED,
                        .span = line_span(d, at, at->text) };
    }
}

void environment_read(Tuples *ts)
{
    Environment e = { .ts = ts, .c = ts->context, .arena = ts->context->arena };
    look(&e);
    if (!e.found.n && !e.mounts.n)
        return;
    /* so many findings and runs that pairing them would take long: a log, not a post */
    bool few = (uint64_t)(e.found.n + e.mounts.n) * ts->n < 20000000;
    for (size_t i = 0; i < ts->n && few; i++) {
        const Tuple *t = &ts->v[i];
        if (tuple_is_cell(t) || strcmp(t->run->tool, "numbers") == 0)
            continue;
        size_t run_line = lines_index(e.c->reader->lines, t->run->span.line);
        give_findings(&e, t, run_line);
        give_mount(&e, t, run_line);
    }
    give_document(&e);
}
