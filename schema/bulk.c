#include "schema/bulk.h"

#include <assert.h>
#include <string.h>

Bulk bulk_new(Store *s, Arena *a, StatementId id, size_t columns)
{
    return (Bulk){ .store = s, .id = id, .columns = columns, .arena = a,
                   .most = s->engine->ops->copy_in ? COPY_ROWS : BULK_ROWS };
}

static bool write_many(Bulk *b, Error *err)
{
    const EngineOps *ops = b->store->engine->ops;
    if (!b->many) {
        Buf sql = buf_new(0);
        statements_bulk(&sql, b->id, b->columns, BULK_ROWS);
        bool ok = ops->prepare(b->store->engine, sql.text, &b->many, err);
        buf_free(&sql);
        if (!ok)
            return false;
    }
    ops->bind(b->many, b->waiting, BULK_ROWS * b->columns);
    Step step = ops->step(b->many, err);
    ops->reset(b->many);
    return step == STEP_DONE;
}

/* "table (column, ...)" of the INSERT. */
static Slice target_of(StatementId id)
{
    Slice sql = slice_of(statements[id]);
    size_t from = slice_find(sql, SLICE("INTO ")) + 5;
    return (Slice){ sql.p + from, slice_find(sql, SLICE(" VALUES")) - from };
}

static bool write_each(Bulk *b, Error *err)
{
    bool ok = true, found;
    int64_t id; /* of those that return one */
    for (size_t i = 0; i < b->rows && ok; i++)
        ok = store_number(b->store, b->id, b->waiting + i * b->columns, b->columns, &found, &id, err);
    return ok;
}

bool bulk_flush(Bulk *b, Error *err)
{
    const EngineOps *ops = b->store->engine->ops;
    if (!b->rows)
        return true;
    if (b->before && !bulk_flush(b->before, err))
        return false;
    bool ok = ops->copy_in && b->rows >= COPY_LEAST
                  ? ops->copy_in(b->store->engine, target_of(b->id), b->waiting, b->columns, b->rows, err)
              : b->rows == BULK_ROWS ? write_many(b, err)
                                     : write_each(b, err);
    b->rows = 0;
    return ok;
}

bool bulk_add(Bulk *b, const Value *values, size_t n, Error *err)
{
    assert(n == b->columns);
    if (!b->waiting)
        b->waiting = ARENA_ARRAY(b->arena, Value, b->most * b->columns);
    memcpy(b->waiting + b->rows * b->columns, values, n * sizeof *values);
    return ++b->rows < b->most || bulk_flush(b, err);
}

bool bulk_end(Bulk *b, bool ok, Error *err)
{
    ok = ok && bulk_flush(b, err);
    b->rows = 0;
    b->store->engine->ops->finish(b->many);
    b->many = NULL;
    return ok;
}
