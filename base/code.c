#include "base/code.h"

#include <string.h>

#define I SEVERITY_INFO
#define W SEVERITY_WARNING
#define E SEVERITY_ERROR
#define R GRADE_SURE
#define S GRADE_STATED
#define G GRADE_SUGGESTION

/* clang-format off */
static const CodeInfo table[] = {
    /* checks of the log (lint); the first 32 in the order of the documentation */
    { "duplicate-block", I, R, "a block is pasted more than once", "it counts once; plimsoll label --count counts it again" },
    { "same-run-twice", I, R, "the tool printed one measurement twice", "nothing to do: it is read once" },
    { "rate-mismatch", W, R, "the printed rate does not follow from bytes and seconds", "look at the line: edited by hand, or cut" },
    { "unit-pair-mismatch", W, R, "the two units of one figure disagree", "fio 3.1 to 3.16 lose a carry; the figure is recomputed from io and run" },
    { "order-min-avg-max", W, R, "minimum, average and maximum are out of order", "look at the line: edited by hand, or joined from two" },
    { "page-cache", W, S, "this read came from memory, not from storage", "drop caches before reading, or read with iflag=direct" },
    { "not-synced", W, S, "the write was not forced to storage", "add conv=fdatasync, oflag=direct, or sync inside the timed command" },
    { "zeros-compressed", I, G, "zeros were written to something that compresses", "write random data, or switch compression off" },
    { "source-bound", W, S, "the source may be the limit", "read the random data once into a file in memory and write that" },
    { "unequal-sides", W, S, "the sides did not do the same work", "compare runs with equal options" },
    { "other-target", W, S, "this run tests another target than the runs around it", "run it on the target of its section" },
    { "heading-vs-command", I, G, "the heading names one configuration, the command another", "plimsoll label corrects the one that is wrong" },
    { "unit-slip", I, G, "the same digits stand with another unit nearby", "check which unit is meant" },
    { "mb-dialects", I, R, "MB means 10^6 on one side and 2^20 on the other", "nothing to do: both are read in base units" },
    { "iops-vs-bw", W, S, "operations times request size is not the bandwidth", "check the block size" },
    { "tool-version-differs", W, S, "the sides were measured with different versions of the tool", "measure both with one version" },
    { "other-tool", W, R, "the sides were measured with different tools", "measure both with one tool" },
    { "one-run", W, R, "one run on a side: nothing can be said about chance", "repeat each side at least five times" },
    { "spread-within-run", I, R, "the spread printed is between requests of one run", "repeat the run: only spread between runs tells two systems apart" },
    { "few-samples", W, S, "few requests or a short run", "run longer" },
    { "drift", W, R, "the runs drift, or the first one is unlike the others", "leave out warm-up runs, or alternate the sides" },
    { "mixture", I, G, "the run mixes fast and slow requests", "look at percentiles instead of the mean" },
    { "bw-samples-vs-bw", W, R, "the average of the bandwidth samples is far from the bandwidth", "the run was uneven: look at the bandwidth log" },
    { "gtod-reduce", I, R, "latency was not measured (gtod_reduce)", "run without gtod_reduce to see latency" },
    { "claim-vs-figures", I, G, "a claim in the text does not follow from the figures", "compare the figures" },
    { "max-as-result", I, G, "a maximum is compared as if it were typical", "compare means or percentiles" },
    { "parallel-halves", I, G, "parallel halves look like repeats", "add their bandwidth, or use group_reporting" },
    { "progress-line", I, R, "a progress line is no result", "the final line is missing: nothing was read from it" },
    { "stated-mean", W, R, "the stated average is not that of the runs shown", "recompute it" },
    { "failed-run", W, R, "the run failed or was cut short", "repeat it" },
    { "rate-limited", W, S, "the run was limited on purpose or by the wire", "lift the limit, or do not compare rates" },
    { "table-vs-log", I, G, "a table and a log of the same name disagree", "check which one is right" },

    { "mixed-cell", W, R, "runs of one cell differ in a fact that is not shown", "--col, --row or a filter tells them apart; --ignore says it does not matter" },

    /* readers */
    { "label-twice", I, R, "one configuration is named twice", "plimsoll label renames or merges" },
    { "label-without-run", I, S, "a heading without a result of its own", "check which result belongs to it" },
    { "label-guess", I, S, "the label is a guess", "plimsoll label corrects it" },
    { "truncated", W, R, "the paste ends inside a result", "what was complete is kept" },
    { "not-understood", I, R, "a line that looks like a result was not read", "plimsoll show marks it" },
    { "charset", I, S, "the text was re-coded", "--charset says otherwise" },
    { "numbers.line", W, R, "a line is no number", "it was left out" },

    { "bonnie.text_file_rates_untrusted", W, S, "the text table of this version prints wrong file rates", "paste the CSV line as well" },
    { "bonnie.columns_inferred_fast_mode", I, S, "eight figures without positions were taken for -f", "paste the CSV line as well" },
    { "bonnie.truncated", W, R, "the paste ends inside a run", "what was complete is kept" },
    { "bonnie.usage_error", W, R, "bonnie++ refused to run: nothing to import", "see its message" },

    { "fio.log_unknown", W, R, "a log of fio does not say what was logged", "keep the file name: NAME_bw.1.log" },

    { "dtrace.unit_unknown", I, R, "the unit is not printed", "kept as printed" },
    { "dtrace.aggpack_counts_only", I, R, "a packed histogram shows no figures", "only the count was read" },
    { "dtrace.snapshots_look_cumulative", W, R, "the snapshots are running totals", "use clear() between prints" },
    { "dtrace.data_dropped", W, R, "events were lost", "raise the buffer size" },
    { "dtrace.no_data", W, R, "no data were printed", "check the probes" },

    { "table.ambiguous_columns", E, R, "cells cannot be told apart", "give column names with --columns, or paste the original text" },
    { "table.ambiguous_decimal", E, R, "1,234 may be either", "write a unit or another decimal sign" },
    { "table.unknown_unit", E, R, "a cell has a unit that is not known", "write a known unit" },
    { "table.ragged_row", E, R, "a row has more cells than the heading", "mend the row" },
    { "table.wrapped_row", E, R, "a row was wrapped", "paste it unwrapped" },
    { "table.no_header", E, R, "the table has no heading", "give names with --columns" },
    { "table.mixed_dimension", E, R, "cells of one row measure different things", "split the table, or --transpose" },
    { "table.unit_unknown", W, R, "the unit is not printed", "--unit gives one" },
    { "table.unit_ambiguous", W, R, "K, M, G may be powers of 1000 or of 1024", "taken as 1000; --binary-units says 1024" },
    { "table.spread_kind_assumed_sd", W, R, "the figure behind +- was taken for a standard deviation", "say which it is" },
    { "table.approximate", I, R, "an approximate figure", "the exact one would be better" },
    { "table.censored", W, R, "a bound, not a value", "not stored as a value" },
    { "table.duplicate_label", W, R, "two rows or columns have one name", "they were numbered" },
};
/* clang-format on */

const CodeInfo *code_find(const char *code)
{
    size_t n = strcspn(code, ":");
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strlen(table[i].code) == n && memcmp(table[i].code, code, n) == 0)
            return &table[i];
    return NULL;
}

const CodeInfo *code_table(size_t *n)
{
    *n = sizeof table / sizeof *table;
    return table;
}

const char *severity_name(Severity s)
{
    static const char *const names[] = { "info", "warning", "error" };
    return names[s];
}
