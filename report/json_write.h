/*
 * json_write.h - JSON text with the commas in the right places.
 *
 * A JsonWriter appends to a Buf. Values that are not finite are written as null: a number that does
 * not exist is null, never 0. Strings may hold anything; they are escaped (base/safe.h).
 */
#ifndef REPORT_JSON_WRITE_H
#define REPORT_JSON_WRITE_H

#include "base/buf.h"

typedef struct JsonWriter {
    Buf *out;
    bool behind_value; /* the next value or key needs a comma */
} JsonWriter;

JsonWriter json_writer(Buf *out);
void json_object(JsonWriter *w, const char *key); /* key NULL: inside an array or at the top */
void json_object_end(JsonWriter *w);
void json_array(JsonWriter *w, const char *key);
void json_array_end(JsonWriter *w);
void json_text(JsonWriter *w, const char *key, const char *text); /* NULL text: null */
void json_slice(JsonWriter *w, const char *key, Slice text);
void json_number(JsonWriter *w, const char *key, double value);
void json_count(JsonWriter *w, const char *key, uint64_t value);
void json_bool(JsonWriter *w, const char *key, bool value);
void json_null(JsonWriter *w, const char *key);
void json_end_line(JsonWriter *w);

#endif
