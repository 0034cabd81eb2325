#include "report/json_write.h"

#include <math.h>

#include "base/number.h"
#include "base/safe.h"

JsonWriter json_writer(Buf *out)
{
    return (JsonWriter){ out, false };
}

static void lead(JsonWriter *w, const char *key)
{
    if (w->behind_value)
        buf_char(w->out, ',');
    if (key) {
        safe_json(w->out, slice_of(key));
        buf_char(w->out, ':');
    }
    w->behind_value = true;
}

static void open_with(JsonWriter *w, const char *key, char c)
{
    lead(w, key);
    buf_char(w->out, c);
    w->behind_value = false;
}

static void close_with(JsonWriter *w, char c)
{
    buf_char(w->out, c);
    w->behind_value = true;
}

void json_object(JsonWriter *w, const char *key)
{
    open_with(w, key, '{');
}

void json_object_end(JsonWriter *w)
{
    close_with(w, '}');
}

void json_array(JsonWriter *w, const char *key)
{
    open_with(w, key, '[');
}

void json_array_end(JsonWriter *w)
{
    close_with(w, ']');
}

void json_slice(JsonWriter *w, const char *key, Slice text)
{
    lead(w, key);
    safe_json(w->out, text);
}

void json_null(JsonWriter *w, const char *key)
{
    lead(w, key);
    buf_str(w->out, "null");
}

void json_text(JsonWriter *w, const char *key, const char *text)
{
    if (text)
        json_slice(w, key, slice_of(text));
    else
        json_null(w, key);
}

void json_number(JsonWriter *w, const char *key, double value)
{
    char text[NUMBER_TEXT_BYTES];
    if (!isfinite(value)) {
        json_null(w, key);
        return;
    }
    lead(w, key);
    buf_str(w->out, number_text(text, value));
}

void json_count(JsonWriter *w, const char *key, uint64_t value)
{
    lead(w, key);
    buf_printf(w->out, "%llu", (unsigned long long)value);
}

void json_bool(JsonWriter *w, const char *key, bool value)
{
    lead(w, key);
    buf_str(w->out, value ? "true" : "false");
}

void json_end_line(JsonWriter *w)
{
    buf_char(w->out, '\n');
    w->behind_value = false;
}
