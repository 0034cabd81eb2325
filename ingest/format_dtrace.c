/*
 * DTrace: banner, ^C, blocks. What is in a region of its output is read by dtrace.c and its
 * relatives; here is where such a region begins.
 */
#include "ingest/dtrace.h"

/* --- with a banner, or a histogram --- */

static const char *const anchors[] = {
    "dtrace: ", "Tracing", "- Distribution -", "min .--", "FUNCTION", NULL,
};

static const char *const samples[] = {
    "dtrace: script './writesbycmd.d' matched 1 probe\n^C\n\n"
    "  cat                                                               4\n"
    "  sed                                                               9\n",
    "           value  ------------- Distribution ------------- count    \n"
    "              64 |                                         0        \n"
    "             128 |@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@ 9        \n",
    "dtrace: description 'io:::start' matched 0 probes\n",
    NULL,
};

static int probe(Reader *r, size_t at)
{
    const Line *line = lines_at(r->lines, at);
    Slice what, text = dtrace_text(line);
    double drops, errors;
    bool cut;
    if ((dtrace_is_banner(text, &what) && !dtrace_is_attached(text)) ||
        dtrace_trouble(text, &drops, &errors, &cut))
        return 95;
    Dtrace d = { .r = r, .depth = line->depth, .look = true };
    if (dtrace_histogram_at(&d, at, SLICE("")) > at)
        return 95;
    return dtrace_is_skipped(text) && slice_has(text, SLICE("FUNCTION")) ? 90 : 0;
}

const Format format_dtrace = {
    .name = "dtrace",
    .summary = "dtrace: aggregations and histograms, behind a banner",
    .source = "dt_consume.c, dt_handle.c, cmd/dtrace.c of illumos and Oracle DTrace 2.0",
    .anchors = anchors,
    .samples = samples,
    .metrics = dtrace_metrics,
    .probe = probe,
    .parse = dtrace_region,
};

/* --- below a prompt, or known by its layout alone --- */

static const char *const table_samples[] = {
    "Average latency (us)\n"
    "  nfsd                                                            412\n"
    "  zpool-tank                                                       88\n",
    "%RAN %SEQ  COUNT    MIN    MAX    AVG     KR     KW\n"
    "   1   99    465   4096  57344  52992  23916    148\n",
    "OP                  COUNT      AVG(us)      MAX(us)\n"
    "read                 1820           41        90112\n",
    NULL,
};

const Format format_dtrace_table = {
    .name = "dtrace-table",
    .summary = "dtrace and DTraceToolkit tables without a banner",
    .source = "dt_consume.c; opendtrace/toolkit: iosnoop, iotop, iopattern, iofile.d, rfsio.d",
    .anchors = NULL,
    .samples = table_samples,
    .metrics = dtrace_metrics,
    .probe = dtrace_region_likely,
    .parse = dtrace_region,
};

/* --- programs --- */

static const char *const script_anchors[] = {
    "#!/",    "printf(",   "printa(", "= count(",  "= sum(",  "= avg(",  "= min(",
    "= max(", "quantize(", "hist(",   "#pragma D", "clear(@", "trunc(@", NULL,
};

static const char *const script_samples[] = {
    "#!/usr/sbin/dtrace -s\nio:::start\n{\n    @n[execname] = count();\n}\nEND\n{\n"
    "    printf(\"\\nIO count\\n\");\n    printa(@n);\n}\n\n"
    "dtrace: script './io.d' matched 2 probes\n\n"
    "  cat                                                               4\n",
    NULL,
};

static int script_probe(Reader *r, size_t at)
{
    return dtrace_script_at(r, at) > at ? 80 : 0;
}

static size_t script_parse(Reader *r, size_t at)
{
    return dtrace_script_at(r, at);
}

const Format format_dtrace_script = {
    .name = "dtrace-script",
    .summary = "programs in D and the like: passed over",
    .source = "D, bpftrace and SystemTap languages",
    .anchors = script_anchors,
    .samples = script_samples,
    .metrics = dtrace_metrics,
    .probe = script_probe,
    .parse = script_parse,
};
