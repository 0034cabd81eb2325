/*
 * margin.h - the same text in front of every line: who printed it, or the frame around it.
 *
 *   "bench-7x bench ", "stdout F "      stern, log collectors
 *   "<joe> ", "01O "                    chats, runners of tests
 *   "| ", "│ text            │"         quoting with a bar, panes of a terminal
 *
 * Nothing is known about the words: what stands in front of three lines or more, with what only a
 * tool prints behind it, is a margin.
 */
#ifndef INGEST_MARGIN_H
#define INGEST_MARGIN_H

#include "ingest/lines.h"

/* Takes the bar of a frame from the end of a line; true when there was one. */
bool margin_cut_frame(Line *line);
/*
 * The lines from `at` on that share a margin. Returns the line behind them, `at` for none; *length
 * is that of the margin, 0 when it is not to be taken. No blank ends a line without text.
 */
size_t margin_run(const Line *lines, size_t n, size_t at, size_t *length);

#endif
