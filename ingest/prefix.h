/*
 * prefix.h - what stands in front of every line of a block and is no part of the tool's text.
 *
 *   log       "Nov 30 07:39:08 host fio[12]: ", "2024-01-01T10:00:00Z ", "[   12.3] ",
 *             "20:22:23 DEBUG| [stdout] "
 *   grep      "ext4.log:", "ext4.log:17:" in front of a line of a tool; kept as a source of labels
 *   numbers   "  12: ", "12\t", "12| ", counting up by one
 *   diff      "+", "-" and " " below "@@", or "+" on every line
 *   comment   "# ", "// ", "; " in front of tool output
 *   initials  "ZC> ": quoting with the initials of the writer
 *
 * Most are too weak to be believed on one line: neighbours vote, in one walk over the document.
 * What was taken stands in Line.prefix.
 */
#ifndef INGEST_PREFIX_H
#define INGEST_PREFIX_H

#include "ingest/lines.h"

/* lines: all of a document, each already through peel_line(); signs: LineSign bits, SIGN_PROSE is looked at. */
void prefix_peel(Line *lines, const uint8_t *signs, size_t n);
/* The file name of a grep prefix ("ext4.log" of "ext4.log:17:"); empty when it is none. */
Slice prefix_file(Slice prefix);
/* Does the text begin like a line that a benchmark prints? Cheap, and surer than not. */
bool prefix_looks_printed(Slice text);
bool prefix_begins_printed(Slice text); /* nothing can stand in front: no name of a job, either */
/* The same, and lines that hold what only a tool prints, wherever it begins. */
bool prefix_is_of_tool(Slice text);

/* Does a result of dd, ioping or fio stand anywhere in the line ("ext4: 268435456 bytes ... copied,
 * ...")? */
bool prefix_holds_result(Slice text);

#endif
