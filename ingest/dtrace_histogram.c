/*
 * Text histograms: rows of quantize(), lquantize(), llquantize() (and SystemTap, which prints
 * nearly the same), and what is stored of any histogram: count, ends, percentiles with their
 * bounds.
 *
 *            value  ------------- Distribution ------------- count
 *              64 |                                         0
 *             128 |@@@@@@@@@                                9
 *
 * The bar is never read: its width and characters differ (40, 50, 52, 38 wide; UTF-8 blocks; bars
 * to the left of '|' for negative counts). Layout: dt_consume.c of illumos and Oracle DTrace 2.0.
 */
#include <math.h>
#include <string.h>

#include "ingest/dtrace.h"

typedef enum RowKind { ROW_AT, ROW_BELOW, ROW_BELOW_OR_AT, ROW_AT_OR_ABOVE, ROW_ABOVE } RowKind;

typedef struct Row {
    RowKind kind;
    double label, n;
    const Line *line;
    Slice text;
} Row;

typedef VEC(Row) Rows;

/* "128 |@@   9", ">= 50 |", "< 0 |", "<0 |", ">100 |", "= 50 |" (a mailer took the ">"). */
static bool read_row(const Line *line, Row *out)
{
    Slice t = slice_trim(dtrace_text(line)), all = t;
    static const struct {
        const char *sign;
        RowKind kind;
    } signs[] = {
        { ">=", ROW_AT_OR_ABOVE }, { "=", ROW_AT_OR_ABOVE }, { "<=", ROW_BELOW_OR_AT },
        { "<", ROW_BELOW },        { ">", ROW_ABOVE },
    };
    out->kind = ROW_AT;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (slice_skip(&t, slice_of(signs[i].sign))) {
            out->kind = signs[i].kind;
            break;
        }
    slice_skip_blanks(&t);
    Number label, count;
    Slice number = t;
    if (!number_read(&t, &label) ||
        (t.n && !char_is_blank(t.p[0]) && t.p[0] != '|' && t.p[0] != '@'))
        return false;
    number.n -= t.n;
    if (slice_find_char(number, '.') != SLICE_NONE || slice_find_char(t, '|') == SLICE_NONE)
        return false;
    size_t start = all.n;
    while (start > 0 && (char_is_digit(all.p[start - 1]) || all.p[start - 1] == '-'))
        start--;
    if (start == all.n || !number_is(slice_from(all, start), &count))
        return false;
    if (start < slice_find_char(all, '|') ||
        (!char_is_blank(all.p[start - 1]) && all.p[start - 1] != '|' &&
         (unsigned char)all.p[start - 1] < 0x80 && all.p[start - 1] != '@'))
        return false;
    out->label = label.value;
    out->n = count.value;
    out->line = line;
    out->text = number;
    return true;
}

/* "~": SystemTap left out rows whose count is 0. */
static bool is_gap(Slice text)
{
    return slice_is(slice_trim(text), "~");
}

static size_t gather_rows(Dtrace *d, size_t at, Rows *rows)
{
    Reader *r = d->r;
    uint16_t depth = d->depth;
    size_t end = at;
    for (const Line *line; (line = lines_at(r->lines, at)); at++) {
        Row row;
        if (!line->text.n) { /* one blank line in between is a damage that mailers do */
            const Line *next = lines_at(r->lines, at + 1);
            if (end == at && next && next->depth == depth &&
                (read_row(next, &row) || is_gap(next->text)))
                continue;
            break;
        }
        if (is_gap(line->text) || (rows->n && dtrace_take_trouble(d, line))) {
            end = at + 1;
            continue;
        }
        /* ">= 50 |" in the first column looks quoted once more */
        if (!read_row(line, &row) || line->depth < depth || line->depth > depth + 1 ||
            (line->depth > depth && row.kind == ROW_AT &&
             slice_find_char(line->raw, '>') == SLICE_NONE))
            break;
        if (line->depth > depth && row.kind == ROW_AT)
            row.kind = ROW_ABOVE;
        *VEC_PUSH(r->arena, rows) = row;
        end = at + 1;
    }
    return end;
}

static bool is_power_of_two(double v)
{
    int exponent;
    return v == 0 || frexp(fabs(v), &exponent) == 0.5;
}

/* Labels of quantize(): 0 and powers of two, no open ends. */
static bool is_quantize(const Rows *rows)
{
    bool gaps_grow = true;
    for (size_t i = 0; i < rows->n; i++) {
        if (rows->v[i].kind != ROW_AT || !is_power_of_two(rows->v[i].label))
            return false;
        /* 1 2 3, 0 4 8: lquantize(); 0 stands only between -1 and 1 */
        if (i && rows->v[i - 1].label == 0 && rows->v[i].label > 1)
            gaps_grow = false;
    }
    return gaps_grow;
}

