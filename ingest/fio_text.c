#include "ingest/fio_text.h"

#include <math.h>
#include <string.h>

#include "ingest/fio_group.h"
#include "ingest/fio_heading.h"
#include "ingest/fio_job.h"

int fio_text_probe(const Fio *f, Slice text)
{
    FioLine line;
    switch (fio_lines_kind(text, &line)) {
    case FIO_LINE_HEADING:
    case FIO_LINE_BANNER:
    case FIO_LINE_GROUP_HEADING:
        return 100;
    case FIO_LINE_JOB:
    case FIO_LINE_GROUP:
    case FIO_LINE_ERROR:
    case FIO_LINE_CLIENT:
    case FIO_LINE_DISK_HEADING:
    case FIO_LINE_DISK:
    case FIO_LINE_ETA:
    case FIO_LINE_INTERRUPT:
        return 90;
    case FIO_LINE_VERSION:
        return 80;
    default:
        return f->job && fio_lines_inside(line.kind) ? 60 : 0; /* prose stood in between */
    }
}

/* Only blank lines stand between what was read before and line `at`. */
static bool is_next(const Fio *f, size_t at)
{
    return f->reached && lines_next_text(f->r->lines, f->reached) == at;
}

/* --- in front of the results --- */

/* A failed run that printed no block at all still is a run. */
static void flush_pending(Fio *f)
{
    FioPending *p = &f->pending;
    if (!p->any)
        return;
    if (p->error) {
        fio_run(f, FIO_TEXT, p->first);
        fio_run_close(f);
    } else if (p->eta) {
        reader_note(f->r, NULL, "progress-line", lines_at(f->r->lines, p->first),
                    "fio was still running where the paste ends");
    } else if (p->banners.n) {
        reader_note(f->r, NULL, "truncated", lines_at(f->r->lines, p->first),
                    "the banner of job '%s' has no result", p->banners.v[0].name);
    }
    f->pending = (FioPending){ 0 };
}

static void flush_if_other_run(Fio *f, size_t at, bool banner)
{
    const FioPending *p = &f->pending;
    if (!p->any)
        return;
    const Command *c = reader_command(f->r, "fio", at);
    if ((banner && p->version && p->banners.n) || (c && c->index > p->first && c->index < at))
        flush_pending(f);
}

static void take_banner(Fio *f, size_t at, const FioLine *line)
{
    flush_if_other_run(f, at, true);
    FioPending *p = fio_pending(f, at);
    fio_heading_banner(f, line, VEC_PUSH(f->arena, &p->banners));
}

static void take_version(Fio *f, size_t at, const FioLine *line)
{
    flush_if_other_run(f, at, false);
    FioPending *p = fio_pending(f, at);
    if (!p->version)
        p->version = arena_text(f->arena, line->name);
}

static void take_error(Fio *f, size_t at, const FioLine *line)
{
    Slice rest = line->rest, digits;
    FioPending *p = fio_pending(f, at);
    slice_skip_blanks(&rest);
    if (p->error || !slice_digits(&rest, &digits))
        return;
    p->error = arena_text(f->arena, digits);
    p->error_line = line->line;
    p->error_text = digits;
}

/* --- job blocks --- */

static double job_runtime(const FioJob *job)
{
    double longest = 0;
    for (FioDir d = FIO_READ; d < FIO_DIRS; d++)
        if (job->side[d].seen)
            longest = fmax(longest, job->side[d].runtime.value);
    return longest;
}

/* The runtime of the block whose heading ends in front of line `next`. */
static double runtime_ahead(Fio *f, size_t next)
{
    enum { LINES_AHEAD = 4 };
    FioLine line;
    for (size_t i = next; i < next + LINES_AHEAD; i++)
        if (fio_lines_read(f, i, &line) == FIO_LINE_JOB)
            return fio_job_runtime(&line);
    return 0;
}

/*
 * Is this heading that of a job of the open run once more, later (--status-interval)? The process
 * is the same, and as much time has passed as the job has run on. Containers give every run the
 * same process number, so that alone does not do.
 */
static bool is_later_dump(Fio *f, const char *name, const FioHeading *h, size_t next)
{
    enum { SLACK_S = 2 };
    const FioJob *job = fio_job_find(f->run, name, h->groupid, 0);
    if (!job || !job->pid || !h->pid.n || !slice_is(h->pid, job->pid))
        return false;
    double before = job_runtime(job), now = runtime_ahead(f, next);
    if (now < before || now == 0)
        return false;
    return h->date == 0 || job->date == 0 ||
           fabs((h->date - job->date) - (now - before)) <= SLACK_S;
}

