#include "ingest/fio_options.h"

#include <string.h>

#include "ingest/fio_number.h"

typedef enum OptionForm {
    FORM_TEXT,
    FORM_FLAG,  /* without a value: 1 */
    FORM_BYTES, /* also lists and ranges */
    FORM_TIME,
    FORM_NOT,  /* buffered: the opposite of direct */
    FORM_REST, /* rwmixwrite: what is left of 100 */
} OptionForm;

typedef struct OptionRow {
    const char *option, *fact;
    OptionForm form;
} OptionRow;

/* Names and aliases: fio HOWTO, options.c. */
/* clang-format off */
static const OptionRow rows[] = {
    { "rw", "rw", FORM_TEXT },           { "readwrite", "rw", FORM_TEXT },
    { "bs", "bs", FORM_BYTES },          { "blocksize", "bs", FORM_BYTES },
    { "bsrange", "bs", FORM_BYTES },     { "blocksize_range", "bs", FORM_BYTES },
    { "bssplit", "bssplit", FORM_TEXT },
    { "ioengine", "ioengine", FORM_TEXT }, { "iodepth", "iodepth", FORM_TEXT },
    { "numjobs", "numjobs", FORM_TEXT },
    { "size", "size", FORM_BYTES },      { "io_size", "io_size", FORM_BYTES },
    { "io_limit", "io_size", FORM_BYTES }, { "filesize", "filesize", FORM_BYTES },
    { "fill_device", "fill_device", FORM_FLAG }, { "nrfiles", "nrfiles", FORM_TEXT },
    { "runtime", "runtime", FORM_TIME }, { "timeout", "runtime", FORM_TIME },
    { "ramp_time", "ramp_time", FORM_TIME }, { "time_based", "time_based", FORM_FLAG },
    { "loops", "loops", FORM_TEXT },
    { "direct", "direct", FORM_FLAG },   { "buffered", "direct", FORM_NOT },
    { "rwmixread", "rwmixread", FORM_TEXT }, { "rwmixwrite", "rwmixread", FORM_REST },
    { "percentage_random", "percentage_random", FORM_TEXT },
    { "random_distribution", "random_distribution", FORM_TEXT },
    { "norandommap", "norandommap", FORM_FLAG },
    { "sync", "sync", FORM_FLAG },       { "fsync", "fsync", FORM_TEXT },
    { "fdatasync", "fdatasync", FORM_TEXT }, { "end_fsync", "end_fsync", FORM_FLAG },
    { "fsync_on_close", "fsync_on_close", FORM_FLAG },
    { "sync_file_range", "sync_file_range", FORM_TEXT },
    { "rate", "rate", FORM_BYTES },      { "rate_iops", "rate_iops", FORM_TEXT },
    { "thinktime", "thinktime", FORM_TEXT },
    { "iodepth_batch", "iodepth_batch", FORM_TEXT }, { "iodepth_batch_submit", "iodepth_batch", FORM_TEXT },
    { "iodepth_low", "iodepth_low", FORM_TEXT },
    { "hipri", "hipri", FORM_FLAG },     { "fixedbufs", "fixedbufs", FORM_FLAG },
    { "sqthread_poll", "sqthread_poll", FORM_FLAG }, { "registerfiles", "registerfiles", FORM_FLAG },
    { "buffer_compress_percentage", "buffer_compress_percentage", FORM_TEXT },
    { "dedupe_percentage", "dedupe_percentage", FORM_TEXT },
    { "zero_buffers", "zero_buffers", FORM_FLAG }, { "refill_buffers", "refill_buffers", FORM_FLAG },
    { "zonemode", "zonemode", FORM_TEXT }, { "zonesize", "zonesize", FORM_BYTES },
    { "cmdprio_percentage", "cmdprio_percentage", FORM_TEXT },
    { "group_reporting", "group_reporting", FORM_FLAG }, { "thread", "thread", FORM_FLAG },
    { "gtod_reduce", "gtod_reduce", FORM_FLAG }, { "randrepeat", "randrepeat", FORM_FLAG },
    { "invalidate", "invalidate", FORM_FLAG }, { "verify", "verify", FORM_TEXT },
    { "filename", "filename", FORM_TEXT }, { "directory", "directory", FORM_TEXT },
    { "kb_base", "kb_base", FORM_TEXT }, { "unit_base", "unit_base", FORM_TEXT },
    { "description", "description", FORM_TEXT },
};
/* clang-format on */

static const OptionRow *row_named(Slice name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (slice_is(name, rows[i].option))
            return &rows[i];
    return NULL;
}

const char *fio_options_get(const FioFacts *facts, const char *key)
{
    for (size_t i = 0; i < facts->list.n; i++)
        if (strcmp(facts->list.v[i].key, key) == 0)
            return facts->list.v[i].value;
    return NULL;
}

