/*
 * load.h - bytes from a file or a stream into a Document, with their SHA-256.
 */
#ifndef INGEST_LOAD_H
#define INGEST_LOAD_H

#include "base/error.h"
#include "base/model.h"

enum { LOAD_MOST_BYTES = 1000000000 }; /* SQLite's limit for one value */

/* path "-": standard input. Only regular files, pipes and standard input are read. */
MUST_CHECK bool load_file(const char *path, size_t most_bytes, Document **out, Error *err);

#endif
