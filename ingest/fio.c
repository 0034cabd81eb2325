#include "ingest/fio.h"

#include <math.h>
#include <string.h>

#include "ingest/fio_facts.h"
#include "ingest/fio_headline.h"
#include "ingest/fio_refine.h"
#include "ingest/prefix.h"

static const char *const dir_names[FIO_DIRS] = { "read", "write", "trim", "mixed" };

Fio *fio_state(Reader *r)
{
    void **memory = reader_memory(r, "fio");
    if (!*memory) {
        Fio *f = *memory = ARENA_NEW(r->arena, Fio);
        f->r = r;
        f->arena = r->arena;
    }
    return *memory;
}

const char *fio_dir_name(FioDir dir)
{
    return dir_names[dir];
}

bool fio_dir_skip(Slice *s, FioDir *dir)
{
    for (FioDir d = FIO_READ; d < FIO_DIRS; d++) {
        Slice rest = *s;
        if (slice_skip_nocase(&rest, slice_of(dir_names[d])) &&
            (!rest.n || !char_is_alnum(rest.p[0]))) {
            *dir = d;
            *s = rest;
            return true;
        }
    }
    return false;
}

/* --- runs --- */

static bool has_results(const FioRun *run)
{
    return run->jobs.n || run->groups.n || run->disks;
}

FioPending *fio_pending(Fio *f, size_t at)
{
    if (f->run && has_results(f->run))
        fio_run_close(f);
    if (!f->pending.any) {
        f->pending = (FioPending){ .any = true, .first = at };
    }
    return &f->pending;
}

bool fio_run_left(Fio *f, size_t at)
{
    FioRun *run = f->run;
    if (!run)
        return false;
    if (lines_at(f->r->lines, at)->depth != run->run->depth)
        return true;
    const Line *first = lines_numbered(f->r->lines, run->run->span.line);
    Slice file = prefix_file(lines_at(f->r->lines, at)->prefix);
    if (file.n && !slice_eq(file, prefix_file(first->prefix)))
        return true; /* grep over several files */
    for (; run->commands < f->r->commands.n; run->commands++) {
        const Command *c = f->r->commands.v[run->commands];
        if (c->index < at && strcmp(c->tool, "fio") == 0)
            return true;
    }
    return false;
}

/*
 * The command that started the run whose first line is `at`: the last one above, if no other run of
 * fio came between, or it stands in a loop, or it names this job.
 */
static const Command *command_of(Fio *f, size_t at, const char *job)
{
    const Command *c = reader_command(f->r, "fio", at);
    const Run *before = reader_last_run(f->r, "fio");
    if (!c || !before || before->span.line <= c->number || c->loop_turns)
        return c;
    return job && job[0] && fio_options_names(c, job) && strstr(c->text, job) ? c : NULL;
}

FioRun *fio_run(Fio *f, FioSource source, size_t at)
{
    if (f->run)
        return f->run;
    FioPending *p = &f->pending;
    size_t first =
        p->any && lines_at(f->r->lines, p->first)->depth == lines_at(f->r->lines, at)->depth
            ? p->first
            : at;
    const char *job = p->banners.n ? p->banners.v[0].name : f->next_name;
    const Command *command = command_of(f, first, job);
    FioRun *run = ARENA_NEW(f->arena, FioRun);
    run->source = source;
    run->command = command;
    run->run = reader_run(f->r, "fio", first);
    run->commands = f->r->commands.n;
    run->banners.v = p->banners.v;
    run->banners.n = p->banners.n;
    run->banners.cap = p->banners.cap;
    f->run = run;
    f->job = NULL;
    f->group = NULL;
    f->percentile_of = NULL;
    if (command)
        run->run->command = command->text;
    if (p->version)
        fio_run_version(f, p->version);
    if (p->error) {
        reader_fact(f->r, run->run, "", "error", slice_of(p->error), p->error_line, p->error_text);
        run->run->state = RUN_ERROR;
    }
    run->interrupted = p->interrupted;
    f->pending = (FioPending){ 0 };
    f->next_name = NULL;
    return run;
}

