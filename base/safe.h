/*
 * safe.h - text of strangers on its way out. One function a destination.
 *
 * Each appends to a Buf. Control characters, escapes, bidirectional overrides and invalid UTF-8 never
 * come through as they are.
 */
#ifndef BASE_SAFE_H
#define BASE_SAFE_H

#include "base/buf.h"

void safe_terminal(Buf *b, Slice s); /* control characters as \xNN, bidi marks as \u{NNNN} */
void safe_ascii(Buf *b, Slice s);    /* bytes 0x20..0x7e only; others as the nearest ASCII or ? */
void safe_json(Buf *b, Slice s);     /* with the quotes */
void safe_csv(Buf *b, Slice s);      /* quoted where needed; formula cells get a leading ' */
void safe_tsv(Buf *b, Slice s);      /* tab, newline, backslash as \t \n \\ */
void safe_xml(Buf *b, Slice s);      /* element text and quoted attribute values */

/*
 * Text that stays text, for what is escaped elsewhere (a chart): control characters and bidi marks are left
 * out, but for tab and newline; invalid bytes become U+FFFD.
 */
void safe_plain(Buf *b, Slice s);

/* The next character of UTF-8. Returns its length in bytes, 0 at the end; invalid: 1 and U+FFFD. */
size_t safe_utf8_next(Slice s, uint32_t *code_point);
size_t safe_width(Slice s); /* columns on a terminal */

#endif
