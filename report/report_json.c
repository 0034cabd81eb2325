/* The comparison as JSON: schema plimsoll.compare/1. A number that does not exist is null. */
#include "report/json_write.h"
#include "report/report.h"

static void write_cell(JsonWriter *w, const Table *t, const Cell *cell, size_t column)
{
    json_object(w, NULL);
    json_text(w, "column", t->columns[column].name);
    json_text(w, "evidence", cell->evidence == EVIDENCE_NONE ? NULL : evidence_name(cell->evidence));
    json_count(w, "n", cell->n);
    json_number(w, "mean", cell->mean);
    json_number(w, "median", cell->median);
    json_number(w, "sd", cell->sd);
    json_number(w, "min", cell->min);
    json_number(w, "max", cell->max);
    json_text(w, "missing", cell->missing ? missing_name(cell->missing) : NULL);
    json_array(w, "values");
    for (size_t i = 0; i < cell->n_values; i++)
        json_number(w, NULL, cell->in_order[i]);
    json_array_end(w);
    json_array(w, "sources");
    for (size_t i = 0; i < cell->n_sources; i++) {
        Buf text = buf_new(0);
        buf_printf(&text, "%s:%u", cell->sources[i].document, cell->sources[i].line);
        json_slice(w, NULL, buf_slice(&text));
        buf_free(&text);
    }
    json_array_end(w);
    json_object_end(w);
}

static void write_comparison(JsonWriter *w, const Table *t, const Comparison *c, size_t column)
{
    json_object(w, NULL);
    json_text(w, "column", t->columns[column].name);
    json_number(w, "ratio", c->ratio);
    if (figure_exists(c->lo) || figure_exists(c->hi)) {
        json_array(w, "ci");
        json_number(w, NULL, c->lo);
        json_number(w, NULL, c->hi);
        json_array_end(w);
    } else {
        json_null(w, "ci");
    }
    json_bool(w, "ci_by_rounding", c->by_rounding);
    json_number(w, "t", c->t);
    json_number(w, "df", c->df);
    json_number(w, "p", c->p);
    json_number(w, "p_adjusted", c->p_adjusted);
    json_number(w, "u", c->u);
    json_number(w, "u_p", c->u_p);
    json_number(w, "u_p_min", c->u_p_min);
    json_number(w, "runs_needed", c->effect_runs > 0 ? c->effect_runs : FIGURE_NONE);
    json_text(w, "verdict", verdict_name(c->verdict));
    json_array(w, "notes");
    for (size_t i = 0; i < c->n_notes; i++)
        json_text(w, NULL, c->notes[i]);
    json_array_end(w);
    json_object_end(w);
}

static void write_row(JsonWriter *w, const Table *t, const Row *row)
{
    json_object(w, NULL);
    json_text(w, "group", row->group);
    json_text(w, "tool", row->tool);
    json_text(w, "workload", row->workload);
    json_text(w, "scope", row->scope);
    json_text(w, "metric", row->metric);
    json_text(w, "unit", unit_name(row->unit));
    json_text(w, "better", better_name(row->better));
    json_text(w, "base", t->columns[row->base].name);
    json_array(w, "cells");
    for (size_t k = 0; k < t->n_columns; k++)
        write_cell(w, t, &row->cells[k], k);
    json_array_end(w);
    json_array(w, "comparisons");
    for (size_t k = 0; k < t->n_columns; k++)
        if (row->comparisons[k].exists)
            write_comparison(w, t, &row->comparisons[k], k);
    json_array_end(w);
    json_object_end(w);
}

static void write_cautions(JsonWriter *w, const Cautions *cautions)
{
    json_array(w, "cautions");
    for (size_t i = 0; i < cautions->n; i++) {
        const Caution *c = &cautions->v[i];
        json_object(w, NULL);
        json_text(w, "code", c->code);
        json_text(w, "severity", severity_name(c->severity));
        if (c->line) {
            Buf text = buf_new(0);
            buf_printf(&text, "%s:%u", c->document, c->line);
            json_slice(w, "source", buf_slice(&text));
            buf_free(&text);
        } else {
            json_text(w, "source", c->document[0] ? c->document : NULL);
        }
        json_text(w, "message", c->message);
        json_text(w, "mend", c->info ? c->info->mend : NULL);
        json_object_end(w);
    }
    json_array_end(w);
}

void report_json_cautions(Buf *b, const Cautions *cautions)
{
    JsonWriter w = json_writer(b);
    json_object(&w, NULL);
    json_text(&w, "schema", "plimsoll.lint/1");
    write_cautions(&w, cautions);
    json_object_end(&w);
    json_end_line(&w);
}

static void render(Buf *b, Arena *a, const Table *t, const ReportOptions *o)
{
    (void)a;
    JsonWriter w = json_writer(b);
    json_object(&w, NULL);
    json_text(&w, "schema", "plimsoll.compare/1");
    json_text(&w, "plimsoll", o->version);
    json_number(&w, "alpha", t->alpha);
    json_text(&w, "adjust", adjust_name(t->adjust));
    json_text(&w, "scale", scale_name(t->scale));
    json_number(&w, "threshold", t->threshold);
    json_count(&w, "family", t->family);
    json_count(&w, "copies", t->n_copies);
    json_array(&w, "columns");
    for (size_t k = 0; k < t->n_columns; k++)
        json_text(&w, NULL, t->columns[k].name);
    json_array_end(&w);
    json_text(&w, "base", t->n_columns ? t->columns[t->base].name : NULL);
    json_array(&w, "rows");
    for (size_t i = 0; i < t->rows.n; i++)
        write_row(&w, t, &t->rows.v[i]);
    json_array_end(&w);
    write_cautions(&w, &t->cautions);
    json_object_end(&w);
    json_end_line(&w);
}

const Renderer report_json = { "json", "everything, schema plimsoll.compare/1", render };
