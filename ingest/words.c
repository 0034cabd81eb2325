#include "ingest/words.h"

#include <string.h>

/* clang-format off */
static const KnownWord known[] = {
    { "dd", COMMAND_BENCHMARK }, { "gdd", COMMAND_BENCHMARK }, { "dcfldd", COMMAND_BENCHMARK },
    { "ioping", COMMAND_BENCHMARK }, { "fio", COMMAND_BENCHMARK },
    { "bonnie++", COMMAND_BENCHMARK }, { "bonnie", COMMAND_BENCHMARK }, { "Bonnie", COMMAND_BENCHMARK },
    { "bon_csv2txt", COMMAND_BENCHMARK }, { "bon_csv2html", COMMAND_BENCHMARK },
    { "zcav", COMMAND_BENCHMARK }, { "getc_putc", COMMAND_BENCHMARK },
    { "hdparm", COMMAND_BENCHMARK }, { "dtrace", COMMAND_BENCHMARK },
    { "bpftrace", COMMAND_BENCHMARK }, { "stap", COMMAND_BENCHMARK },
    { "iosnoop", COMMAND_BENCHMARK }, { "iotop", COMMAND_BENCHMARK }, { "iopattern", COMMAND_BENCHMARK },
    { "rwsnoop", COMMAND_BENCHMARK }, { "rwtop", COMMAND_BENCHMARK },
    { "biolatency", COMMAND_BENCHMARK }, { "biosnoop", COMMAND_BENCHMARK },
    { "funclatency", COMMAND_BENCHMARK }, { "nfsdist", COMMAND_BENCHMARK },
    { "ext4dist", COMMAND_BENCHMARK }, { "xfsdist", COMMAND_BENCHMARK }, { "zfsdist", COMMAND_BENCHMARK },
    { "btrfsdist", COMMAND_BENCHMARK }, { "bitesize", COMMAND_BENCHMARK },
    { "iozone", COMMAND_OTHER }, { "iperf", COMMAND_OTHER }, { "iperf3", COMMAND_OTHER },
    { "sysbench", COMMAND_OTHER }, { "dbench", COMMAND_OTHER }, { "filebench", COMMAND_OTHER },
    { "echo", COMMAND_STATE }, { "mount", COMMAND_STATE }, { "umount", COMMAND_STATE },
    { "zfs", COMMAND_STATE }, { "zpool", COMMAND_STATE }, { "sysctl", COMMAND_STATE },
    { "blockdev", COMMAND_STATE }, { "mkfs", COMMAND_STATE }, { "cpupower", COMMAND_STATE },
    { "ethtool", COMMAND_STATE }, { "modprobe", COMMAND_STATE }, { "export", COMMAND_STATE },
    { "tuned-adm", COMMAND_STATE }, { "ifconfig", COMMAND_STATE }, { "ip", COMMAND_STATE },
    { "systemctl", COMMAND_STATE }, { "service", COMMAND_STATE }, { "sync", COMMAND_STATE },
    { "swapoff", COMMAND_STATE }, { "mdadm", COMMAND_STATE }, { "lvcreate", COMMAND_STATE },
    { "cryptsetup", COMMAND_STATE }, { "nvme", COMMAND_STATE }, { "tune2fs", COMMAND_STATE },
    { "cat", COMMAND_ENVIRONMENT }, { "uname", COMMAND_ENVIRONMENT }, { "df", COMMAND_ENVIRONMENT },
    { "lsb_release", COMMAND_ENVIRONMENT }, { "lsblk", COMMAND_ENVIRONMENT },
    { "lscpu", COMMAND_ENVIRONMENT }, { "lspci", COMMAND_ENVIRONMENT }, { "lvs", COMMAND_ENVIRONMENT },
    { "vgs", COMMAND_ENVIRONMENT }, { "pvs", COMMAND_ENVIRONMENT }, { "free", COMMAND_ENVIRONMENT },
    { "virsh", COMMAND_ENVIRONMENT }, { "version", COMMAND_ENVIRONMENT }, { "vol", COMMAND_ENVIRONMENT },
    { "ls", COMMAND_ENVIRONMENT }, { "smartctl", COMMAND_ENVIRONMENT }, { "ping", COMMAND_ENVIRONMENT },
    { "iostat", COMMAND_ENVIRONMENT }, { "vmstat", COMMAND_ENVIRONMENT }, { "dstat", COMMAND_ENVIRONMENT },
    { "nfsstat", COMMAND_ENVIRONMENT }, { "findmnt", COMMAND_ENVIRONMENT }, { "fdisk", COMMAND_ENVIRONMENT },
    { "hostname", COMMAND_ENVIRONMENT }, { "dmesg", COMMAND_ENVIRONMENT }, { "rpm", COMMAND_ENVIRONMENT },
    { "tail", COMMAND_ENVIRONMENT }, { "head", COMMAND_ENVIRONMENT }, { "less", COMMAND_ENVIRONMENT },
    { "cd", COMMAND_ENVIRONMENT }, { "rm", COMMAND_ENVIRONMENT }, { "mkdir", COMMAND_ENVIRONMENT },
    { "prtdiag", COMMAND_ENVIRONMENT }, { "du", COMMAND_ENVIRONMENT }, { "grep", COMMAND_ENVIRONMENT },
};

