#include "schema/bulk.h"

#include <assert.h>
#include <string.h>

Bulk bulk_new(Store *s, Arena *a, StatementId id, size_t columns)
{
    return (Bulk){ .store = s, .id = id, .columns = columns,
                   .waiting = ARENA_ARRAY(a, Value, BULK_ROWS * columns) };
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

bool bulk_add(Bulk *b, const Value *values, size_t n, Error *err)
{
    assert(n == b->columns);
    memcpy(b->waiting + b->rows * b->columns, values, n * sizeof *values);
    if (++b->rows < BULK_ROWS)
        return true;
    b->rows = 0;
    return write_many(b, err);
}

bool bulk_end(Bulk *b, bool ok, Error *err)
{
    for (size_t i = 0; i < b->rows && ok; i++)
        ok = store_execute(b->store, b->id, b->waiting + i * b->columns, b->columns, err);
    b->rows = 0;
    b->store->engine->ops->finish(b->many);
    b->many = NULL;
    return ok;
}
