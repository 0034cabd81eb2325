/*
 * Tables that DTrace prints by itself or with printa(): rows of keys and a value, columns under
 * heads, and lines "name: value unit".
 *
 *   zpool-tank                                                    10442
 *   OP                  COUNT      AVG(us)      MAX(us)
 *   read                 1820           41        90112
 *   Avg response time: 8 ms
 *
 * Without a banner or prompt above (Dtrace.told) only what nobody writes by hand is taken: the
 * widths of DTrace's own layout, heads with units or names of aggregations.
 */
#include <string.h>

#include "ingest/dtrace.h"

enum { MOST_HEADS = 16, NARROW_KEY_WORDS = 3 };

/* --- rows --- */

/* After collapsed blanks a row is told from a sentence by its length only. */
static bool narrow_key(Slice key)
{
    Slice rest = key, word;
    size_t words = 0;
    while (slice_word(&rest, &word))
        words++;
    return words <= NARROW_KEY_WORDS && !dtrace_is_prose(key) && !strchr(":,;", key.p[key.n - 1]);
}

static bool is_table_row(const Dtrace *d, const Line *line, DtraceRow *row)
{
    Number n;
    if (!line || line->depth != d->depth)
        return false;
    Slice text = dtrace_text(line), whole = slice_trim(text);
    if (dtrace_number(whole, &n)) {
        *row = (DtraceRow){ .value = whole, .key = SLICE(""), .unit = dtrace_unit_none() };
        return d->told || text.n >= 16; /* "%16lld" */
    }
    if (!dtrace_row(text, row) || slice_find_char(row->key, '|') != SLICE_NONE)
        return false;
    if (!d->told)
        return dtrace_default_row(text) || (d->heading && row->wide);
    return row->wide || (row->key.n && narrow_key(row->key));
}

/*
 * A row that a mailer broke: keys in DTrace's own layout, the value alone on the next line. Without
 * a row above it two keys must stand there: one key might as well be a heading.
 */
static bool is_broken_row(const Dtrace *d, size_t at, bool in_table, DtraceRow *row)
{
    const Line *line = lines_at(d->r->lines, at), *next = lines_at(d->r->lines, at + 1);
    if (!d->told || !line || !next || line->depth != d->depth || next->depth != d->depth)
        return false;
    Slice text = dtrace_text(line), value = slice_trim(dtrace_text(next));
    Slice key = slice_trim(text), rest;
    Number n;
    if (dtrace_probe_row(text, &rest) || dtrace_stamp(NULL, text, &rest, &(const char *){ 0 }))
        return false;
    if (text.n < 40 || text.p[0] != ' ' || text.p[1] != ' ' || !dtrace_number(value, &n) ||
        slice_find_char(key, '|') != SLICE_NONE || dtrace_is_frame(key))
        return false;
    if (!in_table && !slice_has(key, SLICE("  ")))
        return false;
    *row = (DtraceRow){ .key = key, .value = value, .unit = dtrace_unit_none() };
    return true;
}

/* One row from line `at`, of one line or two; 0: there is none. */
static size_t row_lines(const Dtrace *d, size_t at, bool in_table, DtraceRow *row)
{
    if (is_table_row(d, lines_at(d->r->lines, at), row))
        return 1;
    return is_broken_row(d, at, in_table, row) ? 2 : 0;
}

static uint64_t mix(uint64_t h, Slice s)
{
    for (size_t i = 0; i < s.n; i++)
        h = (h ^ (unsigned char)s.p[i]) * UINT64_C(1099511628211);
    return (h ^ 0xff) * UINT64_C(1099511628211);
}

/* Scripts that print one aggregation under two headings by mistake (nfsv4rwtime.d does). */
static void compare_block(Dtrace *d, uint64_t hash, size_t rows, size_t at)
{
    if (d->heading && rows >= 2 && d->last_block == hash)
        reader_note(d->r, d->run, "duplicate-block", lines_at(d->r->lines, at),
                    "the same keys and figures stand under the heading above");
    d->last_block = hash;
}

size_t dtrace_rows_at(Dtrace *d, size_t at)
{
    DtraceRow row;
    size_t lines = row_lines(d, at, false, &row);
    if (lines == 0 || (!d->told && !d->heading && !row.key.n))
        return at;
    if (d->look)
        return at + 1;
    d->agg_open = false;
    size_t i = at, rows = 0, end = at;
    uint64_t hash = UINT64_C(14695981039346656037);
    for (const Line *line; (line = lines_at(d->r->lines, i));) {
        if (rows && dtrace_take_trouble(d, line)) {
            end = ++i;
            continue;
        }
        if ((lines = row_lines(d, i, rows > 0, &row)) == 0 && d->doubled && !line->text.n)
            lines = row_lines(d, ++i, rows > 0, &row);
        if (lines == 0)
            break;
        Number n;
        number_is(row.value, &n);
        const char *scope = dtrace_keys(d->r->arena, row.key);
        const char *name = dtrace_name(d, scope, i);
        dtrace_figure(d, scope, name, dtrace_unit_in_force(d, row.unit),
                      lines_at(d->r->lines, i + lines - 1), &n);
        hash = mix(mix(hash, row.key), row.value);
        rows++;
        end = i += lines;
    }
    compare_block(d, hash, rows, at);
    d->agg_open = false;
    return end;
}

