#include "cli/read_options.h"

#include "base/number.h"
#include "base/uid.h"
#include "ingest/charset.h"
#include "ingest/load.h"
#include "schema/facts_json.h"

/* What a person may type behind --unit. Letters are decimal unless an "i" follows. */
static const UnitWord unit_words[] = {
    { "B/s", 1, UNIT_BYTES_PER_S },
    { "kB/s", KILO, UNIT_BYTES_PER_S },
    { "KB/s", KILO, UNIT_BYTES_PER_S },
    { "MB/s", MEGA, UNIT_BYTES_PER_S },
    { "GB/s", GIGA, UNIT_BYTES_PER_S },
    { "TB/s", TERA, UNIT_BYTES_PER_S },
    { "KiB/s", KIBI, UNIT_BYTES_PER_S },
    { "MiB/s", MEBI, UNIT_BYTES_PER_S },
    { "GiB/s", GIBI, UNIT_BYTES_PER_S },
    { "TiB/s", TEBI, UNIT_BYTES_PER_S },
    { "bit/s", 1 / 8.0, UNIT_BYTES_PER_S },
    { "kbit/s", KILO / 8, UNIT_BYTES_PER_S },
    { "Mbit/s", MEGA / 8, UNIT_BYTES_PER_S },
    { "Gbit/s", GIGA / 8, UNIT_BYTES_PER_S },
    { "B", 1, UNIT_BYTES },
    { "kB", KILO, UNIT_BYTES },
    { "KB", KILO, UNIT_BYTES },
    { "MB", MEGA, UNIT_BYTES },
    { "GB", GIGA, UNIT_BYTES },
    { "KiB", KIBI, UNIT_BYTES },
    { "MiB", MEBI, UNIT_BYTES },
    { "GiB", GIBI, UNIT_BYTES },
    { "s", 1, UNIT_SECONDS },
    { "sec", 1, UNIT_SECONDS },
    { "ms", 1e-3, UNIT_SECONDS },
    { "us", 1e-6, UNIT_SECONDS },
    { "\xc2\xb5s", 1e-6, UNIT_SECONDS },
    { "ns", 1e-9, UNIT_SECONDS },
    { "min", 60, UNIT_SECONDS },
    { "1/s", 1, UNIT_PER_S },
    { "/s", 1, UNIT_PER_S },
    { "iops", 1, UNIT_PER_S },
    { "IOPS", 1, UNIT_PER_S },
    { "ops/s", 1, UNIT_PER_S },
    { "%", 0.01, UNIT_RATIO },
    { "ratio", 1, UNIT_RATIO },
    { "count", 1, UNIT_COUNT },
    { NULL, 0, UNIT_UNKNOWN },
};

/* "500M", "2GiB", "1000": bytes; letters are powers of 1024, as of a limit on memory. */
static bool size_read(const char *text, size_t *bytes)
{
    static const char letters[] = "KMGT";
    Slice s = slice_of(text);
    Number n;
    if (!number_read(&s, &n) || n.value < 1)
        return false;
    double factor = 1;
    for (size_t i = 0; s.n && i < sizeof letters - 1; i++) {
        factor *= KIBI;
        if (char_lower(s.p[0]) == char_lower(letters[i])) {
            s = slice_from(s, 1);
            if (s.n && s.p[0] == 'i')
                s = slice_from(s, 1);
            if (s.n && char_lower(s.p[0]) == 'b')
                s = slice_from(s, 1);
            break;
        }
    }
    if (s.n || n.value * factor >= 1e15)
        return false;
    *bytes = (size_t)(n.value * factor);
    return true;
}

static bool label_source_is_known(const char *source)
{
    static const char *const known[] = { "heading", "prompt", "target", "file", "command" };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], source) == 0)
            return true;
    return false;
}

static void take_unit(ReadOptions *o, const char *text)
{
    const UnitWord *word = unit_word(unit_words, slice_of(text));
    if (word) {
        o->unit = word->unit;
        o->unit_factor = word->factor;
        o->unit_text = text;
    }
}

static bool refuse(int *status, int with)
{
    *status = with;
    return false;
}

bool read_options(Cli *c, ReadOptions *out, size_t *most_bytes, int *status)
{
    *out = (ReadOptions){
        .charset = cli_value(c, "charset"),
        .label_from = cli_value(c, "label-from"),
        .columns = cli_value(c, "columns"),
        .transpose = cli_flag(c, "transpose"),
        .binary_units = cli_flag(c, "binary-units"),
    };
    *most_bytes = 0;
    const char *unit = cli_value(c, "unit"), *better = cli_value(c, "better");
    const char *most = cli_value(c, "max-input"), *memory = cli_value(c, "max-memory");
    if (unit) {
        take_unit(out, unit);
        if (!out->unit_text)
            return refuse(status, cli_usage(c, "no unit '%s'; known are B/s, kB/s, MiB/s, ms, "
                                               "iops, %% and the like", unit));
    }
    if (better) {
        if (!better_named(slice_of(better), &out->better))
            return refuse(status, cli_usage(c, "--better takes 'higher' or 'lower', not '%s'", better));
        out->better_given = true;
    }
    if (out->label_from && !label_source_is_known(out->label_from))
        return refuse(status, cli_usage(c, "--label-from takes heading, prompt, target, file or "
                                           "command, not '%s'", out->label_from));
    if (out->charset && !charset_is_known(out->charset))
        return refuse(status, cli_usage(c, "no charset '%s'; `iconv -l` lists what is known", out->charset));
    if (most && (!size_read(most, most_bytes) || *most_bytes > LOAD_MOST_BYTES))
        return refuse(status, cli_usage(c, "--max-input takes a size like 500M, at most %d bytes, not '%s'",
                                        LOAD_MOST_BYTES, most));
    if (memory && !size_read(memory, &out->most_memory))
        return refuse(status, cli_usage(c, "--max-memory takes a size like 4G, not '%s'", memory));
    return true;
}

const char *read_options_json(Arena *a, const ReadOptions *o)
{
    VEC(Fact) given = { 0 };
    const Fact all[] = {
        { .key = "better", .value = o->better_given ? better_name(o->better) : NULL },
        { .key = "binary-units", .value = o->binary_units ? "1" : NULL },
        { .key = "charset", .value = o->charset },
        { .key = "columns", .value = o->columns },
        { .key = "label-from", .value = o->label_from },
        { .key = "transpose", .value = o->transpose ? "1" : NULL },
        { .key = "unit", .value = o->unit_text },
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].value)
            *VEC_PUSH(a, &given) = all[i];
    return uid_canonical_facts(a, given.v, given.n);
}

void read_options_from_json(Arena *a, const char *json, ReadOptions *out)
{
    Document holder = { .arena = a };
    *out = (ReadOptions){ 0 };
    if (!facts_json_read(&holder, slice_of(json)))
        return;
    for (size_t i = 0; i < holder.set.n; i++) {
        const char *key = holder.set.v[i].key, *value = holder.set.v[i].value;
        if (strcmp(key, "better") == 0)
            out->better_given = better_named(slice_of(value), &out->better);
        else if (strcmp(key, "binary-units") == 0)
            out->binary_units = true;
        else if (strcmp(key, "charset") == 0)
            out->charset = value;
        else if (strcmp(key, "columns") == 0)
            out->columns = value;
        else if (strcmp(key, "label-from") == 0)
            out->label_from = value;
        else if (strcmp(key, "transpose") == 0)
            out->transpose = true;
        else if (strcmp(key, "unit") == 0)
            take_unit(out, value);
    }
}