static void choose_run(Fio *f, size_t at, const FioLine *line, const char *name,
                       const FioHeading *h)
{
    FioRun *run = f->run;
    if (!run)
        return;
    if (fio_run_left(f, at))
        fio_run_close(f);
    else if (is_later_dump(f, name, h, line->next))
        fio_run_again(f);
    else if (run->groups.n || run->disks || f->pending.any)
        fio_run_close(f);
    else if (h->pid.n && fio_job_find(run, name, h->groupid, 0) &&
             fio_job_find(run, name, h->groupid, 0)->pid &&
             slice_is(h->pid, fio_job_find(run, name, h->groupid, 0)->pid))
        fio_run_close(f);
}

static const char *text_or_null(Fio *f, Slice s)
{
    return s.n ? arena_text(f->arena, s) : NULL;
}

static void job_own_facts(Fio *f, const FioLine *line, const FioHeading *h, bool named)
{
    FioJob *job = f->job;
    Run *run = f->run->run;
    if (!named) {
        reader_fact(f->r, run, job->scope, "name", line->name, line->line, line->name);
        reader_fact_number(f->r, run, job->scope, "groupid", h->groupid);
    }
    if (h->jobs.n)
        reader_fact(f->r, run, job->scope, "jobs", h->jobs, line->line, h->jobs);
    if (h->error.n && !named)
        reader_fact(f->r, run, job->scope, "error", h->error, line->line, h->error);
    job->jobs = text_or_null(f, h->jobs);
    job->error = text_or_null(f, h->error);
    job->pid = text_or_null(f, h->pid);
    job->date = h->date;
    if (h->iso && !run->time[0])
        run->time = h->iso;
}

static void take_direction(Fio *f, size_t at, const FioLine *line);

static void take_heading(Fio *f, size_t at, const FioLine *line)
{
    FioHeading h;
    const char *name = arena_text(f->arena, line->name);
    fio_heading_read(f->arena, line, &h);
    fio_job_close(f);
    FioJob *known = NULL;
    if (f->run && f->run->source != FIO_TEXT && !f->pending.any && !fio_run_left(f, at) &&
        fio_same_time(f->run->date, h.date))
        known = fio_job_again(f, FIO_TEXT, name, h.groupid);
    if (!known) {
        if (f->run && f->run->source != FIO_TEXT)
            fio_run_close(f);
        choose_run(f, at, line, name, &h);
        f->next_name = name;
        fio_run(f, FIO_TEXT, at);
        fio_job_new(f, FIO_TEXT, name, h.groupid);
    }
    job_own_facts(f, line, &h, known != NULL);
    FioLine behind;
    if (h.rest.n && fio_lines_kind(h.rest, &behind) == FIO_LINE_JOB) { /* glued by a mailer */
        behind.line = line->line;
        take_direction(f, at, &behind);
    }
}

static bool headed(const FioJob *job)
{
    return job && job->name[0];
}

/* A direction line without a heading above it is the job, and the run, of whoever pasted it. */
static void take_direction(Fio *f, size_t at, const FioLine *line)
{
    FioJob *job = f->job;
    bool fits = job && !job->side[line->dir].seen && !job->has_cpu && !fio_run_left(f, at) &&
                (headed(job) || is_next(f, at));
    if (job && job->silent)
        fits = true;
    if (!fits) {
        fio_run_close(f);
        fio_run(f, FIO_TEXT, at);
        fio_job_new(f, FIO_TEXT, "", 0);
    }
    fio_job_direction(f, line);
}

/* --- groups --- */

static bool has_headed_job(const FioRun *run)
{
    return run->jobs.n && headed(run->jobs.v[0]);
}

/* Lines of single results, without headings, belong together only where they follow each other. */
static void leave_lone_lines(Fio *f, size_t at)
{
    if (f->run && (fio_run_left(f, at) || (!has_headed_job(f->run) && !is_next(f, at))))
        fio_run_close(f);
}

static void take_group_heading(Fio *f, size_t at, const FioLine *line)
{
    uint64_t id = 0;
    Slice rest = line->rest;
    slice_skip_blanks(&rest);
    if (!slice_uint(&rest, &id) || id > UINT32_MAX)
        id = 0;
    leave_lone_lines(f, at);
    if (f->run && fio_group_find(f->run, (uint32_t)id))
        fio_run_close(f);
    if (f->pending.any && f->run)
        fio_run_close(f);
    fio_run(f, FIO_TEXT, at);
    fio_group_new(f, (uint32_t)id);
}

