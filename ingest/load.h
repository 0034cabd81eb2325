/*
 * load.h - bytes from files, folders and streams into Documents, with their SHA-256.
 */
#ifndef INGEST_LOAD_H
#define INGEST_LOAD_H

#include "base/error.h"
#include "base/model.h"
#include "ingest/reader.h"

enum { LOAD_MOST_BYTES = 1000000000 }; /* SQLite's limit for one value */
#define LOAD_MOST_MEMORY ((size_t)16 << 30) /* of the arena of one document */

/* path "-": standard input. Only regular files, pipes and standard input are read. */
MUST_CHECK bool load_file(const char *path, size_t most_bytes, Document **out, Error *err);

/*
 * Called once a document (problem is NULL; d belongs to the callee), and once an input that could
 * not be read (d is NULL; the text of problem names it).
 */
typedef void (*LoadTake)(void *context, Document *d, const Error *problem);

/*
 * All documents of path, in order: the file itself; the files of a folder by name, folders within
 * too (hidden files, links and devices are left alone); the files of an archive and the messages of
 * an mbox, each as "PATH!NAME" with bytes of its own. most_bytes 0: LOAD_MOST_BYTES; options may be
 * NULL.
 */
void load_documents(const char *path, size_t most_bytes, const ReadOptions *options, LoadTake take,
                    void *context);

/* Bytes of the regular files that load_documents() would find there; nothing is read. */
uint64_t load_bytes(const char *path);

#endif
