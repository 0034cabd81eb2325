/*
 * fio_log.h - the logs that write_bw_log, write_lat_log and write_iops_log leave, as series.
 *
 * "time ms, value, direction, block size[, offset][, priority]"; with log_window_value=both a
 * second value. Values are KiB/s, 1/s, or a latency: usec before 2.99, nsec afterwards. What was
 * logged stands in the name of the file only: NAME_bw.1.log.
 */
#ifndef INGEST_FIO_LOG_H
#define INGEST_FIO_LOG_H

#include "ingest/fio.h"

int fio_log_probe(Reader *r, size_t at);
size_t fio_log_read(Reader *r, size_t at);

#endif
