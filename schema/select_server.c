/* What runs hold, out of a server: one statement for each kind, whatever is asked for. */
#include "schema/reading.h"

/*
 * A server gives rows faster as they lie than in order, so the order is made here: which rows are
 * whose, then those of each run by seq (most often they are).
 */
typedef struct Row {
    uint32_t run, row; /* places in sorted, in the result */
    int64_t seq;
} Row;
typedef struct Rows {
    Row *v;
    size_t n, cap;
    size_t *of_run; /* how many are sorted[i]'s */
    bool in_order;  /* those of a run came together, by seq */
} Rows;

/* The rows of runs that are asked for. */
static bool list_rows(Reading *r, Statement *st, Run *const *sorted, size_t n, Arena *a, Rows *out,
                      Error *err)
{
    size_t seq_at = r->ops->columns(st) - 1, at = 0;
    Step step;
    for (uint32_t row = 0; (step = r->ops->step(st, err)) == STEP_ROW; row++) {
        int64_t id = r->ops->get_int(st, 0);
        if (at >= n || sorted[at]->id != id)
            at = reading_place(sorted, n, id);
        if (at >= n || sorted[at]->id != id)
            continue;
        Row *one = VEC_PUSH(a, out);
        *one = (Row){ (uint32_t)at, row, r->ops->get_int(st, seq_at) };
        if (out->of_run[at]++)
            out->in_order = out->in_order && one[-1].run == at && one[-1].seq < one->seq;
    }
    return step == STEP_DONE;
}

/* By run; equal runs by seq. */
static const Row *in_place(Arena *a, const Rows *rows, size_t n)
{
    Row *out = ARENA_ARRAY(a, Row, rows->n + 1);
    size_t *end = ARENA_ARRAY(a, size_t, n + 1), sum = 0;
    for (size_t i = 0; i < n; i++) {
        end[i] = sum;
        sum += rows->of_run[i];
    }
    for (size_t i = 0; i < rows->n; i++) {
        Row row = rows->v[i];
        size_t from = end[row.run]++, to = from;
        for (; to > 0 && out[to - 1].run == row.run && out[to - 1].seq > row.seq; to--)
            out[to] = out[to - 1];
        out[to] = row;
    }
    return out;
}

static bool take_in_order(Reading *r, Statement *st, Take take, Run *const *sorted, Error *err)
{
    size_t n = r->out->runs.n;
    Arena *a = arena_new(0);
    Rows rows = { .of_run = ARENA_ARRAY(a, size_t, n + 1), .in_order = true };
    bool ok = list_rows(r, st, sorted, n, a, &rows, err);
    const Row *row = !ok || rows.in_order ? rows.v : in_place(a, &rows, n);
    for (size_t i = 0; i < rows.n && ok; i++) {
        Run *run = sorted[row[i].run];
        r->ops->seek(st, row[i].row);
        take(r, st, run);
        if (i + 1 == rows.n || row[i + 1].run != row[i].run)
            reading_keep(r, run);
    }
    arena_free(a);
    return ok;
}

/* Of the runs of the query alone, chosen by the server: for each kind one statement. */
static bool read_shared(Reading *r, StatementId id, Take take, bool figures, Run *const *sorted, Error *err)
{
    const StoreQuery *q = r->query;
    Value *values;
    size_t n;
    Statement *st = NULL;
    Buf sql = buf_new(0);
    Slice all = slice_of(statements[id]);
    size_t from = slice_find(all, SLICE(" FROM "));
    buf_add(&sql, slice_first(all, from));
    if (!slice_ends(slice_first(all, from), SLICE(", seq")))
        buf_str(&sql, ", seq");
    buf_add(&sql, (Slice){ all.p + from, slice_find(all, SLICE(" ORDER BY")) - from });
    buf_str(&sql, " WHERE 1 = 1");
    if (q->n_terms || q->import) {
        buf_str(&sql, " AND run_id IN (");
        buf_str(&sql, statements_run_ids);
        reading_conditions(r, &sql, &values, &n);
        buf_str(&sql, ")");
    } else { /* all but copies, which are passed over here */
        values = ARENA_ARRAY(r->arena, Value, 1);
        n = 0;
    }
    if (figures && q->headline_only) {
        buf_str(&sql, " AND ");
        buf_str(&sql, statements_shown);
    }
    if (figures && q->metric) {
        buf_str(&sql, " AND metric = :metric");
        values[n++] = V_TEXT(q->metric);
    }
    bool ok = r->ops->prepare(r->store->engine, sql.text, &st, err);
    buf_free(&sql);
    if (!ok)
        return false;
    r->ops->bind(st, values, n);
    ok = take_in_order(r, st, take, sorted, err);
    r->ops->finish(st);
    return ok;
}

bool select_server_contents(Reading *r, Run *const *sorted, Error *err)
{
    return (r->query->no_measures || read_shared(r, MEASURE_ALL, reading_measure, true, sorted, err)) &&
           read_shared(r, FACT_ALL, reading_fact, false, sorted, err) &&
           (!r->query->samples || (read_shared(r, SERIES_ALL, reading_series, false, sorted, err) &&
                                   read_shared(r, HISTOGRAM_ALL, reading_histogram, false, sorted, err)));
}
