#include "analyze/histogram_rows.h"

#include <string.h>

static Histogram *copy_of(Arena *a, const Histogram *h)
{
    Histogram *copy = ARENA_NEW(a, Histogram);
    Bucket *bucket = ARENA_ARRAY(a, Bucket, h->n + 1);
    if (h->n)
        memcpy(bucket, h->bucket, h->n * sizeof *bucket);
    *copy = *h;
    copy->bucket = bucket;
    return copy;
}

/* Most runs of one tool print the same buckets: their sum needs no memory. sum is a copy_of(). */
static bool add_in_place(Histogram *sum, const Histogram *h)
{
    if (sum->n != h->n || sum->is_share || h->is_share)
        return false;
    for (size_t i = 0; i < h->n; i++)
        if (sum->bucket[i].lo != h->bucket[i].lo || sum->bucket[i].hi != h->bucket[i].hi)
            return false;
    Bucket *own = (Bucket *)(uintptr_t)sum->bucket;
    for (size_t i = 0; i < h->n; i++)
        own[i].n += h->bucket[i].n;
    return true;
}

static void put(Parts *p, Table *t, Intern *rows, const Part *part, uint32_t column,
                const Histogram *h)
{
    uint32_t key[4] = { part->group, part->work, intern_text(p->text, h->metric), h->unit };
    uint32_t id = intern_bytes(rows, key, sizeof key);
    if (id == t->histograms.n)
        *VEC_PUSH(p->arena, &t->histograms) = (HistogramRow){
            .group = intern_at(p->text, part->group),
            .tool = part->run->tool,
            .workload = part->workload,
            .scope = part->display,
            .metric = h->metric,
            .unit = h->unit,
            .histogram = ARENA_ARRAY(p->arena, Histogram *, t->n_columns),
            .tests = ARENA_ARRAY(p->arena, HistogramTest, t->n_columns),
        };
    Histogram **cell = &t->histograms.v[id].histogram[column];
    if (!*cell)
        *cell = copy_of(p->arena, h);
    else if (!add_in_place(*cell, h))
        histogram_add(p->arena, *cell, h, *cell);
}

static void test_row(Parts *p, const Table *t, HistogramRow *row)
{
    row->base = t->base;
    for (size_t c = 0; c < t->n_columns && !row->histogram[row->base]; c++)
        row->base = row->histogram[c] ? c : row->base;
    const Histogram *base = row->histogram[row->base];
    for (size_t c = 0; base && c < t->n_columns; c++)
        if (c != row->base && row->histogram[c])
            row->tests[c] = histogram_test(p->arena, base, row->histogram[c]);
}

void histogram_rows_fill(Parts *p, const uint32_t *column_of, Table *t)
{
    Intern *rows = intern_new(p->arena);
    for (size_t i = 0; i < p->n; i++)
        for (size_t k = 0; k < p->runs[i]->histograms.n; k++) {
            const Histogram *h = &p->runs[i]->histograms.v[k];
            uint32_t part = parts_find(p, p->profile_of[i], h->scope);
            if (part != INTERN_NONE && p->parts.v[part].used)
                put(p, t, rows, &p->parts.v[part], column_of[part], h);
        }
    for (size_t i = 0; i < t->histograms.n; i++)
        test_row(p, t, &t->histograms.v[i]);
}
