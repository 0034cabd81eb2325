/*
 * json.h - a pull reader for JSON as it stands in pastes: cut, prefixed, full of -nan.
 *
 * No tree: json_next() walks the bytes once and gives one value after the other. The text comes in
 * chunks (lines, as a rule) from a callback, so that what was peeled off each line does not matter
 * and every value is a slice of its chunk: its place in the document is known. Values may stand in
 * several chunks only when they are strings (a mailer wrapped them); those are copied into the
 * arena.
 *
 * Tolerated: missing, doubled and trailing commas, duplicate keys, nan and inf with any sign and
 * case, single quotes, True, False and None (what Python prints), numbers of any size (read as
 * double), control characters in strings. Depth is bounded.
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/arena.h"
#include "base/number.h"

enum { JSON_DEPTH = 64, JSON_PATH_BYTES = 256 };

typedef enum JsonKind {
    JSON_OBJECT,     /* { */
    JSON_OBJECT_END, /* }: key and depth are those of its beginning */
    JSON_ARRAY,
    JSON_ARRAY_END,
    JSON_STRING, /* text without the quotes, escapes as they stand: see json_string() */
    JSON_NUMBER,
    JSON_NAN, /* nan, inf: a number that is none */
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL,
    JSON_END, /* behind the last closing bracket */
    JSON_CUT, /* the text ended inside; json_path() says where */
    JSON_BAD, /* something that is no JSON stands here; likewise */
} JsonKind;

typedef struct JsonValue {
    JsonKind kind;
    Slice key;     /* of the member; empty in arrays and at the root */
    size_t index;  /* in the array; members of an object are counted too */
    Slice text;    /* as it stands: the number, the string between its quotes, the bracket */
    Number number; /* JSON_NUMBER */
    size_t depth;  /* brackets around it: 0 for the root, 1 for its members */
} JsonValue;

/*
 * The next chunk; false: there is none. chunk NULL only asks: false where the text breaks off, so that
 * a number in front may lack its last digits.
 */
typedef bool JsonMore(void *context, Slice *chunk);

typedef struct JsonLevel {
    bool is_array, has_key;
    Slice key, open;
    size_t n; /* members so far */
} JsonLevel;

typedef struct Json {
    Arena *arena;
    JsonMore *more;
    void *context;
    Slice rest; /* of the current chunk, not yet read: behind JSON_END what follows the JSON */
    JsonLevel level[JSON_DEPTH];
    size_t depth;
    bool started, done;
    bool in_string; /* the next chunk goes on with a string */
    JsonKind ended; /* JSON_CUT or JSON_BAD once it came to that */
} Json;

/* first: the first chunk. more may be NULL: there is only this one. */
void json_open(Json *j, Arena *a, Slice first, JsonMore *more, void *context);
/* As if a "{" had been read already: for text that starts at the first member. */
void json_open_inside(Json *j, Arena *a, Slice first, JsonMore *more, void *context);

/* false at JSON_END, JSON_CUT and JSON_BAD, and ever after. */
bool json_next(Json *j, JsonValue *v);
/* After JSON_OBJECT or JSON_ARRAY: to behind its end. Other values: nothing to do. */
bool json_skip(Json *j, const JsonValue *v);

/* Where the reader stands: "jobs[3].read.clat_ns". Cut to fit. Returns buf. */
const char *json_path(const Json *j, char buf[JSON_PATH_BYTES]);

/* A string with its escapes undone; NULs and broken escapes become '?'. */
const char *json_string(Arena *a, Slice text);

#endif