/* Words that may stand in front of the command that matters. */
static const char *const wrappers[] = {
    "sudo", "doas", "time", "gtime", "ptime", "timex", "/usr/bin/time", "nice", "ionice", "taskset",
    "numactl", "cgexec", "chrt", "stdbuf", "nohup", "env", "command", "exec", "then", "do", "adb",
    "shell", "ssh", "busybox", "toybox", "unbuffer", "strace", "\\time", "timeout", "setarch",
    "prlimit", "valgrind", "chpst",
};
/* Words that run a command elsewhere, with words of their own in between: a container, a host. */
static const char *const carriers[] = {
    "docker", "podman", "nerdctl", "kubectl", "oc", "crictl", "lxc", "lxc-attach", "incus", "pct",
    "machinectl", "systemd-run", "nsenter", "unshare", "chroot", "arch-chroot", "jexec", "zlogin",
    "wsl", "vagrant", "ssh", "sshpass", "clush", "pdsh", "srun", "timeout", "adb", "su", "runuser",
    "hyperfine", "watch", "perf",
};
/* clang-format on */

Slice words_base_name(Slice word)
{
    size_t slash = slice_rfind(word, SLICE("/"));
    Slice name = slash == SLICE_NONE ? word : slice_from(word, slash + 1);
    return name;
}

/* Words by their first byte, in their order: places in the table from 1, 0 ends. Built once. */
static struct {
    bool ready;
    uint16_t first[256], next[sizeof known / sizeof *known];
} index_of;

static uint16_t first_with(char c)
{
    for (size_t i = sizeof known / sizeof *known; i-- > 0 && !index_of.ready;) {
        unsigned char front = (unsigned char)known[i].word[0];
        index_of.next[i] = index_of.first[front];
        index_of.first[front] = (uint16_t)(i + 1);
    }
    index_of.ready = true;
    return index_of.first[(unsigned char)c];
}

const KnownWord *words_known(Slice word)
{
    Slice name = words_base_name(word);
    if (!name.n)
        return NULL;
    for (uint16_t i = first_with(name.p[0]); i; i = index_of.next[i - 1])
        if (slice_is(name, known[i - 1].word))
            return &known[i - 1];
    if (slice_starts(name, SLICE("mkfs.")))
        return words_known(SLICE("mkfs"));
    if (slice_ends(name, SLICE(".d")) && name.n > 2 && char_is_alpha(name.p[0]))
        return words_known(SLICE("dtrace"));
    if (slice_ends(name, SLICE(".bt")))
        return words_known(SLICE("bpftrace"));
    Slice bpfcc = SLICE("-bpfcc");
    if (slice_ends(name, bpfcc))
        return words_known(slice_first(name, name.n - bpfcc.n));
    return NULL;
}

bool command_is_benchmark(Slice word)
{
    const KnownWord *k = words_known(word);
    return k && k->kind == COMMAND_BENCHMARK;
}

bool command_is_known(Slice word)
{
    return words_known(word) != NULL;
}

/* --- words --- */

/* Next word of a shell line: quotes and backslashes undone. false at the end. ; | & ( ) { } alone.
 */
