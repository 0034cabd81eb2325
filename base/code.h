/*
 * code.h - the registry of everything that can be odd about a log.
 *
 * One table for the notes that readers give (bonnie.*, dtrace.*, fio.*, table.*, dd.* ...) and for
 * the checks of `plimsoll lint`. Codes are stored and printed: never rename one.
 */
#ifndef BASE_CODE_H
#define BASE_CODE_H

#include <stddef.h>

typedef enum Severity { SEVERITY_INFO, SEVERITY_WARNING, SEVERITY_ERROR } Severity;

/* How sure a check is: from the text alone; from the command or version line; a suggestion. */
typedef enum Grade { GRADE_SURE, GRADE_STATED, GRADE_SUGGESTION } Grade;

typedef struct CodeInfo {
    const char *code;
    Severity severity;
    Grade grade;
    const char *message; /* one line, what is wrong */
    const char *mend;    /* what would mend it */
} CodeInfo;

const CodeInfo *code_find(const char *code); /* text behind a ':' is not part of it; NULL: unknown */
const CodeInfo *code_table(size_t *n);
const char *severity_name(Severity s);       /* "info", "warning", "error" */

#endif
