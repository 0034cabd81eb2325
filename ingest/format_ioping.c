/* ioping as people see it: request lines, the head line, two or three lines of statistics. */
#include "ingest/format.h"

#include <string.h>

#include "ingest/ioping_run.h"

enum { MOST_FOREIGN = 4, MOST_JOINED = 3 };

static const char *const anchors[] = {
    "request=",
    "ioping statistics",
    "requests completed in ",
    "generated ",
    "min/avg/max/mdev",
    "request failed: ",
    " <<< ",
    " >>> ",
    " from /",
    "--- ",
    NULL,
};

static const char *const samples[] = {
    "4096 bytes from /mnt (ext4 /dev/sda1): request=1 time=0.2 ms\n\n--- /mnt ioping statistics "
    "---\n"
    "1 requests completed in 602.4 ms\nmin/avg/max/mdev = 0.2/0.4/0.5/0.1 ms\n",
    "--- /mnt/data (ext4 /dev/sda1) ioping statistics ---\n"
    "6 requests completed in 1004.0 ms, 2941 iops, 11.5 mb/s\nmin/avg/max/mdev = 0.3/0.3/0.4/0.0 "
    "ms\n",
    "4.0 kb from /mnt (ext4 /dev/sda1): request=1 time=194 us\n",
    "--- /dev/sdl (device 50.0 GiB) ioping statistics ---\n"
    "4.9 k requests completed in 3.0 s, 1.6 k iops, 6.4 MiB/s\n"
    "min/avg/max/mdev = 347 us / 609 us / 10.6 ms / 733 us\n",
    "4 KiB <<< /mnt (ext4 /dev/sda1 238.4 GiB): request=1 time=237.2 us (warmup)\n"
    "4 KiB <<< /mnt (ext4 /dev/sda1 238.4 GiB): request=2 time=327.1 us\n\n"
    "--- /mnt (ext4 /dev/sda1 238.4 GiB) ioping statistics ---\n"
    "1 requests completed in 327.1 us, 4 KiB read, 3.06 k iops, 11.9 MiB/s\n"
    "generated 2 requests in 1.00 s, 8 KiB, 1 iops, 8.00 KiB/s\n"
    "min/avg/max/mdev = 327.1 us / 327.1 us / 327.1 us / 0 ns\n",
    NULL,
};

/* The block that is being read. */
typedef struct Block {
    Reader *r;
    IopingRun now;
    size_t first, last; /* line indices of `now`; first SLICE_NONE: nothing yet */
    size_t runs;
    Slice failure; /* of requests, before anything was measured */
    const Line *failure_line;
} Block;

static bool has_something(const IopingRun *x)
{
    return x->samples.n || x->has_completed || x->has_generated || x->has_latency || x->rows.n;
}

static void flush(Block *b)
{
    if (has_something(&b->now)) {
        if (b->failure_line) {
            b->now.failure = b->failure;
            b->now.failure_line = b->failure_line;
            b->failure_line = NULL;
        }
        ioping_run_store(b->r, &b->now, b->first, b->last);
        b->runs++;
    }
    b->now = (IopingRun){ 0 };
    b->first = SLICE_NONE;
}

static void set_target(IopingRun *x, const IopingTarget *t, const Line *line)
{
    if (x->has_target && !t->fs.n && !t->size.has)
        return; /* the head of 0.4 and 0.5 says less than the request lines */
    x->has_target = true;
    x->target = *t;
    x->target_line = line;
}

static void add_request(Block *b, const IopingRequest *q, const Line *line)
{
    IopingRun *x = &b->now;
    bool again = x->samples.n && q->number <= x->samples.v[x->samples.n - 1].number;
    if (again || x->has_completed || x->has_latency)
        flush(b);
    set_target(x, &q->target, line);
    if (!x->has_size) {
        x->has_size = true;
        x->request_bytes = q->size.n.value * q->size.factor;
        x->size_line = line;
    }
    x->reads = x->reads || q->way == IOPING_READ;
    x->writes = x->writes || q->way == IOPING_WRITE;
    x->arrows = x->arrows || q->arrows;
    x->warmups += q->warmup;
    if (!q->time.has)
        return;
    if (!x->samples.n)
        x->samples_first = line;
    x->samples_last = line;
    uint32_t number = q->number > UINT32_MAX ? UINT32_MAX : (uint32_t)q->number;
    *VEC_PUSH(b->r->arena, &x->samples) =
        (IopingSample){ q->time.n.value * q->time.factor, number, q->excluded };
}

static void take_part(Block *b, const IopingPart *part, const Line *line)
{
    IopingRun *x = &b->now;
    switch (part->kind) {
    case IOPING_REQUEST:
        add_request(b, &part->u.request, line);
        break;
    case IOPING_HEAD:
        if (x->has_completed || x->has_latency)
            flush(b);
        set_target(x, &part->u.head, line);
        break;
    case IOPING_COMPLETED:
        if (x->has_completed || x->has_latency)
            flush(b);
        x->has_completed = true;
        x->completed = part->u.completed;
        x->completed_line = line;
        break;
    case IOPING_GENERATED:
        x->has_generated = true;
        x->generated = part->u.generated;
        x->generated_line = line;
        break;
    case IOPING_LATENCY:
        x->has_latency = true;
        x->latency = part->u.latency;
        x->latency_line = line;
        break;
    case IOPING_FAILED:
        b->failure = part->u.failure;
        b->failure_line = line;
        break;
    }
}

