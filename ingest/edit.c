#include "ingest/edit.h"

#include <assert.h>
#include <string.h>

Edit edit_new(Arena *a, Slice raw)
{
    return (Edit){ a, raw, raw, NULL };
}

void edit_cut_front(Edit *e, size_t n)
{
    if (n > e->text.n)
        n = e->text.n;
    e->text = slice_from(e->text, n);
    if (e->map)
        e->map += n;
}

void edit_cut_end(Edit *e, size_t n)
{
    e->text.n -= n < e->text.n ? n : e->text.n;
}

uint32_t edit_raw_offset(const Edit *e, size_t at)
{
    return e->map ? e->map[at] : (uint32_t)(e->text.p + at - e->raw.p);
}

static void own(Edit *e)
{
    if (e->map)
        return;
    char *copy = arena_alloc(e->arena, e->text.n + 1);
    uint32_t *map = ARENA_ARRAY(e->arena, uint32_t, e->text.n + 1);
    memcpy(copy, e->text.p, e->text.n);
    for (size_t i = 0; i < e->text.n; i++)
        map[i] = (uint32_t)(e->text.p - e->raw.p + (ptrdiff_t)i);
    e->text.p = copy;
    e->map = map;
}

void edit_replace(Edit *e, size_t at, size_t n, Slice with)
{
    assert(at + n <= e->text.n && with.n <= n);
    own(e);
    char *p = (char *)(uintptr_t)e->text.p;
    size_t tail = e->text.n - at - n;
    memcpy(p + at, with.p, with.n);
    memmove(p + at + with.n, p + at + n, tail);
    memmove(e->map + at + with.n, e->map + at + n, tail * sizeof *e->map);
    e->text.n -= n - with.n;
}

/* --- many edits at once --- */

/* The first change, at `at`: what stands in front of it is copied. */
static void begin(const Edit *e, Rewrite *w, size_t at)
{
    if (w->text)
        return;
    w->text = arena_alloc(e->arena, e->text.n + 1);
    w->map = ARENA_ARRAY(e->arena, uint32_t, e->text.n + 1);
    memcpy(w->text, e->text.p, at);
    for (size_t i = 0; i < at; i++)
        w->map[i] = edit_raw_offset(e, i);
    w->n = at;
}

void edit_copy(const Edit *e, Rewrite *w, size_t at)
{
    if (!w->text)
        return;
    w->map[w->n] = edit_raw_offset(e, at);
    w->text[w->n++] = e->text.p[at];
}

void edit_put(const Edit *e, Rewrite *w, size_t at, Slice to)
{
    begin(e, w, at);
    for (size_t i = 0; i < to.n; i++) {
        w->map[w->n] = edit_raw_offset(e, at);
        w->text[w->n++] = to.p[i];
    }
}

void edit_drop_last(const Edit *e, Rewrite *w, size_t at)
{
    begin(e, w, at);
    while (w->n && ((unsigned char)w->text[w->n - 1] & 0xc0) == 0x80)
        w->n--;
    w->n -= w->n > 0;
}

void edit_finish(Edit *e, const Rewrite *w)
{
    if (!w->text)
        return;
    e->text = (Slice){ w->text, w->n };
    e->map = w->map;
}
