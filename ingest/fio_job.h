/*
 * fio_job.h - the lines of a job block, each read into measures of the job that is open.
 *
 * Tables give the metric for every key a line may hold; unknown keys are left alone. Nothing is an
 * error: a line that holds none of its keys adds nothing.
 */
#ifndef INGEST_FIO_JOB_H
#define INGEST_FIO_JOB_H

#include "ingest/fio_lines.h"

/* "groupid=0, jobs=1): err= 0: pid=9: Mon Nov 30 07:18:14 2026": what a heading says. */
typedef struct FioHeading {
    uint32_t groupid;
    Slice jobs, error, pid;
    double date;     /* seconds of no particular epoch; 0: none */
    const char *iso; /* "2026-11-30T07:18:14"; NULL */
    Slice rest;      /* what stands behind the year */
} FioHeading;

void fio_job_heading(Arena *a, const FioLine *line, FioHeading *out);
/* ctime: "Mon Nov 30 07:18:14 2026". Advances behind it. */
bool fio_job_date(Slice *s, Arena *a, double *seconds, const char **iso);

/* "rw=randrw, bs=4K-4K/4K-4K, ioengine=libaio, iodepth=8" behind "(g=" */
void fio_job_banner(Fio *f, const FioLine *line, FioBanner *out);

/* The runtime that a direction line states, seconds; 0 when it does not. */
double fio_job_runtime(const FioLine *line);
/* A line of the open job: its figures, with the dialect that the line itself shows. */
void fio_job_direction(Fio *f, const FioLine *line);
/* Any line that stands only inside a job block. */
void fio_job_inner(Fio *f, const FioLine *line);

#endif
