#include "plot/sweep.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"

static const char *const keys_known[] = {
    "bs", "iodepth", "numjobs", "jobs", "rwmixread", "concurrency", "wss", "size", "chunk_size",
};

enum { KEYS = sizeof keys_known / sizeof *keys_known };

/* "16k", "1M", "4096", "4KiB": powers of 1024, as benchmarks read them. */
static bool read_size(const char *text, double *value)
{
    static const UnitWord powers[] = {
        { "KiB", KIBI, 0 }, { "MiB", MEBI, 0 }, { "GiB", GIBI, 0 }, { "k", KIBI, 0 },
        { "K", KIBI, 0 },   { "m", MEBI, 0 },   { "M", MEBI, 0 },   { "g", GIBI, 0 },
        { "G", GIBI, 0 },   { "T", TEBI, 0 },   { NULL },
    };
    Slice s = slice_of(text);
    Number n;
    if (!number_read(&s, &n))
        return false;
    const UnitWord *power = unit_skip(powers, &s);
    *value = n.value * (power ? power->factor : 1);
    slice_skip(&s, SLICE("B"));
    return s.n == 0 || s.p[0] == ',' || s.p[0] == '-';
}

/* A fact of the first run behind a cell. */
static const char *fact_of(const Cell *cell, const char *key)
{
    if (!cell->n_sources || !cell->sources[0].measure)
        return NULL;
    return run_fact(cell->sources[0].run, cell->sources[0].measure->scope, key);
}

static bool value_of(const Cell *cell, size_t key, double *value, const char **text)
{
    *text = figure_exists(cell->mean) ? fact_of(cell, keys_known[key]) : NULL;
    return *text && read_size(*text, value);
}

static bool same_kind(const Row *a, const Row *b)
{
    return strcmp(a->metric, b->metric) == 0 && strcmp(a->tool, b->tool) == 0 &&
           a->unit == b->unit && strcmp(a->group, b->group) == 0;
}

/* How many different values a key has among the cells of first's kind. */
static size_t count_values(const Table *t, const Row *first, size_t key)
{
    double seen[SWEEP_MOST_POINTS];
    size_t n = 0;
    for (size_t i = 0; i < t->rows.n; i++)
        for (size_t c = 0; c < t->n_columns && same_kind(first, &t->rows.v[i]); c++) {
            double v;
            const char *text;
            if (n == SWEEP_MOST_POINTS || !value_of(&t->rows.v[i].cells[c], key, &v, &text))
                continue;
            bool known = false;
            for (size_t k = 0; k < n && !known; k++)
                known = seen[k] == v;
            if (!known)
                seen[n++] = v;
        }
    return n;
}

static int by_place(const void *a, const void *b)
{
    const SweepPoint *x = a, *y = b;
    if (x->series != y->series)
        return x->series < y->series ? -1 : 1;
    if (x->y != y->y)
        return x->y < y->y ? -1 : 1;
    return (x->x > y->x) - (x->x < y->x);
}

/* Words of a text without those that are "KEY=..." of a swept key. */
static const char *without_keys(Arena *a, const Sweep *s, const char *text)
{
    Slice rest = slice_of(text), word;
    const char *left = "";
    while (slice_word(&rest, &word)) {
        size_t equals = slice_find_char(word, '=');
        Slice key = slice_first(word, equals == SLICE_NONE ? 0 : equals);
        if (slice_is(key, s->x_key) || (s->y_key && slice_is(key, s->y_key)))
            continue;
        left = charts_join(a, " ", left, arena_text(a, word));
    }
    return left;
}

/* The series of a column; SWEEP_MOST_SERIES when there are too many. */
static size_t series_of(Arena *a, Sweep *s, const char *column)
{
    const char *name = without_keys(a, s, column);
    for (size_t i = 0; i < s->n_series; i++)
        if (strcmp(s->series[i], name) == 0)
            return i;
    if (s->n_series == SWEEP_MOST_SERIES)
        return SWEEP_MOST_SERIES;
    s->series[s->n_series] = name;
    return s->n_series++;
}

static bool same_text(const Cell *a, const Cell *b, const char *key)
{
    const char *x = fact_of(a, key), *y = fact_of(b, key);
    return !x || !y || strcmp(x, y) == 0;
}

/* Is all that is not swept the same in both? */
static bool same_rest(const Cell *a, const Cell *b, size_t x_key, size_t y_key)
{
    for (size_t k = 0; k < KEYS; k++) {
        double x, y;
        const char *text;
        if (k != x_key && k != y_key && value_of(a, k, &x, &text) && value_of(b, k, &y, &text) &&
            x != y)
            return false;
    }
    return same_text(a, b, "op") && same_text(a, b, "rw");
}

