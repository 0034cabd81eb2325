/* lint: what makes these figures doubtful. */
#include "analyze/lint.h"

#include "base/safe.h"
#include "cli/commands.h"
#include "cli/inputs.h"
#include "cli/read_options.h"
#include "report/report.h"

static const char *grade_text(Grade g)
{
    static const char *const texts[] = { "sure from the text alone", "from the command or version line",
                                         "a suggestion (shown with --all)" };
    return texts[g];
}

static void explain_one(Buf *b, const CodeInfo *k)
{
    buf_printf(b, "%s (%s, %s)\n  %s\n  mend: %s\n", k->code, severity_name(k->severity),
               grade_text(k->grade), k->message, k->mend);
}

/* --explain CODE, or every code. */
static int explain(Cli *c, const char *code)
{
    size_t n;
    const CodeInfo *table = code_table(&n);
    if (strcmp(code, "all") != 0) {
        const CodeInfo *k = code_find(code);
        if (!k)
            return cli_usage(c, "no code '%s'; --explain all lists them", code);
        explain_one(&c->out, k);
        return EXIT_GOOD;
    }
    for (size_t i = 0; i < n; i++)
        explain_one(&c->out, &table[i]);
    return EXIT_GOOD;
}

static void print_text(Buf *b, const Cautions *cautions)
{
    for (size_t i = 0; i < cautions->n; i++) {
        const Caution *k = &cautions->v[i];
        if (k->document[0]) {
            safe_terminal(b, slice_of(k->document));
            if (k->line)
                buf_printf(b, ":%u", k->line);
            buf_str(b, ": ");
        }
        buf_printf(b, "%s: ", severity_name(k->severity));
        safe_terminal(b, slice_of(k->message));
        buf_str(b, " [");
        safe_terminal(b, slice_of(k->code));
        buf_str(b, "]\n");
        if (k->info)
            buf_printf(b, "    %s\n", k->info->mend);
    }
}

static int run(Cli *c)
{
    const char *code = cli_value(c, "explain"), *format = cli_value(c, "format");
    if (code)
        return explain(c, code);
    if (format && strcmp(format, "text") != 0 && strcmp(format, "json") != 0)
        return cli_usage(c, "no format '%s'; text or json", format);
    Runs runs;
    int status;
    if (!inputs_runs(c, &runs, &status))
        return status;
    bool all = cli_flag(c, "all");
    TableOptions o = { .all_cautions = all, .by_file = runs.from_files };
    Table *table = NULL;
    Error err = { 0 };
    if (!table_compare(c->arena, runs.v, runs.n, &o, &table, &err)) {
        status = cli_fail(&err);
    } else {
        Cautions cautions = table->cautions;
        for (size_t i = 0; i < runs.documents.n; i++)
            if (runs.documents.v[i]->runs.n == 0)
                lint_notes(c->arena, runs.documents.v[i], all, &cautions);
        if (format && strcmp(format, "json") == 0)
            report_json_cautions(&c->out, &cautions);
        else
            print_text(&c->out, &cautions);
    }
    inputs_free(&runs);
    return status;
}

static const CliOption options[] = {
    { "format", 'f', "FORMAT", "text (default) or json" },
    { "all", 'a', NULL, "suggestions, too" },
    { "explain", 'e', "CODE", "what a code means and what would mend it; 'all' for every code" },
    READ_OPTIONS,
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_lint = {
    .name = "lint",
    .usage = "[--all] [--format text|json] [FILE...] [FILTER...] | --explain CODE",
    .summary = "What makes these figures doubtful",
    .details = "",
    .examples = "plimsoll lint paste.txt\nplimsoll lint --explain page-cache\n",
    .options = options,
    .run = run,
};
