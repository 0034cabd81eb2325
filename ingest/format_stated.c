/*
 * Averages stated in prose. They are nobody's run: tool "stated", one run each, linked to the command
 * they speak of, with the facts of that command, so that they stand in the same row.
 */
#include <string.h>

#include "ingest/format.h"
#include "ingest/format_dd.h"
#include "ingest/ioping_command.h"
#include "ingest/stated.h"

enum { CERTAIN = 60 };

static const MetricInfo metrics[] = {
    { "bw", UNIT_BYTES_PER_S, BETTER_HIGHER, true },
    { "iops", UNIT_PER_S, BETTER_HIGHER, true },
    { "lat.mean", UNIT_SECONDS, BETTER_LOWER, true },
    { "time", UNIT_SECONDS, BETTER_LOWER, true },
    { "bw.sd", UNIT_BYTES_PER_S, BETTER_NEITHER, false },
    { "iops.sd", UNIT_PER_S, BETTER_NEITHER, false },
    { "lat.sd", UNIT_SECONDS, BETTER_NEITHER, false },
    { "time.sd", UNIT_SECONDS, BETTER_NEITHER, false },
    { NULL },
};

static const char *const samples[] = {
    "the average write speed was: 43.8 MB/s\n",
    "Average write speed: 51.2 MB/s\n",
    "avg: 102 MB/s over 10 runs\n",
    "The mean latency was 1.7 ms.\n",
    "Die durchschnittliche Schreibrate war 43,8 MB/s.\n",
    NULL,
};

/* The commands that sentences may speak of. */
typedef struct Memory {
    DdCommands dd;
    IopingCommands ioping;
} Memory;

static Memory *memory_of(Reader *r)
{
    void **slot = reader_memory(r, "stated");
    if (!*slot)
        *slot = ARENA_NEW(r->arena, Memory);
    return *slot;
}

/* A line that is one figure with its unit. */
static bool is_figure_alone(Slice text)
{
    enum { LONGEST_FIGURE = 24 };
    Slice t = slice_trim(text);
    return t.n && t.n < LONGEST_FIGURE && char_is_digit(t.p[0]);
}

/* The sentence of line `at`, or of it and the next where a mailer broke it. */
static const Line *sentence_at(Reader *r, size_t at, Stated *out, size_t *lines)
{
    const Line *line = lines_at(r->lines, at);
    *lines = 1;
    if (!stated_has_word(line->text))
        return NULL;
    if (stated_read(line->text, out))
        return line;
    const Line *next = lines_at(r->lines, at + 1);
    char end = line->text.p[line->text.n - 1];
    bool broken = next && next->text.n && next->depth == line->depth &&
                  (end == ':' ? is_figure_alone(next->text) : line->text.n > 20 && char_is_alpha(end));
    line = broken ? lines_joined(r->lines, at, 2) : NULL;
    *lines = 2;
    return line && stated_read(line->text, out) ? line : NULL;
}

static int probe(Reader *r, size_t at)
{
    Stated s;
    size_t lines;
    return sentence_at(r, at, &s, &lines) ? CERTAIN : 0;
}

/* The last benchmark command above, by the same writer. */
static const Command *command_above(const Reader *r, size_t at)
{
    uint16_t depth = lines_at(r->lines, at)->depth;
    for (size_t i = r->commands.n; i-- > 0;) {
        const Command *c = r->commands.v[i];
        if (c->kind == COMMAND_BENCHMARK && c->index < at && c->depth == depth)
            return c;
    }
    return NULL;
}

static void store_command(Reader *r, Run *run, const Command *c)
{
    Memory *m = memory_of(r);
    dd_commands_update(&m->dd, r);
    ioping_commands_update(&m->ioping, r);
    run->command = c->text;
    reader_fact_text(r, run, "", "loop_of", c->text);
    for (size_t i = m->dd.command.n; i-- > 0;)
        if (m->dd.command.v[i]->line == c) {
            format_dd_store_command(r, run, m->dd.command.v[i]);
            return;
        }
    for (size_t i = m->ioping.command.n; i-- > 0;)
        if (m->ioping.command.v[i]->line == c) {
            ioping_command_store(r, run, m->ioping.command.v[i]);
            return;
        }
}

static const char *metric_of(const Stated *s)
{
    switch (s->value.unit.unit) {
    case UNIT_BYTES_PER_S:
        return "bw";
    case UNIT_PER_S:
        return "iops";
    default:
        return s->is_latency || s->value.unit.rank == 1 ? "lat.mean" : "time";
    }
}

static const char *spread_of(const char *metric)
{
    return strcmp(metric, "bw") == 0 ? "bw.sd" : strcmp(metric, "iops") == 0 ? "iops.sd"
           : strcmp(metric, "time") == 0 ? "time.sd" : "lat.sd";
}

static size_t parse(Reader *r, size_t at)
{
    Stated s;
    size_t lines;
    const Line *line = sentence_at(r, at, &s, &lines);
    if (!line)
        return at;
    Run *run = reader_run(r, "stated", at);
    const char *metric = metric_of(&s);
    double factor = s.value.unit.factor;
    reader_measure(r, run, "", metric, line, &s.value.number, factor, s.value.unit.text);
    if (s.has_sd)
        reader_measure(r, run, "", spread_of(metric), line, &s.sd.number,
                       s.sd.has_unit ? s.sd.unit.factor : factor, s.sd.unit.text);
    const Command *c = command_above(r, at);
    if (c)
        store_command(r, run, c);
    if (s.has_n)
        reader_fact(r, run, "", "n", s.n.text, line, s.n.text);
    else if (c && c->loop_turns)
        reader_fact_number(r, run, "", "n", c->loop_turns);
    if (s.op && !run_fact(run, "", "op"))
        reader_fact_text(r, run, "", "op", s.op);
    return at + lines;
}

const Format format_stated = {
    .name = "stated",
    .summary = "averages that somebody states in a sentence",
    .source = "people",
    .anchors = NULL,
    .samples = samples,
    .metrics = metrics,
    .probe = probe,
    .parse = parse,
};
