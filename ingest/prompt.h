/*
 * prompt.h - what a shell prints in front of a command.
 */
#ifndef INGEST_PROMPT_H
#define INGEST_PROMPT_H

#include "base/slice.h"

typedef struct Prompt {
    Slice user, host, dir; /* empty when it does not say */
    bool sure;             /* a prompt whatever follows */
    bool found;
} Prompt;

/* The prompt at the front of a line; *body is what follows it (the whole text when there is none).
 */
Prompt prompt_find(Slice text, Slice *body);
/* "[root@client1 ~]# " and nothing else. */
bool prompt_bracket(Slice *s, Prompt *p);

#endif
