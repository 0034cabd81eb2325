#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/safe.h"
#include "cli/about.h"
#include "cli/options.h"
#include "cli/pager.h"
#include "cli/progress.h"
#include "base/suggest.h"

static const CliOption common[] = {
    { "db", 'd', "FILE", "a database file, or postgresql://HOST/NAME (default: $PLIMSOLL_DB, else in the user's data folder)" },
    { "quiet", 'q', NULL, "only errors on standard error" },
    { "verbose", 'v', NULL, "say more on standard error" },
    { "color", 0, "WHEN", "auto, always or never (NO_COLOR is honoured)" },
    { "no-pager", 0, NULL, "long output goes straight to the terminal" },
    { "help", 'h', NULL, "this text" },
    { NULL, 0, NULL, NULL },
};

const CliOption *cli_common_options(void)
{
    return common;
}

/* --- looking up what was given --- */

const char *cli_value(const Cli *c, const char *option)
{
    for (size_t i = c->n_given; i-- > 0;)
        if (strcmp(c->given[i].option->name, option) == 0)
            return c->given[i].value;
    return NULL;
}

bool cli_flag(const Cli *c, const char *option)
{
    for (size_t i = 0; i < c->n_given; i++)
        if (strcmp(c->given[i].option->name, option) == 0)
            return true;
    return false;
}

size_t cli_values(const Cli *c, const char *option, const char ***values)
{
    size_t n = 0;
    *values = ARENA_ARRAY(c->arena, const char *, c->n_given + 1);
    for (size_t i = 0; i < c->n_given; i++)
        if (strcmp(c->given[i].option->name, option) == 0)
            (*values)[n++] = c->given[i].value;
    return n;
}

/* --- messages --- */

void cli_complain(const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    Buf safe = buf_new(0);
    safe_terminal(&safe, slice_of(text));
    progress_hide();
    fprintf(stderr, "plimsoll: %s\n", safe.text ? safe.text : "");
    buf_free(&safe);
}

int cli_usage(const Cli *c, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    const char *join = slice_ends(slice_of(text), SLICE("?")) ? "" : ";";
    if (c && c->command)
        cli_complain("%s%s see 'plimsoll %s --help'", text, join, c->command->name);
    else
        cli_complain("%s%s see 'plimsoll --help'", text, join);
    return EXIT_USAGE;
}

const char *cli_s(size_t n)
{
    return n == 1 ? "" : "s";
}

int cli_fail(const Error *err)
{
    cli_complain("%s", err->text);
    return err->code == ERR_USAGE ? EXIT_USAGE : EXIT_DATA;
}

static void on_exhausted(size_t cap_bytes)
{
    /* Not cli_complain(): that needs memory. */
    progress_hide();
    if (cap_bytes)
        fprintf(stderr, "plimsoll: one document needs more than %zu bytes of memory; --max-memory raises "
                        "the limit\n", cap_bytes);
    else
        fputs("plimsoll: out of memory; nothing of this document was stored\n", stderr);
    _exit(EXIT_DATA);
}

/* --- help --- */

static void help_options(Buf *b, const CliOption *options)
{
    for (; options && options->name; options++) {
        size_t start = b->n;
        if (options->letter)
            buf_printf(b, "  -%c, ", options->letter);
        else
            buf_str(b, "      ");
        buf_printf(b, "--%s%s%s", options->name, options->arg ? "=" : "",
                   options->arg ? options->arg : "");
        size_t width = b->n - start;
        if (width > 26) {
            buf_char(b, '\n');
            width = 0;
        }
        buf_repeat(b, ' ', 28 - width);
        buf_printf(b, "%s\n", options->help);
    }
}

static void help_command(Buf *b, const CliCommand *k)
{
    buf_printf(b, "usage: plimsoll %s %s\n\n%s.\n", k->name, k->usage, k->summary);
    if (k->details[0])
        buf_printf(b, "\n%s\n", k->details);
    buf_str(b, "\noptions:\n");
    help_options(b, k->options);
    help_options(b, common);
    if (k->examples)
        buf_printf(b, "\nexamples:\n%s", k->examples);
}

static void help_all(Buf *b)
{
    size_t n;
    const CliCommand *const *commands = cli_commands(&n);
    buf_str(b, "usage: plimsoll COMMAND [OPTION...] [ARGUMENT...]\n\n"
               "Reads pasted storage benchmark output, keeps every number with the line it came\n"
               "from, compares and reports.\n\ncommands:\n");
    for (size_t i = 0; i < n; i++)
        buf_printf(b, "  %-10s %s\n", commands[i]->name, commands[i]->summary);
    buf_str(b, "\nplimsoll help COMMAND says more. Start with: plimsoll report FILE\n");
}

/* --- finding the command --- */

