#include "ingest/fio.h"

#include <math.h>
#include <string.h>

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
    const char *job = p->banners.n ? p->banners.v[0].name : NULL;
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
    run->next_job = 0;
    f->job = NULL;
    f->group = NULL;
}

/* --- the end of a run: facts and headline --- */

/* The jobs of a group lie together, as a rule. */
static void group_ranges(FioRun *run)
{
    for (size_t i = 0; i < run->jobs.n; i++) {
        FioGroup *group = fio_group_find(run, run->jobs.v[i]->groupid);
        if (!group)
            continue;
        if (group->end_job == 0)
            group->first_job = i;
        group->end_job = i + 1;
    }
}

/* The value all jobs of a group (NULL: of the run) agree on; NULL when they do not. */
static const char *common_value(const FioRun *run, const FioGroup *group, const char *key)
{
    const char *value = NULL;
    size_t first = group ? group->first_job : 0, end = group ? group->end_job : run->jobs.n;
    for (size_t i = first; i < end; i++) {
        const FioJob *job = run->jobs.v[i];
        if (group && job->groupid != group->id)
            continue;
        const char *own = fio_options_get(&job->facts, key);
        if (!own || (value && strcmp(own, value) != 0))
            return NULL;
        value = own;
    }
    return value;
}

/* What was asked for: of the run where all jobs agree, else of each job, and of each group. */
static void option_facts(Fio *f)
{
    FioRun *run = f->run;
    if (!run->jobs.n)
        return;
    const FioJob *any = run->jobs.v[0];
    FioFacts common = { 0 };
    for (size_t i = 0; i < any->facts.list.n; i++) {
        const char *key = any->facts.list.v[i].key, *value = common_value(run, NULL, key);
        if (!value)
            continue;
        fio_options_set(f->arena, &common, key, value);
        reader_fact_text(f->r, run->run, "", key, value);
    }
    for (size_t i = 0; i < run->jobs.n; i++) {
        const FioJob *job = run->jobs.v[i];
        for (size_t k = 0; k < job->facts.list.n; k++) {
            const FioFact *fact = &job->facts.list.v[k];
            if (!fio_options_get(&common, fact->key))
                reader_fact_text(f->r, run->run, job->scope, fact->key, fact->value);
        }
    }
    for (size_t i = 0; i < run->groups.n && run->groups.n > 1; i++) {
        const FioGroup *group = run->groups.v[i];
        const FioJob *first = group->end_job ? run->jobs.v[group->first_job] : NULL;
        for (size_t k = 0; first && k < first->facts.list.n; k++) {
            const char *key = first->facts.list.v[k].key;
            const char *value = common_value(run, group, key);
            if (value && !fio_options_get(&common, key))
                reader_fact_text(f->r, run->run, group->scope, key, value);
        }
    }
}

/* Names of a group's jobs, each once: "seqw+rr". */
static void group_facts(Fio *f, const FioGroup *group)
{
    enum { MOST_NAMES = 8 };
    const char *text = "", *last = NULL;
    double clones = 0;
    size_t names = 0;
    for (size_t i = group->first_job; i < group->end_job; i++) {
        const FioJob *job = f->run->jobs.v[i];
        Number n;
        if (job->groupid != group->id)
            continue;
        if (job->jobs && number_is(slice_of(job->jobs), &n))
            clones += n.value;
        if ((last && strcmp(last, job->name) == 0) || names++ >= MOST_NAMES)
            continue;
        text = arena_printf(f->arena, "%s%s%s", text, last ? "+" : "", job->name);
        last = job->name;
    }
    if (text[0])
        reader_fact_text(f->r, f->run->run, group->scope, "name", text);
    if (clones > 0)
        reader_fact_number(f->r, f->run->run, group->scope, "jobs", clones);
}

typedef enum Share { SHARE_NONE, SHARE_ONE, SHARE_CLONES, SHARE_MIX } Share;

