/* The sides of a comparison against each other. */
#include <string.h>

#include "analyze/filter.h"
#include "analyze/lint_check.h"
#include "analyze/power.h"
#include "analyze/scope.h"
#include "analyze/trend.h"
#include "base/key.h"

/* Each comparison that exists, with the first source of either side. */
typedef struct Pair {
    const Row *row;
    size_t column;
    const Source *base, *other;
} Pair;

static bool pair_at(const Table *t, size_t row, size_t column, Pair *out)
{
    const Row *r = &t->rows.v[row];
    if (!r->comparisons[column].exists)
        return false;
    *out = (Pair){ r, column, &r->cells[r->base].sources[0], &r->cells[column].sources[0] };
    return true;
}

#define EACH_PAIR(t, pair)                             \
    for (size_t r_ = 0; r_ < (t)->rows.n; r_++)        \
        for (size_t c_ = 0; c_ < (t)->n_columns; c_++) \
            if (pair_at((t), r_, c_, &(pair)))

/* --- unequal sides --- */

static const char *size_text(Lint *l, const char *key, const char *value)
{
    static const char *const sizes = "bs,ibs,obs,size,file_size,filesize,chunk_size,io_size,wss";
    double n;
    if (lint_in_list(sizes, key) && filter_number(slice_of(value), &n) && n >= KIBI && n < TEBI &&
        fmod(n, KIBI) == 0)
        return fmod(n, MEBI) == 0 ? arena_printf(l->arena, "%.0fM", n / MEBI)
                                  : arena_printf(l->arena, "%.0fk", n / KIBI);
    return value;
}

static void unequal_fact(Lint *l, const Table *t, const Pair *p, const char *key, const char *a,
                         const char *b)
{
    lint_say(l, "unequal-sides", NULL, 0, "%s is %s for %s and %s for %s", key,
             size_text(l, key, a), t->columns[p->row->base].name, size_text(l, key, b),
             t->columns[p->column].name);
}

/* Facts of what was asked for; names that a user gives freely (fio job names, dtrace keys) are
 * none. */
static bool says_what_was_asked(const Run *run, const char *key)
{
    return key_is_workload(key_role(run->tool, key)) && strcmp(key, "name") != 0 &&
           strcmp(key, "key") != 0 && strcmp(key, "row") != 0 && strcmp(key, "test") != 0;
}

static bool equal_facts(const Fact *a, const Fact *b)
{
    return strcmp(a->key, b->key) == 0 && strcmp(a->value, b->value) == 0;
}

/* The facts of one scope of the base against those that hold for the other side. */
static void compare_scope(Lint *l, const Table *t, const Pair *p, const char *scope)
{
    const Run *a = p->base->run, *b = p->other->run;
    const char *scope_a = p->base->measure->scope, *scope_b = p->other->measure->scope;
    const Fact *const *mine, *const *theirs;
    size_t n = measure_index_facts(l->index, a, scope, &mine);
    size_t n_theirs = measure_index_facts(l->index, b, scope[0] ? scope_b : "", &theirs);
    for (size_t i = 0; i < n; i++) {
        if (i < n_theirs && equal_facts(mine[i], theirs[i]))
            continue; /* mostly they stand at the same place */
        const char *key = mine[i]->key;
        const char *x = measure_index_fact(l->index, a, scope_a, key);
        const char *y = measure_index_fact(l->index, b, scope_b, key);
        if (x && y && strcmp(x, y) != 0 && says_what_was_asked(a, key))
            unequal_fact(l, t, p, key, x, y);
    }
}

static void compare_facts(Lint *l, const Table *t, const Pair *p)
{
    const Run *a = p->base->run, *b = p->other->run;
    const char *scope_a = p->base->measure->scope, *scope_b = p->other->measure->scope;
    compare_scope(l, t, p, "");
    if (scope_a[0])
        compare_scope(l, t, p, scope_a);
    const Measure *x = lint_figure(l, a, scope_a, "bytes"),
                  *y = lint_figure(l, b, scope_b, "bytes");
    /* a count says it better, and what runs for a time moves what it can */
    bool known = (measure_index_fact(l->index, a, scope_a, "count") &&
                  measure_index_fact(l->index, b, scope_b, "count")) ||
                 lint_figure(l, a, scope_a, "requests");
    if (x && y && !known && fabs(x->value - y->value) > x->half_width + y->half_width)
        lint_say(l, "unequal-sides", NULL, 0, "%s were moved for %s and %s for %s",
                 lint_value(l, x), t->columns[p->row->base].name, lint_value(l, y),
                 t->columns[p->column].name);
}

