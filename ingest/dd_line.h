/*
 * dd_line.h - what dd prints, found anywhere in a text by its structure, in any language.
 *
 * Two kinds of parts: record counts ("16384+0 records in") and transfers ("268435456 bytes (268 MB)
 * copied, 2.01766 s, 133 MB/s"). Words are only looked at where structure is not enough. Slices
 * point into the text given. Layouts: coreutils 4.0 to 9.x in all its languages, busybox, toybox,
 * uutils, the BSDs, macOS, illumos; see FORMATS.md.
 */
#ifndef INGEST_DD_LINE_H
#define INGEST_DD_LINE_H

#include "base/number.h"

typedef enum DdDialect {
    DD_GNU,     /* "copied, 2.01766 s, 133 MB/s": 10^6; seconds as %g, six significant digits */
    DD_UUTILS,  /* GNU words, seconds with one decimal */
    DD_BSD,     /* "transferred in 0.028418 secs (368981986 bytes/sec)" */
    DD_ILLUMOS, /* "transferred in 0,409412 secs (489MB/sec)": 2^20 */
    DD_BUSYBOX, /* "(16.0MB) copied, 0.010157 seconds, 1.5GB/s": 2^20 */
    DD_TOYBOX,  /* "(16 M) copied, 0.008 s, 1.9 G/s": 2^20 */
} DdDialect;

typedef struct DdRecords {
    Number full, part;
    bool says_in, says_out; /* the English words stand behind it */
} DdRecords;

typedef struct DdTransfer {
    Number bytes, seconds, rate;
    Slice seconds_unit, rate_unit;
    double seconds_error, rate_error; /* in base units: half a unit, or a whole one where dd cuts */
    double rate_factor;
    double best_bw, best_error; /* bytes/seconds or the rate, whichever is the finer */
    bool has_seconds, has_rate, has_best;
    bool infinite;      /* "Infinity B/s": the clock did not move */
    bool sure;          /* sizes in a parenthesis, or a verb that dd uses */
    bool whole_seconds; /* "3 s": GNU 8.28+ prints progress so, and hardly ever a result */
    bool progress;      /* a form that only progress has */
    Slice measured;     /* from the bytes to the seconds: what the best figure came from */
    DdDialect dialect;
} DdTransfer;

typedef enum DdKind { DD_NONE, DD_RECORDS, DD_TRANSFER } DdKind;

typedef struct DdPart {
    DdKind kind;
    size_t start, end; /* bytes of the text */
    DdRecords records;
    DdTransfer transfer;
} DdPart;

/* The first part at or behind `from`; from 0: the start of the text, else the end of a part before.
 */
bool dd_part_next(Slice text, size_t from, DdPart *out);

/* "2 truncated records", "1 odd length swab block", "2 abgeschnittene Saetze": count and words. */
bool dd_count_line(Slice text, Number *n, Slice *words);

const char *dd_dialect_name(DdDialect d);

#endif
