/* `time` and its relatives: measures of the dd run above, else a run of tool "time". */
#include "ingest/format.h"

#include <string.h>

#include "ingest/format_dd.h"
#include "ingest/time_block.h"

static const char *const anchors[] = {
    "real",
    " cpu ",
    "s user",
    "elapsed",
    "pf+",
    "Executed in",
    "User time (seconds)",
    "Command being timed",
    "Command exited with non-zero",
    "Command terminated by signal",
    NULL,
};

static const char *const samples[] = {
    "\nreal\t0m2.054s\nuser\t0m0.007s\nsys\t0m1.677s\n",
    "real 61.26\nuser 0.01\nsys 0.02\n",
    "real 0m2,054s user 0m0,007s sys 0m1,677s\n",
    "    0m00.08s real     0m00.00s user     0m00.01s system\n",
    "sleep 61.2  0.00s user 0.01s system 0% cpu 1:01.25 total\n",
    "0.002u 0.007s 1:01.23 0.0%\t0+0k 0+0io 0pf+0w\n",
    "0.01user 0.00system 1:01.32elapsed 0%CPU (0avgtext+0avgdata 1780maxresident)k\n"
    "0inputs+0outputs (0major+100minor)pagefaults 0swaps\n",
    "\tCommand being timed: \"cp a b\"\n\tUser time (seconds): 0.00\n\tSystem time (seconds): "
    "0.02\n"
    "\tPercent of CPU this job got: 23%\n\tElapsed (wall clock) time (h:mm:ss or m:ss): 0:00.09\n",
    "Executed in   93.23 millis    fish           external\n   usr time    0.42 millis  419.00 "
    "micros\n"
    "   sys time   20.66 millis    0.00 micros\n",
    NULL,
};

static const MetricInfo metrics[] = {
    { "real", UNIT_SECONDS, BETTER_LOWER, true },
    { "user", UNIT_SECONDS, BETTER_LOWER, false },
    { "sys", UNIT_SECONDS, BETTER_LOWER, false },
    { "cpu", UNIT_RATIO, BETTER_NEITHER, false },
    { NULL },
};

static int probe(Reader *r, size_t at)
{
    TimeBlock t;
    return time_block_read(r->lines, at, &t) ? 75 : 0;
}

/* The last command if nothing that ran has been seen since; NULL. */
static const Command *command_above(const Reader *r)
{
    for (size_t i = r->events.n; i-- > 0;) {
        if (r->events.v[i].kind == EVENT_COMMAND)
            return r->events.v[i].command;
        if (r->events.v[i].kind == EVENT_RUN)
            return NULL;
    }
    return NULL;
}

static size_t parse(Reader *r, size_t at)
{
    TimeBlock t;
    if (!time_block_read(r->lines, at, &t))
        return at;
    Run *run = format_dd_run_above(r);
    if (run) {
        time_block_store(r, run, &t);
        reader_run_extend(r, run, t.next - 1);
        return t.next;
    }
    if (format_dd_takes_time(r, &t))
        return t.next;
    run = reader_run(r, "time", at);
    const Command *c = command_above(r);
    if (c && c->depth == run->depth)
        run->command = c->text;
    time_block_store(r, run, &t);
    return t.next;
}

const Format format_time = {
    .name = "time",
    .summary =
        "time of bash, ksh, zsh, csh, fish, GNU, busybox, BSD, Solaris; belongs to the dd above",
    .source =
        "bash 5.2, ksh93u+m, mksh R59, zsh 5.9, tcsh 6.24, fish 3.6, GNU time 1.9, busybox 1.35, "
        "toybox 0.8.9, ptime, timex, BSD time",
    .anchors = anchors,
    .samples = samples,
    .metrics = metrics,
    .probe = probe,
    .parse = parse,
};
