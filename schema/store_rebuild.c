/* Everything derived, made again from the documents. */
#include "schema/facts_json.h"
#include "schema/inside.h"

/* A document as it was when it was imported, ready to be read. */
static bool document_again(Store *s, const StoreImport *i, Document *d, Error *err)
{
    d->origin = arena_text(d->arena, slice_of(i->origin));
    d->session = arena_text(d->arena, slice_of(i->session));
    memcpy(d->sha256, i->sha256, SHA256_BYTES);
    Slice text;
    if (!store_text(s, i->sha256, d->arena, &d->bytes, &text, err))
        return false;
    if (!facts_json_read(d, slice_of(i->facts)))
        return error_set(err, ERR_DATABASE, "import %lld: its facts are not JSON", (long long)i->id);
    return true;
}

static bool import_again(Store *s, const StoreImport *i, StoreReader read, void *context,
                         StoreRebuilt *out, Error *err)
{
    Document *d = document_new(i->name, 0);
    StorePut put = { 0 };
    bool ok = document_again(s, i, d, err) && read(d, i->options, context, err) &&
              put_document(s, d, i->options, &put, err);
    document_free(d);
    out->imports++;
    out->runs += put.runs + put.copies + put.reposts;
    out->runs_before += i->runs;
    return ok;
}

static bool rebuild_all(Store *s, StoreReader read, void *context, StoreRebuilt *out, Error *err)
{
    Arena *a = arena_new(0);
    StoreImports imports;
    bool found, ok = store_imports(s, a, &imports, err);
    int64_t lost = 0;
    for (size_t i = 0; i < imports.n && ok; i++)
        ok = import_again(s, &imports.v[i], read, context, out, err);
    ok = ok && store_number(s, EDIT_LOST, NULL, 0, &found, &lost, err);
    out->edits_lost = (size_t)lost;
    arena_free(a);
    return ok;
}

bool store_rebuild(Store *s, StoreReader read, void *context, StoreRebuilt *out, Error *err)
{
    bool ok = false;
    unsigned round = 0;
    while (store_again(s, &round, ok, err)) {
        *out = (StoreRebuilt){ 0 };
        ok = store_end(s, store_begin(s, err) && rebuild_all(s, read, context, out, err), err);
    }
    return ok;
}
