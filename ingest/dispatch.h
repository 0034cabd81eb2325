/*
 * dispatch.h - which formats should look at a line: one pass over its bytes for all anchors.
 *
 * A table indexed by hashed bytes says where an anchor may begin; adding a format adds entries, not passes.
 */
#ifndef INGEST_DISPATCH_H
#define INGEST_DISPATCH_H

#include "base/slice.h"

/* Bit i: format i of format_table() has an anchor in this text. At most 64 formats. */
uint64_t dispatch_anchored(Slice text);
/* Formats without anchors. */
uint64_t dispatch_unanchored(void);

#endif