void fio_options_set(Arena *a, FioFacts *facts, const char *key, const char *value)
{
    for (size_t i = 0; i < facts->list.n; i++)
        if (strcmp(facts->list.v[i].key, key) == 0) {
            facts->list.v[i].value = value;
            return;
        }
    *VEC_PUSH(a, &facts->list) = (FioFact){ key, value };
}

/* "4k-16k,8k" as "4096-16384,8192": every part that is a size, the marks between kept. */
static const char *sizes_text(Arena *a, Slice value)
{
    const char *text = "";
    while (value.n) {
        size_t n = 0;
        while (n < value.n && value.p[n] != '-' && value.p[n] != ',' && value.p[n] != '/')
            n++;
        double bytes;
        char number[NUMBER_TEXT_BYTES];
        Slice part = slice_trim(slice_first(value, n));
        if (part.n && !fio_number_option(part, 1024, &bytes))
            return NULL;
        text = arena_printf(a, "%s%s%.*s", text, part.n ? number_text(number, bytes) : "",
                            n < value.n ? 1 : 0, value.p + n);
        value = slice_from(value, n + 1);
    }
    return text;
}

static bool is_false(Slice value)
{
    return slice_is(value, "0") || slice_eq_nocase(value, SLICE("false"));
}

static const char *normal_value(Arena *a, OptionForm form, Slice value)
{
    const char *as_it_is = arena_text(a, value), *sizes;
    double number;
    char text[NUMBER_TEXT_BYTES];
    switch (form) {
    case FORM_FLAG:
        return !value.n || slice_eq_nocase(value, SLICE("true")) ? "1" : as_it_is;
    case FORM_NOT:
        return is_false(value) ? "1" : "0";
    case FORM_BYTES:
        sizes = sizes_text(a, value);
        return sizes ? sizes : as_it_is;
    case FORM_TIME:
        if (fio_number_option_time(value, &number))
            return arena_text(a, slice_of(number_text(text, number)));
        return as_it_is;
    case FORM_REST:
        if (fio_number_option(value, 1000, &number))
            return arena_text(a, slice_of(number_text(text, 100 - number)));
        return as_it_is;
    default:
        return as_it_is;
    }
}

void fio_options_add(Arena *a, FioFacts *facts, Slice name, Slice value)
{
    enum { LONGEST_LIST = 4096 };
    const OptionRow *row = row_named(name);
    if (row && value.n < LONGEST_LIST)
        fio_options_set(a, facts, row->fact, normal_value(a, row->form, slice_trim(value)));
}

/* Splits the word at *i, and the next one if it is the value. false: no option stands there. */
static bool option_at(const Command *c, size_t *i, Slice *name, Slice *value)
{
    Slice word = slice_of(c->argv[*i]);
    *i += 1;
    if (!slice_skip(&word, SLICE("--")) && !slice_skip(&word, SLICE("-")))
        return false;
    size_t equals = slice_find_char(word, '=');
    *name = slice_first(word, equals == SLICE_NONE ? word.n : equals);
    *value = SLICE("");
    if (equals != SLICE_NONE) {
        *value = slice_from(word, equals + 1);
        return name->n > 0;
    }
    const OptionRow *row = row_named(*name);
    bool takes_value = slice_is(*name, "name") || (row && row->form != FORM_FLAG);
    bool number_next = *i < c->argc && char_is_digit(c->argv[*i][0]);
    if (*i < c->argc && c->argv[*i][0] != '-' && (takes_value || (row && number_next))) {
        *value = slice_of(c->argv[*i]);
        *i += 1;
    }
    return name->n > 0;
}

void fio_options_command(Arena *a, FioFacts *facts, const Command *c, const char *job)
{
    bool ours = true;
    size_t sections = 0;
    for (size_t i = 0; i < c->argc;) {
        Slice name, value;
        if (!option_at(c, &i, &name, &value))
            continue;
        if (slice_is(name, "name")) {
            sections++;
            ours = slice_is(value, job);
        } else if (ours) {
            fio_options_add(a, facts, name, value);
        }
    }
    if (sections != 1 || ours || job[0])
        return;
    /* a block without its heading, of a command with one job */
    for (size_t i = 0; i < c->argc;) {
        Slice name, value;
        if (option_at(c, &i, &name, &value))
            fio_options_add(a, facts, name, value);
    }
}

bool fio_options_names(const Command *c, const char *job)
{
    bool any = false;
    for (size_t i = 0; i < c->argc;) {
        Slice name, value;
        if (!option_at(c, &i, &name, &value) || !slice_is(name, "name"))
            continue;
        any = true;
        if (slice_is(value, job))
            return true;
    }
    return !any;
}