static bool shell_word(Arena *a, Slice *s, const char **out, bool *is_operator)
{
    slice_skip_blanks(s);
    if (!s->n)
        return false;
    *is_operator = false;
    if (strchr(";|&(){}<>", s->p[0])) {
        size_t n = 1;
        while (n < s->n && n < 2 && s->p[n] == s->p[0])
            n++;
        *out = arena_text(a, slice_first(*s, n));
        *s = slice_from(*s, n);
        *is_operator = true;
        return true;
    }
    VEC(char) word = { 0 };
    char quote = 0;
    while (s->n) {
        char c = s->p[0];
        if (quote) {
            if (c == quote) {
                quote = 0;
                *s = slice_from(*s, 1);
                continue;
            }
            if (c == '\\' && quote == '"' && s->n > 1 && strchr("\"\\$", s->p[1])) {
                *s = slice_from(*s, 1);
                c = s->p[0];
            }
        } else if (c == '\'' || c == '"') {
            quote = c;
            *s = slice_from(*s, 1);
            continue;
        } else if (slice_starts(*s, SLICE("$(("))) { /* arithmetic stays one word */
            size_t end = slice_find(*s, SLICE("))"));
            size_t length = end == SLICE_NONE ? s->n : end + 2;
            for (size_t i = 0; i < length; i++)
                *VEC_PUSH(a, &word) = s->p[i];
            *s = slice_from(*s, length);
            continue;
        } else if (char_is_blank(c) || strchr(";|&()<>", c)) {
            break;
        } else if (c == '\\' && s->n > 1) {
            *s = slice_from(*s, 1);
            c = s->p[0];
        }
        *VEC_PUSH(a, &word) = c ? c : '?';
        *s = slice_from(*s, 1);
    }
    *VEC_PUSH(a, &word) = '\0';
    *out = word.v;
    return true;
}

bool words_assignment(const char *word)
{
    size_t n = 0;
    while (char_is_alnum(word[n]) || word[n] == '_')
        n++;
    return n > 0 && !char_is_digit(word[0]) && word[n] == '=';
}

bool words_wrapper(const char *word)
{
    for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++)
        if (word[0] == wrappers[i][0] && strcmp(word, wrappers[i]) == 0)
            return true;
    return false;
}

bool words_carrier(Slice word)
{
    for (size_t i = 0; i < sizeof carriers / sizeof *carriers; i++)
        if (slice_is(word, carriers[i]))
            return true;
    return false;
}

typedef VEC(const char *) Words;

/* How often "for i in 1 2 3", "{1..5}", "$(seq 10)", "((i=1;i<=10;i++))", "seq 10 |" turns. */
static uint32_t loop_turns(Slice text)
{
    Slice rest = text;
    uint64_t lo = 1, hi = 0;
    if (slice_skip_past(&rest, SLICE("for ((")) ||
        (rest = text, slice_skip_past(&rest, SLICE("for((")))) {
        Slice head;
        if (slice_skip_past(&rest, SLICE("=")) && slice_uint(&rest, &lo) &&
            slice_until(&rest, SLICE("<"), &head)) {
            bool inclusive = slice_skip(&rest, SLICE("="));
            slice_skip_blanks(&rest);
            if (slice_uint(&rest, &hi) && hi + inclusive > lo && hi - lo < 1000000)
                return (uint32_t)(hi + inclusive - lo);
        }
        return 0;
    }
    rest = text;
    if (slice_skip_past(&rest, SLICE("{")) && slice_uint(&rest, &lo) &&
        slice_skip(&rest, SLICE("..")) && slice_uint(&rest, &hi))
        return hi >= lo && hi - lo < 1000000 ? (uint32_t)(hi - lo + 1) : 0;
    rest = text;
    if (slice_skip_past(&rest, SLICE("seq ")) && slice_uint(&rest, &lo)) {
        slice_skip_blanks(&rest);
        if (slice_uint(&rest, &hi))
            return hi >= lo && hi - lo < 1000000 ? (uint32_t)(hi - lo + 1) : 0;
        return lo < 1000000 ? (uint32_t)lo : 0;
    }
    rest = text;
    Slice list;
    bool in = (slice_skip_past(&rest, SLICE("for ")) && slice_skip_past(&rest, SLICE(" in "))) &&
              (slice_until(&rest, SLICE(";"), &list) || slice_until(&rest, SLICE(" do "), &list));
    rest = text;
    if (!in && slice_starts(text, SLICE("foreach ")) && slice_until(&rest, SLICE("("), &list))
        in = slice_until(&rest, SLICE(")"), &list);
    if (!in)
        return 0;
    uint32_t turns = 0;
    Slice word;
    while (slice_word(&list, &word)) {
        if (slice_find_char(word, '$') != SLICE_NONE || slice_find_char(word, '*') != SLICE_NONE)
            return 0;
        turns++;
    }
    return turns;
}

/*
 * Finds the word that matters: the first benchmark among the simple commands of the line, else the
 * first known word, else the first word; fills tool, argv, wrapper.
 */
