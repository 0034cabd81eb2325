#include "ingest/fio_json.h"

#include <math.h>
#include <string.h>

#include "ingest/fio_heading.h"
#include "ingest/fio_json_job.h"

/* The first member of a document, or of a job whose document was not pasted from the start. */
static size_t member_at(Slice text, bool *is_document)
{
    static const char *const marks[] = { "\"fio version\"", "'fio version'", "\"jobname\"",
                                         "'jobname'" };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        size_t at = slice_find(text, slice_of(marks[i]));
        *is_document = i < 2;
        if (at != SLICE_NONE)
            return at;
    }
    return SLICE_NONE;
}

int fio_json_probe(Slice text)
{
    bool is_document;
    return member_at(text, &is_document) != SLICE_NONE ? 100 : 0;
}

/* --- a first walk: what the document as a whole says --- */

typedef struct Head {
    bool any;            /* jobs, as fio calls them */
    const char *version; /* NULL */
    const char *iso;     /* NULL */
    double date;         /* of "time", as in FioJob; 0: not there */
    double stamp;        /* seconds; 0: not there */
    bool stamp_ms;       /* to the millisecond */
    double longest;      /* runtime of the longest direction, seconds */
    double bytes;
    const char *first_name;
    uint32_t first_group;
    JsonKind ended;
    const char *path; /* where it was cut */
    size_t next;      /* line index behind it */
} Head;

static void head_value(Fio *f, const JsonValue *v, Head *h)
{
    if (v->depth == 1 && v->kind == JSON_STRING && slice_is(v->key, "fio version")) {
        Slice text = v->text;
        slice_skip(&text, SLICE("fio-"));
        h->version = arena_text(f->arena, text);
    } else if (v->depth == 1 && v->kind == JSON_NUMBER && slice_is(v->key, "timestamp")) {
        h->stamp = h->stamp_ms ? h->stamp : v->number.value;
    } else if (v->depth == 1 && v->kind == JSON_NUMBER && slice_is(v->key, "timestamp_ms")) {
        h->stamp = v->number.value / 1000;
        h->stamp_ms = true;
    } else if (v->depth == 1 && v->kind == JSON_STRING && slice_is(v->key, "time")) {
        Slice text = v->text;
        fio_heading_date(&text, f->arena, &h->date, &h->iso);
    } else if (v->kind == JSON_STRING && slice_is(v->key, "jobname")) {
        if (!h->any)
            h->first_name = json_string(f->arena, v->text);
        h->any = true;
    } else if (v->kind == JSON_NUMBER && v->depth >= 2) {
        if (slice_is(v->key, "runtime"))
            h->longest = fmax(h->longest, v->number.value / 1000);
        else if (slice_is(v->key, "io_bytes"))
            h->bytes += v->number.value;
    }
}

static void read_head(Fio *f, size_t at, Head *h)
{
    JsonLines jl;
    JsonValue v;
    memset(h, 0, sizeof *h);
    bool is_document;
    size_t offset = member_at(lines_at(f->r->lines, at)->text, &is_document);
    json_lines_open(&jl, f->arena, f->r->lines, at, offset, true);
    while (json_next(&jl.json, &v)) {
        if (!h->any && v.kind == JSON_NUMBER && v.depth == 3 && slice_is(v.key, "groupid"))
            h->first_group = (uint32_t)fmin(v.number.value, UINT32_MAX);
        head_value(f, &v, h);
    }
    h->ended = v.kind;
    char path[JSON_PATH_BYTES];
    h->path = arena_text(f->arena, slice_of(json_path(&jl.json, path)));
    /* what is no JSON belongs to somebody else; a good end may have text behind it on its line */
    h->next = v.kind == JSON_BAD || (v.kind == JSON_END && slice_trim(jl.json.rest).n)
                  ? jl.index
                  : jl.index + 1;
    if (h->next <= at)
        h->next = at + 1;
}

/* --- disks and the document --- */

static void read_disk(FioJson *c, const JsonValue *open, bool store)
{
    static const FioJsonRow rows[] = {
        { "read_ios", "read_ios", 1 },
        { "write_ios", "write_ios", 1 },
        { "util", "util", 0.01 },
        { NULL },
    };
    const char *scope = NULL;
    for (JsonValue v; json_next(&c->jl.json, &v) && !fio_json_job_ends(&v, open->depth);) {
        const FioJsonRow *row = fio_json_job_row(rows, v.key);
        if (v.kind == JSON_STRING && slice_is(v.key, "name"))
            scope = arena_printf(c->f->arena, "disk.%s", json_string(c->f->arena, v.text));
        else if (v.kind == JSON_NUMBER && row && scope && store)
            fio_put_number(c->f, scope, row->metric, fio_json_job_line(c), &v.number, row->factor,
                           SLICE(""));
        else if (v.kind == JSON_NAN && row && scope && store)
            fio_put_missing(c->f, scope, row->metric, fio_json_job_line(c), v.text, MISSING_NAN);
        else
            json_skip(&c->jl.json, &v);
    }
}

