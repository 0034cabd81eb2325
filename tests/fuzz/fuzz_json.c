/* JSON in chunks of lines, as readers of pastes take it. */
#include "base/json.h"
#include "fuzz.h"

typedef struct Chunks {
    Slice rest;
} Chunks;

static bool more(void *context, Slice *chunk)
{
    Chunks *c = context;
    return chunk ? slice_line(&c->rest, chunk) : c->rest.n > 0; /* NULL: it only asks */
}

static void walk(Json *j, Arena *a, size_t skip_every)
{
    JsonValue v;
    char path[JSON_PATH_BYTES];
    for (size_t i = 1; json_next(j, &v); i++) {
        FUZZ_MUST(v.depth <= JSON_DEPTH);
        FUZZ_MUST(strlen(json_path(j, path)) < JSON_PATH_BYTES);
        if (v.kind == JSON_STRING)
            FUZZ_MUST(json_string(a, v.text));
        if (skip_every && i % skip_every == 0 && !json_skip(j, &v))
            break;
    }
    FUZZ_MUST(!json_next(j, &v));
    json_path(j, path);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    Slice all = { (const char *)data, n };
    Arena *a = arena_new(1 << 28);
    Json j;
    json_open(&j, a, all, NULL, NULL);
    walk(&j, a, 0);
    Chunks lines = { all };
    Slice first = SLICE("");
    slice_line(&lines.rest, &first);
    json_open_inside(&j, a, first, more, &lines);
    walk(&j, a, 3);
    arena_free(a);
    return 0;
}
