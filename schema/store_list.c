/* What is there: imports, and the text of a document. */
#include "schema/inside.h"

static bool list_imports(Store *s, StatementId id, Arena *a, StoreImports *out, Error *err)
{
    const EngineOps *ops = s->engine->ops;
    bool counts = id == IMPORT_LIST;
    *out = (StoreImports){ 0 };
    Statement *st = store_query(s, id, NULL, 0, err);
    Step step = STEP_FAILED;
    while (st && (step = ops->step(st, err)) == STEP_ROW) {
        StoreImport *i = VEC_PUSH(a, out);
        *i = (StoreImport){
            .id = ops->get_int(st, 0),
            .name = arena_text(a, ops->get_bytes(st, 1)),
            .session = arena_text(a, ops->get_bytes(st, 2)),
            .facts = arena_text(a, ops->get_bytes(st, 3)),
            .options = arena_text(a, ops->get_bytes(st, 4)),
            .parser = arena_text(a, ops->get_bytes(st, 5)),
            .time = arena_text(a, ops->get_bytes(st, 6)),
            .origin = arena_text(a, ops->get_bytes(st, 7)),
            .derivation = arena_text(a, ops->get_bytes(st, 8)),
            .bytes = (uint64_t)ops->get_int(st, 10),
            .lines = (uint64_t)ops->get_int(st, 11),
            .runs = counts ? (size_t)ops->get_int(st, 12) : 0,
            .counted = counts ? (size_t)ops->get_int(st, 13) : 0,
            .notes = counts ? (size_t)ops->get_int(st, 14) : 0,
        };
        store_copy(i->sha256, ops->get_bytes(st, 9), SHA256_BYTES);
    }
    if (st)
        ops->reset(st);
    return step == STEP_DONE;
}

bool store_imports(Store *s, Arena *a, StoreImports *out, Error *err)
{
    return list_imports(s, IMPORT_LIST, a, out, err);
}

bool store_import_sources(Store *s, Arena *a, StoreImports *out, Error *err)
{
    return list_imports(s, IMPORT_SOURCES, a, out, err);
}

bool store_values(Store *s, const char *key, Arena *a, StoreValues *out, Error *err)
{
    const EngineOps *ops = s->engine->ops;
    const Value of = V_TEXT(key);
    *out = (StoreValues){ 0 };
    Statement *st = strcmp(key, "tool") == 0 ? store_query(s, RUN_TOOLS, NULL, 0, err)
                                             : store_query(s, FACT_VALUES, &of, 1, err);
    Step step = STEP_FAILED;
    while (st && (step = ops->step(st, err)) == STEP_ROW)
        *VEC_PUSH(a, out) = arena_text(a, ops->get_bytes(st, 0));
    if (st)
        ops->reset(st);
    return step == STEP_DONE;
}

bool store_text(Store *s, const uint8_t sha256[SHA256_BYTES], Arena *a, Slice *bytes, Slice *text,
                Error *err)
{
    const EngineOps *ops = s->engine->ops;
    const Value sha = V_BLOB(sha256, SHA256_BYTES);
    Statement *st = store_query(s, TEXT_LIST, &sha, 1, err);
    Step step = STEP_FAILED;
    *bytes = *text = SLICE("");
    while (st && (step = ops->step(st, err)) == STEP_ROW) {
        size_t n = (size_t)ops->get_int(st, 2);
        char *content = arena_alloc(a, n + 1);
        const char *part = slice_is(ops->get_bytes(st, 1), "bytes") ? "bytes" : "text";
        if (!ops->get_content(s->engine, ops->get_int(st, 0), part, content, n, err)) {
            step = STEP_FAILED;
            break;
        }
        if (strcmp(part, "bytes") == 0)
            *bytes = *text = (Slice){ content, n };
        else
            *text = (Slice){ content, n };
    }
    if (st)
        ops->reset(st);
    return step == STEP_DONE;
}