/* How the jobs of a group relate: one block, clones of one job, or different jobs. */
static Share group_share(const FioRun *run, const FioGroup *group)
{
    const FioJob *first = NULL;
    Share share = SHARE_NONE;
    for (size_t i = group->first_job; i < group->end_job && share != SHARE_MIX; i++) {
        const FioJob *job = run->jobs.v[i];
        if (job->groupid != group->id)
            continue;
        if (!first)
            share = SHARE_ONE;
        else
            share = strcmp(first->name, job->name) == 0 ? SHARE_CLONES : SHARE_MIX;
        first = first ? first : job;
    }
    return share;
}

static bool scope_index(const char *scope, const char *prefix, uint64_t *index)
{
    Slice s = slice_of(scope);
    return slice_skip(&s, slice_of(prefix)) && slice_uint(&s, index) && s.n == 0;
}

/*
 * Job and group lines are one measurement. A job that is alone in its group speaks for both (it
 * has the latencies); clones are summed by the group line; different jobs and their sum are three
 * things.
 */
static void mark_headline(FioRun *run)
{
    const FioGroup *last = NULL;
    Share share = SHARE_NONE;
    for (size_t i = 0; i < run->run->measures.n; i++) {
        Measure *m = &run->run->measures.v[i];
        uint64_t index;
        if (!m->headline)
            continue;
        bool is_job = scope_index(m->scope, "job", &index) && index < run->jobs.n;
        bool is_group = !is_job && scope_index(m->scope, "group", &index);
        if (!is_job && !is_group)
            continue;
        uint32_t id = is_job ? run->jobs.v[index]->groupid : (uint32_t)index;
        if (!last || last->id != id) {
            last = fio_group_find(run, id);
            share = last ? group_share(run, last) : SHARE_NONE;
        }
        if (is_job)
            m->headline = share != SHARE_CLONES;
        else
            m->headline = share != SHARE_ONE;
    }
}

