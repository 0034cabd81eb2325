/*
 * fio_heading.h - the line in front of a job block, and the banner that fio prints at its start.
 */
#ifndef INGEST_FIO_HEADING_H
#define INGEST_FIO_HEADING_H

#include "ingest/fio_lines.h"

/* "groupid=0, jobs=1): err= 0: pid=9: Mon Nov 30 07:18:14 2026": what a heading says. */
typedef struct FioHeading {
    uint32_t groupid;
    Slice jobs, error, pid;
    double date;     /* seconds of no particular epoch; 0: none */
    const char *iso; /* "2026-11-30T07:18:14"; NULL */
    Slice rest;      /* what stands behind the year */
} FioHeading;

void fio_heading_read(Arena *a, const FioLine *line, FioHeading *out);
/* ctime: "Mon Nov 30 07:18:14 2026". Advances behind it. */
bool fio_heading_date(Slice *s, Arena *a, double *seconds, const char **iso);

/* "rw=randrw, bs=4K-4K/4K-4K, ioengine=libaio, iodepth=8" behind "(g=" */
void fio_heading_banner(Fio *f, const FioLine *line, FioBanner *out);

/* The digits behind `key` and blanks; empty when it is not there. */
Slice fio_heading_number(Slice s, Slice key);

#endif