/* --- stacks --- */

/*
 *               genunix`fop_read+0x6b
 *               genunix`read+0x2b8
 *                12
 *
 * The key is the first frame: the whole stack would be a key that nobody can name.
 */
size_t dtrace_stack_at(Dtrace *d, size_t at)
{
    const Line *line = lines_at(d->r->lines, at);
    if (!d->told || !dtrace_is_frame(dtrace_text(line)))
        return at;
    size_t i = at + 1;
    const Line *next;
    while ((next = lines_at(d->r->lines, i)) && next->depth == d->depth &&
           dtrace_is_frame(dtrace_text(next)))
        i++;
    Number n;
    if (!next || next->depth != d->depth)
        return at;
    Slice key = slice_trim(dtrace_text(line));
    if (dtrace_number(slice_trim(dtrace_text(next)), &n)) {
        if (d->look)
            return at + 1;
        const char *scope = dtrace_keys(d->r->arena, key);
        const char *name = dtrace_name(d, scope, at);
        d->agg_open = true; /* blank lines part the stacks of one aggregation */
        dtrace_figure(d, scope, name, dtrace_unit_in_force(d, dtrace_unit_none()), next, &n);
        return i + 1;
    }
    if (!next->text.n)
        i++;
    if (!lines_at(d->r->lines, i))
        return at;
    size_t end = dtrace_histogram_at(d, i, key);
    return end > i ? (d->look ? at + 1 : end) : at;
}

/* --- columns --- */

typedef struct ColumnHeads {
    Slice name[MOST_HEADS];
    size_t n;
    size_t values; /* so many of the last ones hold figures */
    bool spaced;   /* two or more blanks between them */
    bool with_unit;
} ColumnHeads;

static bool next_field(Slice *rest, bool spaced, Slice *field)
{
    slice_skip_blanks(rest);
    if (!rest->n)
        return false;
    size_t n = 0;
    while (n < rest->n) {
        bool blank = char_is_blank(rest->p[n]);
        if (blank &&
            (!spaced || rest->p[n] == '\t' || n + 1 == rest->n || char_is_blank(rest->p[n + 1])))
            break;
        n++;
    }
    *field = slice_first(*rest, n);
    *rest = slice_from(*rest, n);
    return true;
}

