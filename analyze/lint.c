#include "analyze/lint.h"

#include <stdarg.h>
#include <string.h>

#include "analyze/lint_check.h"
#include "base/number.h"

/* clang-format off */
static const LintCheck checks[] = {
    { "rate-mismatch", NULL, lint_rate_mismatch, NULL, NULL },
    { "rate-mismatch", "fio", lint_rate_mismatch_fio, NULL, NULL },
    { "order-min-avg-max", NULL, lint_order, NULL, NULL },
    { "page-cache", NULL, NULL, lint_page_cache, NULL },
    { "page-cache", "bonnie++", lint_page_cache_bonnie, NULL, NULL },
    { "not-synced", "dd", lint_not_synced, NULL, NULL },
    { "zeros-compressed", "dd", lint_zeros_compressed, NULL, NULL },
    { "source-bound", "dd", lint_source_bound, NULL, NULL },
    { "unequal-sides", NULL, NULL, NULL, lint_unequal_sides },
    { "other-target", NULL, NULL, lint_other_target, NULL },
    { "other-target", NULL, NULL, NULL, lint_other_kind_of_target },
    { "heading-vs-command", NULL, NULL, lint_heading_vs_command, NULL },
    { "unit-slip", NULL, NULL, lint_unit_slip, NULL },
    { "mb-dialects", NULL, NULL, NULL, lint_mb_dialects },
    { "iops-vs-bw", NULL, lint_iops_vs_bw, NULL, NULL },
    { "tool-version-differs", NULL, NULL, NULL, lint_tool_version },
    { "other-tool", NULL, NULL, NULL, lint_other_tool },
    { "one-run", NULL, NULL, NULL, lint_one_run },
    { "spread-within-run", NULL, NULL, NULL, lint_spread_within_run },
    { "few-samples", NULL, lint_few_samples, NULL, NULL },
    { "drift", NULL, NULL, NULL, lint_drift },
    { "mixture", NULL, lint_mixture, NULL, NULL },
    { "bw-samples-vs-bw", "fio", lint_bw_samples, NULL, NULL },
    { "gtod-reduce", "fio", lint_gtod_reduce, NULL, NULL },
    { "claim-vs-figures", NULL, NULL, NULL, lint_claims },
    { "max-as-result", NULL, NULL, NULL, lint_max_as_result },
    { "parallel-halves", NULL, lint_parallel_halves, NULL, NULL },
    { "parallel-halves", NULL, NULL, lint_parallel_words, NULL },
    { "stated-mean", NULL, NULL, lint_stated_mean, NULL },
    { "failed-run", NULL, lint_failed_run, NULL, NULL },
    { "rate-limited", "fio", lint_rate_limited, NULL, NULL },
    { "rate-limited", NULL, NULL, lint_wire_bound, NULL },
    { "table-vs-log", NULL, NULL, lint_table_vs_log, NULL },
};
/* clang-format on */

enum { N_CHECKS = sizeof checks / sizeof *checks };

const LintCheck *lint_checks(size_t *n)
{
    *n = N_CHECKS;
    return checks;
}

/* --- for checks --- */

static bool wanted(const Lint *l, const char *code)
{
    const CodeInfo *info = code_find(code);
    return l->all || !info || info->grade != GRADE_SUGGESTION;
}

static void add(Lint *l, const char *code, const Run *run, const Document *d, uint32_t line,
                const char *message)
{
    const CodeInfo *info = code_find(code);
    const char *key =
        arena_printf(l->arena, "%s\n%p\n%u\n%s", code, (const void *)d, line, line ? "" : message);
    uint32_t before = intern_count(l->said);
    if (intern_text(l->said, key) < before)
        return;
    *VEC_PUSH(l->arena, l->out) = (Caution){
        .code = code,
        .info = info,
        .severity = info ? info->severity : SEVERITY_WARNING,
        .grade = info ? info->grade : GRADE_SURE,
        .document = d ? d->name : "",
        .line = line,
        .last_line = run && run->last_line > line ? run->last_line : line,
        .message = message,
    };
}

void lint_say(Lint *l, const char *code, const Run *run, uint32_t line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(l->arena, format, args);
    va_end(args);
    add(l, code, run, run ? run->document : NULL, run && !line ? run->span.line : line, message);
}

void lint_say_command(Lint *l, const char *code, const Run *run, const char *format, ...)
{
    const char *key =
        arena_printf(l->arena, "%s\n%p\n%s", code, (const void *)run->document, run->command);
    uint32_t before = intern_count(l->said);
    if (intern_text(l->said, key) < before)
        return;
    va_list args;
    va_start(args, format);
    const char *message = arena_vprintf(l->arena, format, args);
    va_end(args);
    add(l, code, run, run->document, run->span.line, message);
}

