/* hdparm -t, -T: one run a device and command. MB and kB are 2^20 and 2^10 there. */
#include "ingest/format.h"

#include <string.h>

static const char *const anchors[] = { " reads", "Timing ", NULL };

static const char *const samples[] = {
    "/dev/sda:\n Timing cached reads:   17306 MB in  2.00 seconds = 8662.38 MB/sec\n"
    " Timing buffered disk reads: 462 MB in  3.01 seconds = 153.52 MB/sec\n",
    " Timing O_DIRECT disk reads:   4 MB in  8.41 seconds = 487.06 kB/sec\n",
    " Timing buffer-cache reads:   128 MB in  0.48 seconds =266.67 MB/sec\n",
    NULL,
};

/* clang-format off */
#define ROWS(name) \
    { name ".bw.printed", UNIT_BYTES_PER_S, BETTER_HIGHER, true }, \
    { name ".bytes", UNIT_BYTES, BETTER_NEITHER, false }, \
    { name ".time", UNIT_SECONDS, BETTER_NEITHER, false }
static const MetricInfo metrics[] = {
    ROWS("cached_read"), ROWS("buffered_read"), ROWS("direct_read"), ROWS("direct_cached_read"),
    { NULL },
};

/* The longer label first where one begins with the other. */
static const struct {
    const char *label, *metric;
} labels[] = {
    { "Timing O_DIRECT cached reads", "direct_cached_read" },
    { "Timing O_DIRECT disk reads", "direct_read" },
    { "Timing cached reads", "cached_read" },
    { "Timing buffer-cache reads", "cached_read" },       /* hdparm 3 to 5 */
    { "Timing buffered disk reads", "buffered_read" },
    { "Timing buffered reads", "buffered_read" },
};

static const UnitWord units[] = {
    { "kB", KIBI, UNIT_BYTES }, { "KB", KIBI, UNIT_BYTES }, { "MB", MEBI, UNIT_BYTES },
    { "GB", GIBI, UNIT_BYTES }, { "kB/sec", KIBI, UNIT_BYTES_PER_S },
    { "KB/sec", KIBI, UNIT_BYTES_PER_S }, { "MB/sec", MEBI, UNIT_BYTES_PER_S },
    { "GB/sec", GIBI, UNIT_BYTES_PER_S }, { NULL, 0, UNIT_UNKNOWN },
};
/* clang-format on */

typedef struct Timing {
    const char *metric;
    Number size, seconds, rate;
    double size_factor, rate_factor;
    Slice size_unit, rate_unit;
} Timing;

static bool number_and_unit(Slice *s, Number *n, Unit want, double *factor, Slice *unit)
{
    slice_skip_blanks(s);
    if (!number_read(s, n))
        return false;
    slice_skip_blanks(s);
    Slice before = *s;
    const UnitWord *word = unit_skip(units, s);
    if (!word || word->unit != want)
        return false;
    *factor = word->factor;
    *unit = slice_first(before, before.n - s->n);
    return true;
}

/* "LABEL[ (offset 100 GB)]: 462 MB in  3.01 seconds = 153.52 MB/sec" */
static bool read_timing(Slice text, Timing *t)
{
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
        Slice rest = text, between;
        if (!slice_skip_past(&rest, slice_of(labels[i].label)) ||
            !slice_until(&rest, SLICE(":"), &between) || between.n > 30)
            continue;
        *t = (Timing){ .metric = labels[i].metric };
        if (!number_and_unit(&rest, &t->size, UNIT_BYTES, &t->size_factor, &t->size_unit))
            return false;
        slice_skip_blanks(&rest);
        if (!slice_skip(&rest, SLICE("in")))
            return false;
        slice_skip_blanks(&rest);
        if (!number_read(&rest, &t->seconds) || !slice_skip_some_blanks(&rest) ||
            !slice_skip(&rest, SLICE("seconds")))
            return false;
        slice_skip_blanks(&rest);
        return slice_skip(&rest, SLICE("=")) &&
               number_and_unit(&rest, &t->rate, UNIT_BYTES_PER_S, &t->rate_factor, &t->rate_unit);
    }
    return false;
}