static void take_group_line(Fio *f, size_t at, const FioLine *line)
{
    FioGroup *group = f->group;
    if (!f->run || !group || group->side[line->dir] || fio_run_left(f, at)) {
        leave_lone_lines(f, at);
        if (f->run && fio_group_find(f->run, 0))
            fio_run_close(f);
        fio_run(f, FIO_TEXT, at);
        fio_group_new(f, 0);
    }
    fio_group_line(f, line);
}

static bool take_disk(Fio *f, const FioLine *line)
{
    if (!f->run)
        return false;
    fio_job_close(f);
    if (f->run->both && f->run->disks)
        return true;
    fio_group_disk(f, line);
    return true;
}

static void end_disks(Fio *f)
{
    if (f->run && f->run->source == FIO_TEXT)
        f->run->disks = true;
}

/* --- one line after the other --- */

static bool take(Fio *f, size_t at, const FioLine *line)
{
    switch (line->kind) {
    case FIO_LINE_BANNER:
        take_banner(f, at, line);
        return true;
    case FIO_LINE_VERSION:
    case FIO_LINE_CLIENT:
        take_version(f, at, line);
        return true;
    case FIO_LINE_BARE_VERSION:
        if (!f->pending.banners.n || f->pending.version)
            return false;
        take_version(f, at, line);
        return true;
    case FIO_LINE_ERROR:
        take_error(f, at, line);
        return true;
    case FIO_LINE_INTERRUPT:
        fio_pending(f, at)->interrupted = true;
        return true;
    case FIO_LINE_ETA:
        f->pending.eta = f->pending.any;
        return true;
    case FIO_LINE_NOISE:
        return true;
    case FIO_LINE_HEADING:
        take_heading(f, at, line);
        break;
    case FIO_LINE_JOB:
        take_direction(f, at, line);
        break;
    case FIO_LINE_GROUP_HEADING:
        take_group_heading(f, at, line);
        break;
    case FIO_LINE_GROUP:
        take_group_line(f, at, line);
        break;
    case FIO_LINE_DISK_HEADING:
        if (!f->run)
            return false;
        fio_job_close(f);
        f->group = NULL;
        break;
    case FIO_LINE_DISK:
        if (!take_disk(f, line))
            return false;
        break;
    default:
        if (!f->job)
            return false;
        fio_job_inner(f, line);
        break;
    }
    fio_run_reaches(f, line->next - 1);
    return true;
}

/* The line, and those that were glued to it. false: it was not ours after all. */
static bool take_all(Fio *f, size_t at, FioLine *line)
{
    FioLine rest;
    bool more = fio_lines_split(line, &rest);
    if (!take(f, at, line))
        return false;
    while (more) {
        FioLine one = rest;
        more = fio_lines_split(&one, &rest);
        take(f, at, &one);
    }
    return true;
}

/* A remark inside a job block: one of the next lines is of the block again. */
static bool is_remark(Fio *f, size_t at)
{
    enum { LINES_AHEAD = 3 };
    FioLine line;
    if (!f->job)
        return false;
    for (size_t i = at + 1; i <= at + LINES_AHEAD; i++) {
        const Line *l = lines_at(f->r->lines, i);
        if (l && fio_lines_inside(fio_lines_kind(l->text, &line)))
            return true;
    }
    return false;
}

static bool is_json(Slice text)
{
    Slice t = slice_trim(text);
    return slice_is(t, "{") || slice_has(t, SLICE("\"fio version\""));
}

size_t fio_text_read(Fio *f, size_t at)
{
    size_t i = at, end = at;
    const Line *physical;
    while ((physical = lines_at(f->r->lines, i)) != NULL) {
        FioLine line;
        if (!physical->text.n) {
            i++;
            continue;
        }
        if (is_json(physical->text))
            break;
        if (fio_lines_read(f, i, &line) != FIO_LINE_NONE && take_all(f, i, &line)) {
            i = end = f->reached = line.next;
            if (line.kind == FIO_LINE_DISK)
                end_disks(f);
        } else if (i > at && is_remark(f, i)) {
            i++;
        } else {
            break;
        }
    }
    return end;
}

void fio_text_finish(Fio *f)
{
    FioJob *job = f->job;
    bool cut = job && headed(job) && job->has_latency && !job->has_cpu && !job->silent;
    Run *run = f->run ? f->run->run : NULL;
    fio_run_close(f);
    if (cut) {
        run->state = RUN_PARTIAL;
        reader_note(f->r, run, "truncated", NULL, "the document ends inside the block of job '%s'",
                    job->name);
    }
    flush_pending(f);
}