void lint_unequal_sides(Lint *l, const Table *t)
{
    Pair p;
    Intern *seen = intern_new(l->arena);
    bool any = false;
    EACH_PAIR(t, p)
    {
        /* rows of one run have the same facts: one look a pair of runs and scopes */
        const void *key[4] = { p.base->run, p.other->run, p.base->measure->scope,
                               p.other->measure->scope };
        uint32_t before = intern_count(seen);
        any = true;
        if (scope_is_cell(p.base->run) && scope_is_cell(p.other->run))
            continue; /* what a cell was measured with is not said */
        if (intern_bytes(seen, key, sizeof key) == before)
            compare_facts(l, t, &p);
    }
    for (size_t i = 0; !any && t->n_columns > 1 && i < t->conditions.n; i++) {
        const Condition *c = &t->conditions.v[i];
        if (!c->same && key_is_workload(key_role(NULL, c->key)))
            lint_say(l, "unequal-sides", NULL, 0,
                     "nothing can be compared: %s is %s for %s and %s for %s", c->key,
                     size_text(l, c->key, c->value[t->base]), t->columns[t->base].name,
                     size_text(l, c->key, c->value[t->base == 0]), t->columns[t->base == 0].name);
    }
}

/* A file system for one, the bare device for the other: the tool names the file system it found. */
static const char *run_level(Lint *l, const Run *run, const char *key)
{
    return measure_index_fact(l->index, run, "", key);
}

void lint_other_kind_of_target(Lint *l, const Table *t)
{
    Pair p;
    Intern *seen = intern_new(l->arena);
    EACH_PAIR(t, p)
    {
        const Run *a = p.base->run, *b = p.other->run;
        if (scope_is_cell(a) || scope_is_cell(b))
            continue;
        const Run *key[2] = { a, b };
        uint32_t before = intern_count(seen);
        if (intern_bytes(seen, key, sizeof key) < before)
            continue;
        const char *target_a = run_level(l, a, "target"), *target_b = run_level(l, b, "target");
        const char *fs_a = run_level(l, a, "fs"), *fs_b = run_level(l, b, "fs");
        if (!target_a || !target_b || (fs_a != NULL) == (fs_b != NULL) ||
            strncmp(fs_a ? target_b : target_a, "/dev/", 5) != 0)
            continue;
        lint_say(l, "other-target", NULL, 0, "a file system for %s (%s), a device for %s (%s)",
                 t->columns[fs_a ? p.row->base : p.column].name, fs_a ? target_a : target_b,
                 t->columns[fs_a ? p.column : p.row->base].name, fs_a ? target_b : target_a);
    }
}

/* --- units, versions, tools --- */

/* 1.024, 1.048576 ...: the same prefix read as 1000 and as 1024. */
static bool is_binary_slip(double a, double b)
{
    double ratio = a > b ? a / b : b / a, step = 1.024;
    for (int i = 0; i < 4; i++, step *= 1.024)
        if (fabs(ratio / step - 1) < 1e-9)
            return true;
    return false;
}

void lint_mb_dialects(Lint *l, const Table *t)
{
    Pair p;
    EACH_PAIR(t, p)
    {
        const Measure *a = p.base->measure, *b = p.other->measure;
        if (a->raw_factor > 0 && b->raw_factor > 0 &&
            is_binary_slip(a->raw_factor, b->raw_factor)) {
            lint_say(l, "mb-dialects", NULL, 0, "%s of %s is %.0f bytes, %s of %s is %.0f",
                     a->raw_unit, t->columns[p.row->base].name, a->raw_factor, b->raw_unit,
                     t->columns[p.column].name, b->raw_factor);
            return;
        }
    }
}

void lint_tool_version(Lint *l, const Table *t)
{
    Pair p;
    EACH_PAIR(t, p)
    {
        const Run *a = p.base->run, *b = p.other->run;
        if (a->version[0] && b->version[0] && strcmp(a->version, b->version) != 0)
            lint_say(l, "tool-version-differs", NULL, 0, "%s %s for %s, %s for %s", a->tool,
                     a->version, t->columns[p.row->base].name, b->version,
                     t->columns[p.column].name);
    }
}

/* Averages in prose and tables by hand are no tools of their own. */
static bool measures(const char *tool)
{
    return !scope_tool_has_key(tool, "n") && !scope_tool_has_key(tool, "row");
}

/* No tool of one column is a tool of the base. */
void lint_other_tool(Lint *l, const Table *t)
{
    for (size_t c = 0; c < t->n_columns; c++) {
        const char *mine = NULL, *base = NULL;
        bool shared = c == t->base;
        for (size_t r = 0; r < t->rows.n && !shared; r++) {
            const Row *row = &t->rows.v[r];
            bool here = row->cells[c].n_sources > 0, there = row->cells[t->base].n_sources > 0;
            mine = here && !mine ? row->tool : mine;
            base = there && !base ? row->tool : base;
            shared = here && there;
        }
        for (size_t r = 0; r < t->rows.n && !shared && mine; r++)
            shared =
                t->rows.v[r].cells[t->base].n_sources > 0 && strcmp(t->rows.v[r].tool, mine) == 0;
        if (!shared && mine && base && measures(mine) && measures(base))
            lint_say(l, "other-tool", NULL, 0, "%s for %s, %s for %s", base,
                     t->columns[t->base].name, mine, t->columns[c].name);
    }
}

