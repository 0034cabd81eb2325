/*
 * fio_job.h - the lines of a job block, each read into measures of the job that is open.
 *
 * Tables give the metric for every key a line may hold; unknown keys are left alone. Nothing is an
 * error: a line that holds none of its keys adds nothing.
 */
#ifndef INGEST_FIO_JOB_H
#define INGEST_FIO_JOB_H

#include "ingest/fio_lines.h"

/* The runtime that a direction line states, seconds; 0 when it does not. */
double fio_job_runtime(const FioLine *line);
/* A line of the open job: its figures, with the dialect that the line itself shows. */
void fio_job_direction(Fio *f, const FioLine *line);
/* Any line that stands only inside a job block. */
void fio_job_inner(Fio *f, const FioLine *line);

#endif
