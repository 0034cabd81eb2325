#include "cli/comparing.h"

#include <string.h>

#include "base/number.h"
#include "cli/database.h"
#include "cli/output.h"
#include "report/redact.h"

bool comparing_share(const char *text, double *share)
{
    Number n;
    Slice s = slice_of(text);
    if (!number_read(&s, &n) || n.value < 0)
        return false;
    slice_skip_blanks(&s);
    *share = slice_skip(&s, SLICE("%")) ? n.value / 100 : n.value;
    return s.n == 0;
}

/* A share given with an option; `otherwise` when it was not. */
static bool share_option(Cli *c, const char *option, double otherwise, double *share, int *status)
{
    const char *text = cli_value(c, option);
    *share = otherwise;
    if (!text || comparing_share(text, share))
        return true;
    *status = cli_usage(c, "--%s wants a number or a percentage, not '%s'", option, text);
    return false;
}

/* --metric NAME, repeated: one of them. */
static const char *metric_filter(Cli *c)
{
    const char **names;
    size_t n = cli_values(c, "metric", &names);
    const char *text = "";
    for (size_t i = 0; i < n; i++)
        text = arena_printf(c->arena, "%s%smetric:\"%s\"", text, i ? " OR " : "", names[i]);
    return n > 1 ? arena_printf(c->arena, "(%s)", text) : text;
}

static bool make_filter(Cli *c, const Filter **out, int *status)
{
    const Filter *parts[66];
    size_t n = 0;
    Error err = { 0 };
    Filter *f;
    for (size_t i = 0; i < c->argc && n < 64; i++) {
        if (inputs_is_file(c->argv[i]) || !inputs_is_filter(c->argv[i]))
            continue; /* neither: inputs_runs says so */
        if (!filter_parse(c->arena, slice_of(c->argv[i]), &f, &err)) {
            *status = cli_usage(c, "%s", err.text);
            return false;
        }
        parts[n++] = f;
    }
    const char *metrics = metric_filter(c);
    if (metrics[0]) {
        if (!filter_parse(c->arena, slice_of(metrics), &f, &err)) {
            *status = cli_usage(c, "%s", err.text);
            return false;
        }
        parts[n++] = f;
    }
    *out = filter_all(c->arena, parts, n);
    return true;
}

static bool table_options(Cli *c, TableOptions *o, int *status)
{
    *o = (TableOptions){ .row = cli_value(c, "row"), .col = cli_value(c, "col"),
                         .ignore = cli_value(c, "ignore"), .base = cli_value(c, "base"),
                         .all = cli_flag(c, "all"), .within_run = cli_flag(c, "within-run") };
    if (!share_option(c, "alpha", 0.05, &o->alpha, status) ||
        !share_option(c, "threshold", 0, &o->threshold, status) ||
        !share_option(c, "effect", 0.05, &o->effect, status))
        return false;
    if (!(o->alpha > 0 && o->alpha < 1)) {
        *status = cli_usage(c, "--alpha lies between 0 and 1");
        return false;
    }
    const char *adjust = cli_value(c, "adjust"), *scale = cli_value(c, "scale");
    if (adjust && !adjust_named(slice_of(adjust), &o->adjust)) {
        *status = cli_usage(c, "no adjustment '%s'; holm, bh or none", adjust);
        return false;
    }
    if (scale && !scale_named(slice_of(scale), &o->scale)) {
        *status = cli_usage(c, "no scale '%s'; raw or log", scale);
        return false;
    }
    return make_filter(c, &o->filter, status);
}

/* The figures alone: nothing that an option of this call would ask about is left out. */
static bool figures_suffice(Cli *c, ComparingNeeds needs)
{
    const char **metrics;
    return needs == COMPARING_FIGURES && !cli_flag(c, "all") && !cli_flag(c, "within-run") &&
           cli_values(c, "metric", &metrics) == 0;
}

bool comparing_table(Cli *c, ComparingNeeds needs, Comparing *out, int *status)
{
    TableOptions o;
    *out = (Comparing){ 0 };
    InputsSpare spare = {
        .other_than_headline = figures_suffice(c, needs),
        .samples = needs == COMPARING_FIGURES,
        .notes = needs == COMPARING_FIGURES,
        .places = needs == COMPARING_FIGURES && !cli_flag(c, "redact"),
    };
    if (!table_options(c, &o, status) || !inputs_runs_spare(c, &spare, &out->runs, &out->status)) {
        if (out->status != EXIT_GOOD)
            *status = out->status;
        return false;
    }
    if (cli_flag(c, "redact"))
        redact_documents(redact_new(c->arena), out->runs.documents.v, out->runs.documents.n);
    o.by_file = out->runs.from_files;
    o.all = o.all || needs == COMPARING_EVERY_METRIC;
    Error err = { 0 };
    if (!table_compare(c->arena, out->runs.v, out->runs.n, &o, &out->table, &err)) {
        *status = cli_fail(&err);
        comparing_free(out);
        return false;
    }
    return true;
}

void comparing_free(Comparing *x)
{
    inputs_free(&x->runs);
}

void comparing_fetch_texts(Cli *c, Runs *runs)
{
    Store *store = NULL;
    Error err = { 0 };
    int status;
    if (runs->from_files || !database_open(c, STORE_READ, &store, &status))
        return;
    for (size_t i = 0; i < runs->documents.n; i++) {
        Document *d = runs->documents.v[i];
        Slice bytes;
        if (!d->text.p && !store_text(store, d->sha256, c->arena, &bytes, &d->text, &err))
            cli_fail(&err);
    }
    store_close(store);
}

int comparing_deliver(Cli *c, const Buf *page, int status)
{
    const char *path = cli_value(c, "output");
    Error err = { 0 };
    if (!path || strcmp(path, "-") == 0)
        buf_add(&c->out, buf_slice(page));
    else if (!output_write(path, buf_slice(page), &err))
        return cli_fail(&err);
    return status;
}
