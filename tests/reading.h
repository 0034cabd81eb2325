/* reading.h - texts read, and the figures looked up in what was found. */
#ifndef TESTS_READING_H
#define TESTS_READING_H

#include <string.h>

#include "check.h"
#include "ingest/reader.h"

/* Free with document_free(). */
static inline Document *reading(const char *text)
{
    Document *d = document_new("sample", 0);
    d->bytes = slice_of(text);
    Error err = { 0 };
    assert_true(reader_read(d, NULL, &err));
    return d;
}

/* The nth run (from 0) of the tool; NULL. Copies do not count. */
static inline Run *reading_run(const Document *d, const char *tool, size_t nth)
{
    for (size_t i = 0; i < d->runs.n; i++)
        if (d->runs.v[i]->counted && strcmp(d->runs.v[i]->tool, tool) == 0 && nth-- == 0)
            return d->runs.v[i];
    return NULL;
}

static inline size_t reading_runs(const Document *d, const char *tool)
{
    size_t n = 0;
    while (reading_run(d, tool, n))
        n++;
    return n;
}

/* NAN when it is absent, -INFINITY when it stands there without a value. */
static inline double reading_value(const Run *run, const char *metric)
{
    const Measure *m = run ? run_measure(run, "", metric) : NULL;
    return !m ? NAN : m->missing ? -INFINITY : m->value;
}

static inline double reading_half(const Run *run, const char *metric)
{
    const Measure *m = run ? run_measure(run, "", metric) : NULL;
    return m ? m->half_width : NAN;
}

static inline bool reading_noted(const Document *d, const char *code)
{
    for (size_t i = 0; i < d->notes.n; i++)
        if (strcmp(d->notes.v[i].code, code) == 0)
            return true;
    return false;
}

#define assert_fact(run, key, want)                                                     \
    do {                                                                                \
        const char *fact_ = (run) ? run_fact((run), "", (key)) : NULL;                  \
        if (!fact_ || strcmp(fact_, (want)) != 0)                                       \
            fail_msg("fact %s is %s, not %s", (key), fact_ ? fact_ : "absent", (want)); \
    } while (0)
#define assert_no_fact(run, key) assert_null(run_fact((run), "", (key)))

#endif
