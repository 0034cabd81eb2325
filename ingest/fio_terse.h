/*
 * fio_terse.h - fio --minimal: one job a line, fields separated by ";", versions 1 to 5.
 *
 * Fields by version: HOWTO "Terse output" and stat.c show_thread_status_terse_*. Latencies are
 * usec, bandwidths KiB/s; but bw of version 1 and of the version 2 of 1.50 and 1.59 is bytes per
 * millisecond. A name may hold ";": the percentiles, or the length of the line, say where it ends.
 */
#ifndef INGEST_FIO_TERSE_H
#define INGEST_FIO_TERSE_H

#include "ingest/fio.h"

int fio_terse_probe(Slice text);
/* The lines from `at` on. Returns the first one that is none; `at`: not one was. */
size_t fio_terse_read(Fio *f, size_t at);

#endif
