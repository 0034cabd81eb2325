/*
 * completions.h - completion scripts of shells, from the tables of commands and options. What only the
 * database knows they ask `plimsoll completion --words KIND` for.
 */
#ifndef CLI_COMPLETIONS_H
#define CLI_COMPLETIONS_H

#include "cli/cli.h"

bool completions_script(Buf *b, const char *shell); /* false: no such shell */

typedef enum CompletionKind {
    VALUE_OTHER,   /* anything */
    VALUE_WORDS,   /* one of a few */
    VALUE_FILES,
    VALUE_OF_STORE /* what `completion --words KIND` prints */
} CompletionKind;

typedef struct CompletionValue {
    CompletionKind kind;
    const char *words; /* VALUE_WORDS: with blanks between; VALUE_OF_STORE: the kind */
} CompletionValue;

/* What the value of an option may be. Words live in the arena. */
CompletionValue completions_value(Arena *a, const CliOption *o);

#endif