/* "[...]", "....", "(snip)": somebody left lines out. */
static bool is_elision(Slice text)
{
    for (size_t i = 0; i < text.n; i++)
        if (!strchr(".[]()<> ", text.p[i]))
            return slice_is(slice_trim(text), "^C") || slice_has(text, SLICE("snip"));
    return true;
}

/* What stands behind the time of a request, alone: its line was one word too long for a mailer. */
static bool is_notice(const Line *line)
{
    static const char *const notices[] = { "(warmup)", "(too fast)", "(too slow)",
                                           "(fast)",   "(slow)",     "(EAGAIN)" };
    for (size_t i = 0; line && i < sizeof notices / sizeof *notices; i++)
        if (slice_is(slice_trim(line->text), notices[i]))
            return true;
    return false;
}

/* The part, or the first of several lines as one where a mailer wrapped it. */
static const Line *whole_line(Lines *ls, size_t index, size_t *count)
{
    const Line *line = lines_at(ls, index);
    IopingPart part;
    size_t from = 0;
    bool any = false, whole = true, request = false;
    while (ioping_part_next(line->text, from, &part)) {
        any = true;
        whole = part.whole;
        request = part.kind == IOPING_REQUEST;
        from = part.end;
    }
    *count = 1;
    if (whole && request && is_notice(lines_at(ls, index + 1))) {
        *count = 2;
        return lines_joined(ls, index, 2);
    }
    if (any && whole)
        return line;
    Slice t = line->text;
    if (!any && !slice_has(t, SLICE(" <<< ")) && !slice_has(t, SLICE(" >>> ")) &&
        !slice_has(t, SLICE(" from /")) && !slice_starts(slice_trim(t), SLICE("--- ")) &&
        !slice_has(t, SLICE("generated ")) && !slice_has(t, SLICE("request=")))
        return line;
    for (size_t n = 2; n <= MOST_JOINED; n++) {
        const Line *next = lines_at(ls, index + n - 1);
        if (!next || !next->text.n || next->text.n > 200 || line->text.n > 400)
            break;
        const Line *joined = lines_joined(ls, index, n);
        size_t at = 0;
        while (ioping_part_next(joined->text, at, &part)) {
            at = part.end;
            if (part.whole && part.start < t.n && part.end > t.n) {
                *count = n;
                return joined;
            }
        }
    }
    return line;
}

static bool take_line(Block *b, size_t index, size_t *count)
{
    const Line *line = whole_line(b->r->lines, index, count);
    IopingPart part;
    size_t from = 0;
    bool any = false;
    while (ioping_part_next(line->text, from, &part)) {
        from = part.end;
        any = true;
        take_part(b, &part, line);
        if (b->first == SLICE_NONE)
            b->first = index;
        b->last = index + *count - 1;
        if (part.kind == IOPING_LATENCY)
            flush(b);
    }
    return any;
}

static bool take_row(Block *b, size_t index)
{
    IopingRow row = { .line = lines_at(b->r->lines, index) };
    row.columns = ioping_row(row.line->text, row.column);
    if (!row.columns || !(b->now.samples.n || b->now.rows.n))
        return false;
    *VEC_PUSH(b->r->arena, &b->now.rows) = row;
    b->last = index;
    return true;
}

/* After foreign lines: does the run that has begun go on within the next few? */
static bool goes_on(Block *b, size_t index)
{
    if (b->first == SLICE_NONE || b->now.has_completed)
        return false;
    for (size_t i = index, seen = 0; seen < MOST_FOREIGN; i++, seen++) {
        const Line *line = lines_at(b->r->lines, i);
        Command c;
        IopingPart part;
        if (!line || command_at(b->r->doc, b->r->lines, i, &c))
            return false;
        if (ioping_part_next(line->text, 0, &part))
            return part.kind != IOPING_REQUEST || part.u.request.number > 1;
    }
    return false;
}

static size_t parse(Reader *r, size_t at)
{
    Block b = { .r = r, .first = SLICE_NONE };
    size_t end = at, foreign_until = 0;
    for (size_t i = at; i < lines_count(r->lines);) {
        const Line *line = lines_at(r->lines, i);
        size_t count = 1;
        if (take_line(&b, i, &count)) {
            i += count;
            end = i;
        } else if (take_row(&b, i)) {
            end = ++i;
        } else if (!line->text.n || is_elision(line->text) || i < foreign_until) {
            i++;
        } else if (goes_on(&b, i)) {
            foreign_until = ++i + MOST_FOREIGN;
        } else {
            break;
        }
    }
    flush(&b);
    if (!b.runs && b.failure_line)
        reader_note(r, NULL, "failed-run", b.failure_line, "request failed: %.*s",
                    SLICE_ARG(b.failure));
    return end;
}

static int probe(Reader *r, size_t at)
{
    size_t count;
    const Line *line = whole_line(r->lines, at, &count);
    IopingPart part;
    if (!ioping_part_next(line->text, 0, &part))
        return 0;
    /* The words "generated 5 requests in" and "min/avg/max/mdev" belong to others too. */
    return part.kind == IOPING_LATENCY ? 60 : 85;
}

const Format format_ioping = {
    .name = "ioping",
    .summary = "ioping: requests, statistics, mean latency",
    .source = "koct9i/ioping 0.4 to 1.3: ioping.c",
    .anchors = anchors,
    .samples = samples,
    .metrics = ioping_metrics,
    .probe = probe,
    .parse = parse,
};
