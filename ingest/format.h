/*
 * format.h - one output format of one tool: what it looks like and who reads it.
 *
 * Adding a tool = one file format_<tool>.c that exports `const Format format_<tool>`, one line in
 * formats.c, and samples. Tests, the `formats` listing, the manual and the fuzz targets walk the
 * registry.
 */
#ifndef INGEST_FORMAT_H
#define INGEST_FORMAT_H

#include "ingest/reader.h"

/* A metric a format can give. name may hold '*' for any run of characters ("*.clat.p*"). */
typedef struct MetricInfo {
    const char *name;
    Unit unit;
    Better better;
    bool headline; /* shown by default */
} MetricInfo;

typedef struct Format {
    const char *name;    /* stable key: "dd" */
    const char *summary; /* one line for the manual */
    const char *source;  /* tool, versions and upstream file that the layout is from */
    /*
     * Literal bytes (two or more), ending with NULL; the format is asked only at lines that hold one
     * of them. NULL instead of a list: asked last, at lines nobody else claimed and that are no
     * command, outside the output of other commands.
     */
    const char *const *anchors;
    const char *const *samples; /* texts (lines with "\n") that must be recognised; NULL-terminated */
    const MetricInfo *metrics;  /* ends with { NULL } */
    /* 0 not mine .. 100 certain, for a block that starts at line `at`. Changes nothing. */
    int (*probe)(Reader *r, size_t at);
    /*
     * Reads the block that starts at `at`: adds runs, or measures to a run above, or nothing (usage
     * text). Returns the index of the first line it does not claim, > at; or `at`: after all not mine
     * (then it has added nothing).
     */
    size_t (*parse)(Reader *r, size_t at);
    void (*finish)(Reader *r); /* after the last line; may be NULL */
    void (*name_runs)(Reader *r); /* labels that its documents state, set last; may be NULL */
} Format;

const Format *const *format_table(size_t *n);
const Format *format_named(const char *name);
const MetricInfo *format_metric(const Format *f, const char *metric); /* NULL: not in its table */

#endif