static void lone_group_runtime(Fio *f, const FioGroup *group)
{
    Run *run = f->run->run;
    for (FioDir d = FIO_READ; d < FIO_DIRS; d++) {
        if (!group->side[d])
            continue;
        const char *from = arena_printf(f->arena, "%s.run_max", dir_names[d]);
        const Measure *max = run_measure(run, group->scope, from);
        if (!max || max->missing)
            continue;
        Measure copy = *max;
        copy.metric = arena_printf(f->arena, "%s.runtime", dir_names[d]);
        *VEC_PUSH(f->arena, &run->measures) = copy;
    }
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
    group_ranges(run);
    option_facts(f);
    for (size_t i = 0; i < run->groups.n; i++) {
        group_facts(f, run->groups.v[i]);
        if (!run->jobs.n)
            lone_group_runtime(f, run->groups.v[i]);
    }
    mark_headline(run);
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

/* Banners come in the order of the jobs; clones share one from 2.1 on. */
static const FioBanner *banner_of(FioRun *run, const char *name, uint32_t groupid)
{
    enum { MOST_TRIES = 1000 };
    size_t n = run->banners.n;
    for (size_t i = 0; i < n && i < MOST_TRIES; i++) {
        size_t k = (run->banner_hint + i) % n;
        const FioBanner *b = &run->banners.v[k];
        if (b->group == groupid && strcmp(b->name, name) == 0) {
            run->banner_hint = k;
            return b;
        }
    }
    return NULL;
}

static const char *range_text(Arena *a, const FioBanner *b, FioDir dir)
{
    char low[NUMBER_TEXT_BYTES], high[NUMBER_TEXT_BYTES];
    if (b->bs_low[dir] == b->bs_high[dir])
        return arena_printf(a, "%s", number_text(low, b->bs_low[dir]));
    return arena_printf(a, "%s-%s", number_text(low, b->bs_low[dir]),
                        number_text(high, b->bs_high[dir]));
}

/* Sizes of the directions that this pattern uses: "4096", "4096-65536", "4096,8192". */
static const char *banner_bs(Arena *a, const FioBanner *b)
{
    Slice rw = slice_of(b->rw ? b->rw : "");
    bool reads = slice_has(rw, SLICE("read")) || slice_has(rw, SLICE("rw"));
    bool writes = slice_has(rw, SLICE("write")) || slice_has(rw, SLICE("rw"));
    FioDir dir = reads ? FIO_READ : writes || b->bs_low[FIO_TRIM] <= 0 ? FIO_WRITE : FIO_TRIM;
    const char *text = range_text(a, b, dir);
    if (!reads || !writes)
        return text;
    const char *other = range_text(a, b, FIO_WRITE);
    return strcmp(text, other) == 0 ? text : arena_printf(a, "%s,%s", text, other);
}

static void job_facts(Fio *f, FioJob *job)
{
    FioRun *run = f->run;
    const FioBanner *b = job->banner = banner_of(run, job->name, job->groupid);
    if (run->command)
        fio_options_command(f->arena, &job->facts, run->command, job->name);
    if (!b)
        return;
    if (b->rw)
        fio_options_set(f->arena, &job->facts, "rw", b->rw);
    if (b->ioengine)
        fio_options_set(f->arena, &job->facts, "ioengine", b->ioengine);
    if (b->iodepth)
        fio_options_set(f->arena, &job->facts, "iodepth", b->iodepth);
    if (b->bs_low[FIO_WRITE] > 0 && (b->bs_exact || !fio_options_get(&job->facts, "bs")))
        fio_options_set(f->arena, &job->facts, "bs", banner_bs(f->arena, b));
}

FioJob *fio_job_new(Fio *f, const char *name, uint32_t groupid)
{
    fio_job_close(f);
    FioRun *run = f->run;
    FioJob *job = ARENA_NEW(f->arena, FioJob);
    job->scope = arena_printf(f->arena, "job%zu", run->jobs.n);
    job->name = name;
    job->groupid = groupid;
    grow_slots(f);
    FioJob **slot = slot_of(run, name, groupid);
    job->same = *slot;
    job->occurrence = *slot ? (*slot)->occurrence + 1 : 0;
    *slot = job;
    *VEC_PUSH(f->arena, &run->jobs) = job;
    f->job = job;
    f->group = NULL;
    f->in_sync = false;
    f->percentile_of = NULL;
    job_facts(f, job);
    return job;
}

FioJob *fio_job_find(const FioRun *run, const char *name, uint32_t groupid, uint32_t occurrence)
{
    if (!run->n_slots)
        return NULL;
    FioJob *job = *slot_of(run, name, groupid);
    while (job && job->occurrence > occurrence)
        job = job->same;
    return job && job->occurrence == occurrence ? job : NULL;
}

FioGroup *fio_group_find(const FioRun *run, uint32_t id)
{
    if (id < run->groups.n && run->groups.v[id]->id == id)
        return run->groups.v[id];
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

static double relative_slack(const FioFigure *x)
{
    return x->value != 0 ? x->slack / fabs(x->value) : INFINITY;
}

static bool both_agree(const FioFigure *a, const FioFigure *b)
{
    return fabs(a->value - b->value) <= 1.05 * (a->slack + b->slack);
}

void fio_best_rate(Fio *f, const Line *line, FioFigure *bw, const FioFigure *second,
                   const FioFigure *bytes, double runtime_s)
{
    if (second->n.text.n && !both_agree(bw, second)) {
        reader_note(f->r, f->run->run, "unit-pair-mismatch", line,
                    "'%.*s%.*s' and '%.*s%.*s' are meant to be one figure", SLICE_ARG(bw->n.text),
                    SLICE_ARG(bw->unit), SLICE_ARG(second->n.text), SLICE_ARG(second->unit));
        if (second->value > bw->value) /* a lost carry makes it too low, never too high */
            *bw = *second;
    } else if (second->n.text.n && relative_slack(second) < relative_slack(bw)) {
        bw->value = second->value;
        bw->slack = second->slack;
    }
    if (!bytes->n.text.n || runtime_s <= 0)
        return;
    double exact = bytes->value / runtime_s, slack = bytes->slack / runtime_s;
    if (slack / exact < relative_slack(bw) && fio_number_agrees(bw, exact, slack)) {
        bw->value = exact;
        bw->slack = slack;
    }
}

/* Issued requests times their size, where all requests of the job have one size. */
static double issued_bytes(const FioJob *job, FioDir dir)
{
    const FioBanner *b = job->banner;
    if (!b || dir == FIO_MIXED || !b->bs_exact || b->bs_low[dir] != b->bs_high[dir])
        return 0;
    return job->issued[dir] * b->bs_low[dir];
}

/* kb_base=1000 of 1.x and 2.x prints the same letters: only issued x bs tells. */
static void find_kb_base(Fio *f, FioJob *job)
{
    FioRun *run = f->run;
    if (run->dialect.era != FIO_ERA_KB || run->dialect.kb1000)
        return;
    for (FioDir d = FIO_READ; d < FIO_MIXED; d++) {
        FioSide *side = &job->side[d];
        double exact = issued_bytes(job, d), ratio = 1;
        if (!side->seen || !side->bytes.n.text.n || exact <= 0 || side->bytes.factor < 1024)
            continue;
        for (double k = 1; k < side->bytes.factor; k *= 1024)
            ratio *= 1000.0 / 1024;
        FioFigure other = side->bytes;
        other.value *= ratio;
        other.slack *= ratio;
        if (fabs(side->bytes.value - exact) <= 4 * side->bytes.slack ||
            fabs(other.value - exact) > 4 * other.slack)
            return;
        run->dialect.kb1000 = true;
    }
}

static void to_kb1000(FioFigure *x)
{
    double ratio = 1;
    for (double k = 1; k < x->factor; k *= 1024)
        ratio *= 1000.0 / 1024;
    x->factor *= ratio;
    x->value *= ratio;
    x->slack *= ratio;
}

static void store_again(FioRun *run, size_t at, const FioFigure *x)
{
    if (at == 0)
        return;
    Measure *m = &run->run->measures.v[at - 1];
    m->value = x->value;
    m->half_width = x->slack;
    m->raw_factor = x->factor;
}

static double issued_of(const FioJob *job, FioDir dir)
{
    if (dir != FIO_MIXED)
        return job->issued[dir];
    return job->issued[FIO_READ] + job->issued[FIO_WRITE] + job->issued[FIO_TRIM];
}

static void refine_side(Fio *f, FioJob *job, FioDir dir)
{
    FioSide *side = &job->side[dir];
    double runtime = side->runtime.value;
    double count = job->issued_known ? issued_of(job, dir) : 0;
    double bytes = job->issued_known ? issued_bytes(job, dir) : 0;
    if (side->bytes.n.text.n && bytes > 0 && side->bytes.slack > 0 &&
        fabs(side->bytes.value - bytes) <= 1.05 * side->bytes.slack) {
        side->bytes.value = bytes;
        side->bytes.slack = 0;
        if (side->bw.n.text.n && runtime > 0 && fio_number_agrees(&side->bw, bytes / runtime, 0)) {
            side->bw.value = bytes / runtime;
            side->bw.slack = 0;
        }
    }
    if (side->iops.n.text.n && count > 0 && runtime > 0 &&
        fio_number_agrees(&side->iops, count / runtime, 0)) {
        side->iops.value = count / runtime;
        side->iops.slack = 0;
    }
    store_again(f->run, side->at_bytes, &side->bytes);
    store_again(f->run, side->at_bw, &side->bw);
    store_again(f->run, side->at_iops, &side->iops);
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
    if (job->issued_known) {
        bool before = f->run->dialect.kb1000;
        find_kb_base(f, job);
        for (FioDir d = FIO_READ; d < FIO_DIRS && f->run->dialect.kb1000 && !before; d++)
            if (job->side[d].seen) {
                to_kb1000(&job->side[d].bytes);
                to_kb1000(&job->side[d].bw);
            }
    }
    for (FioDir d = FIO_READ; d < FIO_DIRS; d++)
        if (job->side[d].seen)
            refine_side(f, job, d);
    put_buckets(f, job);
    f->job = NULL;
}
