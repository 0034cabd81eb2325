/* What a gate found: a line each, JSON, JUnit. */
#include <math.h>
#include <string.h>

#include "base/safe.h"
#include "report/history_report.h"
#include "report/json_write.h"
#include "report/quantity.h"
#include "report/wording.h"

static const char *newest(const Gate *g)
{
    return g->history->options->releases[g->options->newest].label;
}

static DisplayUnit unit_of(const HistorySeries *s, double typical)
{
    return quantity_display(s->unit, s->raw_unit, s->raw_factor, typical);
}

/* "43.9 to 39.1 MB/s, -10.9%, p=0.003 (k 8, new 1)" */
static void figures(Buf *b, const GateFinding *f)
{
    double half = f->series->points.n ? f->series->points.v[0].half_width : 0;
    if (figure_exists(f->before) && figure_exists(f->after)) {
        DisplayUnit unit = unit_of(f->series, f->before);
        quantity_print_mean(b, f->before, half, unit);
        buf_str(b, " to ");
        quantity_print_mean(b, f->after, half, unit);
        buf_printf(b, " %s", unit.unit);
        if (figure_exists(f->ratio)) {
            buf_str(b, ", ");
            wording_change(b, f->ratio);
        }
        buf_str(b, ", ");
    }
    if (figure_exists(f->p_adjusted)) {
        quantity_p(b, f->p_adjusted);
        buf_str(b, ", ");
    }
    buf_printf(b, "sessions %zu+%zu", f->k, f->m);
    if (f->why[0])
        buf_printf(b, " (%s)", f->why);
}

static const char *word(GateVerdict v)
{
    static const char *const words[] = { "WORSE", "BETTER", "HIGHER", "LOWER", "no difference shown",
                                         "within the threshold", "CANNOT TELL",
                                         "NOT MEASURED in the new release", "new workload" };
    return words[v];
}

static bool is_told(GateVerdict v)
{
    return v != GATE_NOT_SHOWN && v != GATE_WITHIN;
}

void gate_text(Buf *b, const Gate *g)
{
    size_t quiet = 0;
    Buf line = buf_new(0);
    for (size_t i = 0; i < g->findings.n; i++) {
        const GateFinding *f = &g->findings.v[i];
        if (!is_told(f->verdict)) {
            quiet++;
            continue;
        }
        line.n = 0;
        buf_printf(&line, "%s: ", word(f->verdict));
        history_name(&line, f->series);
        buf_str(&line, ": ");
        figures(&line, f);
        safe_terminal(b, buf_slice(&line));
        buf_char(b, '\n');
    }
    line.n = 0;
    buf_printf(&line, "%s: %zu of %zu series judged, %zu worse, %zu without difference",
               newest(g), g->judged, g->findings.n, g->worse, quiet);
    if (g->missing)
        buf_printf(&line, ", %zu not measured", g->missing);
    if (g->history->n_without)
        buf_printf(&line, ", %zu runs without a release", g->history->n_without);
    safe_terminal(b, buf_slice(&line));
    buf_char(b, '\n');
    buf_free(&line);
}

void gate_json(Buf *b, const Gate *g)
{
    JsonWriter w = json_writer(b);
    json_object(&w, NULL);
    json_text(&w, "schema", "plimsoll.check/1");
    json_text(&w, "track", g->history->options->track);
    json_text(&w, "release", newest(g));
    json_text(&w, "base", g->options->base == SLICE_NONE
                              ? NULL : g->history->options->releases[g->options->base].label);
    json_count(&w, "status", (uint64_t)gate_status(g));
    json_count(&w, "family", g->family);
    json_array(&w, "findings");
    for (size_t i = 0; i < g->findings.n; i++) {
        const GateFinding *f = &g->findings.v[i];
        json_object(&w, NULL);
        json_text(&w, "workload", f->series->workload);
        json_text(&w, "setup", f->series->setup);
        json_text(&w, "scope", f->series->scope);
        json_text(&w, "metric", f->series->metric);
        json_text(&w, "unit", unit_name(f->series->unit));
        json_text(&w, "better", better_name(f->series->better));
        json_count(&w, "sessions_before", f->k);
        json_count(&w, "sessions", f->m);
        json_number(&w, "before", f->before);
        json_number(&w, "after", f->after);
        json_number(&w, "ratio", f->ratio);
        json_number(&w, "t", f->t);
        json_number(&w, "df", f->df);
        json_number(&w, "p", f->p);
        json_number(&w, "p_adjusted", f->p_adjusted);
        json_number(&w, "threshold", f->threshold);
        json_text(&w, "verdict", gate_verdict_name(f->verdict));
        json_text(&w, "why", f->why[0] ? f->why : NULL);
        json_object_end(&w);
    }
    json_array_end(&w);
    json_object_end(&w);
    json_end_line(&w);
}

/* --- JUnit --- */

static void attribute(Buf *b, const char *name, Slice value)
{
    buf_printf(b, " %s=\"", name);
    safe_xml(b, value);
    buf_char(b, '"');
}

static void test_case(Buf *b, const GateFinding *f)
{
    Buf text = buf_new(0);
    history_name(&text, f->series);
    buf_str(b, "    <testcase");
    attribute(b, "classname", slice_of(f->series->tool));
    attribute(b, "name", buf_slice(&text));
    text.n = 0;
    buf_printf(&text, "%s: ", word(f->verdict));
    figures(&text, f);
    const char *element = f->verdict == GATE_WORSE                                ? "failure"
                          : f->verdict == GATE_MISSING && f->k >= GATE_LEAST_SESSIONS ? "error"
                          : f->verdict == GATE_CANNOT_TELL || f->verdict == GATE_NEW ||
                                  f->verdict == GATE_MISSING                      ? "skipped" : NULL;
    if (element) {
        buf_printf(b, ">\n      <%s", element);
        attribute(b, "message", buf_slice(&text));
        buf_str(b, "/>\n    </testcase>\n");
    } else {
        buf_str(b, "/>\n");
    }
    buf_free(&text);
}

void gate_junit(Buf *b, const Gate *g)
{
    size_t skipped = 0;
    for (size_t i = 0; i < g->findings.n; i++) {
        GateVerdict v = g->findings.v[i].verdict;
        skipped += v == GATE_CANNOT_TELL || v == GATE_NEW ||
                   (v == GATE_MISSING && g->findings.v[i].k < GATE_LEAST_SESSIONS);
    }
    /* Nothing judged must not look like a passed suite. */
    bool nothing = !g->judged && !g->missing;
    buf_str(b, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite");
    attribute(b, "name", slice_of("plimsoll check"));
    buf_printf(b, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" skipped=\"%zu\">\n",
               g->findings.n + nothing, g->worse, g->missing + nothing, skipped);
    for (size_t i = 0; i < g->findings.n; i++)
        test_case(b, &g->findings.v[i]);
    if (nothing)
        buf_str(b, "    <testcase classname=\"plimsoll\" name=\"check\">\n"
                   "      <error message=\"nothing could be judged\"/>\n    </testcase>\n");
    buf_str(b, "  </testsuite>\n</testsuites>\n");
}
