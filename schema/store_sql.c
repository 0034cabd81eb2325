/* Questions that a user asks in SQL. */
#include "schema/inside.h"

static void take_cell(Arena *a, const EngineOps *ops, Statement *st, size_t at, StoreCell *cell)
{
    ValueKind kind = ops->kind(st, at);
    *cell = (StoreCell){ .null = kind == VALUE_NULL,
                         .number = kind == VALUE_INT || kind == VALUE_DOUBLE,
                         .text = ops->get_bytes(st, at) };
    if (kind != VALUE_BLOB)
        return;
    static const char digits[] = "0123456789abcdef";
    char *hex = arena_alloc(a, 2 * cell->text.n + 1);
    for (size_t i = 0; i < cell->text.n; i++) {
        hex[2 * i] = digits[(unsigned char)cell->text.p[i] >> 4];
        hex[2 * i + 1] = digits[(unsigned char)cell->text.p[i] & 15];
    }
    cell->text = (Slice){ hex, 2 * cell->text.n };
}

bool store_sql(Store *s, const char *sql, StoreRow row, void *context, Error *err)
{
    const EngineOps *ops = s->engine->ops;
    Statement *st = NULL;
    if (!ops->only_read(s->engine, err) || !ops->prepare(s->engine, sql, &st, err))
        return false;
    size_t n = ops->columns(st);
    Arena *whole = arena_new(0);
    const char **names = ARENA_ARRAY(whole, const char *, n + 1);
    StoreCell *cells = ARENA_ARRAY(whole, StoreCell, n + 1);
    for (size_t i = 0; i < n; i++)
        names[i] = arena_text(whole, slice_of(ops->column_name(st, i)));
    Step step;
    bool go_on = true;
    while (go_on && (step = ops->step(st, err)) == STEP_ROW) {
        Arena *a = arena_new(0);
        for (size_t i = 0; i < n; i++)
            take_cell(a, ops, st, i, &cells[i]);
        go_on = row(context, n, (const char *const *)names, cells);
        arena_free(a);
    }
    arena_free(whole);
    ops->finish(st);
    return err->code == ERR_NONE;
}