/* --- evidence --- */

static bool is_one_run(const Cell *c)
{
    return c->evidence == EVIDENCE_SINGLE || c->evidence == EVIDENCE_WITHIN_RUN;
}

void lint_one_run(Lint *l, const Table *t)
{
    const double scatter = 0.02;
    size_t rows = 0, single = 0;
    for (size_t r = 0; r < t->rows.n; r++) {
        const Row *row = &t->rows.v[r];
        bool any = false, one = false;
        for (size_t c = 0; c < t->n_columns; c++) {
            any = any || row->comparisons[c].exists;
            one = one || (row->comparisons[c].exists &&
                          (is_one_run(&row->cells[c]) || is_one_run(&row->cells[row->base])));
        }
        rows += any;
        single += one;
    }
    if (single == 0)
        return;
    double runs = power_runs(t->effect, scatter, t->alpha, t->power);
    lint_say(l, "one-run", NULL, 0,
             "%zu of %zu rows rest on one run on a side; %.0f runs a side would show a %g %% "
             "change if runs "
             "scatter by %g %%",
             single, rows, runs, 100 * t->effect, 100 * scatter);
}

void lint_spread_within_run(Lint *l, const Table *t)
{
    Intern *tools = intern_new(l->arena);
    for (size_t r = 0; r < t->rows.n; r++)
        for (size_t c = 0; c < t->n_columns; c++) {
            const Cell *cell = &t->rows.v[r].cells[c];
            uint32_t before = intern_count(tools);
            if (cell->evidence != EVIDENCE_WITHIN_RUN ||
                intern_text(tools, t->rows.v[r].tool) < before)
                continue;
            lint_say(l, "spread-within-run", cell->sources[0].run, cell->sources[0].line,
                     "%s of %s: the deviation is of the requests of one run", t->rows.v[r].metric,
                     t->rows.v[r].tool);
        }
}

static double median_of_rest(Lint *l, const Cell *c)
{
    return sample_of(l->arena, c->in_order + 1, c->n_values - 1).median;
}

static const char *cell_name(Lint *l, const Table *t, const Row *row, size_t column)
{
    const char *name = t->columns[column].name;
    return name[0] ? arena_printf(l->arena, "%s of %s", row->metric, name) : row->metric;
}

void lint_drift(Lint *l, const Table *t)
{
    enum { LEAST = 6, TIMES = 3 };
    for (size_t r = 0; r < t->rows.n; r++)
        for (size_t k = 0; k < t->n_columns; k++) {
            const Cell *c = &t->rows.v[r].cells[k];
            if (c->evidence != EVIDENCE_REPLICATES || c->n_values < 3)
                continue;
            const Source *s = &c->sources[0];
            double first = c->in_order[0];
            /* only a first run far from the median can be far from that of the others */
            bool far = first > 1.5 * c->median || c->median > 1.5 * first;
            double rest = far ? median_of_rest(l, c) : first;
            if (rest > 0 && first > 0 && (first > TIMES * rest || rest > TIMES * first)) {
                lint_say(l, "drift", s->run, s->line, "%s: the first run is %.3g times the others",
                         cell_name(l, t, &t->rows.v[r], k), first / rest);
                continue;
            }
            Trend trend = { .p = 1 };
            if (c->n_values >= LEAST)
                trend = trend_test(l->arena, c->in_order, c->n_values, 0.2);
            if (trend.p < 0.05)
                lint_say(l, "drift", s->run, s->line, "%s %s over %zu runs (Mann-Kendall p %.2g)",
                         cell_name(l, t, &t->rows.v[r], k), trend.s > 0 ? "rises" : "falls",
                         c->n_values, trend.p);
        }
}

void lint_max_as_result(Lint *l, const Table *t)
{
    for (size_t r = 0; r < t->rows.n; r++) {
        Slice stem;
        const Row *row = &t->rows.v[r];
        bool compared = false;
        for (size_t c = 0; c < t->n_columns; c++)
            compared = compared || row->comparisons[c].exists;
        if (!compared || !lint_ends(row->metric, ".max", &stem))
            continue;
        lint_say(l, "max-as-result", NULL, 0, "%s is the worst single case of a run", row->metric);
    }
}

/* --- claims in prose --- */