void fio_run_reaches(Fio *f, size_t at)
{
    if (f->run && lines_at(f->r->lines, at)->number > f->run->run->last_line)
        reader_run_extend(f->r, f->run->run, at);
}

void fio_run_version(Fio *f, const char *version)
{
    FioRun *run = f->run;
    if (run->run->version[0])
        return;
    run->run->version = version;
    run->version = fio_number_version(slice_of(version));
    if (run->version && run->dialect.era == FIO_ERA_UNKNOWN)
        run->dialect.era = run->version >= 21700   ? FIO_ERA_SI
                           : run->version >= 13200 ? FIO_ERA_KB
                                                   : FIO_ERA_KIB_MS;
}

void fio_run_again(Fio *f)
{
    FioRun *run = f->run;
    run->run->measures.n = 0;
    run->run->histograms.n = 0;
    run->run->facts.n = 0;
    run->jobs.n = 0;
    run->groups.n = 0;
    run->slots = NULL;
    run->n_slots = 0;
    run->both = run->disks = run->sparse_groups = false;
    f->job = NULL;
    f->group = NULL;
}

static double worst_error(const FioRun *run)
{
    double worst = 0;
    for (size_t i = 0; i < run->jobs.n; i++) {
        Number n;
        const char *error = run->jobs.v[i]->error;
        if (error && number_is(slice_of(error), &n) && n.value != 0)
            worst = n.value;
    }
    return worst;
}

void fio_run_close(Fio *f)
{
    if (!f->run)
        return;
    fio_job_close(f);
    FioRun *run = f->run;
    fio_facts_run(f);
    fio_headline_mark(run);
    if (worst_error(run) != 0)
        run->run->state = RUN_ERROR;
    else if (run->interrupted && run->run->state == RUN_OK)
        run->run->state = RUN_INTERRUPTED;
    f->run = NULL;
    f->job = NULL;
    f->group = NULL;
    f->percentile_of = NULL;
}

/* --- jobs and groups --- */

static uint64_t hash_of(const char *name, uint32_t groupid)
{
    uint64_t h = 14695981039346656037u ^ groupid;
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 1099511628211u;
    return h ^ h >> 29;
}

static FioJob **slot_of(const FioRun *run, const char *name, uint32_t groupid)
{
    size_t i = (size_t)hash_of(name, groupid) & (run->n_slots - 1);
    while (run->slots[i] &&
           (run->slots[i]->groupid != groupid || strcmp(run->slots[i]->name, name) != 0))
        i = (i + 1) & (run->n_slots - 1);
    return &run->slots[i];
}

static void grow_slots(Fio *f)
{
    FioRun *run = f->run;
    if (run->n_slots > 2 * run->jobs.n + 2)
        return;
    run->n_slots = run->n_slots ? 4 * run->n_slots : 16;
    run->slots = ARENA_ARRAY(f->arena, FioJob *, run->n_slots);
    for (size_t i = 0; i < run->jobs.n; i++) /* in order, so that the last one of a name stays */
        *slot_of(run, run->jobs.v[i]->name, run->jobs.v[i]->groupid) = run->jobs.v[i];
}

FioJob *fio_job_new(Fio *f, FioSource source, const char *name, uint32_t groupid)
{
    fio_job_close(f);
    FioRun *run = f->run;
    FioJob *job = ARENA_NEW(f->arena, FioJob);
    job->scope = arena_printf(f->arena, "job%zu", run->jobs.n);
    job->name = name;
    job->groupid = groupid;
    job->given = 1u << source;
    grow_slots(f);
    FioJob **slot = slot_of(run, name, groupid);
    job->first = *slot ? (*slot)->first : job;
    job->occurrence = *slot ? (*slot)->occurrence + 1 : 0;
    if (*slot)
        (*slot)->later = job;
    *slot = job;
    *VEC_PUSH(f->arena, &run->jobs) = job;
    f->job = job;
    f->group = NULL;
    f->in_sync = false;
    f->percentile_of = NULL;
    fio_facts_job(f, job);
    return job;
}

FioJob *fio_job_find(const FioRun *run, const char *name, uint32_t groupid, uint32_t occurrence)
{
    if (!run->n_slots)
        return NULL;
    FioJob *last = *slot_of(run, name, groupid), *job = last ? last->first : NULL;
    while (job && job->occurrence < occurrence)
        job = job->later;
    return job;
}

