#include "ingest/fio_refine.h"

#include <math.h>

static double relative_slack(const FioFigure *x)
{
    return x->value != 0 ? x->slack / fabs(x->value) : INFINITY;
}

static bool both_agree(const FioFigure *a, const FioFigure *b)
{
    return fabs(a->value - b->value) <= 1.05 * (a->slack + b->slack);
}

void fio_refine_rate(Fio *f, const Line *line, FioFigure *bw, const FioFigure *second,
                     const FioFigure *bytes, double runtime_s)
{
    if (second->n.text.n && !both_agree(bw, second)) {
        reader_note(f->r, f->run->run, "unit-pair-mismatch", line,
                    "'%.*s%.*s' and '%.*s%.*s' are meant to be one figure", SLICE_ARG(bw->n.text),
                    SLICE_ARG(bw->unit), SLICE_ARG(second->n.text), SLICE_ARG(second->unit));
        if (second->value > bw->value) /* a lost carry makes it too low, never too high */
            *bw = *second;
    } else if (second->n.text.n && relative_slack(second) < relative_slack(bw)) {
        bw->value = second->value;
        bw->slack = second->slack;
    }
    if (!bytes->n.text.n || runtime_s <= 0)
        return;
    double exact = bytes->value / runtime_s, slack = bytes->slack / runtime_s;
    if (slack / exact < relative_slack(bw) && fio_number_agrees(bw, exact, slack)) {
        bw->value = exact;
        bw->slack = slack;
    }
}

/* Issued requests times their size, where all requests of the job have one size. */
static double issued_bytes(const FioJob *job, FioDir dir)
{
    const FioBanner *b = job->banner;
    if (!b || dir == FIO_MIXED || !b->bs_exact || b->bs_low[dir] != b->bs_high[dir])
        return 0;
    return job->issued[dir] * b->bs_low[dir];
}

/* kb_base=1000 of 1.x and 2.x prints the same letters: only issued x bs tells. */
static void find_kb_base(Fio *f, FioJob *job)
{
    FioRun *run = f->run;
    if (run->dialect.era != FIO_ERA_KB || run->dialect.kb1000)
        return;
    for (FioDir d = FIO_READ; d < FIO_MIXED; d++) {
        FioSide *side = &job->side[d];
        double exact = issued_bytes(job, d), ratio = 1;
        if (!side->seen || !side->bytes.n.text.n || exact <= 0 || side->bytes.factor < 1024)
            continue;
        for (double k = 1; k < side->bytes.factor; k *= 1024)
            ratio *= 1000.0 / 1024;
        FioFigure other = side->bytes;
        other.value *= ratio;
        other.slack *= ratio;
        if (fabs(side->bytes.value - exact) <= 4 * side->bytes.slack ||
            fabs(other.value - exact) > 4 * other.slack)
            return;
        run->dialect.kb1000 = true;
    }
}

static void to_kb1000(FioFigure *x)
{
    double ratio = 1;
    for (double k = 1; k < x->factor; k *= 1024)
        ratio *= 1000.0 / 1024;
    x->factor *= ratio;
    x->value *= ratio;
    x->slack *= ratio;
}

static void store_again(FioRun *run, size_t at, const FioFigure *x)
{
    if (at == 0)
        return;
    Measure *m = &run->run->measures.v[at - 1];
    m->value = x->value;
    m->half_width = x->slack;
    m->raw_factor = x->factor;
}

static double issued_of(const FioJob *job, FioDir dir)
{
    if (dir != FIO_MIXED)
        return job->issued[dir];
    return job->issued[FIO_READ] + job->issued[FIO_WRITE] + job->issued[FIO_TRIM];
}

static void refine_side(Fio *f, FioJob *job, FioDir dir)
{
    FioSide *side = &job->side[dir];
    double runtime = side->runtime.value;
    double count = job->issued_known ? issued_of(job, dir) : 0;
    double bytes = job->issued_known ? issued_bytes(job, dir) : 0;
    if (side->bytes.n.text.n && bytes > 0 && side->bytes.slack > 0 &&
        fabs(side->bytes.value - bytes) <= 1.05 * side->bytes.slack) {
        side->bytes.value = bytes;
        side->bytes.slack = 0;
        if (side->bw.n.text.n && runtime > 0 && fio_number_agrees(&side->bw, bytes / runtime, 0)) {
            side->bw.value = bytes / runtime;
            side->bw.slack = 0;
        }
    }
    if (side->iops.n.text.n && count > 0 && runtime > 0 &&
        fio_number_agrees(&side->iops, count / runtime, 0)) {
        side->iops.value = count / runtime;
        side->iops.slack = 0;
    }
    store_again(f->run, side->at_bytes, &side->bytes);
    store_again(f->run, side->at_bw, &side->bw);
    store_again(f->run, side->at_iops, &side->iops);
}

void fio_refine_job(Fio *f, FioJob *job)
{
    if (job->issued_known) {
        bool before = f->run->dialect.kb1000;
        find_kb_base(f, job);
        for (FioDir d = FIO_READ; d < FIO_DIRS && f->run->dialect.kb1000 && !before; d++)
            if (job->side[d].seen) {
                to_kb1000(&job->side[d].bytes);
                to_kb1000(&job->side[d].bw);
            }
    }
    for (FioDir d = FIO_READ; d < FIO_DIRS; d++)
        if (job->side[d].seen)
            refine_side(f, job, d);
}