typedef struct Claim {
    double lo, hi; /* as a ratio, at least 1 */
} Claim;

/* "4 to 5 times", "3x", "twice", "40 % faster". Takes the first of the line. */
static bool claim_of(Slice line, Claim *out)
{
    if (slice_has_word(line, SLICE("twice"))) {
        *out = (Claim){ 2, 2 };
        return true;
    }
    for (size_t at = 0; at < line.n; at++) {
        if (!char_is_digit(line.p[at]) ||
            (at && (char_is_alnum(line.p[at - 1]) || line.p[at - 1] == '.')))
            continue;
        Slice s = slice_from(line, at);
        double lo, hi;
        Slice number;
        if (!slice_word(&s, &number))
            continue;
        bool glued =
            number.n > 1 && (number.p[number.n - 1] == 'x' || number.p[number.n - 1] == '%');
        char sign = glued ? number.p[number.n - 1] : ' ';
        if (glued)
            number.n--;
        if (!filter_number(number, &lo))
            continue;
        hi = lo;
        slice_skip_blanks(&s);
        Slice range = s, second;
        if (!glued && (slice_skip(&range, SLICE("to ")) || slice_skip(&range, SLICE("- "))) &&
            slice_word(&range, &second) && filter_number(second, &hi)) {
            s = range;
            slice_skip_blanks(&s);
        }
        bool times =
            sign == 'x' || slice_starts_nocase(s, SLICE("times")) || slice_starts(s, SLICE("x "));
        bool percent =
            sign == '%' || slice_starts(s, SLICE("%")) || slice_starts_nocase(s, SLICE("percent"));
        bool better = slice_has_word(s, SLICE("faster")) || slice_has_word(s, SLICE("higher")) ||
                      slice_has_word(s, SLICE("better")) || slice_has_word(s, SLICE("more"));
        if (times && lo > 1 && hi >= lo) {
            *out = (Claim){ lo, hi };
            return true;
        }
        if (percent && better && lo > 0 && lo < 1000) {
            *out = (Claim){ 1 + lo / 100, 1 + hi / 100 };
            return true;
        }
    }
    return false;
}

/* Does any row hold what is claimed of these two columns? A claim of one digit is rough: 25 %. */
static bool claim_holds(const Table *t, size_t a, size_t b, Claim claim)
{
    for (size_t r = 0; r < t->rows.n; r++) {
        double x = t->rows.v[r].cells[a].mean, y = t->rows.v[r].cells[b].mean;
        if (!figure_exists(x) || !figure_exists(y) || !(x > 0) || !(y > 0))
            continue;
        double ratio = x > y ? x / y : y / x;
        if (ratio >= claim.lo * 0.8 && ratio <= claim.hi * 1.25)
            return true;
    }
    return false;
}

static bool have_rows(const Table *t, size_t a, size_t b)
{
    for (size_t r = 0; r < t->rows.n; r++)
        if (figure_exists(t->rows.v[r].cells[a].mean) && figure_exists(t->rows.v[r].cells[b].mean))
            return true;
    return false;
}

static void claim_line(Lint *l, const Table *t, const Run *run, Slice line, uint32_t number)
{
    enum { LONGEST = 400, COLUMNS = 8 };
    Claim claim;
    size_t named[2], n = 0;
    if (line.n > LONGEST || line.n < 10)
        return;
    for (size_t c = 0; c < t->n_columns && c < COLUMNS; c++)
        if (t->columns[c].name[0] && slice_has_word(line, slice_of(t->columns[c].name))) {
            if (n < 2)
                named[n] = c;
            n++;
        }
    if (n != 2 || !claim_of(line, &claim) || !have_rows(t, named[0], named[1]) ||
        claim_holds(t, named[0], named[1], claim))
        return;
    const char *text = arena_text(l->arena, slice_first(slice_trim(line), 60));
    Run at = { .document = run->document, .span = { .line = number } };
    lint_say(l, "claim-vs-figures", &at, number, "no row shows it: \"%s\"", text);
}

void lint_claims(Lint *l, const Table *t)
{
    Intern *seen = intern_new(l->arena);
    for (size_t r = 0; r < t->rows.n && t->n_columns > 1; r++)
        for (size_t c = 0; c < t->n_columns; c++)
            for (size_t i = 0; i < t->rows.v[r].cells[c].n_sources; i++) {
                const Run *run = t->rows.v[r].cells[c].sources[i].run;
                const Document *d = run->document;
                uint32_t before = intern_count(seen);
                if (!d || intern_bytes(seen, &d, sizeof d) < before)
                    continue;
                Slice text = d->text, line;
                for (uint32_t number = 1; slice_line(&text, &line); number++)
                    claim_line(l, t, run, line, number);
            }
}
