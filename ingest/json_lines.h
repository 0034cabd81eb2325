/*
 * json_lines.h - JSON that stands in the lines of a document (base/json.h, one line a chunk).
 *
 * After json_next(), json_lines_line() is the line its value stands in: v->text is a slice of it
 * unless the value is a string that was wrapped. A few lines of other text inside (messages that the
 * program wrote to the same file) are passed over.
 */
#ifndef INGEST_JSON_LINES_H
#define INGEST_JSON_LINES_H

#include "base/json.h"
#include "ingest/lines.h"

typedef struct JsonLines {
    Json json;
    Lines *lines;
    size_t index;    /* of the line that is being read */
    const char *end; /* of the text of the document; NULL: not known */
} JsonLines;

/*
 * Starts in line `at`, `offset` bytes from the front of its text. inside: the "{" has been read.
 * The struct must stay where it is.
 */
void json_lines_open(JsonLines *jl, Arena *a, Lines *ls, size_t at, size_t offset, bool inside);
const Line *json_lines_line(const JsonLines *jl);

#endif
