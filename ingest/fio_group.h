/*
 * fio_group.h - "Run status group" lines and disk statistics.
 */
#ifndef INGEST_FIO_GROUP_H
#define INGEST_FIO_GROUP_H

#include "ingest/fio_lines.h"

/* "READ: ..." into the group that is open. */
void fio_group_line(Fio *f, const FioLine *line);
/* "vda: ios=1/2, ..., util=27.98%" */
void fio_group_disk(Fio *f, const FioLine *line);

#endif