/* "/dev/sda:" on its own. */
static bool read_device(Slice text, Slice *device)
{
    Slice t = slice_trim(text);
    if (t.n < 3 || t.p[0] != '/' || t.p[t.n - 1] != ':' || slice_find_char(t, ' ') != SLICE_NONE)
        return false;
    *device = slice_first(t, t.n - 1);
    return true;
}

static bool timing_at(Reader *r, size_t at, Timing *t, const Line **line, size_t *count)
{
    *line = lines_at(r->lines, at);
    *count = 1;
    if (!*line)
        return false;
    if (read_timing((*line)->text, t))
        return true;
    if (!slice_has((*line)->text, SLICE("Timing ")))
        return false;
    *line = lines_joined(r->lines, at, 2); /* wrapped */
    *count = 2;
    return *line && read_timing((*line)->text, t);
}

static int probe(Reader *r, size_t at)
{
    Timing t;
    const Line *line;
    size_t count;
    return timing_at(r, at, &t, &line, &count) ? 85 : 0;
}

/* The device in the line above, else the last word of the command. */
static void store_device(Reader *r, Run *run, size_t at, const Command *c)
{
    for (size_t i = at, seen = 0; i-- > 0 && seen < 4; seen++) {
        const Line *line = lines_at(r->lines, i);
        Slice device;
        if (read_device(line->text, &device)) {
            reader_fact(r, run, "", "device", device, line, device);
            return;
        }
    }
    if (c && c->argc && c->argv[c->argc - 1][0] == '/')
        reader_fact_text(r, run, "", "device", c->argv[c->argc - 1]);
}

static void store_timing(Reader *r, Run *run, const Timing *t, const Line *line)
{
    char name[64];
    snprintf(name, sizeof name, "%s.bw.printed", t->metric);
    reader_measure(r, run, "", name, line, &t->rate, t->rate_factor, t->rate_unit);
    snprintf(name, sizeof name, "%s.bytes", t->metric);
    reader_measure(r, run, "", name, line, &t->size, t->size_factor, t->size_unit);
    snprintf(name, sizeof name, "%s.time", t->metric);
    reader_measure(r, run, "", name, line, &t->seconds, 1, SLICE("seconds"));
}

static bool has_metric(const Run *run, const char *metric)
{
    for (size_t i = 0; i < run->measures.n; i++)
        if (strncmp(run->measures.v[i].metric, metric, strlen(metric)) == 0 &&
            run->measures.v[i].metric[strlen(metric)] == '.')
            return true;
    return false;
}

static size_t parse(Reader *r, size_t at)
{
    Run *run = NULL;
    size_t end = at;
    for (size_t i = at, noise = 0; noise < 3;) {
        Timing t;
        const Line *line;
        size_t count;
        if (!timing_at(r, i, &t, &line, &count)) {
            const Line *other = lines_at(r->lines, i);
            Slice device;
            Command c;
            if (!other || read_device(other->text, &device) || command_at(r->doc, r->lines, i, &c))
                break;
            noise += other->text.n > 0; /* "HDIO_DRIVE_CMD(identify) failed: ..." */
            i++;
            continue;
        }
        noise = 0;
        if (!run || has_metric(run, t.metric)) {
            run = reader_run(r, "hdparm", i);
            const Command *c = reader_command(r, "hdparm", i);
            if (c)
                run->command = c->text;
            store_device(r, run, i, c);
        }
        store_timing(r, run, &t, line);
        i += count;
        end = i;
        reader_run_extend(r, run, end - 1);
    }
    return end;
}

const Format format_hdparm = {
    .name = "hdparm",
    .summary = "hdparm -t and -T: cached, buffered and direct reads",
    .source = "hdparm 3 to 9.65: hdparm.c, do_time",
    .anchors = anchors,
    .samples = samples,
    .metrics = metrics,
    .probe = probe,
    .parse = parse,
};