const Measure *lint_figure(Lint *l, const Run *run, const char *scope, const char *format, ...)
{
    char name[256];
    va_list args;
    va_start(args, format);
    int n = vsnprintf(name, sizeof name, format, args);
    va_end(args);
    if (n < 0 || (size_t)n >= sizeof name)
        return NULL;
    const Measure *m = measure_index_find(l->index, run, scope, name);
    return m && m->missing == MISSING_NOT && isfinite(m->value) ? m : NULL;
}

const char *lint_value(Lint *l, const Measure *m)
{
    char text[NUMBER_TEXT_BYTES];
    if (m->raw && m->raw[0])
        return arena_printf(l->arena, "%s%s%s", m->raw, m->raw_unit[0] ? " " : "", m->raw_unit);
    return arena_printf(l->arena, "%s %s", number_text(text, m->value), unit_name(m->unit));
}

bool lint_in_list(const char *list, const char *word)
{
    Slice rest = slice_of(list ? list : ""), part;
    while (slice_until(&rest, SLICE(","), &part))
        if (slice_is(part, word))
            return true;
    return slice_is(rest, word);
}

bool lint_ends(const char *metric, const char *ending, Slice *stem)
{
    Slice m = slice_of(metric), e = slice_of(ending);
    if (!slice_ends(m, e))
        return false;
    *stem = slice_first(m, m.n - e.n);
    return true;
}

/* --- all of them --- */

static void check_runs(Lint *l, const Run *const *runs, size_t n)
{
    const char *tool = NULL;
    const LintCheck *of_tool[N_CHECKS];
    size_t n_of_tool = 0;
    for (size_t i = 0; i < n; i++) {
        if (!tool || strcmp(tool, runs[i]->tool) != 0) {
            tool = runs[i]->tool;
            n_of_tool = 0;
            for (size_t k = 0; k < N_CHECKS; k++)
                if (checks[k].on_run && (!checks[k].tool || strcmp(checks[k].tool, tool) == 0) &&
                    wanted(l, checks[k].code))
                    of_tool[n_of_tool++] = &checks[k];
        }
        l->layout = layouts_of(l->layouts, runs[i]);
        for (size_t k = 0; k < n_of_tool; k++)
            of_tool[k]->on_run(l, runs[i]);
    }
}

/* Notes of the readers: cautions as they are. */
static void pass_notes(Lint *l, const Document *d)
{
    for (size_t i = 0; i < d->notes.n; i++) {
        const Note *n = &d->notes.v[i];
        if (wanted(l, n->code))
            add(l, n->code, NULL, d, n->span.line, n->message);
    }
}

/* Runs of one document stand together: one pass finds the documents. */
static void check_documents(Lint *l, const Run *const *runs, size_t n)
{
    Intern *seen = intern_new(l->arena);
    for (size_t i = 0, end; i < n; i = end) {
        const Document *d = runs[i]->document;
        for (end = i; end < n && runs[end]->document == d; end++)
            ;
        uint32_t before = intern_count(seen);
        if (!d || intern_bytes(seen, &d, sizeof d) < before)
            continue;
        pass_notes(l, d);
        LintDocument part = { d, runs + i, end - i };
        for (size_t k = 0; k < N_CHECKS; k++)
            if (checks[k].on_document && wanted(l, checks[k].code))
                checks[k].on_document(l, &part);
    }
}

static int by_weight(const void *a, const void *b)
{
    const Caution *x = a, *y = b;
    if (x->severity != y->severity)
        return x->severity > y->severity ? -1 : 1;
    int names = strcmp(x->document, y->document);
    if (names)
        return names;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    int codes = strcmp(x->code, y->code);
    return codes ? codes : strcmp(x->message, y->message);
}

void lint_notes(Arena *a, const Document *d, bool all, Cautions *out)
{
    Lint l = { .arena = a, .said = intern_new(a), .all = all, .out = out };
    pass_notes(&l, d);
    if (out->n > 1)
        qsort(out->v, out->n, sizeof *out->v, by_weight);
}

void lint_run(Arena *a, const Run *const *runs, size_t n, const Table *t, bool all, Cautions *out)
{
    Lint l = {
        .arena = a, .index = measure_index_new(a), .said = intern_new(a), .all = all, .out = out
    };
    l.layouts = layouts_new(a, l.index);
    check_runs(&l, runs, n);
    check_documents(&l, runs, n);
    for (size_t k = 0; t && k < N_CHECKS; k++)
        if (checks[k].on_table && wanted(&l, checks[k].code))
            checks[k].on_table(&l, t);
    if (out->n > 1)
        qsort(out->v, out->n, sizeof *out->v, by_weight);
}
