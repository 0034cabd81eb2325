/*
 * fio_text.h - the human output of fio, from 1.20 to 3.4x, whole or in single lines.
 */
#ifndef INGEST_FIO_TEXT_H
#define INGEST_FIO_TEXT_H

#include "ingest/fio_lines.h"

/* How sure it is that a block starts here; 0: not at all. */
int fio_text_probe(const Fio *f, Slice text);
/* Reads on from line `at`. Returns the first line that is not fio's; `at`: not one line was. */
size_t fio_text_read(Fio *f, size_t at);
/* What is still pending at the end of the document. */
void fio_text_finish(Fio *f);

#endif