const CliCommand *cli_find(const char *name)
{
    size_t n;
    const CliCommand *const *commands = cli_commands(&n);
    for (size_t i = 0; i < n; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

int cli_unknown(const char *name)
{
    size_t n;
    const CliCommand *const *commands = cli_commands(&n);
    Suggestion near = suggest_for(name);
    for (size_t i = 0; i < n; i++)
        suggest_try(&near, commands[i]->name);
    if (near.best)
        cli_complain("no command '%s'; did you mean '%s'?", name, near.best);
    else
        cli_complain("no command '%s'; see 'plimsoll --help'", name);
    return EXIT_USAGE;
}

static bool want_color(const Cli *c)
{
    const char *when = cli_value(c, "color");
    if (when && strcmp(when, "always") == 0)
        return true;
    const char *no = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if ((when && strcmp(when, "never") == 0) || (no && *no))
        return false;
    return isatty(STDOUT_FILENO) && terminal && strcmp(terminal, "dumb") != 0;
}

static int write_out(const Buf *out, int status)
{
    size_t done = 0;
    while (done < out->n) {
        ssize_t n = write(STDOUT_FILENO, out->text + done, out->n - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0) {
            if (errno != EPIPE)
                cli_complain("cannot write: %s", strerror(errno));
            return EXIT_DATA;
        }
        done += (size_t)n;
    }
    return status;
}

/* Prints what the command said. A full disk or closed pipe is an error, not a success. */
static int finish(Cli *c, int status)
{
    const char *pager = cli_flag(c, "no-pager") ? NULL : pager_wanted(buf_slice(&c->out));
    if (!pager || !pager_show(pager, buf_slice(&c->out)))
        status = write_out(&c->out, status);
    if (c->out.full) {
        cli_complain("out of memory");
        status = EXIT_DATA;
    }
    return status;
}

void cli_help(Buf *b, const CliCommand *k)
{
    if (k)
        help_command(b, k);
    else
        help_all(b);
}

/* '-' and nobody at the other end of a pipe: it would look as if it hung. */
static bool reads_terminal(const Cli *c)
{
    bool given = false;
    for (size_t i = 0; i < c->argc; i++)
        given = given || strcmp(c->argv[i], "-") == 0;
    return given && !c->quiet && strcmp(c->command->name, "backup") != 0 && isatty(STDIN_FILENO);
}

static int run_command(Cli *c, int argc, char **argv)
{
    int status = options_read(c, argc, argv);
    if (status != EXIT_GOOD)
        return status;
    const char *color = cli_value(c, "color");
    if (color && strcmp(color, "always") != 0 && strcmp(color, "auto") != 0 && strcmp(color, "never") != 0)
        return cli_usage(c, "--color is auto, always or never, not '%s'", color);
    c->quiet = cli_flag(c, "quiet");
    c->verbose = cli_flag(c, "verbose");
    c->color = want_color(c);
    if (cli_flag(c, "help")) {
        help_command(&c->out, c->command);
        return EXIT_GOOD;
    }
    if (reads_terminal(c))
        cli_complain("reading what is typed or pasted here; Ctrl-D on a line of its own ends it");
    return c->command->run(c);
}

/* "plimsoll --db FILE list" is "plimsoll list --db FILE". */
static char **command_first(Arena *a, int argc, char **argv, int leading)
{
    char **out = ARENA_ARRAY(a, char *, (size_t)argc + 1);
    int n = 0;
    out[n++] = argv[1 + leading];
    for (int i = 1; i <= leading; i++)
        out[n++] = argv[i];
    for (int i = 2 + leading; i < argc; i++)
        out[n++] = argv[i];
    return out;
}

static int dispatch(Cli *c, int argc, char **argv)
{
    int leading = options_leading(argc, argv);
    const char *name = argc > 1 + leading ? argv[1 + leading] : NULL;
    if (!name && leading)
        return cli_usage(NULL, "which command?");
    if (!name || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        help_all(&c->out);
        return EXIT_GOOD;
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        about_print(&c->out);
        return EXIT_GOOD;
    }
    if (name[0] == '-')
        return cli_usage(NULL, "no option '%s'", name);
    c->command = cli_find(name);
    if (!c->command)
        return cli_unknown(name);
    return run_command(c, argc - 1, command_first(c->arena, argc, argv, leading));
}

/*
 * Whoever starts us without standard input, output or error must not get them mixed up with files that
 * are opened later. Past a limit on the size of files, writing fails (SIGXFSZ would end us in the middle).
 */
static void settle_process(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDWR) != fd)
            _exit(EXIT_DATA);
    signal(SIGXFSZ, SIG_IGN);
}

int main(int argc, char **argv)
{
    settle_process();
    arena_on_exhausted(on_exhausted);
    Cli c = { .out = buf_new(0), .arena = arena_new(0) };
    int status = finish(&c, dispatch(&c, argc, argv));
    buf_free(&c.out);
    arena_free(c.arena);
    return status;
}
