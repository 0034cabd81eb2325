/*
 * spool.h - bytes that come in pieces and may be too many for memory.
 *
 * Up to SPOOL_MEMORY_BYTES they stay in memory; beyond, they go to a file without a name (TMPDIR, else
 * /var/tmp), which nobody else can shorten, and are mapped. What is read of a mapping stays in memory until it
 * is let go: who walks over many bytes says so now and then. A slice into it stays good; its bytes come back
 * from the file when they are looked at again.
 */
#ifndef BASE_SPOOL_H
#define BASE_SPOOL_H

#include "base/arena.h"
#include "base/error.h"

enum { SPOOL_MEMORY_BYTES = 8 << 20, SPOOL_WINDOW_BYTES = 4 << 20 };

typedef struct Spool Spool;

Spool *spool_new(Arena *owner); /* goes when its owner goes */
MUST_CHECK bool spool_add(Spool *s, Slice bytes, Error *err);
size_t spool_size(const Spool *s);
/* All of them; nothing can be added any more. */
MUST_CHECK bool spool_bytes(Spool *s, Slice *out, Error *err);

/* Is p in a mapped spool? */
bool spool_holds(const char *p);
/* The bytes around p were walked over and may leave memory. Cheap where nothing is mapped. */
void spool_passed(const char *p);

#endif
