#include "report/wording.h"

#include <math.h>
#include <string.h>

enum { MOST_FINDINGS = 4 };

const char *wording_letter(char buf[16], size_t column)
{
    if (column < 26)
        snprintf(buf, 16, "%c", (char)('A' + (int)column));
    else
        snprintf(buf, 16, "C%u", (unsigned)column + 1);
    return buf;
}

void wording_workload(Buf *b, const Row *row)
{
    if (strncmp(row->workload, row->tool, strlen(row->tool)) != 0) {
        buf_str(b, row->tool);
        if (row->workload[0])
            buf_char(b, ' ');
    }
    buf_str(b, row->workload);
}

DisplayUnit wording_unit(const Table *t, const Row *row)
{
    double smallest = 0;
    for (size_t k = 0; k < t->n_columns; k++) {
        double v = fabs(row->cells[k].mean);
        if (row->cells[k].evidence != EVIDENCE_NONE && v > 0 && (smallest == 0 || v < smallest))
            smallest = v;
    }
    return quantity_display_row(row->unit, row->raw_unit, row->raw_factor, row->cells[row->base].mean,
                                smallest);
}

const char *wording_column(const Table *t, size_t column)
{
    const char *name = t->columns[column].name;
    return strcmp(name, "-") == 0 ? "(no heading)" : name[0] ? name : "(no label)";
}

void wording_metric(Buf *b, const Row *row)
{
    if (row->scope[0])
        buf_printf(b, "%s ", row->scope);
    buf_str(b, row->metric);
}

void wording_ratio(Buf *b, double ratio)
{
    if (!figure_exists(ratio))
        buf_str(b, "-");
    else if (ratio >= 1000 || (ratio < 0.001 && ratio > 0))
        buf_printf(b, "%.3g", ratio);
    else
        buf_printf(b, "%.*f", ratio >= 100 ? 0 : ratio >= 10 ? 1 : ratio >= 0.1 ? 3 : 4, ratio);
}

/* Percent with two digits behind the point below 1, one below 100, none above. */
static void percent(Buf *b, double share)
{
    double p = fabs(share) * 100;
    buf_printf(b, "%.*f", p < 1 ? 2 : p < 100 ? 1 : 0, p);
}

void wording_change(Buf *b, double ratio)
{
    buf_char(b, ratio < 1 ? '-' : '+');
    percent(b, ratio - 1);
    buf_char(b, '%');
}

typedef struct Words {
    const char *more, *less; /* "faster", "slower" */
    bool names_metric;       /* the metric must be said: "higher read.lat.mean" */
} Words;

static Words words_for(const Row *row)
{
    if (row->unit == UNIT_BYTES_PER_S || row->unit == UNIT_PER_S)
        return (Words){ "faster", "slower", false };
    return (Words){ "higher", "lower", true };
}

static void interval(Buf *b, const Table *t, const Row *row, const Comparison *c, bool as_factor)
{
    if (!figure_exists(c->lo) || !figure_exists(c->hi))
        return;
    if (c->by_rounding)
        buf_str(b, " (by rounding ");
    else
        buf_printf(b, " (n=%zu+%zu, %.3g %% interval ", row->cells[row->base].n,
                   row->cells[c - row->comparisons].n, 100 * (1 - t->alpha));
    if (as_factor) {
        wording_ratio(b, c->lo);
        buf_str(b, " to ");
        wording_ratio(b, c->hi);
    } else {
        bool falls = c->ratio < 1;
        double near = falls ? 1 - c->hi : c->lo - 1, far = falls ? 1 - c->lo : c->hi - 1;
        buf_str(b, near < 0 ? "-" : "");
        percent(b, near);
        buf_str(b, " to ");
        percent(b, far);
        buf_str(b, " %");
    }
    buf_char(b, ')');
}

void wording_verdict(Buf *b, const Table *t, Verdict v)
{
    buf_str(b, verdict_text(v));
    if (v == VERDICT_WITHIN)
        buf_printf(b, " +-%.3g %%", 100 * t->threshold);
}

