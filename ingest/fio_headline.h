/*
 * fio_headline.h - which of a run's figures are shown by default.
 */
#ifndef INGEST_FIO_HEADLINE_H
#define INGEST_FIO_HEADLINE_H

#include "ingest/fio.h"

/* Clears the mark of the metric table where another line says the same. Needs fio_facts_run(). */
void fio_headline_mark(FioRun *run);

#endif
