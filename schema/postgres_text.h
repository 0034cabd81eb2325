/* postgres_text.h - statements and values in the words of PostgreSQL; knows nothing of libpq. */
#ifndef SCHEMA_POSTGRES_TEXT_H
#define SCHEMA_POSTGRES_TEXT_H

#include "base/buf.h"
#include "schema/engine.h"

/* :name outside quotes becomes $n, counted by first appearance. Returns how many names there are. */
size_t postgres_parameters(Buf *out, const char *sql);

/* Text that the server takes: UTF-8 without NUL. true: s is that already; else out gets it, mended. */
bool postgres_text(Slice s, Buf *out);

/* One row of COPY ... FROM STDIN in its text format, with its newline. */
void postgres_copy_row(Buf *out, const Value *values, size_t n);

void postgres_number(char out[32], const Value *v); /* an integer or a double, as the server reads it */

/* A password in a URI (user:word@, ?password=word): never taken, never shown. */
bool postgres_has_password(const char *uri);

#endif
