/*
 * output.h - files that commands write: a temporary file beside the target, synced, then renamed, so
 * that a failed write leaves what was there.
 */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include "base/error.h"
#include "base/slice.h"

MUST_CHECK bool output_write(const char *path, Slice bytes, Error *err);
/* Refuses a file that exists. */
MUST_CHECK bool output_write_new(const char *path, Slice bytes, Error *err);

#endif