static void choose_tool(Arena *a, const Words *words, const bool *is_operator, Command *out)
{
    size_t chosen = SLICE_NONE;
    const KnownWord *best = NULL;
    bool at_start = true, behind_wrapper = false;
    for (size_t i = 0; i < words->n; i++) {
        Slice w = slice_of(words->v[i]);
        if (is_operator[i]) {
            at_start = strchr(";|&({", w.p[0]) != NULL;
            behind_wrapper = false;
            continue;
        }
        const KnownWord *k = words_known(w);
        if ((at_start || behind_wrapper) && k &&
            (!best || (k->kind == COMMAND_BENCHMARK && best->kind != COMMAND_BENCHMARK))) {
            best = k;
            chosen = i;
        }
        if (at_start && chosen == SLICE_NONE && !words_wrapper(words->v[i]) &&
            !words_assignment(words->v[i]) && !is_operator[i])
            chosen = chosen == SLICE_NONE && !best ? i : chosen;
        if (at_start && (words_wrapper(words->v[i]) || words_assignment(words->v[i]) ||
                         words_carrier(w) || slice_is(w, "sh") || slice_is(w, "bash")))
            behind_wrapper = true;
        else if (at_start)
            at_start = false;
        if (slice_is(w, "do") || slice_is(w, "then"))
            at_start = true;
    }
    out->tool = "";
    out->kind = COMMAND_OTHER;
    out->wrapper = "";
    if (chosen == SLICE_NONE)
        return;
    Slice name = words_base_name(slice_of(words->v[chosen]));
    out->tool = best ? best->word : arena_text(a, name);
    if (best)
        out->kind = best->kind;
    Words args = { 0 };
    for (size_t i = chosen + 1; i < words->n && !is_operator[i]; i++)
        *VEC_PUSH(a, &args) = words->v[i];
    out->argc = args.n;
    out->argv = args.v;
    size_t from = chosen;
    while (from > 0 && !is_operator[from - 1])
        from--;
    const char *wrapper = "";
    for (size_t i = from; i < chosen; i++)
        if (!slice_is(slice_of(words->v[i]), "do"))
            wrapper = arena_printf(a, "%s%s%s", wrapper, *wrapper ? " " : "", words->v[i]);
    out->wrapper = wrapper;
}

/* What a known word does with certain words behind it; arg NULL: with nothing behind it. */
typedef struct Usage {
    const char *tool, *arg;
    CommandKind kind;
} Usage;

/* clang-format off */
static const Usage usages[] = {
    { "mount", NULL, COMMAND_ENVIRONMENT }, { "mount", "-l", COMMAND_ENVIRONMENT },
    { "zfs", "get", COMMAND_ENVIRONMENT }, { "zfs", "list", COMMAND_ENVIRONMENT },
    { "zpool", "status", COMMAND_ENVIRONMENT }, { "zpool", "list", COMMAND_ENVIRONMENT },
    { "zpool", "iostat", COMMAND_ENVIRONMENT }, { "zpool", "get", COMMAND_ENVIRONMENT },
    { "zpool", "history", COMMAND_ENVIRONMENT },
    { "ip", "a", COMMAND_ENVIRONMENT }, { "ip", "addr", COMMAND_ENVIRONMENT },
    { "ip", "r", COMMAND_ENVIRONMENT }, { "ip", "route", COMMAND_ENVIRONMENT },
    { "ip", "-s", COMMAND_ENVIRONMENT },
    { "ifconfig", NULL, COMMAND_ENVIRONMENT }, { "ifconfig", "-a", COMMAND_ENVIRONMENT },
    { "mdadm", "--detail", COMMAND_ENVIRONMENT }, { "mdadm", "-D", COMMAND_ENVIRONMENT },
    { "mdadm", "--examine", COMMAND_ENVIRONMENT },
    { "cryptsetup", "status", COMMAND_ENVIRONMENT }, { "cryptsetup", "luksDump", COMMAND_ENVIRONMENT },
    { "cryptsetup", "benchmark", COMMAND_ENVIRONMENT },
    { "nvme", "list", COMMAND_ENVIRONMENT }, { "nvme", "smart-log", COMMAND_ENVIRONMENT },
    { "nvme", "id-ctrl", COMMAND_ENVIRONMENT }, { "nvme", "id-ns", COMMAND_ENVIRONMENT },
    { "blockdev", "--getra", COMMAND_ENVIRONMENT }, { "blockdev", "--report", COMMAND_ENVIRONMENT },
    { "blockdev", "--getsize64", COMMAND_ENVIRONMENT },
    { "sysctl", "-a", COMMAND_ENVIRONMENT }, { "sysctl", "-n", COMMAND_ENVIRONMENT },
    { "tune2fs", "-l", COMMAND_ENVIRONMENT }, { "ethtool", "-i", COMMAND_ENVIRONMENT },
    { "ethtool", "-k", COMMAND_ENVIRONMENT }, { "ethtool", "-S", COMMAND_ENVIRONMENT },
    { "cpupower", "frequency-info", COMMAND_ENVIRONMENT },
    { "tuned-adm", "active", COMMAND_ENVIRONMENT },
    { "systemctl", "status", COMMAND_ENVIRONMENT }, { "service", "status", COMMAND_ENVIRONMENT },
    { "hdparm", "-W", COMMAND_STATE }, { "hdparm", "-W0", COMMAND_STATE },
    { "hdparm", "-W1", COMMAND_STATE }, { "hdparm", "-A", COMMAND_STATE },
    { "hdparm", "-a", COMMAND_STATE }, { "hdparm", "-B", COMMAND_STATE },
    { "hdparm", "-I", COMMAND_ENVIRONMENT }, { "hdparm", "-i", COMMAND_ENVIRONMENT },
};
/* clang-format on */

