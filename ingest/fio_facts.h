/*
 * fio_facts.h - what was asked for, as facts of the run, its jobs and its groups.
 *
 * A value on which all jobs agree is a fact of the run; else of each job, and of the groups whose
 * jobs agree. The command gives most, the banner gives rw, bs, ioengine and iodepth as fio took
 * them.
 */
#ifndef INGEST_FIO_FACTS_H
#define INGEST_FIO_FACTS_H

#include "ingest/fio.h"

/* Of a job that was just made: from the command and the banner of its name. */
void fio_facts_job(Fio *f, FioJob *job);
/* Of the run that is being closed. Fills first_job and end_job of its groups. */
void fio_facts_run(Fio *f);

#endif