static void read_disks(FioJson *c, const JsonValue *open)
{
    bool store = !c->f->run->disks;
    fio_job_close(c->f);
    c->f->run->disks = true;
    for (JsonValue v; json_next(&c->jl.json, &v) && !fio_json_job_ends(&v, open->depth);)
        if (v.kind == JSON_OBJECT)
            read_disk(c, &v, store);
}

static void read_document(FioJson *c)
{
    for (JsonValue v; json_next(&c->jl.json, &v) && !fio_json_job_ends(&v, 0);) {
        bool jobs = slice_is(v.key, "jobs") || slice_is(v.key, "client_stats");
        if (v.kind == JSON_ARRAY && jobs) {
            for (JsonValue item;
                 json_next(&c->jl.json, &item) && !fio_json_job_ends(&item, v.depth);)
                if (item.kind == JSON_OBJECT)
                    fio_json_job_read(c, &item);
        } else if (v.kind == JSON_ARRAY && slice_is(v.key, "disk_util")) {
            read_disks(c, &v);
        } else if (v.kind == JSON_OBJECT && slice_is(v.key, "global options")) {
            fio_json_job_options(c, &v, &c->global);
        } else {
            json_skip(&c->jl.json, &v);
        }
    }
}

/*
 * Does this document go on where the open run stood (--status-interval)? As much time has passed
 * between the two as the jobs have run on.
 */
static bool is_later_dump(const FioRun *run, const Head *h)
{
    double slack = h->stamp_ms ? 0.25 : 1;
    return run->source == FIO_JSON && run->stamp > 0 && h->stamp >= run->stamp &&
           h->longest >= run->longest &&
           fabs((h->stamp - run->stamp) - (h->longest - run->longest)) <= slack && run->jobs.n &&
           h->first_name && strcmp(run->jobs.v[0]->name, h->first_name) == 0;
}

/* The text (or the terse lines) of this run stand above: its first job is the first one here. */
static bool is_of_run(const FioRun *run, const Head *h)
{
    const FioJob *job = run->jobs.n ? run->jobs.v[0] : NULL;
    return run->source != FIO_JSON && h->first_name && job && !(job->given >> FIO_JSON & 1) &&
           fio_job_find(run, h->first_name, job->groupid, 0) && fio_same_time(job->date, h->date) &&
           (!h->version || !run->run->version[0] || strcmp(h->version, run->run->version) == 0);
}

/* A job of a document whose beginning was not pasted follows the job before it. */
static bool is_next_job(const Fio *f, size_t at, const Head *h)
{
    enum { LINES_BETWEEN = 3 }; /* "}, {" */
    return !h->version && f->run && f->run->source == FIO_JSON && at <= f->reached + LINES_BETWEEN;
}

static void choose_run(Fio *f, size_t at, const Head *h)
{
    FioRun *run = f->run;
    fio_job_close(f);
    if (is_next_job(f, at, h))
        return;
    if (run && (fio_run_left(f, at) || f->pending.any))
        fio_run_close(f);
    else if (run && is_later_dump(run, h))
        fio_run_again(f);
    else if (run && is_of_run(run, h))
        run->both = true;
    else
        fio_run_close(f);
    f->next_name = h->first_name;
    run = fio_run(f, FIO_JSON, at);
    run->disks = run->disks && run->both;
    run->stamp = h->stamp;
    run->date = h->date;
    run->longest = h->longest;
    if (h->version)
        fio_run_version(f, h->version);
    if (h->iso && (!run->run->time[0] || !run->both))
        run->run->time = h->iso;
}

size_t fio_json_read(Fio *f, size_t at)
{
    Head head;
    read_head(f, at, &head);
    if (!head.any) /* nothing to read; claimed all the same, so that no line is walked twice */
        return head.version ? head.next : at;
    choose_run(f, at, &head);
    FioJson c = { .f = f };
    bool is_document;
    size_t offset = member_at(lines_at(f->r->lines, at)->text, &is_document);
    json_lines_open(&c.jl, f->arena, f->r->lines, at, offset, true);
    c.jl.end = f->r->doc->text.p + f->r->doc->text.n;
    if (is_document)
        read_document(&c);
    else
        fio_json_job_read(&c, &(JsonValue){ .kind = JSON_OBJECT });
    fio_job_close(f);
    fio_run_reaches(f, head.next - 1);
    if (head.ended != JSON_END) {
        if (f->run->run->state == RUN_OK)
            f->run->run->state = RUN_PARTIAL;
        reader_note(f->r, f->run->run, "truncated", lines_at(f->r->lines, head.next - 1),
                    "the JSON ended inside %s", head.path[0] ? head.path : "its outermost object");
    }
    f->reached = head.next;
    return head.next;
}