static void refine_kind(Command *c, Slice text)
{
    if (strcmp(c->tool, "echo") == 0 && slice_find_char(text, '>') == SLICE_NONE &&
        !slice_has(text, SLICE("tee ")))
        c->kind = COMMAND_ENVIRONMENT;
    if (strcmp(c->tool, "sysctl") == 0 && slice_find_char(text, '=') == SLICE_NONE)
        c->kind = COMMAND_ENVIRONMENT;
    for (size_t i = 0; i < sizeof usages / sizeof *usages; i++) {
        const Usage *u = &usages[i];
        if (strcmp(u->tool, c->tool) == 0 &&
            (u->arg ? c->argc > 0 && strcmp(u->arg, c->argv[0]) == 0 : c->argc == 0))
            c->kind = u->kind;
    }
}

/* ssh host "dd if=...", sh -c 'ioping ...': a benchmark within one word of the line. */
static void look_into_quotes(Arena *a, const Words *words, Command *out)
{
    for (size_t i = 1; i < words->n && out->kind != COMMAND_BENCHMARK; i++) {
        Slice word = slice_of(words->v[i]), first, rest = word;
        if (slice_find_char(word, ' ') == SLICE_NONE || !slice_word(&rest, &first) ||
            (!words_known(first) && !words_wrapper(arena_text(a, first))))
            continue;
        Command inner = { 0 };
        command_words(a, word, &inner);
        if (inner.kind != COMMAND_BENCHMARK)
            continue;
        out->kind = inner.kind;
        out->tool = inner.tool;
        out->argc = inner.argc;
        out->argv = inner.argv;
        out->wrapper =
            arena_printf(a, "%s%s%s", words->v[0], *inner.wrapper ? " " : "", inner.wrapper);
    }
}

void command_words(Arena *a, Slice text, Command *out)
{
    Words words = { 0 };
    VEC(bool) operators = { 0 };
    const char *word;
    bool is_operator;
    Slice rest = text;
    while (shell_word(a, &rest, &word, &is_operator)) {
        *VEC_PUSH(a, &words) = word;
        *VEC_PUSH(a, &operators) = is_operator;
    }
    choose_tool(a, &words, operators.v, out);
    look_into_quotes(a, &words, out);
    refine_kind(out, text);
    out->loop_turns = loop_turns(text);
    out->text = arena_text(a, slice_trim(text));
}

/* --- looking things up --- */

const char *command_operand(const Command *c, const char *name)
{
    size_t n = strlen(name);
    for (size_t i = 0; i < c->argc; i++)
        if (strncmp(c->argv[i], name, n) == 0 && c->argv[i][n] == '=')
            return c->argv[i] + n + 1;
    return NULL;
}

const char *command_option(const Command *c, const char *name)
{
    size_t n = strlen(name);
    for (size_t i = 0; i < c->argc; i++) {
        const char *w = c->argv[i];
        size_t dashes = strspn(w, "-");
        if (dashes == 0 || dashes > 2 || strncmp(w + dashes, name, n) != 0)
            continue;
        if (w[dashes + n] == '=')
            return w + dashes + n + 1;
        if (w[dashes + n] == '\0')
            return i + 1 < c->argc && c->argv[i + 1][0] != '-' ? c->argv[i + 1] : "";
    }
    return NULL;
}

bool command_has_flag(const Command *c, const char *flag)
{
    for (size_t i = 0; i < c->argc; i++)
        if (strcmp(c->argv[i], flag) == 0)
            return true;
    return false;
}
