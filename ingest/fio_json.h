/*
 * fio_json.h - fio --output-format=json and json+, 2.0.10 to 3.4x, client mode too.
 *
 * Units by version (fio stat.c): io_bytes is KiB up to 2.20 (where io_kbytes is missing), bw KiB/s,
 * runtime ms, slat/clat/lat usec up to 2.21, *_ns nsec from 2.99, shares percent. A direction that
 * was not used is there with zeros; "mean" 0 of N 0 is no latency of 0 s. Documents of
 * --status-interval follow each other: the last one is the result.
 */
#ifndef INGEST_FIO_JSON_H
#define INGEST_FIO_JSON_H

#include "ingest/fio.h"

int fio_json_probe(Slice text);
/* The document that begins in line `at` or above. Returns the first line behind it; `at`: none. */
size_t fio_json_read(Fio *f, size_t at);

#endif
