/* Walks the registry of formats: samples, claims, metric tables. */
#include "check.h"

#include <string.h>

#include "ingest/format.h"

static Document *read_text(const char *text)
{
    Document *d = document_new("sample", 0);
    d->bytes = slice_of(text);
    Error err = { 0 };
    assert_true(reader_read(d, NULL, &err));
    return d;
}

static void every_format_is_complete(void **state)
{
    (void)state;
    size_t n;
    const Format *const *formats = format_table(&n);
    for (size_t i = 0; i < n; i++) {
        const Format *f = formats[i];
        if (!f->name || !f->summary || !f->source || !f->samples || !f->samples[0] || !f->metrics ||
            !f->probe || !f->parse)
            fail_msg("format %s lacks a part", f->name ? f->name : "?");
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(formats[k]->name, f->name);
    }
}

/* A sample is claimed by its own format at its first text line, and nobody claims it higher. */
static void every_sample_is_claimed_by_its_own_format(void **state)
{
    (void)state;
    size_t n;
    const Format *const *formats = format_table(&n);
    for (size_t i = 0; i < n; i++)
        for (const char *const *sample = formats[i]->samples; *sample; sample++) {
            Document *d = document_new("sample", 0);
            d->bytes = d->text = slice_of(*sample);
            static const ReadOptions options;
            Reader r = { .doc = d, .arena = d->arena, .options = &options };
            r.lines = lines_new(d);
            size_t at = lines_next_text(r.lines, 0);
            int own = 0;
            for (; at != SLICE_NONE && own == 0; at = lines_next_text(r.lines, at + 1)) {
                own = formats[i]->probe(&r, at);
                for (size_t k = 0; own && k < n; k++)
                    if (k != i && formats[k]->probe(&r, at) >= own)
                        fail_msg("format %s claims this sample of %s:\n%s", formats[k]->name,
                                 formats[i]->name, *sample);
            }
            if (own == 0)
                fail_msg("format %s does not claim its sample:\n%s", formats[i]->name, *sample);
            document_free(d);
        }
}

static void every_sample_gives_something(void **state)
{
    (void)state;
    size_t n;
    const Format *const *formats = format_table(&n);
    for (size_t i = 0; i < n; i++)
        for (const char *const *sample = formats[i]->samples; *sample; sample++) {
            Document *d = read_text(*sample);
            if (d->runs.n == 0 && d->notes.n == 0)
                fail_msg("nothing is read from this sample of %s:\n%s", formats[i]->name, *sample);
            document_free(d);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_is_complete),
        cmocka_unit_test(every_sample_is_claimed_by_its_own_format),
        cmocka_unit_test(every_sample_gives_something),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
