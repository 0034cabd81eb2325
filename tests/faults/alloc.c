#include "alloc.h"

#include <sqlite3.h>

#include "base/arena.h"

static struct {
    AllocFault fault;
    size_t at, calls;
    bool fired;
} state;

static sqlite3_mem_methods real_methods;

void *__real_malloc(size_t n);
void *__wrap_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__wrap_realloc(void *p, size_t n);
void *__real_arena_alloc(Arena *a, size_t n);
void *__wrap_arena_alloc(Arena *a, size_t n);

const char *alloc_fault_text(AllocFault f)
{
    static const char *const texts[] = { "none", "malloc of our own code fails", "request to an arena fails",
                                         "malloc of SQLite fails" };
    return texts[f];
}

void alloc_arm(AllocFault f, size_t at)
{
    state.fault = f;
    state.at = at;
    state.calls = 0;
    state.fired = false;
}

bool alloc_fired(void)
{
    return state.fired;
}

static bool strike(AllocFault f)
{
    if (state.fault != f || ++state.calls != state.at)
        return false;
    state.fired = true;
    return true;
}

void *__wrap_malloc(size_t n)
{
    return strike(ALLOC_OURS) ? NULL : __real_malloc(n);
}

void *__wrap_calloc(size_t n, size_t size)
{
    return strike(ALLOC_OURS) ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t n)
{
    return strike(ALLOC_OURS) ? NULL : __real_realloc(p, n);
}

void *__wrap_arena_alloc(Arena *a, size_t n)
{
    /* More than there can be: the arena itself gives up, and does what it does then. */
    return __real_arena_alloc(a, strike(ALLOC_ARENA) ? SIZE_MAX - 1 : n);
}

static void *sqlite_malloc(int n)
{
    return strike(ALLOC_SQLITE) ? NULL : real_methods.xMalloc(n);
}

static void *sqlite_realloc(void *p, int n)
{
    return strike(ALLOC_SQLITE) ? NULL : real_methods.xRealloc(p, n);
}

void alloc_install(void)
{
    sqlite3_config(SQLITE_CONFIG_GETMALLOC, &real_methods);
    sqlite3_mem_methods ours = real_methods;
    ours.xMalloc = sqlite_malloc;
    ours.xRealloc = sqlite_realloc;
    sqlite3_config(SQLITE_CONFIG_MALLOC, &ours);
}