static DtraceBucket quantize_bucket(double v)
{
    if (v == 0)
        return (DtraceBucket){ .lo = 0, .hi = 1 };
    if (v > 0)
        return (DtraceBucket){ .lo = v, .hi = 2 * v };
    if (v == -1)
        return (DtraceBucket){ .lo = -1, .hi = 0 };
    return (DtraceBucket){ .lo = 2 * v + 1, .hi = v + 1 }; /* whole numbers: (2v, v] */
}

/* The width that lquantize() was given: the smallest distance of labels. */
static double smallest_step(const Rows *rows)
{
    double step = INFINITY;
    for (size_t i = 1; i < rows->n; i++) {
        double gap = rows->v[i].label - rows->v[i - 1].label;
        if (gap > 0 && gap < step && rows->v[i - 1].kind == ROW_AT)
            step = gap;
    }
    return isfinite(step) ? step : 1;
}

/*
 * lquantize() rather than llquantize(): the labels of one side stand on one grid. The steps of
 * llquantize() are multiples of the smallest one as well, but away from 0 they only grow (by its
 * factor, at each power of it); where users cut rows of zeros out of lquantize(), they grow and
 * shrink.
 */
static bool is_even_side(const double *label, size_t n, double step)
{
    double last = 0, ratio = 0;
    size_t grown = 0;
    for (size_t i = 1; i < n; i++) {
        double gap = label[i] - label[i - 1], steps = (label[i] - label[0]) / step;
        if (fabs(steps - nearbyint(steps)) > 1e-9)
            return false;
        if (last > 0 && gap < last)
            return true;
        if (last > 0 && gap > last && grown++ == 0)
            ratio = gap / last;
        last = gap;
    }
    return grown == 0 || (grown == 1 && ratio < 4);
}

static bool is_even(Reader *r, const Rows *rows, double step)
{
    double *above = ARENA_ARRAY(r->arena, double, rows->n + 1);
    double *below = ARENA_ARRAY(r->arena, double, rows->n + 1);
    size_t na = 0, nb = 0;
    for (size_t i = 0; i < rows->n; i++) {
        if (rows->v[i].kind == ROW_BELOW_OR_AT) /* Oracle's llquantize() alone has it */
            return false;
        if (rows->v[i].kind == ROW_AT && rows->v[i].label >= 0)
            above[na++] = rows->v[i].label;
    }
    for (size_t i = rows->n; i-- > 0;)
        if (rows->v[i].kind == ROW_AT && rows->v[i].label < 0)
            below[nb++] = -rows->v[i].label;
    return is_even_side(above, na, step) && is_even_side(below, nb, step);
}

static double label_after(const Rows *rows, size_t i, double step, bool even)
{
    if (even)
        return rows->v[i].label + step;
    if (i + 1 < rows->n)
        return rows->v[i + 1].label;
    return rows->v[i].label + (i > 0 ? rows->v[i].label - rows->v[i - 1].label : step);
}

/* The negative side of llquantize() mirrors the positive one: label -1000 holds (-2000, -1000]. */
static DtraceBucket mirrored_bucket(const Rows *rows, size_t i)
{
    double v = rows->v[i].label;
    double before = i > 0 ? rows->v[i - 1].label : v - (rows->n > 1 ? rows->v[1].label - v : 1);
    return (DtraceBucket){ .lo = before + 1, .hi = v + 1 };
}

static DtraceBucket row_bucket(const Rows *rows, size_t i, bool quantize, double step, bool even,
                               bool linear_step_above)
{
    const Row *row = &rows->v[i];
    switch (row->kind) {
    case ROW_BELOW:
        return (DtraceBucket){ .lo = -INFINITY, .hi = row->label };
    case ROW_BELOW_OR_AT:
        return (DtraceBucket){ .lo = -INFINITY, .hi = row->label + 1 };
    case ROW_AT_OR_ABOVE:
        return (DtraceBucket){ .lo = row->label, .hi = INFINITY };
    case ROW_ABOVE: /* SystemTap: the row X itself holds [X, X+step) */
        return (DtraceBucket){ .lo = row->label + (linear_step_above ? step : 1), .hi = INFINITY };
    default:
        break;
    }
    if (quantize)
        return quantize_bucket(row->label);
    if (!even && row->label < 0)
        return mirrored_bucket(rows, i);
    return (DtraceBucket){ .lo = row->label, .hi = label_after(rows, i, step, even) };
}

