/* Headings, targets, prose and tables against the figures of one document. */
#include <string.h>

#include "analyze/filter.h"
#include "analyze/lint_check.h"
#include "analyze/scope.h"

/* Runs of one tool stand together: what it is is looked up once a stretch. */
typedef struct ToolKind {
    const char *tool;
    bool stated, cell;
} ToolKind;

static ToolKind kind_of(ToolKind *last, const Run *run)
{
    if (!last->tool || (last->tool != run->tool && strcmp(last->tool, run->tool) != 0))
        *last = (ToolKind){ run->tool, scope_tool_has_key(run->tool, "n"), scope_is_cell(run) };
    return *last;
}

/* --- targets --- */

typedef struct Section {
    uint32_t target[2]; /* the first two different ones */
    size_t n[2], others;
    const Run *first[2];
} Section;

/*
 * One run of a section (tool and label) that tests another target than all the others of it, which
 * are two or more and agree. Two targets tested alike are no slip.
 */
void lint_other_target(Lint *l, const LintDocument *d)
{
    Intern *sections = intern_new(l->arena), *targets = intern_new(l->arena);
    VEC(Section) of = { 0 };
    for (size_t i = 0; i < d->n; i++) {
        const Run *run = d->runs[i];
        const char *path = run_fact(run, "", "target");
        Slice target = slice_of(path ? path : "");
        while (target.n > 1 && target.p[target.n - 1] == '/')
            target.n--;
        if (target.n == 0)
            continue;
        uint32_t id = intern_pair(sections, intern_text(targets, run->tool),
                                  intern_text(targets, run->label));
        uint32_t t = intern_bytes(targets, target.p, target.n);
        if (id == of.n)
            *VEC_PUSH(l->arena, &of) = (Section){ { t, INTERN_NONE }, { 0, 0 }, 0, { run, NULL } };
        Section *s = &of.v[id];
        if (s->target[0] != t && s->target[1] == INTERN_NONE) {
            s->target[1] = t;
            s->first[1] = run;
        }
        if (s->target[0] == t)
            s->n[0]++;
        else if (s->target[1] == t)
            s->n[1]++;
        else
            s->others++;
    }
    for (size_t i = 0; i < of.n; i++) {
        const Section *s = &of.v[i];
        size_t odd = s->n[0] == 1 && s->n[1] > 1 ? 0 : 1;
        if (s->others || s->n[odd] != 1 || s->n[!odd] < 2)
            continue;
        lint_say(
            l, "other-target", s->first[odd], 0, "%s here, %s in the other %zu runs of its section",
            intern_at(targets, s->target[odd]), intern_at(targets, s->target[!odd]), s->n[!odd]);
    }
}

/* --- headings --- */

/* Words of a label that could be part of a path: letters and digits, three or more. */
static bool next_word(Slice *rest, Slice *word)
{
    while (rest->n) {
        size_t n = 0;
        while (n < rest->n && char_is_alnum(rest->p[n]))
            n++;
        *word = slice_first(*rest, n);
        *rest = slice_from(*rest, n ? n : 1);
        if (n >= 3)
            return true;
    }
    return false;
}

static bool holds_own_word(Slice command, const char *label, const char *not_in)
{
    Slice rest = slice_of(label), word;
    while (next_word(&rest, &word))
        if (!slice_has_nocase(slice_of(not_in), word) && slice_has_word(command, word))
            return true;
    return false;
}

/* Labels made of options or paths are taken from the command: they cannot contradict it. */
static bool is_heading(const char *label)
{
    return label[0] && label[0] != '/' && !strchr(label, '=');
}

/* The command names another label of the document, and not its own. */
void lint_heading_vs_command(Lint *l, const LintDocument *d)
{
    enum { MOST_LABELS = 12 };
    Intern *labels = intern_new(l->arena);
    for (size_t i = 0; i < d->n && intern_count(labels) <= MOST_LABELS; i++)
        if (is_heading(d->runs[i]->label))
            intern_text(labels, d->runs[i]->label);
    uint32_t n = intern_count(labels);
    if (n < 2 || n > MOST_LABELS)
        return;
    for (size_t i = 0; i < d->n; i++) {
        const Run *run = d->runs[i];
        Slice command = slice_of(run->command);
        if (!command.n || !is_heading(run->label))
            continue;
        for (uint32_t k = 0; k < n; k++) {
            const char *other = intern_at(labels, k);
            if (strcmp(other, run->label) == 0 || !holds_own_word(command, other, run->label) ||
                holds_own_word(command, run->label, other))
                continue;
            lint_say(l, "heading-vs-command", run, 0,
                     "the heading says '%s', the command speaks of '%s'", run->label, other);
            break;
        }
    }
}

/* --- one figure, two units --- */

typedef struct Printed {
    const Run *run;
    const Measure *measure;
} Printed;

static size_t digits_of(const char *raw)
{
    size_t n = 0;
    for (; *raw; raw++)
        n += char_is_digit(*raw);
    return n;
}

/* A figure in prose with the digits of a figure of the log, but another unit of the same dimension.
 */