static bool is_aggregation(Slice name)
{
    static const char *const words[] = {
        "count",  "avg", "average", "mean", "min", "minimum", "max",  "maximum", "sum",  "total",
        "stddev", "sd",  "bytes",   "time", "kb",  "ops",     "iops", "calls",   "size", "value",
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (slice_eq_nocase(name, slice_of(words[i])))
            return true;
    return false;
}

static bool is_value_head(Slice name)
{
    return (dtrace_unit_ends(name) && name.p[0] != '(') || is_aggregation(name);
}

/* "COUNT", "AVG(us)": aggregations. "nfs (MB/s)" is the column of somebody's own table. */
static bool are_aggregations(const ColumnHeads *heads)
{
    for (size_t i = heads->n - heads->values; i < heads->n; i++) {
        Slice name = heads->name[i];
        size_t unit = slice_find_char(name, '(');
        if (!is_aggregation(slice_trim(unit == SLICE_NONE ? name : slice_first(name, unit))))
            return false;
    }
    return true;
}

static bool split_heads(Slice text, bool spaced, ColumnHeads *out)
{
    Slice field;
    *out = (ColumnHeads){ .spaced = spaced };
    while (next_field(&text, spaced, &field)) {
        if (out->n == MOST_HEADS)
            return false;
        out->name[out->n++] = field;
    }
    while (out->values < out->n && is_value_head(out->name[out->n - 1 - out->values])) {
        out->with_unit = out->with_unit || dtrace_unit_ends(out->name[out->n - 1 - out->values]);
        out->values++;
    }
    return out->n >= 2 && out->values >= 1;
}

/* Heads from a line; after collapsed blanks only capitals with a unit among them are sure to be
 * heads. */
static bool read_heads(Slice text, ColumnHeads *out)
{
    text = slice_trim(text);
    if (text.n > 200)
        return false;
    if (split_heads(text, true, out))
        return true;
    return split_heads(text, false, out) && out->n >= 3 && out->values >= 2 && out->with_unit &&
           out->values < out->n;
}

/* The figures at the end of a row, first column first; the key is what stands before. */
static bool split_row(Slice text, size_t values, Number *n, Slice *key)
{
    Slice rest = slice_trim(text);
    for (size_t i = values; i-- > 0;) {
        size_t start = rest.n;
        while (start > 0 && !char_is_blank(rest.p[start - 1]))
            start--;
        if (!dtrace_number(slice_from(rest, start), &n[i]))
            return false;
        rest = slice_trim(slice_first(rest, start));
    }
    *key = rest;
    return rest.n > 0;
}

static void put_columns(Dtrace *d, const ColumnHeads *heads, const Number *n, Slice key,
                        const Line *line, size_t at)
{
    Arena *a = d->r->arena;
    const char *scope = dtrace_keys(a, key);
    for (size_t i = 0; i < heads->values; i++) {
        Slice head = heads->name[heads->n - heads->values + i];
        DtraceUnit u = dtrace_unit_heading(head);
        const char *metric = dtrace_slug(a, head);
        if (d->heading && heads->values == 1) {
            metric = d->heading;
            u = d->unit.known ? d->unit : u;
        } else if (d->heading) {
            metric = arena_printf(a, "%s.%s", d->heading, metric);
        }
        if (i == 0)
            dtrace_repeated(d, metric, scope, d->heading_fresh ? d->heading_at : at);
        dtrace_figure(d, scope, metric, dtrace_unit_in_force(d, u), line, &n[i]);
    }
}

size_t dtrace_columns_at(Dtrace *d, size_t at)
{
    Reader *r = d->r;
    ColumnHeads heads;
    Number n[MOST_HEADS];
    Slice key;
    const Line *line = lines_at(r->lines, at);
    if (!read_heads(dtrace_text(line), &heads))
        return at;
    if (!d->told && !(heads.values >= 2 && heads.with_unit && are_aggregations(&heads)))
        return at;
    size_t first = at + 1;
    const Line *next = lines_at(r->lines, first);
    if (next && (!next->text.n || dtrace_is_rule(next->text)))
        next = lines_at(r->lines, ++first);
    if (!next || next->depth != d->depth || !split_row(next->text, heads.values, n, &key))
        return at;
    if (d->look)
        return at + 1;
    size_t i = first, end = first;
    for (; (line = lines_at(r->lines, i)); i++) {
        if (d->doubled && !line->text.n && end == i)
            continue;
        if (line->depth != d->depth || !split_row(line->text, heads.values, n, &key))
            break;
        put_columns(d, &heads, n, key, line, at);
        end = i + 1;
    }
    return end;
}

/* --- pairs --- */

/* "640 Kb/sec", "4591616 bytes (4 Mb)", "22%", "166" */
static bool read_value(Slice text, Number *n, DtraceUnit *u)
{
    Slice word;
    *u = dtrace_unit_none();
    text = slice_trim(text);
    if (!number_read(&text, n))
        return false;
    if (text.n && !char_is_blank(text.p[0]) && text.p[0] != '%' && !char_is_alpha(text.p[0]))
        return false;
    Slice rest = text;
    if (slice_word(&rest, &word) && word.p[0] != '(') {
        if (!dtrace_unit_word(word, u))
            return false;
        text = rest;
    }
    text = slice_trim(text);
    return !text.n || (text.p[0] == '(' && slice_find_char(text, ')') == text.n - 1);
}

static const char *pair_metric(Arena *a, Slice name, DtraceUnit u)
{
    const char *slug = dtrace_slug(a, name);
    bool direction = strcmp(slug, "read") == 0 || strcmp(slug, "write") == 0;
    if (direction && u.unit == UNIT_BYTES)
        return arena_printf(a, "%s.bytes", slug);
    if (direction && u.unit == UNIT_BYTES_PER_S)
        return arena_printf(a, "%s.bw", slug);
    return slug;
}

size_t dtrace_pair_at(Dtrace *d, size_t at)
{
    const Line *line = lines_at(d->r->lines, at);
    Slice text = slice_trim(dtrace_text(line));
    size_t colon = slice_rfind(text, SLICE(": "));
    Number n;
    DtraceUnit u;
    if (!d->told || colon == SLICE_NONE || colon == 0)
        return at;
    Slice name = slice_first(text, colon);
    if (dtrace_is_prose(name) || !char_is_alpha(name.p[0]) ||
        !read_value(slice_from(text, colon + 1), &n, &u))
        return at;
    if (d->look)
        return at + 1;
    if (!u.known)
        u = dtrace_unit_heading(name);
    const char *metric = pair_metric(d->r->arena, name, u);
    if (!u.known && strcmp(metric, "nfs_i_o_events") == 0)
        u = dtrace_unit_of(UNIT_COUNT, 1, SLICE(""));
    dtrace_repeated(d, metric, "", at);
    dtrace_figure(d, "", metric, u, line, &n);
    return at + 1;
}
