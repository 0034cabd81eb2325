#include "base/spool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/portable.h"

struct Spool {
    char *memory; /* until there is a file */
    size_t n, cap;
    int fd; /* -1: none */
    char *map;
    const char *passed; /* within map: let go up to here */
    Spool *next;
};

/* Those that are mapped. */
static Spool *mapped;

static void forget(Spool *s)
{
    for (Spool **p = &mapped; *p; p = &(*p)->next)
        if (*p == s) {
            *p = s->next;
            return;
        }
}

static void spool_free(void *spool)
{
    Spool *s = spool;
    forget(s);
    if (s->map)
        munmap(s->map, s->n);
    if (s->fd >= 0)
        close(s->fd);
    free(s->memory);
    free(s);
}

Spool *spool_new(Arena *owner)
{
    Spool *s = calloc(1, sizeof *s);
    if (!s)
        arena_give_up(0);
    s->fd = -1;
    arena_own(owner, spool_free, s);
    return s;
}

static bool put(int fd, Slice bytes)
{
    while (bytes.n) {
        ssize_t n = write(fd, bytes.p, bytes.n);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes = slice_from(bytes, (size_t)n);
    }
    return true;
}

static bool cannot(Error *err)
{
    return error_set(err, ERR_INPUT, "no room for a large input in the folder of temporary files (TMPDIR): %s",
                     strerror(errno));
}

static bool to_file(Spool *s, Error *err)
{
    s->fd = portable_disk_file();
    if (s->fd < 0 || !put(s->fd, (Slice){ s->memory, s->n }))
        return cannot(err);
    free(s->memory);
    s->memory = NULL;
    return true;
}

static void grow(Spool *s, size_t need)
{
    size_t cap = s->cap ? s->cap : 65536;
    while (cap < need)
        cap *= 2;
    char *grown = realloc(s->memory, cap);
    if (!grown)
        arena_give_up(0);
    s->memory = grown;
    s->cap = cap;
}

bool spool_add(Spool *s, Slice bytes, Error *err)
{
    if (s->fd < 0 && s->n + bytes.n > SPOOL_MEMORY_BYTES && !to_file(s, err))
        return false;
    if (s->fd >= 0) {
        if (!put(s->fd, bytes))
            return cannot(err);
    } else {
        if (s->n + bytes.n > s->cap)
            grow(s, s->n + bytes.n);
        if (bytes.n)
            memcpy(s->memory + s->n, bytes.p, bytes.n);
    }
    s->n += bytes.n;
    return true;
}

size_t spool_size(const Spool *s)
{
    return s->n;
}

bool spool_bytes(Spool *s, Slice *out, Error *err)
{
    if (s->fd >= 0 && !s->map) {
        void *map = mmap(NULL, s->n, PROT_READ, MAP_PRIVATE, s->fd, 0);
        if (map == MAP_FAILED)
            return cannot(err);
        s->map = map;
        s->passed = map;
        s->next = mapped;
        mapped = s;
    }
    *out = (Slice){ s->map ? s->map : s->n ? s->memory : "", s->n };
    return true;
}

/* --- what was looked at --- */

static Spool *spool_of(const char *p)
{
    for (Spool *s = mapped; s; s = s->next)
        if (p >= s->map && p < s->map + s->n)
            return s;
    return NULL;
}

bool spool_holds(const char *p)
{
    return spool_of(p) != NULL;
}

static void let_go(Spool *s)
{
    portable_let_go(s->map, s->n, s->fd);
}

void spool_passed(const char *p)
{
    Spool *s = mapped ? spool_of(p) : NULL;
    size_t walked = !s ? 0 : p > s->passed ? (size_t)(p - s->passed) : (size_t)(s->passed - p);
    if (walked < SPOOL_WINDOW_BYTES)
        return;
    let_go(s);
    s->passed = p;
}
