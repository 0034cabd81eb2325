/* run: a benchmark command, several times, captured byte for byte with facts of the machine. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
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

enum { EXIT_SIGNAL = 128 }; /* and its number, as a shell says it */
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
    size_t begun;
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

/* --- signals --- */

static volatile sig_atomic_t stop_signal, stops;
static volatile pid_t running;

/*
 * From the terminal a signal reaches the benchmark as well, and it may print what it has so far; what was
 * sent to us alone is handed on. Whoever asks a second time wants it dead.
 */
static void on_stop(int signal_number, siginfo_t *info, void *context)
{
    (void)context;
    stop_signal = signal_number;
    stops++;
    if (running > 0 && stops > 1)
        kill(running, SIGKILL);
    else if (running > 0 && info && info->si_code <= 0)
        kill(running, signal_number);
}

static const int stopping[] = { SIGINT, SIGTERM, SIGHUP };
enum { N_STOPPING = sizeof stopping / sizeof *stopping };

/* What was ignored before (nohup) stays so. */
static void watch_signals(struct sigaction before[N_STOPPING])
{
    for (size_t i = 0; i < N_STOPPING; i++) {
        struct sigaction watch = { .sa_sigaction = on_stop, .sa_flags = SA_SIGINFO };
        sigemptyset(&watch.sa_mask);
        sigaction(stopping[i], NULL, &before[i]);
        if (before[i].sa_handler != SIG_IGN)
            sigaction(stopping[i], &watch, NULL);
    }
}

static void forget_signals(const struct sigaction before[N_STOPPING])
{
    for (size_t i = 0; i < N_STOPPING; i++)
        sigaction(stopping[i], &before[i], NULL);
}

/* --- turns --- */

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

/* To the log and to our standard error. false: the end. */
static bool take_piece(const Capture *x, int from, Buf *log)
{
    char piece[8192];
    ssize_t n = read(from, piece, sizeof piece);
    if (n < 0)
        return errno == EINTR;
    if (n == 0)
        return false;
    buf_add(log, (Slice){ piece, (size_t)n });
    for (ssize_t done = 0, w; !x->cli->quiet && done < n; done += w)
        if ((w = write(STDERR_FILENO, piece + done, (size_t)(n - done))) <= 0)
            break; /* nobody is listening; the log has it */
    return true;
}

/*
 * All that it prints, up to its end. Once it was told to stop, only what comes while it lives: what it
 * started may hold the pipe open for long. Returns its status, -1: it could not be started.
 */
