/*
 * caution.h - something that makes a figure doubtful, found by a check (lint.h) or a reader's note.
 */
#ifndef ANALYZE_CAUTION_H
#define ANALYZE_CAUTION_H

#include "base/code.h"
#include "base/model.h"

/* info is NULL only for a code that is not in the registry (a database of a newer version). */
typedef struct Caution {
    const char *code;     /* as stored; may carry ":LABEL" */
    const CodeInfo *info; /* what it means in general, and what would mend it */
    Severity severity;
    Grade grade;
    const char *document;     /* name; "" when it speaks of the comparison as a whole */
    uint32_t line, last_line; /* 0: no line */
    const char *message;      /* this case: one line, lower case, no full stop */
} Caution;

typedef VEC(Caution) Cautions;

#endif
