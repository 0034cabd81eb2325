/* run: a benchmark command, several times, captured byte for byte with facts of the machine. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/number.h"
#include "base/sha.h"
#include "cli/commands.h"
#include "cli/database.h"
#include "cli/machine.h"
#include "cli/output.h"
#include "ingest/reader.h"
#include "report/found.h"

enum { MOST_TURNS = 1000, MOST_CONFIGS = 32, MOST_OUTPUT_BYTES = 256 << 20 };

typedef struct Config {
    const char *label; /* "" when there is one */
    const char *shell; /* for sh -c; NULL: argv */
    char *const *argv;
    Buf log; /* what it printed, all turns */
} Config;

typedef struct Capture {
    Cli *cli;
    Config config[MOST_CONFIGS];
    size_t n_configs, turns;
    size_t failed; /* turns that ended with another status than 0 */
} Capture;

static void put_command(Buf *b, const Config *k)
{
    buf_str(b, "$ ");
    if (k->shell)
        buf_str(b, k->shell);
    for (char *const *word = k->argv; word && *word; word++) {
        bool plain = (*word)[strcspn(*word, " \t'\"\\$`;&|<>(){}*?#")] == '\0' && **word;
        buf_printf(b, plain ? "%s%s" : "%s'%s'", word > k->argv ? " " : "", *word);
    }
    buf_char(b, '\n');
}

