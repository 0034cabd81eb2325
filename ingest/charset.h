/*
 * charset.h - bytes of any charset to UTF-8.
 *
 * UTF-8 is recognised by itself; whatever is not UTF-8 goes by what was said about it, else it is
 * taken for Windows-1252, of which Latin-1 is a part.
 */
#ifndef INGEST_CHARSET_H
#define INGEST_CHARSET_H

#include "base/arena.h"

bool charset_is_utf8(Slice s); /* without NUL */

/* "utf-16le" and the like when a byte order mark, or every second byte NUL, says so; NULL. */
const char *charset_of_mark(Slice bytes);

/* Can text of it be converted? */
bool charset_is_known(const char *charset);
/* Converts into the arena; what cannot be converted becomes U+FFFD. false: no such charset. */
bool charset_convert(Arena *a, Slice bytes, const char *charset, Slice *out);

/*
 * given: what the user says, NULL; declared: what the page or mail says, NULL. *out is the same
 * memory when nothing had to be done. Returns the charset it came from: "" for UTF-8. *guessed: it
 * was nobody's word.
 */
const char *charset_to_utf8(Arena *a, Slice bytes, const char *given, const char *declared,
                            Slice *out, bool *guessed);

#endif
