#include "base/key.h"

#include <string.h>

/* clang-format off */
static const KeyInfo table[] = {
    /* what was asked for */
    { "op",          NULL, ROLE_HARD,   "direction: read, write, copy, mixed" },
    { "bs",          NULL, ROLE_HARD,   "size of one request, bytes" },
    { "ibs",         NULL, ROLE_HARD,   "dd: input block size, bytes" },
    { "obs",         NULL, ROLE_HARD,   "dd: output block size, bytes" },
    { "source",      "dd", ROLE_HARD,   "dd: zero, random or a file" },
    { "iflag",       NULL, ROLE_HARD,   "dd: input flags" },
    { "oflag",       NULL, ROLE_HARD,   "dd: output flags" },
    { "conv",        NULL, ROLE_HARD,   "dd: conversions" },
    { "rw",          NULL, ROLE_HARD,   "fio: pattern" },
    { "iodepth",     NULL, ROLE_HARD,   "fio: queue depth" },
    { "numjobs",     NULL, ROLE_HARD,   "fio: clones" },
    { "jobs",        "fio", ROLE_HARD,  "fio: clones summed in this line" },
    { "rwmixread",   NULL, ROLE_HARD,   "fio: share of reads" },
    { "direct",      NULL, ROLE_HARD,   "fio: O_DIRECT" },
    { "sync",        "fio", ROLE_HARD,  "fio: O_SYNC" },
    { "fsync",       "fio", ROLE_HARD,  "fio: fsync every N writes" },
    { "fdatasync",   "fio", ROLE_HARD,  "fio: fdatasync every N writes" },
    { "rate",        "fio", ROLE_HARD,  "fio: rate limit" },
    { "rate_iops",   "fio", ROLE_HARD,  "fio: iops limit" },
    { "random_distribution", "fio", ROLE_HARD, "fio: access pattern" },
    { "ioengine",    NULL, ROLE_HARD,   "fio: engine" },
    { "bssplit",     "fio", ROLE_HARD,  "fio: request sizes and their shares" },
    { "end_fsync",   "fio", ROLE_HARD,  "fio: fsync when done" },
    { "fsync_on_close", "fio", ROLE_HARD, "fio: fsync at close" },
    { "sync_file_range", "fio", ROLE_HARD, "fio: sync_file_range" },
    { "percentage_random", "fio", ROLE_HARD, "fio: share of random requests" },
    { "norandommap", "fio", ROLE_HARD,  "fio: blocks may be hit twice" },
    { "thinktime",   "fio", ROLE_HARD,  "fio: pause between requests" },
    { "iodepth_batch", "fio", ROLE_HARD, "fio: requests submitted at once" },
    { "iodepth_low", "fio", ROLE_HARD,  "fio: depth at which the queue is filled again" },
    { "hipri",       "fio", ROLE_HARD,  "fio: polled completion" },
    { "fixedbufs",   "fio", ROLE_HARD,  "fio: registered buffers" },
    { "registerfiles", "fio", ROLE_HARD, "fio: registered files" },
    { "sqthread_poll", "fio", ROLE_HARD, "fio: kernel thread submits" },
    { "buffer_compress_percentage", "fio", ROLE_HARD, "fio: how well the data compress" },
    { "dedupe_percentage", "fio", ROLE_HARD, "fio: equal blocks" },
    { "zero_buffers", "fio", ROLE_HARD, "fio: data are zeros" },
    { "zonemode",    "fio", ROLE_HARD,  "fio: zoned access" },
    { "zonesize",    "fio", ROLE_HARD,  "fio: size of a zone, bytes" },
    { "cmdprio_percentage", "fio", ROLE_HARD, "fio: share of requests with priority" },
    { "verify",      "fio", ROLE_HARD,  "fio: check of the data" },
    { "gtod_reduce", "fio", ROLE_HARD,  "fio: latency is not measured" },
    { "mode",        "ioping", ROLE_HARD, "ioping: options that make another test" },
    { "wss",         "ioping", ROLE_HARD, "ioping: working set" },
    { "concurrency", NULL, ROLE_HARD,   "bonnie++: concurrency" },
    { "chunk_size",  NULL, ROLE_HARD,   "bonnie++: block size, bytes" },
    { "seek_procs",  NULL, ROLE_HARD,   "bonnie++: seek processes" },
    { "max_size",    NULL, ROLE_HARD,   "bonnie++: largest small file" },
    { "min_size",    NULL, ROLE_HARD,   "bonnie++: smallest small file" },
    { "dirs",        NULL, ROLE_HARD,   "bonnie++: directories" },
    { "probe",       NULL, ROLE_HARD,   "dtrace: script or heading" },
    { "script",      NULL, ROLE_HARD,   "dtrace: script" },
    { "test",        NULL, ROLE_HARD,   "a heading of workload words" },
    { "row",         "table", ROLE_HARD, "table: the row" },
    { "source",      "stated", ROLE_HARD, "stated: that of the dd command it speaks of" },
    { "flags",       "stated", ROLE_HARD, "stated: those of the ioping command it speaks of" },
    { "mode",        "stated", ROLE_HARD, "stated: that of the ioping command it speaks of" },
    { "wss",         "stated", ROLE_HARD, "stated: that of the ioping command it speaks of" },
    { "count",       NULL, ROLE_AMOUNT, "dd: blocks; ioping: requests" },
    { "bytes",       NULL, ROLE_AMOUNT, "bytes moved" },
    { "size",        NULL, ROLE_AMOUNT, "file size" },
    { "file_size",   NULL, ROLE_AMOUNT, "bonnie++: file size, bytes" },
    { "files",       NULL, ROLE_AMOUNT, "bonnie++: small files" },
    { "seeks",       "bonnie++", ROLE_AMOUNT, "bonnie++: seeks" },
    { "runtime",     NULL, ROLE_AMOUNT, "fio: seconds asked for" },
    { "ramp_time",   "fio", ROLE_AMOUNT, "fio: seconds before measuring" },
    { "io_size",     "fio", ROLE_AMOUNT, "fio: bytes to move" },
    { "filesize",    "fio", ROLE_AMOUNT, "fio: size of a file, bytes" },
    { "nrfiles",     "fio", ROLE_AMOUNT, "fio: files" },
    { "loops",       "fio", ROLE_AMOUNT, "fio: repetitions" },
    { "fill_device", "fio", ROLE_AMOUNT, "fio: until the device is full" },
    { "name",        "fio", ROLE_AMOUNT, "fio: job name" },
    { "key",         "dtrace", ROLE_AMOUNT, "dtrace: aggregation key" },

    /* what is tracked */
    { "os",          NULL, ROLE_AXIS,   "operating system" },
    { "os_version",  NULL, ROLE_AXIS,   "its version" },
    { "release",     NULL, ROLE_AXIS,   "release of the product under test" },
    { "kernel",      NULL, ROLE_AXIS,   "kernel release" },
    { "commit",      NULL, ROLE_AXIS,   "figures: of the program that was measured" },

    /* what never splits */
    { "if",          NULL, ROLE_INFO,   "dd: input file" },
    { "of",          NULL, ROLE_INFO,   "dd: output file" },
    { "cbs",         "dd", ROLE_INFO,   "dd: conversion block size, bytes" },
    { "files",       "dd", ROLE_INFO,   "dd: input files (tapes)" },
    { "iseek",       "dd", ROLE_INFO,   "dd: blocks skipped" },
    { "oseek",       "dd", ROLE_INFO,   "dd: blocks sought over" },
    { "flags",       "ioping", ROLE_INFO, "ioping: options as given" },
    { "device_size", NULL, ROLE_INFO,   "size of what was tested, bytes" },
    { "skip",        NULL, ROLE_INFO,   "dd: blocks skipped" },
    { "seek",        NULL, ROLE_INFO,   "dd: blocks sought over" },
    { "status",      NULL, ROLE_INFO,   "dd: what is printed" },
    { "msgfmt",      NULL, ROLE_INFO,   "NetBSD dd: what is printed" },
    { "progress",    NULL, ROLE_INFO,   "NetBSD dd: dots" },
    { "loop",        NULL, ROLE_INFO,   "turns of the loop around the command" },
    { "error",       NULL, ROLE_INFO,   "why it failed" },
    { "interrupted", NULL, ROLE_INFO,   "plimsoll run was told to stop: not the whole run, and not counted" },
    { "errors",      NULL, ROLE_INFO,   "errors counted" },
    { "drops",       NULL, ROLE_INFO,   "records lost" },
    { "interim_reports", NULL, ROLE_INFO, "reports of the run that were not its result" },
    { "warmup",      NULL, ROLE_INFO,   "requests not counted" },
    { "version",     NULL, ROLE_INFO,   "of the tool" },
    { "format",      NULL, ROLE_INFO,   "layout that was read" },
    { "seed",        NULL, ROLE_INFO,   "bonnie++: seed" },
    { "groupid",     NULL, ROLE_INFO,   "fio: group" },
    { "pid",         NULL, ROLE_INFO,   "process" },
    { "filename",    NULL, ROLE_INFO,   "fio: file" },
    { "directory",   "fio", ROLE_INFO,  "fio: directory" },
    { "time_based",  "fio", ROLE_INFO,  "fio: runs until the time is over" },
    { "group_reporting", "fio", ROLE_INFO, "fio: one block a group" },
    { "thread",      "fio", ROLE_INFO,  "fio: threads, not processes" },
    { "randrepeat",  "fio", ROLE_INFO,  "fio: the same random numbers" },
    { "invalidate",  "fio", ROLE_INFO,  "fio: drops the cache of the file" },
    { "refill_buffers", "fio", ROLE_INFO, "fio: new data for every write" },
    { "kb_base",     "fio", ROLE_INFO,  "fio: what K is when printed" },
    { "unit_base",   "fio", ROLE_INFO,  "fio: bits or bytes when printed" },
    { "description", "fio", ROLE_INFO,  "fio: text of the job" },
    { "first_error", "fio", ROLE_INFO,  "fio: first errno" },
    { "steadystate_attained", "fio", ROLE_INFO, "fio: the steady state was reached" },
    { "loop_of",     NULL, ROLE_INFO,   "stated: the command it speaks of" },
    { "n",           "stated", ROLE_INFO, "stated: how many runs the author averaged" },
    { "identifier",  "pts", ROLE_INFO,  "pts: what the suite calls the configuration" },
    { "arguments",   "pts", ROLE_INFO,  "pts: arguments of the test; its name says them in words" },
    { "suite",       "pts", ROLE_INFO,  "pts: title of the result file" },
    { "notes",       "pts", ROLE_INFO,  "pts: what the suite noted of the machine" },
    { "command",     NULL, ROLE_INFO,   "as typed" },
    { "column",      "table", ROLE_INFO, "table: the column" },
    { "derived",     "table", ROLE_INFO, "table: worked out from other cells" },
    { "session",     NULL, ROLE_INFO,   "session" },

    /* what a run was called in the paste; its label is made of these */
    { "heading",     NULL, ROLE_INFO,   "the innermost heading above the run" },
    { "section",     NULL, ROLE_INFO,   "the headings around that one, outermost first" },
    { "mount_options", NULL, ROLE_INFO, "as mounted" },
    { "prompt_host", NULL, ROLE_INFO,   "host of the prompt" },
    { "prompt_dir",  NULL, ROLE_INFO,   "directory of the prompt" },
    { "poster",      NULL, ROLE_INFO,   "who posted it" },
    { "prefix_file", NULL, ROLE_INFO,   "file name in front of its lines (grep)" },
    { "tested",      NULL, ROLE_INFO,   "device or folder that was tested" },
};
/* clang-format on */

KeyRole key_role(const char *tool, const char *key)
{
    KeyRole role = ROLE_SETUP;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strcmp(table[i].key, key) != 0)
            continue;
        if (!table[i].tool)
            role = table[i].role;
        else if (tool && strcmp(table[i].tool, tool) == 0)
            return table[i].role;
    }
    return role;
}

bool key_is_workload(KeyRole role)
{
    return role == ROLE_HARD || role == ROLE_AMOUNT;
}

const char *key_role_name(KeyRole role)
{
    static const char *const names[] = { "setup", "workload", "workload", "axis", "info" };
    return names[role];
}

const KeyInfo *key_table(size_t *n)
{
    *n = sizeof table / sizeof *table;
    return table;
}
