/* What was read from documents, as JSON: schema plimsoll.parse/1. */
#include <math.h>

#include "base/sha.h"
#include "report/found.h"
#include "report/json_write.h"

static void write_span(JsonWriter *w, Span span)
{
    json_count(w, "line", span.line);
    json_array(w, "bytes");
    json_count(w, NULL, span.start);
    json_count(w, NULL, span.end);
    json_array_end(w);
}

static void write_facts(JsonWriter *w, const Fact *facts, size_t n)
{
    json_array(w, "facts");
    for (size_t i = 0; i < n; i++) {
        json_object(w, NULL);
        json_text(w, "scope", facts[i].scope);
        json_text(w, "key", facts[i].key);
        json_text(w, "value", facts[i].value);
        json_text(w, "origin", origin_name(facts[i].origin));
        json_count(w, "line", facts[i].span.line);
        json_object_end(w);
    }
    json_array_end(w);
}

static void write_measures(JsonWriter *w, const Run *run)
{
    json_array(w, "measures");
    for (size_t i = 0; i < run->measures.n; i++) {
        const Measure *m = &run->measures.v[i];
        json_object(w, NULL);
        json_text(w, "scope", m->scope);
        json_text(w, "metric", m->metric);
        json_number(w, "value", m->missing ? NAN : m->value);
        json_number(w, "half_width", m->missing ? NAN : m->half_width);
        json_text(w, "unit", unit_name(m->unit));
        json_text(w, "better", better_name(m->better));
        json_text(w, "missing", m->missing ? missing_name(m->missing) : NULL);
        json_text(w, "printed", m->raw);
        json_text(w, "printed_unit", m->raw_unit);
        write_span(w, m->span);
        json_object_end(w);
    }
    json_array_end(w);
}

static void write_series(JsonWriter *w, const Run *run)
{
    json_array(w, "series");
    for (size_t i = 0; i < run->series.n; i++) {
        const Series *s = &run->series.v[i];
        json_object(w, NULL);
        json_text(w, "scope", s->scope);
        json_text(w, "metric", s->metric);
        json_text(w, "unit", unit_name(s->unit));
        json_array(w, "values");
        for (size_t k = 0; k < s->n; k++)
            json_number(w, NULL, s->value[k]);
        json_array_end(w);
        json_object_end(w);
    }
    json_array_end(w);
}

static void write_histograms(JsonWriter *w, const Run *run)
{
    json_array(w, "histograms");
    for (size_t i = 0; i < run->histograms.n; i++) {
        const Histogram *h = &run->histograms.v[i];
        json_object(w, NULL);
        json_text(w, "scope", h->scope);
        json_text(w, "metric", h->metric);
        json_text(w, "unit", unit_name(h->unit));
        json_bool(w, "share", h->is_share);
        json_array(w, "buckets"); /* [lo, hi, n]; an open end is null */
        for (size_t k = 0; k < h->n; k++) {
            json_array(w, NULL);
            json_number(w, NULL, h->bucket[k].lo);
            json_number(w, NULL, h->bucket[k].hi);
            json_number(w, NULL, h->bucket[k].n);
            json_array_end(w);
        }
        json_array_end(w);
        json_object_end(w);
    }
    json_array_end(w);
}

static void write_run(JsonWriter *w, const Run *run)
{
    json_object(w, NULL);
    json_text(w, "tool", run->tool);
    json_text(w, "version", run->version);
    json_text(w, "command", run->command);
    json_text(w, "time", run->time);
    json_text(w, "state", run_state_name(run->state));
    json_bool(w, "counted", run->counted);
    json_text(w, "copy", run->copy ? copy_kind_name(run->copy) : NULL);
    json_text(w, "label", run->label);
    json_text(w, "workload", run->workload);
    json_count(w, "depth", run->depth);
    json_count(w, "last_line", run->last_line);
    write_span(w, run->span);
    write_facts(w, run->facts.v, run->facts.n);
    write_measures(w, run);
    write_series(w, run);
    write_histograms(w, run);
    json_object_end(w);
}

void found_json(JsonWriter *w, const Document *d)
{
    char hex[2 * SHA_BYTES + 1];
    sha_hex(hex, d->sha256, SHA_BYTES);
    json_object(w, NULL);
    json_text(w, "source", d->name);
    json_text(w, "sha256", hex);
    json_text(w, "derivation", d->derivation);
    json_count(w, "lines", d->lines);
    write_facts(w, d->facts.v, d->facts.n);
    json_array(w, "runs");
    for (size_t i = 0; i < d->runs.n; i++)
        write_run(w, d->runs.v[i]);
    json_array_end(w);
    json_array(w, "notes");
    for (size_t i = 0; i < d->notes.n; i++) {
        json_object(w, NULL);
        json_text(w, "code", d->notes.v[i].code);
        json_text(w, "message", d->notes.v[i].message);
        json_count(w, "line", d->notes.v[i].span.line);
        json_object_end(w);
    }
    json_array_end(w);
    json_object_end(w);
}
