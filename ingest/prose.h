/*
 * prose.h - what a raw line can be to a reader of results: nothing, by a look at its bytes alone.
 *
 * Most of a mailing list or a blog is sentences. A line is INTEREST_NONE only when no reader of
 * results, facts, commands, headings or speakers could make anything of it, wherever it stands: letters
 * and the signs of sentences, and figures only as words of a sentence ("It has 24 disks and 64 GB.")
 * without a unit of rate or time and without a word for an average. In doubt a line is of interest.
 */
#ifndef INGEST_PROSE_H
#define INGEST_PROSE_H

#include "base/slice.h"

typedef enum Interest {
    INTEREST_NONE,    /* a sentence, or a part of one */
    INTEREST_BLANK,   /* nothing but blanks */
    INTEREST_WORDS,   /* no figure, but signs that say more: a heading, a command, a rule */
    INTEREST_FIGURES, /* may be a result, or belong to one */
} Interest;

/* line: as it stands in the text, without its line feed. */
Interest prose_interest(Slice line);

/*
 * Passes over lines of no interest and blank ones, up to the first other line or the end: how many.
 * `end` ends lines: '\n', or '\r' in a text that has no other.
 */
size_t prose_pass(Slice *text, char end);

#endif