void wording_finding(Buf *b, const Table *t, const Row *row, size_t column, const char *name,
                     const char *base_name)
{
    const Comparison *c = &row->comparisons[column];
    Words words = words_for(row);
    bool as_factor = c->ratio >= 2 || c->ratio <= 0.5;
    buf_str(b, name);
    if (as_factor && words.names_metric) {
        buf_str(b, " has ");
        wording_ratio(b, c->ratio);
        buf_printf(b, " times the %s of %s", row->metric, base_name);
    } else if (as_factor) {
        buf_str(b, " is ");
        wording_ratio(b, c->ratio);
        buf_printf(b, " times as fast as %s", base_name);
    } else {
        buf_str(b, words.names_metric ? " has " : " is ");
        percent(b, c->ratio - 1);
        buf_printf(b, " %% %s", c->ratio < 1 ? words.less : words.more);
        if (words.names_metric)
            buf_printf(b, " %s", row->metric);
        buf_printf(b, " than %s", base_name);
    }
    interval(b, t, row, c, as_factor);
    buf_printf(b, ": %s", verdict_text(c->verdict));
}

/* What the comparisons of a table say, counted. */
typedef struct Counts {
    size_t comparisons, findings, not_shown, within, cannot, tested;
    double least, most; /* ratios */
    bool all_single, all_mean_only;
} Counts;

static bool is_finding(Verdict v)
{
    return v == VERDICT_BETTER || v == VERDICT_WORSE || v == VERDICT_HIGHER || v == VERDICT_LOWER;
}

static Counts count(const Table *t)
{
    Counts n = { .least = INFINITY, .most = -INFINITY, .all_single = true, .all_mean_only = true };
    for (size_t i = 0; i < t->rows.n; i++) {
        const Row *row = &t->rows.v[i];
        for (size_t k = 0; k < t->n_columns; k++) {
            const Comparison *c = &row->comparisons[k];
            if (!c->exists)
                continue;
            n.comparisons++;
            n.findings += is_finding(c->verdict);
            n.not_shown += c->verdict == VERDICT_NOT_SHOWN;
            n.within += c->verdict == VERDICT_WITHIN;
            n.cannot += c->verdict == VERDICT_CANNOT_TELL;
            n.tested += figure_exists(c->p);
            if (figure_exists(c->ratio)) {
                n.least = fmin(n.least, c->ratio);
                n.most = fmax(n.most, c->ratio);
            }
            Evidence a = row->cells[row->base].evidence, e = row->cells[k].evidence;
            n.all_single = n.all_single && (a == EVIDENCE_SINGLE || a == EVIDENCE_WITHIN_RUN) &&
                           (e == EVIDENCE_SINGLE || e == EVIDENCE_WITHIN_RUN);
            n.all_mean_only = n.all_mean_only && a == EVIDENCE_MEAN_ONLY && e == EVIDENCE_MEAN_ONLY;
        }
    }
    return n;
}

static void say_findings(Buf *b, const Table *t, const Counts *n, bool letters)
{
    size_t said = 0;
    for (size_t i = 0; i < t->rows.n && said < MOST_FINDINGS; i++) {
        const Row *row = &t->rows.v[i];
        for (size_t k = 0; k < t->n_columns && said < MOST_FINDINGS; k++) {
            const Comparison *c = &row->comparisons[k];
            if (!c->exists || !is_finding(c->verdict))
                continue;
            if (t->rows.n > 1) {
                if (row->group[0])
                    buf_printf(b, "%s, ", row->group);
                wording_workload(b, row);
                buf_char(b, ' ');
                wording_metric(b, row);
                buf_str(b, ": ");
            }
            char one[16], two[16];
            wording_finding(b, t, row, k, letters ? wording_letter(one, k) : wording_column(t, k),
                            letters ? wording_letter(two, row->base) : wording_column(t, row->base));
            buf_char(b, '\n');
            said++;
        }
    }
    if (n->findings > said)
        buf_printf(b, "%zu more findings in the tables below.\n", n->findings - said);
}