bool fio_same_time(double a, double b)
{
    enum { SLACK_S = 5 };
    return a == 0 || b == 0 || fabs(a - b) <= SLACK_S;
}

FioJob *fio_job_again(Fio *f, FioSource source, const char *name, uint32_t groupid)
{
    FioJob *first = fio_job_find(f->run, name, groupid, 0), *job = first;
    if (first && first->hint && (first->hint->given >> source & 1))
        job = first->hint;
    while (job && (job->given >> source & 1))
        job = job->later;
    if (!job)
        return NULL;
    first->hint = job;
    fio_job_close(f);
    f->run->both = true;
    f->group = NULL;
    f->job = job;
    job->given |= 1u << source;
    job->silent = true;
    return job;
}

FioGroup *fio_group_find(const FioRun *run, uint32_t id)
{
    if (!run->sparse_groups)
        return id < run->groups.n ? run->groups.v[id] : NULL;
    for (size_t i = run->groups.n; i-- > 0;)
        if (run->groups.v[i]->id == id)
            return run->groups.v[i];
    return NULL;
}

FioGroup *fio_group_new(Fio *f, uint32_t id)
{
    fio_job_close(f);
    FioGroup *group = ARENA_NEW(f->arena, FioGroup);
    group->id = id;
    group->scope = arena_printf(f->arena, "group%u", id);
    f->run->sparse_groups = f->run->sparse_groups || id != f->run->groups.n;
    *VEC_PUSH(f->arena, &f->run->groups) = group;
    f->group = group;
    return group;
}

/* --- figures --- */

static bool is_silent(const Fio *f, const char *scope)
{
    return f->job && f->job->silent && strcmp(scope, f->job->scope) == 0;
}

size_t fio_put_number(Fio *f, const char *scope, const char *metric, const Line *line,
                      const Number *n, double factor, Slice unit)
{
    if (is_silent(f, scope))
        return 0;
    reader_measure(f->r, f->run->run, scope, metric, line, n, factor, unit);
    return f->run->run->measures.n;
}

size_t fio_put(Fio *f, const char *scope, const char *metric, const Line *line,
               const FioFigure *figure)
{
    if (is_silent(f, scope))
        return 0;
    Measure *m = reader_measure(f->r, f->run->run, scope, metric, line, &figure->n, figure->factor,
                                figure->unit);
    m->value = figure->value;
    m->half_width = figure->slack;
    return f->run->run->measures.n;
}

void fio_put_missing(Fio *f, const char *scope, const char *metric, const Line *line, Slice where,
                     Missing why)
{
    if (!is_silent(f, scope))
        reader_missing(f->r, f->run->run, scope, metric, line, where, why);
}

static bool is_nan(Slice text)
{
    slice_skip(&text, SLICE("-"));
    return slice_starts_nocase(text, SLICE("nan")) || slice_starts_nocase(text, SLICE("inf"));
}

bool fio_put_percent(Fio *f, const char *scope, const char *metric, const Line *line, Slice text)
{
    Number n;
    Slice rest = text;
    if (is_nan(text)) {
        fio_put_missing(f, scope, metric, line, text, MISSING_NAN);
        return true;
    }
    if (!number_read(&rest, &n))
        return false;
    fio_put_number(f, scope, metric, line, &n, 0.01,
                   slice_starts(rest, SLICE("%")) ? slice_first(rest, 1) : SLICE(""));
    return true;
}

static void put_buckets(Fio *f, FioJob *job)
{
    if (!job->buckets.n || job->silent)
        return;
    Histogram *h = reader_histogram(f->r, f->run->run, job->scope, "lat", UNIT_SECONDS,
                                    job->buckets.n, job->buckets.v);
    h->is_share = true;
}

void fio_job_close(Fio *f)
{
    FioJob *job = f->job;
    f->percentile_of = NULL;
    f->in_sync = false;
    if (!job)
        return;
    fio_refine_job(f, job);
    put_buckets(f, job);
    f->job = NULL;
}