static void gather(Arena *a, const Table *t, const Row *first, size_t x_key, size_t y_key,
                   Sweep *out)
{
    const Cell *model = NULL;
    out->n = out->left_out = out->n_series = 0;
    for (size_t i = 0; i < t->rows.n; i++)
        for (size_t c = 0; c < t->n_columns; c++) {
            const Row *row = &t->rows.v[i];
            SweepPoint p = { .row = row, .cell = &row->cells[c], .y_text = "" };
            if (!figure_exists(p.cell->mean))
                continue;
            bool fits = same_kind(first, row) && value_of(p.cell, x_key, &p.x, &p.x_text) &&
                        (y_key == KEYS || value_of(p.cell, y_key, &p.y, &p.y_text)) &&
                        (!model || same_rest(model, p.cell, x_key, y_key)) &&
                        out->n < SWEEP_MOST_POINTS &&
                        (p.series = series_of(a, out, t->columns[c].name)) < SWEEP_MOST_SERIES;
            if (fits) {
                model = model ? model : p.cell;
                out->point[out->n++] = p;
            } else {
                out->left_out++;
            }
        }
    qsort(out->point, out->n, sizeof *out->point, by_place);
}

/* "16384" of a size as "16k". */
static const char *short_size(Arena *a, const char *key, const char *text, double v)
{
    if (strcmp(key, "bs") != 0 && strcmp(key, "wss") != 0 && strcmp(key, "size") != 0 &&
        strcmp(key, "chunk_size") != 0)
        return text;
    static const struct {
        double factor;
        const char *letter;
    } powers[] = { { GIBI, "G" }, { MEBI, "M" }, { KIBI, "k" } };
    for (size_t i = 0; i < sizeof powers / sizeof *powers; i++)
        if (v >= powers[i].factor && fmod(v, powers[i].factor) == 0)
            return arena_printf(a, "%.0f%s", v / powers[i].factor, powers[i].letter);
    return text;
}

static bool varies(const Sweep *s, bool second)
{
    for (size_t i = 1; i < s->n; i++)
        if (second ? s->point[i].y != s->point[0].y : s->point[i].x != s->point[0].x)
            return true;
    return false;
}

const char *sweep_key_words(const char *key)
{
    static const char *const words[][2] = {
        { "bs", "block size" },         { "iodepth", "queue depth" },
        { "numjobs", "jobs" },          { "wss", "working set" },
        { "size", "file size" },        { "rwmixread", "share of reads, %" },
        { "chunk_size", "chunk size" },
    };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i][0], key) == 0)
            return words[i][1];
    return key;
}

const char *sweep_workload(Arena *a, const Sweep *s)
{
    return without_keys(a, s, s->point[0].row->workload);
}

/* The keys with most values. false: fewer keys than wanted have two. */
static bool choose_keys(const Table *t, const Row *first, size_t keys, size_t best[2])
{
    size_t count[2] = { 1, 1 };
    best[0] = best[1] = KEYS;
    for (size_t k = 0; k < KEYS; k++) {
        size_t n = count_values(t, first, k);
        if (n > count[0]) {
            best[1] = best[0];
            count[1] = count[0];
            best[0] = k;
            count[0] = n;
        } else if (n > count[1]) {
            best[1] = k;
            count[1] = n;
        }
    }
    return best[keys - 1] != KEYS;
}

bool sweep_of(Arena *a, const Table *t, size_t keys, Sweep *out)
{
    for (size_t i = 0; i < t->rows.n; i++) {
        const Row *row = &t->rows.v[i];
        size_t best[2];
        bool seen = false;
        for (size_t k = 0; k < i && !seen; k++)
            seen = same_kind(&t->rows.v[k], row);
        if (seen || !choose_keys(t, row, keys, best))
            continue;
        out->x_key = keys_known[best[0]];
        out->y_key = keys == 2 ? keys_known[best[1]] : NULL;
        gather(a, t, row, best[0], keys == 2 ? best[1] : KEYS, out);
        if (out->n < 2 || !varies(out, false) || (keys == 2 && !varies(out, true)))
            continue;
        for (size_t k = 0; k < out->n; k++) {
            SweepPoint *p = &out->point[k];
            p->x_text = short_size(a, out->x_key, p->x_text, p->x);
            if (keys == 2)
                p->y_text = short_size(a, out->y_key, p->y_text, p->y);
        }
        return true;
    }
    return false;
}
