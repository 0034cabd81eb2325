/* sql: questions in SQL; nothing can be changed. */
#include <errno.h>
#include <unistd.h>

#include "base/suggest.h"
#include "cli/columns.h"
#include "cli/commands.h"
#include "cli/database.h"

typedef struct Answer {
    Cli *cli;
    Columns table;
    bool started;
} Answer;

static void start(Answer *a, size_t n, const char *const *names, const StoreCell *cells)
{
    Column *column = ARENA_ARRAY(a->cli->arena, Column, n);
    for (size_t i = 0; i < n; i++)
        column[i] = (Column){ arena_text(a->cli->arena, slice_of(names[i])), cells[i].number };
    a->table = columns_new(a->cli->arena, column, n);
    a->started = true;
}

static bool take_row(void *context, size_t n, const char *const *names, const StoreCell *cells)
{
    Answer *a = context;
    if (!a->started)
        start(a, n, names, cells);
    for (size_t i = 0; i < n; i++)
        columns_cell(&a->table, cells[i].null ? NULL : arena_text(a->cli->arena, cells[i].text));
    return true;
}

enum { MOST_SQL_BYTES = 1 << 20 };

/* The statement of the command line, or of standard input. */
static const char *statement_of(Cli *c)
{
    if (strcmp(c->argv[0], "-") != 0)
        return c->argv[0];
    Buf b = buf_new(MOST_SQL_BYTES);
    char piece[4096];
    for (ssize_t n; (n = read(STDIN_FILENO, piece, sizeof piece)) != 0;) {
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            break;
        buf_add(&b, (Slice){ piece, (size_t)n });
    }
    const char *sql = arena_text(c->arena, buf_slice(&b));
    buf_free(&b);
    return sql;
}

typedef struct Near {
    Cli *cli;
    Suggestion suggestion;
} Near;

/* The name stands first, or second behind a number (PRAGMA table_info). */
static bool take_name(void *context, size_t n, const char *const *names, const StoreCell *cells)
{
    Near *near = context;
    (void)names;
    suggest_try(&near->suggestion, arena_text(near->cli->arena, cells[n > 1 && cells[0].number].text));
    return true;
}

static void try_names(Near *near, Store *s, const char *sql)
{
    Error ignored = { 0 };
    if (!store_sql(s, sql, take_name, near, &ignored))
        near->suggestion.best = NULL;
}

/* SQLite names the table or column that it does not know (PostgreSQL gives a hint of its own). */
static int fail(Cli *c, Store *s, const Error *err)
{
    static const char *const tables[] = { "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')", NULL };
    static const char *const columns[] = { "PRAGMA table_info(v_results)", "PRAGMA table_info(v_runs)",
                                           "PRAGMA table_info(v_history)", NULL };
    static const char no_table[] = "no such table: ", no_column[] = "no such column: ";
    Slice text = slice_of(err->text);
    bool is_table = slice_skip_past(&text, slice_of(no_table));
    if (!is_table && !slice_skip_past(&text, slice_of(no_column)))
        return cli_fail(err);
    size_t dot = slice_rfind(text, SLICE("."));
    Near near = { c, suggest_for(arena_text(c->arena, dot == SLICE_NONE ? text : slice_from(text, dot + 1))) };
    for (const char *const *sql = is_table ? tables : columns; *sql; sql++)
        try_names(&near, s, *sql);
    if (!near.suggestion.best)
        return cli_fail(err);
    cli_complain("%s; did you mean '%s'?", err->text, near.suggestion.best);
    return EXIT_DATA;
}

static int run(Cli *c)
{
    Store *s = NULL;
    Error err = { 0 };
    ColumnsFormat format;
    int status = EXIT_GOOD;
    Answer answer = { .cli = c };
    if (c->argc != 1)
        return cli_usage(c,
                         "sql takes one statement, as one word; '-' reads it from standard input");
    if (!columns_format(c, &format, &status) || !database_open(c, STORE_READ, &s, &status))
        return status;
    if (!store_sql(s, statement_of(c), take_row, &answer, &err))
        status = fail(c, s, &err);
    else if (answer.started)
        columns_print(&c->out, &answer.table, format);
    store_close(s);
    return status;
}

static const CliOption options[] = {
    COLUMNS_OPTION,
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_sql = {
    .name = "sql",
    .usage = "[--format text|tsv|csv|json|jsonl] 'SELECT ...'|-",
    .summary = "Ask the database in SQL; nothing can be changed",
    .details = "Every table and column is described in the schema: plimsoll sql 'SELECT sql FROM\n"
               "sqlite_schema'. Blobs are printed as hexadecimal digits. For other programs there "
               "are the\n"
               "views v_runs, v_results and v_history, whose columns stay.",
    .options = options,
    .run = run,
};