static void child(const Config *k, int out)
{
    int null = open("/dev/null", O_RDONLY);
    if (null < 0 || dup2(null, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
        dup2(out, STDERR_FILENO) < 0)
        _exit(127);
    if (k->shell)
        execl("/bin/sh", "sh", "-c", k->shell, (char *)NULL);
    else
        execvp(k->argv[0], k->argv);
    dprintf(STDERR_FILENO, "plimsoll: cannot run '%s': %s\n", k->shell ? "/bin/sh" : k->argv[0],
            strerror(errno));
    _exit(127);
}

/* One turn of one configuration: its output to the log and to our standard error. */
static bool turn(Capture *x, Config *k)
{
    int ends[2];
    if (pipe(ends) != 0) {
        cli_complain("cannot make a pipe: %s", strerror(errno));
        return false;
    }
    put_command(&k->log, k);
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        child(k, ends[1]);
    }
    close(ends[1]);
    char piece[8192];
    for (ssize_t n; pid > 0 && ((n = read(ends[0], piece, sizeof piece)) > 0 || (n < 0 && errno == EINTR));) {
        if (n < 0)
            continue;
        buf_add(&k->log, (Slice){ piece, (size_t)n });
        if (!x->cli->quiet && write(STDERR_FILENO, piece, (size_t)n) < 0)
            continue; /* nobody is listening; the log has it */
    }
    close(ends[0]);
    int status = -1;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    if (k->log.n && k->log.text[k->log.n - 1] != '\n')
        buf_char(&k->log, '\n');
    buf_char(&k->log, '\n');
    if (pid < 0 || !WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        x->failed++;
        cli_complain("turn ended with status %d: its output is kept",
                     pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    }
    return !k->log.full;
}

/* A B A B with --alternate, else A A B B: what drifts then hits both sides alike. */
static bool all_turns(Capture *x)
{
    bool alternate = cli_flag(x->cli, "alternate");
    size_t all = x->turns * x->n_configs;
    for (size_t i = 0; i < all; i++) {
        size_t k = alternate ? i % x->n_configs : i / x->turns;
        if (!turn(x, &x->config[k]))
            return false;
    }
    return true;
}

/* The document: facts of the machine, then each configuration under its heading. */
static Buf write_log(const Capture *x, const char *path)
{
    Buf b = buf_new(0);
    time_t now = time(NULL);
    struct tm utc;
    char stamp[32] = "";
    if (gmtime_r(&now, &utc))
        strftime(stamp, sizeof stamp, "%Y-%m-%dT%H:%M:%SZ", &utc);
    buf_printf(&b, "#@ date=%s\n", stamp);
    machine_facts(&b, path);
    buf_char(&b, '\n');
    for (size_t i = 0; i < x->n_configs; i++) {
        if (x->config[i].label[0])
            buf_printf(&b, "## %s\n\n", x->config[i].label);
        buf_add(&b, buf_slice(&x->config[i].log));
    }
    return b;
}

static void add_set(Cli *c, Document *d)
{
    const char **set;
    size_t n = cli_values(c, "set", &set);
    for (size_t i = 0; i < n; i++) {
        size_t eq = strcspn(set[i], "=");
        *VEC_PUSH(d->arena, &d->set) =
            (Fact){ .scope = "", .key = arena_text(d->arena, (Slice){ set[i], eq }),
                    .value = set[i] + eq + (set[i][eq] == '='), .origin = ORIGIN_USER };
    }
    if (cli_value(c, "as"))
        *VEC_PUSH(d->arena, &d->set) = (Fact){ .scope = "", .key = "label",
                                               .value = cli_value(c, "as"), .origin = ORIGIN_USER };
}

static int import_log(Cli *c, Slice text, const char *name)
{
    Document *d = document_new(name, 0);
    d->origin = "file";
    d->bytes = text;
    Sha *sha = sha_new();
    sha_add(sha, text);
    sha_end(sha, d->sha256);
    add_set(c, d);
    const char *session = cli_value(c, "session");
    d->session = session ? session : "";
    Error err = { 0 };
    Store *store = NULL;
    int status = EXIT_GOOD;
    StorePut put = { 0 };
    if (!reader_read(d, NULL, &err)) {
        status = cli_fail(&err);
    } else if (d->runs.n == 0) {
        cli_complain("no result of a known tool in the output; nothing was stored");
        status = EXIT_DATA;
    } else {
        found_text(&c->out, d);
        if (!cli_flag(c, "dry-run") && database_open(c, STORE_CREATE, &store, &status) &&
            !store_put(store, d, "{}", &put, &err))
            status = cli_fail(&err);
        store_close(store);
    }
    document_free(d);
    return status;
}

static bool read_configs(Capture *x, int *status)
{
    Cli *c = x->cli;
    const char **configs;
    size_t n = cli_values(c, "config", &configs);
    if (n + (c->argc > 0) > MOST_CONFIGS || n + (c->argc > 0) == 0) {
        *status = cli_usage(c, n ? "too many configurations" : "which command? put it behind --");
        return false;
    }
    for (size_t i = 0; i < n; i++) {
        const char *eq = strchr(configs[i], '=');
        if (!eq || eq == configs[i]) {
            *status = cli_usage(c, "--config takes LABEL=COMMAND, not '%s'", configs[i]);
            return false;
        }
        const char *label = arena_text(c->arena, (Slice){ configs[i], (size_t)(eq - configs[i]) });
        x->config[x->n_configs++] = (Config){ .label = label, .shell = eq + 1, .log = buf_new(MOST_OUTPUT_BYTES) };
    }
    if (c->argc) {
        char **argv = ARENA_ARRAY(c->arena, char *, c->argc + 1);
        for (size_t i = 0; i < c->argc; i++)
            argv[i] = arena_text(c->arena, slice_of(c->argv[i]));
        x->config[x->n_configs++] = (Config){ .label = n ? "command" : "", .argv = argv,
                                              .log = buf_new(MOST_OUTPUT_BYTES) };
    }
    return true;
}

static int run(Cli *c)
{
    Capture x = { .cli = c, .turns = 5 };
    int status = EXIT_GOOD;
    const char *turns = cli_value(c, "runs");
    Number n;
    if (turns) {
        if (!number_is(slice_of(turns), &n) || n.value < 1 || n.value > MOST_TURNS)
            return cli_usage(c, "-n wants a number from 1 to %d, not '%s'", MOST_TURNS, turns);
        x.turns = (size_t)n.value;
    }
    if (!read_configs(&x, &status))
        return status;
    if (!all_turns(&x)) {
        cli_complain("the output is larger than %d bytes", MOST_OUTPUT_BYTES);
        return EXIT_DATA;
    }
    const char *target = cli_value(c, "target"), *keep = cli_value(c, "log");
    Buf log = write_log(&x, target ? target : ".");
    Error err = { 0 };
    if (keep && !output_write_new(keep, buf_slice(&log), &err))
        status = cli_fail(&err);
    int imported = import_log(c, buf_slice(&log), keep ? keep : "run");
    for (size_t i = 0; i < x.n_configs; i++)
        buf_free(&x.config[i].log);
    buf_free(&log);
    if (status == EXIT_GOOD)
        status = imported;
    return status == EXIT_GOOD && x.failed ? EXIT_DATA : status;
}

static const CliOption options[] = {
    { "runs", 'n', "N", "how many times (default 5)" },
    { "config", 'c', "LABEL=COMMAND", "a configuration, for the shell (repeatable)" },
    { "alternate", 0, NULL, "one turn of each configuration after the other" },
    { "set", 's', "KEY=VALUE", "a fact of every run (repeatable)" },
    { "as", 0, "LABEL", "what these runs are called" },
    { "session", 0, "NAME", "the session they belong to" },
    { "target", 0, "PATH", "the file system under test (default: this folder)" },
    { "log", 'o', "FILE", "keep the captured output in a new file, too" },
    { "dry-run", 0, NULL, "run and show, but store nothing" },
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_run = {
    .name = "run",
    .usage = "[-n N] [--config LABEL=COMMAND]... [-- COMMAND [ARGUMENT...]]",
    .summary = "Run a benchmark several times, capture and import it",
    .details = "The output is kept byte for byte, with facts of the machine (OS, kernel, file system,\n"
               "device, scheduler, CPU governor). --alternate interleaves configurations, so that what\n"
               "drifts hits all of them alike.",
    .examples = "plimsoll run -n 3 --dry-run -- dd if=/dev/zero of=file bs=4k count=16 conv=fdatasync\n",
    .options = options,
    .run = run,
};
