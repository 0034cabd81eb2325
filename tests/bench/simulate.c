/*
 * How often history and check are right and wrong, by simulation: series of releases whose truth is
 * known go through history_make() and gate_check() as stored runs do.
 *
 *   simulate [SERIES [SEED]]
 *
 * A run is 100 MB/s, times 1 + session noise, times 1 + replicate noise (both normal, given as
 * standard deviations), times the step. Five replicates a session. Flagged: a change is claimed,
 * effect floor of 5 % included. Hit: claimed, at exactly the release where the step is.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analyze/gate.h"

enum { REPLICATES = 5, MOST_RELEASES = 40 };

typedef struct Plan {
    size_t releases, sessions; /* of a series; of a release */
    double session_noise, step; /* 0.1: 10 % less from the middle (history) or in the newest (check) */
    size_t together; /* series in one report, whose p values are adjusted together */
} Plan;

typedef struct Counts {
    size_t series, flagged, hit;
} Counts;

static const double replicate_noise = 0.03;
static uint64_t generator;
static HistoryRelease releases[MOST_RELEASES];

static double normal(void)
{
    static const double pi = 3.14159265358979323846;
    double u = ((double)(change_random(&generator) >> 11) + 0.5) / 9007199254740992.0;
    double v = (double)(change_random(&generator) >> 11) / 9007199254740992.0;
    return sqrt(-2 * log(u)) * cos(2 * pi * v);
}

static const Run *make_run(Arena *a, const char *workload, size_t release, size_t session, double value)
{
    Run *r = ARENA_NEW(a, Run);
    *r = (Run){ .tool = "dd", .version = "", .command = "", .time = "", .counted = true, .label = "",
                .workload = workload, .session = arena_printf(a, "%zu.%zu", release, session) };
    *VEC_PUSH(a, &r->facts) = (Fact){ "", "release", releases[release].label, ORIGIN_USER, { 0 } };
    *VEC_PUSH(a, &r->measures) =
        (Measure){ .scope = "", .metric = "bw", .value = value, .unit = UNIT_BYTES_PER_S,
                   .better = BETTER_HIGHER, .headline = true, .raw = "", .raw_unit = "MB/s",
                   .raw_factor = 1e6 };
    return r;
}

static History *make_report(Arena *a, const Plan *p, size_t step_at, bool find, HistoryOptions *o)
{
    VEC(const Run *) runs = { 0 };
    for (size_t i = 0; i < p->together; i++) {
        const char *workload = arena_printf(a, "w%zu", i);
        for (size_t r = 0; r < p->releases; r++)
            for (size_t s = 0; s < p->sessions; s++) {
                double level = (r < step_at ? 1e8 : 1e8 * (1 - p->step)) * (1 + p->session_noise * normal());
                for (size_t k = 0; k < REPLICATES; k++)
                    *VEC_PUSH(a, &runs) =
                        make_run(a, workload, r, s, level * (1 + replicate_noise * normal()));
            }
    }
    *o = (HistoryOptions){ .track = "t", .key = "release", .releases = releases,
                           .n_releases = p->releases, .alpha = 0.05, .threshold = 0.05 };
    History *h;
    Error err = { 0 };
    if (!history_make(a, runs.v, runs.n, o, find, &h, &err)) {
        fprintf(stderr, "simulate: %s\n", err.text);
        exit(1);
    }
    return h;
}

static void count_history(Arena *a, const Plan *p, Counts *c)
{
    HistoryOptions o;
    const size_t middle = p->releases / 2;
    const History *h = make_report(a, p, middle, true, &o);
    for (size_t i = 0; i < h->series.n; i++) {
        const HistorySeries *s = &h->series.v[i];
        bool flagged = false, hit = false;
        for (size_t k = 0; k < s->changes.n; k++)
            if (s->changes.v[k].verdict == VERDICT_WORSE || s->changes.v[k].verdict == VERDICT_BETTER) {
                flagged = true;
                hit = hit || s->changes.v[k].index == middle;
            }
        c->series++;
        c->flagged += flagged;
        c->hit += hit;
    }
}

static void count_check(Arena *a, const Plan *p, Counts *c)
{
    HistoryOptions o;
    const History *h = make_report(a, p, p->releases - 1, false, &o);
    const GateOptions g = { .newest = p->releases - 1, .base = SLICE_NONE, .alpha = 0.05 };
    const Gate *gate = gate_check(a, h, &g);
    for (size_t i = 0; i < gate->findings.n; i++) {
        GateVerdict v = gate->findings.v[i].verdict;
        c->series++;
        c->hit += v == GATE_WORSE;
        c->flagged += v == GATE_WORSE || v == GATE_BETTER;
    }
}

static void simulate(const char *what, void (*count)(Arena *, const Plan *, Counts *), const Plan *p,
                     size_t series)
{
    Counts c = { 0 };
    for (size_t i = 0; i < series; i += p->together) {
        Arena *a = arena_new(0);
        count(a, p, &c);
        arena_free(a);
    }
    printf("%-8s %8zu %8zu %5.0f %%  %5.0f %%  %8zu  %5zu/%-5zu %5.1f %%", what, p->releases, p->sessions,
           100 * p->session_noise, 100 * p->step, p->together, c.flagged, c.series,
           100.0 * (double)c.flagged / (double)c.series);
    if (p->step > 0)
        printf("   %5zu/%-5zu %5.1f %%", c.hit, c.series, 100.0 * (double)c.hit / (double)c.series);
    printf("\n");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static const Plan of_history[] = {
        { 8, 1, 0.04, 0, 1 },      { 10, 1, 0.04, 0, 1 },     { 20, 1, 0.04, 0, 1 },
        { 40, 1, 0.04, 0, 1 },     { 12, 3, 0.04, 0, 1 },     { 20, 1, 0.04, 0, 20 },
        { 10, 1, 0, 0.10, 1 },     { 20, 1, 0, 0.10, 1 },     { 10, 1, 0.04, 0.10, 1 },
        { 20, 1, 0.04, 0.10, 1 },  { 40, 1, 0.04, 0.10, 1 },  { 12, 3, 0.04, 0.10, 1 },
        { 20, 1, 0.04, 0.10, 20 },
    };
    static const Plan of_check[] = {
        { 9, 1, 0.04, 0, 1 },    { 9, 3, 0.04, 0, 1 },    { 9, 1, 0.04, 0, 20 },
        { 9, 1, 0.04, 0.10, 1 }, { 9, 1, 0.04, 0.15, 1 }, { 9, 1, 0.04, 0.20, 1 },
        { 9, 3, 0.04, 0.10, 1 }, { 9, 1, 0.04, 0.10, 20 },
    };
    const size_t series = argc > 1 ? (size_t)strtoul(argv[1], NULL, 10) : 1000;
    generator = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    static char labels[MOST_RELEASES][8];
    for (size_t i = 0; i < MOST_RELEASES; i++) {
        snprintf(labels[i], sizeof labels[i], "r%zu", i + 1);
        releases[i] = (HistoryRelease){ .label = labels[i] };
    }
    printf("%d replicates a session, replicate noise %.0f %%\n", REPLICATES, 100 * replicate_noise);
    printf("%-8s %8s %8s %7s  %7s  %8s  %-20s %s\n", "", "releases", "sessions", "noise", "step",
           "together", "flagged", "hit (history: exact position; check: worse)");
    for (size_t i = 0; i < sizeof of_history / sizeof *of_history; i++)
        simulate("history", count_history, &of_history[i], series);
    for (size_t i = 0; i < sizeof of_check / sizeof *of_check; i++)
        simulate("check", count_check, &of_check[i], series);
    return 0;
}
