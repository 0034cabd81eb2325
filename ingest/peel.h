/*
 * peel.h - undo, on one line, what mailers, forums and terminals did to it.
 *
 * Works on one physical line; what needs its neighbours (wrapped tails, doubled blank lines) is done
 * by lines_joined() and by formats that do not end a block at a blank line.
 */
#ifndef INGEST_PEEL_H
#define INGEST_PEEL_H

#include "ingest/lines.h"

/* Fills text, map, depth, peeled, prefix of a line whose raw is set. Copies only what is edited. */
void peel_line(Arena *a, Line *line);

#endif