size_t dtrace_histogram_rows(Dtrace *d, size_t at, bool linear_step_above, DtraceBuckets *out)
{
    Reader *r = d->r;
    Rows rows = { 0 };
    size_t end = gather_rows(d, at, &rows);
    bool quantize = is_quantize(&rows);
    double step = smallest_step(&rows);
    bool even = is_even(r, &rows, step);
    for (size_t i = 0; i < rows.n; i++) {
        DtraceBucket b = row_bucket(&rows, i, quantize, step, even, linear_step_above);
        b.n = rows.v[i].n;
        b.line = rows.v[i].line;
        b.label = rows.v[i].text;
        *VEC_PUSH(r->arena, out) = b;
    }
    return rows.n ? end : at;
}

/* --- what is stored --- */

static void bound(Dtrace *d, const char *scope, const char *metric, const char *what, double value,
                  double half, DtraceUnit u, const DtraceBucket *b)
{
    Measure *m = reader_measure_value(d->r, dtrace_run(d), scope,
                                      arena_printf(d->r->arena, "%s.hist.%s", metric, what),
                                      value * u.factor, half * u.factor, b->line, b->label);
    m->unit = u.unit;
    m->better = u.better;
    m->raw_unit = arena_text(d->r->arena, u.text);
    m->raw_factor = u.factor;
}

/*
 * The bucket in which the running count first reaches rank ceil(q * N) holds the percentile for
 * sure; the estimate spreads the events of a bucket evenly on a logarithmic scale (linear when it
 * touches 0).
 */
static void percentile(Dtrace *d, const char *scope, const char *metric, const char *name, double q,
                       DtraceUnit u, const DtraceBuckets *b, double total)
{
    double rank = ceil(q * total - 1e-9), before = 0;
    for (size_t i = 0; i < b->n; i++) {
        const DtraceBucket *k = &b->v[i];
        if (before + k->n < rank) {
            before += k->n;
            continue;
        }
        Arena *a = d->r->arena;
        bound(d, scope, metric, arena_printf(a, "%s.lo", name), k->lo, 0, u, k);
        bound(d, scope, metric, arena_printf(a, "%s.hi", name), k->hi, 0, u, k);
        if (!isfinite(k->lo) || !isfinite(k->hi))
            return;
        double share = (rank - before - 0.5) / k->n;
        double estimate =
            k->lo > 0 ? k->lo * pow(k->hi / k->lo, share) : k->lo + (k->hi - k->lo) * share;
        bound(d, scope, metric, name, estimate, (k->hi - k->lo) / 2, u, k);
        return;
    }
}

static void keep_buckets(Dtrace *d, const char *scope, const char *metric, DtraceUnit u,
                         const DtraceBuckets *b, const Line *line)
{
    Bucket *kept = ARENA_ARRAY(d->r->arena, Bucket, b->n);
    for (size_t i = 0; i < b->n; i++)
        kept[i] = (Bucket){ b->v[i].lo * u.factor, b->v[i].hi * u.factor, b->v[i].n };
    Histogram *h = reader_histogram(d->r, dtrace_run(d), scope, metric, u.unit, b->n, kept);
    h->span = line_span(d->r->doc, line, line->text);
}

/* The number of events; as printed: the counts it is the sum of (so that equal blocks are known).
 */
static void put_total(Dtrace *d, const char *scope, const char *metric, const DtraceBuckets *b,
                      double total)
{
    Arena *a = d->r->arena;
    bound(d, scope, metric, "n", total, 0, dtrace_unit_of(UNIT_COUNT, 1, SLICE("")), &b->v[0]);
    Measure *m = &dtrace_run(d)->measures.v[dtrace_run(d)->measures.n - 1];
    char *raw = arena_alloc(a, b->n * NUMBER_TEXT_BYTES);
    size_t n = 0;
    for (size_t i = 0; i < b->n; i++) {
        char text[NUMBER_TEXT_BYTES];
        number_text(text, b->v[i].n);
        if (n)
            raw[n++] = '+';
        size_t length = strlen(text);
        memcpy(raw + n, text, length);
        n += length;
    }
    m->raw = raw;
}

void dtrace_histogram_put(Dtrace *d, const char *scope, const char *metric, DtraceUnit u,
                          const DtraceBuckets *b, const Line *line)
{
    if (b->n == 0)
        return;
    keep_buckets(d, scope, metric, u, b, line);
    double total = 0;
    bool doubtful = false;
    const DtraceBucket *first = NULL, *last = NULL;
    for (size_t i = 0; i < b->n; i++) {
        total += b->v[i].n;
        /* quantize(@, -1); a range that lost a digit */
        doubtful = doubtful || b->v[i].n < 0 || b->v[i].hi < b->v[i].lo;
        if (b->v[i].n == 0)
            continue;
        first = first ? first : &b->v[i];
        last = &b->v[i];
    }
    put_total(d, scope, metric, b, total);
    if (!first || doubtful)
        return;
    bound(d, scope, metric, "min.lo", first->lo, 0, u, first);
    bound(d, scope, metric, "max.hi", last->hi, 0, u, last);
    percentile(d, scope, metric, "p50", 0.5, u, b, total);
    percentile(d, scope, metric, "p90", 0.9, u, b, total);
    percentile(d, scope, metric, "p99", 0.99, u, b, total);
    dtrace_unit_note(d, u, line);
}

