/*
 * error.h - the world failed: a file, the database, a limit.
 *
 * Not for bugs (assert) and not for odd input (a Note on the line). Set once, where it happened;
 * the last parameter of a function that can fail. Texts are lower case, no full stop, and quote
 * their subject. Only cli/ prints them.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

#include <stdbool.h>

#define MUST_CHECK __attribute__((warn_unused_result))

typedef enum ErrorCode {
    ERR_NONE,
    ERR_USAGE,    /* the command line is wrong: exit 2 */
    ERR_INPUT,    /* a file cannot be read, or is not what it should be: exit 3 */
    ERR_DATABASE, /* exit 3 */
    ERR_LIMIT,    /* a named limit was met: exit 3 */
    ERR_OUTPUT,   /* cannot write: exit 3 */
} ErrorCode;

typedef struct Error {
    ErrorCode code;
    char text[512];
} Error;

/* Always returns false, so that a failing path is one line: return error_set(err, ...); */
bool error_set(Error *err, ErrorCode code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
