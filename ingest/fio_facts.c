#include "ingest/fio_facts.h"

#include <string.h>

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

void fio_facts_job(Fio *f, FioJob *job)
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

/* "read" and "write" as "read+write"; a value that is there already is not repeated. */
static const char *with_value(Arena *a, const char *list, const char *value)
{
    Slice rest = slice_of(list), part;
    if (!value)
        return list;
    if (!list)
        return value;
    while (slice_until(&rest, SLICE("+"), &part))
        if (slice_is(part, value))
            return list;
    return slice_is(rest, value) ? list : arena_printf(a, "%s+%s", list, value);
}

/*
 * With group_reporting one block speaks for all jobs of its group, under the name of the first:
 * what was asked for is then that of all their banners.
 */
static void group_reporting_facts(Fio *f, FioJob *job)
{
    enum { MOST_BANNERS = 2000 };
    FioRun *run = f->run;
    const char *rw = NULL, *bs = NULL, *engine = NULL, *depth = NULL;
    if (!job->banner || run->banners.n > MOST_BANNERS)
        return;
    for (size_t i = 0; i < run->banners.n; i++) {
        const FioBanner *b = &run->banners.v[i];
        if (b->group != job->groupid)
            continue;
        rw = with_value(f->arena, rw, b->rw);
        bs = with_value(f->arena, bs, b->bs_low[FIO_WRITE] > 0 ? banner_bs(f->arena, b) : NULL);
        engine = with_value(f->arena, engine, b->ioengine);
        depth = with_value(f->arena, depth, b->iodepth);
    }
    const struct {
        const char *key, *value;
    } rows[] = {
        { "rw", rw },
        { "bs", bs },
        { "ioengine", engine },
        { "iodepth", depth },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].value && strchr(rows[i].value, '+'))
            fio_options_set(f->arena, &job->facts, rows[i].key, rows[i].value);
}

static bool is_alone_in_group(const FioRun *run, size_t i)
{
    uint32_t id = run->jobs.v[i]->groupid;
    return (i == 0 || run->jobs.v[i - 1]->groupid != id) &&
           (i + 1 == run->jobs.n || run->jobs.v[i + 1]->groupid != id);
}

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

/*
 * How many clones an entry of the JSON sums: it does not say, nor whether group_reporting was asked
 * for. One entry of a job with numjobs=4 is all four.
 */
static void clones_of_json(Fio *f, FioJob *job)
{
    const char *clones = fio_options_get(&job->facts, "numjobs");
    bool alone = job->occurrence == 0 && !fio_job_find(f->run, job->name, job->groupid, 1);
    if (f->run->source != FIO_JSON || job->jobs || !job->facts.list.n)
        return;
    job->jobs = alone && clones ? clones : "1";
    reader_fact_text(f->r, f->run->run, job->scope, "jobs", job->jobs);
}

void fio_facts_run(Fio *f)
{
    FioRun *run = f->run;
    for (size_t i = 0; i < run->jobs.n; i++)
        clones_of_json(f, run->jobs.v[i]);
    for (size_t i = 0; i < run->jobs.n; i++)
        if (is_alone_in_group(run, i))
            group_reporting_facts(f, run->jobs.v[i]);
    group_ranges(run);
    option_facts(f);
    for (size_t i = 0; i < run->groups.n; i++)
        group_facts(f, run->groups.v[i]);
}