static int collect(const Capture *x, pid_t pid, int from, Buf *log)
{
    int status = -1;
    bool ended = false, open_end = pid > 0;
    while (open_end) {
        struct pollfd p = { .fd = from, .events = POLLIN };
        int ready = poll(&p, 1, stop_signal ? 100 : -1);
        if (ready > 0)
            open_end = take_piece(x, from, log);
        else if (ready == 0 && ended)
            break;
        if (stop_signal && !ended)
            ended = waitpid(pid, &status, WNOHANG) == pid;
    }
    while (pid > 0 && !ended && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return status;
}

/* One turn of one configuration. What was cut short says so in front, and up to the end of its part. */
static bool turn(Capture *x, Config *k)
{
    int ends[2];
    Buf log = buf_new(MOST_OUTPUT_BYTES);
    if (pipe(ends) != 0) {
        cli_complain("cannot make a pipe: %s", strerror(errno));
        return false;
    }
    put_command(&log, k);
    if (x->cli->verbose)
        cli_complain("turn %zu%s%s: %.*s", ++x->begun, k->label[0] ? ", " : "", k->label, (int)log.n - 3, log.text + 2);
    pid_t pid = fork();
    if (pid == 0) {
        close(ends[0]);
        child(k, ends[1]);
    }
    running = pid;
    close(ends[1]);
    int status = collect(x, pid, ends[0], &log);
    running = 0;
    close(ends[0]);
    if (log.n && log.text[log.n - 1] != '\n')
        buf_char(&log, '\n');
    bool good = pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    if (stop_signal)
        buf_str(&k->log, "#@ interrupted=yes\n");
    else if (!good) {
        x->failed++;
        cli_complain("turn ended with status %d: its output is kept",
                     pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    }
    buf_add(&k->log, buf_slice(&log));
    buf_str(&k->log, stop_signal ? "#@ interrupted=\n\n" : "\n");
    bool full = log.full || k->log.full;
    buf_free(&log);
    if (full)
        cli_complain("the output is larger than %d bytes", MOST_OUTPUT_BYTES);
    return !full;
}

/* A B A B with --alternate, else A A B B: what drifts then hits both sides alike. */
static bool all_turns(Capture *x)
{
    bool alternate = cli_flag(x->cli, "alternate");
    size_t all = x->turns * x->n_configs, done = 0;
    struct sigaction before[N_STOPPING];
    bool ok = true;
    watch_signals(before);
    for (; ok && done < all && !stop_signal; done++)
        ok = turn(x, &x->config[alternate ? done % x->n_configs : done / x->turns]);
    forget_signals(before);
    if (stop_signal)
        cli_complain("stopped in turn %zu of %zu: what was run is kept, this turn does not count", done, all);
    return ok;
}

enum { STAMP_BYTES = 32 };

static void write_stamp(char stamp[STAMP_BYTES])
{
    time_t now = time(NULL);
    struct tm utc;
    stamp[0] = '\0';
    if (gmtime_r(&now, &utc))
        strftime(stamp, STAMP_BYTES, "%Y-%m-%dT%H:%M:%SZ", &utc);
}

/* "run-20240301T102030Z": of a document that is no file. */
static const char *name_of(Arena *a, const char *stamp)
{
    char *name = arena_printf(a, "run-%s", stamp), *to = name + 4;
    for (const char *p = to; *p; p++)
        if (char_is_alnum(*p))
            *to++ = *p;
    *to = '\0';
    return name;
}

/* Facts of the machine as it was before the first turn. */
static Buf write_head(const char *path, const char *stamp)
{
    Buf b = buf_new(0);
    buf_printf(&b, "#@ date=%s\n", stamp);
    machine_facts(&b, path);
    buf_char(&b, '\n');
    return b;
}

/* The document: the head, then each configuration under its name. */
static void write_log(const Capture *x, Buf *b)
{
    for (size_t i = 0; i < x->n_configs; i++) {
        const char *label = x->config[i].label;
        if (label[0])
            buf_printf(b, "## %s\n\n#@ label=%s\n", label, label);
        buf_add(b, buf_slice(&x->config[i].log));
    }
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
        *status = cli_usage(c, n ? "too many configurations" : "which command?");
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
    const char *target = cli_value(c, "target"), *keep = cli_value(c, "log");
    if (keep && access(keep, F_OK) == 0) /* not after an hour of turns */
        return cli_usage(c, "'%s' exists; name a new file", keep);
    char stamp[STAMP_BYTES];
    write_stamp(stamp);
    Buf log = write_head(target ? target : ".", stamp);
    if (!all_turns(&x))
        status = EXIT_DATA; /* what there is so far is kept */
    write_log(&x, &log);
    Error err = { 0 };
    if (keep && !output_write_new(keep, buf_slice(&log), &err))
        status = cli_fail(&err);
    int imported = import_log(c, buf_slice(&log), keep ? keep : name_of(c->arena, stamp));
    for (size_t i = 0; i < x.n_configs; i++)
        buf_free(&x.config[i].log);
    buf_free(&log);
    if (status == EXIT_GOOD)
        status = imported;
    if (stop_signal)
        return EXIT_SIGNAL + stop_signal;
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
    { "log", 'o', "FILE", "keep the captured output in a new file, too; the document is called so, else run-DATE" },
    { "dry-run", 0, NULL, "run and show, but store nothing" },
    { NULL, 0, NULL, NULL },
};

const CliCommand cmd_run = {
    .name = "run",
    .usage = "[-n N] [--config LABEL=COMMAND]... [--] [COMMAND [ARGUMENT...]]",
    .summary = "Run a benchmark several times, capture and import it",
    .details = "The output is kept byte for byte, with facts of the machine (OS, kernel, file system,\n"
               "device, scheduler, CPU governor). --alternate interleaves configurations, so that what\n"
               "drifts hits all of them alike. The first word that is no option begins the command.\n"
               "\n"
               "An interrupt (^C) ends it: what was run is kept and imported, the turn that was cut short\n"
               "does not count, and the exit status is 128 and the number of the signal.",
    .examples = "plimsoll run -n 3 --dry-run -- dd if=/dev/zero of=file bs=4k count=16 conv=fdatasync\n",
    .options = options,
    .run = run,
    .starts_command = true,
};
