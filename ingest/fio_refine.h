/*
 * fio_refine.h - better figures than the printed three digits, where the line itself has them.
 *
 * Issued requests times their size, or bytes divided by the runtime, are taken when they are more
 * exact than what was printed and agree with it.
 */
#ifndef INGEST_FIO_REFINE_H
#define INGEST_FIO_REFINE_H

#include "ingest/fio.h"

/*
 * The better of bw as printed and bytes / runtime. second: the same figure in the other unit, with
 * n.text.n == 0 when it was not printed; where the two disagree a note is given.
 */
void fio_refine_rate(Fio *f, const Line *line, FioFigure *bw, const FioFigure *second,
                     const FioFigure *bytes, double runtime_s);
/* All directions of a job whose line of issued requests was read; also finds kb_base=1000. */
void fio_refine_job(Fio *f, FioJob *job);

#endif
