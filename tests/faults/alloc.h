/* alloc.h - allocations that fail when told to (the program is linked with --wrap). */
#ifndef TESTS_ALLOC_H
#define TESTS_ALLOC_H

#include <stdbool.h>
#include <stddef.h>

typedef enum AllocFault {
    ALLOC_NONE,
    ALLOC_OURS,   /* malloc, calloc, realloc called by our own code */
    ALLOC_ARENA,  /* every request to an arena: far more places */
    ALLOC_SQLITE, /* SQLite's own */
    ALLOC_END
} AllocFault;

const char *alloc_fault_text(AllocFault f);
void alloc_install(void); /* before SQLite is used */
void alloc_arm(AllocFault f, size_t at);
bool alloc_fired(void);

#endif
