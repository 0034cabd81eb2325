/*
 * arena.h - memory that is freed in one call.
 *
 * One arena per document while importing, one per report. arena_alloc never returns NULL: when the
 * system has no memory left, or the arena would pass its cap, the function registered with
 * arena_on_exhausted is called (the command line names the limit and ends the process; whatever is
 * stored stays as it was). Memory is zeroed and aligned for any object.
 */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

typedef struct Arena Arena;

Arena *arena_new(size_t cap_bytes); /* 0: no cap */
void arena_free(Arena *a);          /* NULL is fine */
void *arena_alloc(Arena *a, size_t bytes);
/* What else goes when the arena goes: release(thing), the last one first. */
void arena_own(Arena *a, void (*release)(void *thing), void *thing);
size_t arena_used(const Arena *a);  /* bytes handed out */

/* handler must not return. Without one, abort() is called. cap_bytes 0: the system refused. */
void arena_on_exhausted(void (*handler)(size_t cap_bytes));
_Noreturn void arena_give_up(size_t cap_bytes); /* for others whose memory ends */

char *arena_text(Arena *a, Slice s); /* NUL-terminated copy; NULs inside become '?' */
char *arena_printf(Arena *a, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(Arena *a, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_array((a), (n), sizeof(type)))
void *arena_array(Arena *a, size_t n, size_t size);

/*
 * Growable arrays: struct { T *v; size_t n, cap; }. vec_push copies into the arena when full (the
 * old block stays until the arena goes; growth is by doubling).
 */
#define VEC(type)      \
    struct {           \
        type *v;       \
        size_t n, cap; \
    }
#define VEC_PUSH(a, vec)                                                              \
    ((vec)->n == (vec)->cap                                                           \
         ? (void)((vec)->v = arena_grow((a), (vec)->v, &(vec)->cap, sizeof *(vec)->v)) \
         : (void)0,                                                                   \
     &(vec)->v[(vec)->n++])
void *arena_grow(Arena *a, void *items, size_t *cap, size_t size);

#endif