static void say_ratios(Buf *b, const Counts *n)
{
    if (!(n->least <= n->most))
        return;
    if (n->comparisons == 1) {
        buf_str(b, " The ratio is ");
        wording_ratio(b, n->least);
    } else {
        buf_str(b, " Ratios lie between ");
        wording_ratio(b, n->least);
        buf_str(b, " and ");
        wording_ratio(b, n->most);
    }
    buf_char(b, '.');
}

void wording_answer(Buf *b, const Table *t, bool letters)
{
    Counts n = count(t);
    if (n.comparisons == 0) {
        buf_str(b, t->n_columns < 2 ? "One configuration only: nothing to compare it with.\n"
                                    : "The columns have no figure in common.\n");
        return;
    }
    say_findings(b, t, &n, letters);
    if (n.findings && n.findings < n.comparisons)
        buf_printf(b, "Of %zu comparisons:%s%zu with a finding", n.comparisons, " ", n.findings);
    else if (!n.findings && n.cannot == n.comparisons && n.all_single)
        buf_str(b, "One run each, so no claim about chance: CANNOT TELL.");
    else if (!n.findings && n.cannot == n.comparisons && n.all_mean_only)
        buf_str(b, "Averages without spread, so no claim about chance: CANNOT TELL.");
    else if (!n.findings && n.cannot == n.comparisons)
        buf_str(b, "CANNOT TELL: the evidence does not carry a test.");
    else if (!n.findings && n.not_shown == n.comparisons)
        buf_str(b, "NO DIFFERENCE SHOWN; the intervals say what is still possible.");
    else if (!n.findings)
        buf_printf(b, "Of %zu comparisons: none with a finding", n.comparisons);
    if (n.comparisons > n.findings && (n.findings || (n.not_shown && n.not_shown < n.comparisons) ||
                                       n.within)) {
        if (n.not_shown)
            buf_printf(b, ", %zu no difference shown", n.not_shown);
        if (n.within)
            buf_printf(b, ", %zu within the threshold", n.within);
        if (n.cannot)
            buf_printf(b, ", %zu cannot tell", n.cannot);
        buf_char(b, '.');
    }
    if (!n.findings)
        say_ratios(b, &n);
    if (n.comparisons > n.findings || !n.findings)
        buf_char(b, '\n');
}

void wording_fact(Buf *b, const char *key, const char *value)
{
    static const char *const sizes[] = { "bs",         "ibs",        "obs",         "size",     "file_size",
                                         "chunk_size", "wss",        "device_size", "max_size", "min_size" };
    bool is_size = false;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        is_size = is_size || strcmp(key, sizes[i]) == 0;
    Slice s = slice_of(value);
    uint64_t n;
    if (!is_size || !slice_uint(&s, &n) || s.n || n < 1024 || n % 1024) {
        buf_str(b, value);
        return;
    }
    size_t power = 0;
    while (n >= 1024 && n % 1024 == 0 && power < 4) {
        n /= 1024;
        power++;
    }
    buf_printf(b, "%llu%c", (unsigned long long)n, "-kMGT"[power]);
}

void wording_method(Buf *b, const Table *t)
{
    bool tested = t->family > 0;
    buf_str(b, t->scale == SCALE_LOG ? "ratio of geometric means" : "ratio of means");
    if (tested) {
        buf_printf(b, "; Welch t%s, %s interval %.3g %%; exact U as second opinion; ",
                   t->scale == SCALE_LOG ? " on logarithms" : "",
                   t->scale == SCALE_LOG ? "t" : "Fieller", 100 * (1 - t->alpha));
        if (t->adjust == ADJUST_NONE)
            buf_printf(b, "p not adjusted (%zu comparison%s)", t->family, t->family == 1 ? "" : "s");
        else
            buf_printf(b, "p adjusted by %s over %zu comparison%s",
                       t->adjust == ADJUST_HOLM ? "Holm" : "Benjamini-Hochberg", t->family,
                       t->family == 1 ? "" : "s");
        if (t->threshold > 0)
            buf_printf(b, "; differences within %.3g %% do not matter", 100 * t->threshold);
    } else {
        buf_str(b, "; intervals by the rounding of the printed digits only");
    }
}
