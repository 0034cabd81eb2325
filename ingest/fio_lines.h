/*
 * fio_lines.h - which line of fio's output is this, and what was wrapped joined again.
 *
 * Lines are told by what stands in them, never by their indentation, and in any case of letters:
 * forums collapse blanks and pages lower-case text. A line goes on in the next one when a bracket
 * is open, it ends in "=", ":" or ",", or the next one starts with a key of fio ("maxt=") or a
 * bracket.
 */
#ifndef INGEST_FIO_LINES_H
#define INGEST_FIO_LINES_H

#include "ingest/fio.h"

typedef enum FioKind {
    FIO_LINE_NONE,
    FIO_LINE_BANNER,        /* "NAME: (g=0): rw=..."; name, rest behind "(g=" */
    FIO_LINE_VERSION,       /* "fio-3.33", "fio 1.59"; name = "3.33" */
    FIO_LINE_BARE_VERSION,  /* "2.0.8": only behind a banner */
    FIO_LINE_HEADING,       /* "NAME: (groupid=0, jobs=1): err= 0: ..."; name, rest behind "(" */
    FIO_LINE_JOB,           /* "read : io=..."; dir, rest behind the ":" */
    FIO_LINE_GROUP,         /* "READ: bw=..."; likewise */
    FIO_LINE_GROUP_HEADING, /* "Run status group 0"; rest = the number */
    FIO_LINE_DISK_HEADING,
    FIO_LINE_DISK,        /* "vda: ios=..."; name, rest behind the ":" */
    FIO_LINE_LATENCY,     /* "clat (usec): min=..."; name = "clat", rest behind the name */
    FIO_LINE_PERCENTILES, /* "clat percentiles (usec):"; likewise */
    FIO_LINE_PERCENTILE_ROW,
    FIO_LINE_BW_SAMPLES, /* rest behind "bw" */
    FIO_LINE_IOPS_SAMPLES,
    FIO_LINE_BUCKETS, /* "lat (usec) : 2=..."; rest behind "lat" */
    FIO_LINE_CPU,     /* rest behind the ":" from here on */
    FIO_LINE_ISSUED,
    FIO_LINE_ERRORS,
    FIO_LINE_STEADY,
    FIO_LINE_DESCRIPTION,
    FIO_LINE_SYNC,  /* heading of the fsync part */
    FIO_LINE_INNER, /* of a job block, nothing to read: depths, latency target ... */
    FIO_LINE_ETA,
    FIO_LINE_ERROR,     /* "fio: pid=0, err=20/..."; rest behind "err=" */
    FIO_LINE_INTERRUPT, /* "fio: terminating on signal 2" */
    FIO_LINE_CLIENT,    /* "hostname=..., fio=fio-3.33": name = "3.33" */
    FIO_LINE_NOISE,     /* belongs to a run, says nothing: "Starting 1 process", "..." */
} FioKind;

typedef struct FioLine {
    FioKind kind;
    const Line *line; /* joined, if it was wrapped */
    size_t next;      /* index of the line behind it */
    Slice name, rest; /* of line->text */
    FioDir dir;
} FioLine;

/* Of one text; nothing is joined. Sets kind, name, rest, dir. */
FioKind fio_lines_kind(Slice text, FioLine *out);
/* The line at `at` with what was wrapped behind it. FIO_LINE_NONE when it is none of fio's. */
FioKind fio_lines_read(Fio *f, size_t at, FioLine *out);
/*
 * A mailer re-flowed the block: does another line of it begin inside this one ("... samples=450 lat
 * (usec) : 100=0.07%")? Then first ends there and second is the rest.
 */
bool fio_lines_split(FioLine *first, FioLine *second);
/* Lines that stand only inside a job block. */
bool fio_lines_inside(FioKind kind);

/*
 * "a=1, b=2 (x, y), c": the next item between commas outside brackets. key is empty when it has no
 * "=". false at the end.
 */
bool fio_lines_pair(Slice *s, Slice *key, Slice *value);

#endif
