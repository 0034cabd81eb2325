#include "ingest/fio_headline.h"

#include <string.h>

typedef enum Share { SHARE_UNKNOWN, SHARE_NONE, SHARE_ONE, SHARE_CLONES, SHARE_MIX } Share;

/* How the jobs of a group relate: one block, clones of one job, or different jobs. */
static Share find_share(const FioRun *run, const FioGroup *group)
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

static Share share_of(const FioRun *run, uint32_t id)
{
    FioGroup *group = fio_group_find(run, id);
    if (!group)
        return SHARE_UNKNOWN;
    if (group->share == SHARE_UNKNOWN)
        group->share = (int)find_share(run, group);
    return (Share)group->share;
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
void fio_headline_mark(FioRun *run)
{
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
        m->headline = share_of(run, id) != (is_job ? SHARE_CLONES : SHARE_ONE);
    }
}