void lint_unit_slip(Lint *l, const LintDocument *d)
{
    Intern *keys = intern_new(l->arena);
    VEC(Printed) first = { 0 };
    ToolKind kind = { 0 };
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < d->n; i++) {
            const Run *run = d->runs[i];
            if (kind_of(&kind, run).stated != (pass == 1))
                continue;
            for (size_t k = 0; k < run->measures.n; k++) {
                const Measure *m = &run->measures.v[k];
                if (m->missing != MISSING_NOT || !m->raw || digits_of(m->raw) < 3 ||
                    !m->raw_unit[0])
                    continue;
                const char *key =
                    arena_printf(l->arena, "%d %s %s", (int)m->unit, m->raw, run->label);
                uint32_t id =
                    pass == 0 ? intern_text(keys, key) : intern_find(keys, key, strlen(key));
                if (pass == 0) {
                    if (id == first.n)
                        *VEC_PUSH(l->arena, &first) = (Printed){ run, m };
                    continue;
                }
                const Measure *o = id == INTERN_NONE ? NULL : first.v[id].measure;
                if (o && fabs(o->raw_factor / m->raw_factor - 1) > 0.2)
                    lint_say(l, "unit-slip", run, m->span.line, "%s %s here, %s %s in line %u",
                             m->raw, m->raw_unit, o->raw, o->raw_unit, o->span.line);
            }
        }
}

/* --- stated means --- */

/* The runs above with this label and metric, of one tool; an author may have left some of them out.
 */
static size_t shown_runs(const LintDocument *d, const bool *is_stated, size_t stated,
                         const Measure *m, double *v, size_t most)
{
    enum { LOOK_BACK = 1000 };
    const char *tool = NULL;
    size_t n = 0, least = stated > LOOK_BACK ? stated - LOOK_BACK : 0;
    for (size_t i = stated; i-- > least && n < most;) {
        const Run *run = d->runs[i];
        if (is_stated[i] || strcmp(run->label, d->runs[stated]->label) != 0)
            continue;
        const Measure *x = run_measure(run, "", m->metric);
        if (!x || x->missing != MISSING_NOT)
            continue;
        if (tool && strcmp(tool, run->tool) != 0)
            break;
        tool = run->tool;
        v[n++] = x->value;
    }
    return n;
}

void lint_stated_mean(Lint *l, const LintDocument *d)
{
    enum { MOST_RUNS = 200 };
    double v[MOST_RUNS];
    ToolKind kind = { 0 };
    bool *stated = ARENA_ARRAY(l->arena, bool, d->n + 1);
    for (size_t i = 0; i < d->n; i++) {
        const Run *run = d->runs[i];
        stated[i] = kind_of(&kind, run).stated;
        if (!stated[i])
            continue;
        for (size_t k = 0; k < run->measures.n; k++) {
            const Measure *m = &run->measures.v[k];
            const char *text = measure_index_fact(l->index, run, m->scope, "n");
            double said_n = 0;
            size_t n = shown_runs(d, stated, i, m, v, MOST_RUNS);
            if (m->missing != MISSING_NOT || n < 2 ||
                (text && filter_number(slice_of(text), &said_n) && said_n != (double)n))
                continue;
            double mean = sample_of(l->arena, v, n).mean;
            /* authors average printed figures and drop digits: 1 % is theirs */
            if (fabs(mean - m->value) <= 2 * m->half_width + 0.01 * fabs(mean))
                continue;
            lint_say(l, "stated-mean", run, m->span.line,
                     "stated is %s, the %zu runs above average %.4g%s", lint_value(l, m), n,
                     mean / (m->raw_factor > 0 ? m->raw_factor : 1),
                     m->raw_factor > 0 ? arena_printf(l->arena, " %s", m->raw_unit) : "");
        }
    }
}

/* --- tables --- */

typedef VEC(Printed) Log;

/* Is the row about this tool: its name, or what it was asked to do? */
static bool row_is_about(Slice row, const Run *run)
{
    const char *op = run_fact(run, "", "op");
    if (slice_has_word(row, slice_of(run->tool)))
        return true;
    return op && op[0] && slice_has_word(row, slice_of(op));
}

void lint_table_vs_log(Lint *l, const LintDocument *d)
{
    const double near = 0.05;
    Intern *labels = intern_new(l->arena);
    VEC(Log) logs = { 0 };
    ToolKind kind = { 0 };
    for (size_t i = 0; i < d->n; i++) {
        const Run *run = d->runs[i];
        if (kind_of(&kind, run).cell || kind.stated || !run->label[0])
            continue;
        uint32_t id = intern_text(labels, run->label);
        if (id == logs.n)
            *VEC_PUSH(l->arena, &logs) = (Log){ 0 };
        for (size_t k = 0; k < run->measures.n; k++)
            if (run->measures.v[k].headline && run->measures.v[k].missing == MISSING_NOT &&
                logs.v[id].n < 200)
                *VEC_PUSH(l->arena, &logs.v[id]) = (Printed){ run, &run->measures.v[k] };
    }
    for (size_t i = 0; i < d->n && logs.n; i++)
        for (size_t k = 0; kind_of(&kind, d->runs[i]).cell && k < d->runs[i]->measures.n; k++) {
            const Measure *m = &d->runs[i]->measures.v[k];
            Slice row, column;
            if (m->missing != MISSING_NOT || !scope_cell(d->runs[i], m->scope, &row, &column))
                continue;
            uint32_t id = intern_find(labels, column.p, column.n);
            const Measure *other = NULL;
            bool agrees = false;
            for (size_t j = 0; id != INTERN_NONE && j < logs.v[id].n && !agrees; j++) {
                const Printed *p = &logs.v[id].v[j];
                if (p->measure->unit != m->unit || !row_is_about(row, p->run))
                    continue;
                other = p->measure;
                agrees = fabs(other->value - m->value) <= near * fabs(other->value) + m->half_width;
            }
            if (other && !agrees)
                lint_say(l, "table-vs-log", d->runs[i], m->span.line,
                         "%s in the table, %s in line %u", lint_value(l, m), lint_value(l, other),
                         other->span.line);
        }
}