/* --- the blocks of DTrace --- */

/* "value  ------------- Distribution ------------- count"; keyed: "key  --- Distribution --- count"
 */
static bool is_head(Slice text, bool *keyed)
{
    Slice t = slice_trim(text), word;
    if (!slice_word(&t, &word) || !(slice_is(word, "value") || slice_is(word, "key")))
        return false;
    *keyed = slice_is(word, "key");
    t = slice_trim(t);
    return slice_starts(t, SLICE("--")) && slice_has(t, SLICE("Distribution")) &&
           slice_ends(t, SLICE("count"));
}

/* "key  min .------------------. max    | count": one letter a bucket (illumos -x aggpack) */
static bool is_packed_head(Slice text)
{
    Slice t = slice_trim(text);
    return slice_has(t, SLICE("min .--")) && slice_has(t, SLICE(". max")) &&
           slice_ends(t, SLICE("count"));
}

/* "  sshd |@@@@   12", "  sshd   1 :  x_X  : 32768 | 12": the key and the count at the end. */
static bool count_row(Slice text, bool packed, Slice *key, Slice *count)
{
    DtraceRow row;
    if (!dtrace_row(text, &row) || row.unit.known)
        return false;
    size_t bar = slice_rfind(row.key, SLICE("|"));
    if (bar == SLICE_NONE)
        return false;
    *key = slice_trim(slice_first(row.key, bar));
    *count = row.value;
    if (!packed)
        return true;
    size_t colon = slice_find(*key, SLICE(" :"));
    if (colon == SLICE_NONE)
        return false;
    *key = slice_first(*key, colon);
    while (key->n && (char_is_digit(key->p[key->n - 1]) || key->p[key->n - 1] == '-'))
        key->n--;
    *key = slice_trim(*key);
    return true;
}

static size_t count_rows(Dtrace *d, size_t at, bool packed)
{
    Reader *r = d->r;
    const char *name = NULL;
    size_t i = at + 1;
    bool any = false;
    for (const Line *line; (line = lines_at(r->lines, i)); i++) {
        Slice key, count;
        Number n;
        if (!count_row(dtrace_text(line), packed, &key, &count) || !number_is(count, &n))
            break;
        any = true;
        if (d->look)
            continue;
        const char *scope = dtrace_keys(r->arena, key);
        name = name ? name : dtrace_name(d, scope, at);
        dtrace_figure(d, scope, packed ? arena_printf(r->arena, "%s.hist.n", name) : name,
                      dtrace_unit_of(UNIT_COUNT, 1, SLICE("")), line, &n);
    }
    if (!d->look && any && packed)
        reader_note(r, dtrace_run(d), "dtrace.aggpack_counts_only", lines_at(r->lines, at),
                    "the buckets are drawn as letters: only the counts were read");
    return any ? i : at;
}

size_t dtrace_histogram_at(Dtrace *d, size_t at, Slice key)
{
    Reader *r = d->r;
    const Line *line = lines_at(r->lines, at);
    bool keyed = false;
    Slice text = dtrace_text(line);
    if (is_packed_head(text))
        return count_rows(d, at, true);
    if (!is_head(text, &keyed))
        return at;
    if (keyed)
        return count_rows(d, at, false);
    if (d->look)
        return at + 1;
    DtraceBuckets b = { 0 };
    size_t end = dtrace_histogram_rows(d, at + 1, false, &b);
    if (b.n == 0)
        return at + 1;
    const char *scope = dtrace_keys(r->arena, key);
    const char *name = dtrace_name(d, scope, at);
    dtrace_histogram_put(d, scope, name, dtrace_unit_in_force(d, dtrace_unit_none()), &b, line);
    return end;
}

size_t dtrace_interval_rows(Dtrace *d, size_t at, DtraceRowReader *read, DtraceBuckets *out)
{
    size_t end = at, first = at;
    bool blank = false;
    for (const Line *line; (line = lines_at(d->r->lines, at)); at++) {
        DtraceBucket b;
        if (!line->text.n && !blank) {
            blank = true;
            continue;
        }
        if (out->n && dtrace_is_bar_end(line)) { /* its quote mark may be lost */
            end = at + 1;
            continue;
        }
        if (end > first && dtrace_take_trouble(d, line))
            continue;
        if (line->depth != d->depth || !read(line, &b))
            break;
        *VEC_PUSH(d->r->arena, out) = b;
        blank = false;
        end = at + 1;
    }
    return end;
}
