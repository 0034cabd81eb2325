/*
 * peel.h - undo, on one line, what mailers, forums and terminals did to it.
 *
 * Works on one physical line; prefixes that only a vote of several lines can tell (line numbers,
 * diff marks, "ZC> ") are taken by prefix.h afterwards. What needs its neighbours (wrapped tails,
 * doubled blank lines) is done by lines_joined() and by formats that do not end a block at a blank
 * line.
 */
#ifndef INGEST_PEEL_H
#define INGEST_PEEL_H

#include "ingest/lines.h"

/* Fills text, map, depth, peeled, prefix of a line whose raw is set. Copies only what is edited. */
void peel_line(Arena *a, Line *line);
/* The same for a line of prose (prose.h): no sign in it asks for more than the marks of quoting. */
void peel_prose(Arena *a, Line *line);
/* Takes "> > " off the front of a text that was peeled before; adds to the depth. */
bool peel_quote_marks(Slice *text, uint16_t *depth);

#endif
