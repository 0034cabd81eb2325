#include "ingest/command.h"

#include <string.h>

#include "base/buf.h"
#include "ingest/prefix.h"

typedef struct KnownWord {
    const char *word;
    CommandKind kind;
} KnownWord;

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
    "shell", "ssh", "busybox", "toybox", "unbuffer", "strace", "\\time",
};
/* clang-format on */

static Slice base_name(Slice word)
{
    size_t slash = slice_rfind(word, SLICE("/"));
    Slice name = slash == SLICE_NONE ? word : slice_from(word, slash + 1);
    return name;
}

static const KnownWord *known_word(Slice word)
{
    Slice name = base_name(word);
    if (!name.n)
        return NULL;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].word[0] == name.p[0] && slice_is(name, known[i].word))
            return &known[i];
    if (slice_starts(name, SLICE("mkfs.")))
        return known_word(SLICE("mkfs"));
    if (slice_ends(name, SLICE(".d")) && name.n > 2 && char_is_alpha(name.p[0]))
        return known_word(SLICE("dtrace"));
    if (slice_ends(name, SLICE(".bt")))
        return known_word(SLICE("bpftrace"));
    Slice bpfcc = SLICE("-bpfcc");
    if (slice_ends(name, bpfcc))
        return known_word(slice_first(name, name.n - bpfcc.n));
    return NULL;
}

bool command_is_benchmark(Slice word)
{
    const KnownWord *k = known_word(word);
    return k && k->kind == COMMAND_BENCHMARK;
}

bool command_is_known(Slice word)
{
    return known_word(word) != NULL;
}

/* --- words --- */

/* Next word of a shell line: quotes and backslashes undone. false at the end. ; | & ( ) { } alone. */
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

static bool is_assignment(const char *word)
{
    size_t n = strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789");
    return n > 0 && !char_is_digit(word[0]) && word[n] == '=';
}

static bool is_wrapper(const char *word)
{
    for (size_t i = 0; i < sizeof wrappers / sizeof *wrappers; i++)
        if (word[0] == wrappers[i][0] && strcmp(word, wrappers[i]) == 0)
            return true;
    return false;
}

typedef VEC(const char *) Words;

/* How often "for i in 1 2 3", "{1..5}", "$(seq 10)", "((i=1;i<=10;i++))", "seq 10 |" turns. */
static uint32_t loop_turns(Slice text)
{
    Slice rest = text;
    uint64_t lo = 1, hi = 0;
    if (slice_skip_past(&rest, SLICE("for (("))|| (rest = text, slice_skip_past(&rest, SLICE("for(("))) ) {
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
        const KnownWord *k = known_word(w);
        if ((at_start || behind_wrapper) && k &&
            (!best || (k->kind == COMMAND_BENCHMARK && best->kind != COMMAND_BENCHMARK))) {
            best = k;
            chosen = i;
        }
        if (at_start && chosen == SLICE_NONE && !is_wrapper(words->v[i]) &&
            !is_assignment(words->v[i]) && !is_operator[i])
            chosen = chosen == SLICE_NONE && !best ? i : chosen;
        if (at_start && (is_wrapper(words->v[i]) || is_assignment(words->v[i]) || slice_is(w, "sh") ||
                         slice_is(w, "bash")))
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
    Slice name = base_name(slice_of(words->v[chosen]));
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
            (!known_word(first) && !is_wrapper(arena_text(a, first))))
            continue;
        Command inner = { 0 };
        command_words(a, word, &inner);
        if (inner.kind != COMMAND_BENCHMARK)
            continue;
        out->kind = inner.kind;
        out->tool = inner.tool;
        out->argc = inner.argc;
        out->argv = inner.argv;
        out->wrapper = arena_printf(a, "%s%s%s", words->v[0], *inner.wrapper ? " " : "", inner.wrapper);
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

/* --- prompts --- */

typedef struct Prompt {
    Slice user, host, dir;
    bool sure;  /* a prompt whatever follows */
    bool found;
} Prompt;

static bool is_name(Slice s)
{
    for (size_t i = 0; i < s.n; i++)
        if (!char_is_alnum(s.p[i]) && !strchr("-_.", s.p[i]))
            return false;
    return s.n > 0;
}

static void user_at_host(Slice s, Prompt *p)
{
    size_t at = slice_find_char(s, '@');
    if (at == SLICE_NONE) {
        p->host = s;
    } else {
        p->user = slice_first(s, at);
        p->host = slice_from(s, at + 1);
    }
}

/* "[root@client1 ~]# ", "[root@c1:/x]$ " */
static bool bracket_prompt(Slice *s, Prompt *p)
{
    Slice rest = *s, inner, who;
    if (!slice_skip(&rest, SLICE("[")) || !slice_until(&rest, SLICE("]"), &inner))
        return false;
    if (!slice_word(&inner, &who) || (slice_find_char(who, '@') == SLICE_NONE && !inner.n))
        return false;
    slice_skip_blanks(&rest);
    if (!rest.n || !strchr("#$%>", rest.p[0]))
        return false;
    size_t colon = slice_find_char(who, ':');
    if (colon != SLICE_NONE && slice_trim(inner).n == 0) {
        inner = slice_from(who, colon + 1);
        who = slice_first(who, colon);
    }
    user_at_host(who, p);
    p->dir = slice_trim(inner);
    p->sure = p->found = true;
    *s = slice_from(rest, 1);
    return true;
}

/* "C:\\Users\\x>", "PS C:\\> " */
static bool windows_prompt(Slice *s, Prompt *p)
{
    Slice rest = *s, dir;
    slice_skip(&rest, SLICE("PS "));
    if (rest.n < 4 || !char_is_alpha(rest.p[0]) || rest.p[1] != ':' || rest.p[2] != '\\')
        return false;
    if (!slice_until(&rest, SLICE(">"), &dir) || dir.n > 120)
        return false;
    p->dir = dir;
    p->sure = p->found = true;
    *s = rest;
    return true;
}

/* What fancy shells put in front: "(venv) ", "[12:33:45] ", arrows and corners. */
static void skip_decoration(Slice *s)
{
    if (!s->n || (s->p[0] != '(' && s->p[0] != '[' && (unsigned char)s->p[0] < 0x80))
        return;
    static const char *const signs[] = { "\xe2\x9e\x9c", "\xe2\x9d\xaf", "\xce\xbb ", "\xe2\x94\x8c",
                                         "\xe2\x94\x94", "\xe2\x94\x80", "\xe2\x95\xad", "\xe2\x95\xb0" };
    Slice rest = *s, inner;
    if (slice_skip(&rest, SLICE("(")) && slice_until(&rest, SLICE(") "), &inner) && inner.n < 30 &&
        slice_find_char(inner, ' ') == SLICE_NONE)
        *s = rest;
    rest = *s;
    if (slice_skip(&rest, SLICE("[")) && slice_until(&rest, SLICE("] "), &inner) && inner.n > 3 &&
        inner.n < 24 && char_is_digit(inner.p[0]) && slice_find_char(inner, ':') != SLICE_NONE)
        *s = rest;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (slice_skip(s, slice_of(signs[i]))) {
            slice_skip_blanks(s);
            i = 0;
        }
}

/* "root@omnios:/root", "user@host ~", "root@truenas[~]", "hughesd at solaris:/x" in front of the sign */
static bool prompt_with_user(Slice head, char sign, Prompt *p)
{
    size_t at_word = slice_find(head, SLICE(" at ")), at = slice_find_char(head, '@');
    Slice user, rest;
    if (at != SLICE_NONE) {
        user = slice_first(head, at);
        rest = slice_from(head, at + 1);
    } else if (at_word != SLICE_NONE) {
        user = slice_first(head, at_word);
        rest = slice_trim(slice_from(head, at_word + 4));
    } else {
        return false;
    }
    size_t n = 0;
    while (n < rest.n && (char_is_alnum(rest.p[n]) || strchr("-_.", rest.p[n])))
        n++;
    Slice dir = slice_from(rest, n);
    p->user = user;
    p->host = slice_first(rest, n);
    bool colon = slice_skip(&dir, SLICE(":"));
    bool bracket = !colon && slice_skip(&dir, SLICE("["));
    if (bracket && slice_ends(dir, SLICE("]")))
        dir.n--;
    bool blank = !colon && !bracket && slice_skip_blanks(&dir) > 0;
    p->dir = slice_trim(dir);
    if (!is_name(user) || !p->host.n || (dir.n && !colon && !bracket && !blank))
        return false;
    if (at == SLICE_NONE && !(colon && p->dir.n && (p->dir.p[0] == '/' || p->dir.p[0] == '~')))
        return false;
    if (sign == '>' && !colon && !bracket && !blank)
        return false; /* "<someone@example.com> " */
    p->sure = true;
    return true;
}

/*
 * "root@omnios:/root# ", "user at host:/x# " (list archives), "host% ", "~]# ", "/mnt/a$ ",
 * "~/D/cache $ ", "ovios-shell> ", "# ", "$ ", "% ", "> "
 */
static bool word_prompt(Slice *s, Prompt *p)
{
    skip_decoration(s);
    Slice rest = *s;
    size_t sign = SLICE_NONE;
    for (size_t i = 0; i < rest.n && i < 80; i++) {
        char c = rest.p[i];
        bool ends = i + 1 == rest.n || char_is_blank(rest.p[i + 1]);
        if ((c == '#' || c == '$' || c == '%' || c == '>') && ends && (c != '%' || i == 0 || !char_is_digit(rest.p[i - 1]))) {
            sign = i;
            break;
        }
        if (c == '=' || c == '"' || c == '\'' || c == ';' || c == '|' || c == ',' || c == '(' || c == ')')
            return false;
    }
    if (sign == SLICE_NONE)
        return false;
    Slice head = slice_trim(slice_first(rest, sign));
    *s = slice_from(rest, sign + 1);
    p->found = true;
    if (head.n == 0 || prompt_with_user(head, rest.p[sign], p))
        return true;
    *p = (Prompt){ .found = true };
    if (head.p[0] == '/' || head.p[0] == '~') {
        if (slice_find_char(head, ' ') != SLICE_NONE)
            return false;
        p->dir = head;
        if (slice_ends(p->dir, SLICE("]")))
            p->dir.n--;
        p->sure = true;
        return true;
    }
    if (slice_find_char(head, ' ') != SLICE_NONE) { /* "virsh # dominfo", "host /dir #" */
        Slice name = head, first;
        slice_word(&name, &first);
        name = slice_trim(name);
        if (!is_name(first) || !name.n || (name.p[0] != '/' && name.p[0] != '~'))
            return false;
        p->host = first;
        p->dir = name;
        return true;
    }
    size_t colon = slice_find_char(head, ':');
    if (colon != SLICE_NONE) { /* "host:~ #" */
        p->host = slice_first(head, colon);
        p->dir = slice_from(head, colon + 1);
        p->sure = rest.p[sign] != '>' && p->dir.n && (p->dir.p[0] == '/' || p->dir.p[0] == '~');
        return is_name(p->host);
    }
    if (!is_name(head))
        return false;
    if (!slice_starts(head, SLICE("bash-")) && !slice_starts(head, SLICE("sh-")))
        p->host = head;
    p->sure = slice_ends(head, SLICE("shell")) || slice_starts(head, SLICE("bash-")) ||
              slice_starts(head, SLICE("sh-")) || slice_is(head, "virsh");
    return true;
}

/* "gen | dd of=x", "truncate -s 1G x; fio --x": a benchmark further on in the line. */
static bool benchmark_behind_operator(Slice text)
{
    Slice word;
    bool starts = false;
    while (slice_word(&text, &word)) {
        const KnownWord *k = starts ? known_word(word) : NULL;
        if (k && k->kind == COMMAND_BENCHMARK)
            return true;
        starts = slice_is(word, "|") || slice_is(word, "&&") || slice_ends(word, SLICE(";"));
    }
    return false;
}

/* Does the text in front of the words begin with one that we know (wrappers and assignments over)? */
static bool begins_known(Slice text)
{
    Slice word;
    bool wrapped = false;
    for (int i = 0; i < 12 && slice_word(&text, &word); i++) {
        while (word.n && strchr("({;\"'", word.p[0]))
            word = slice_from(word, 1);
        const KnownWord *k = known_word(word);
        if (k)
            return true;
        char copy[32] = "";
        if (word.n < sizeof copy)
            memcpy(copy, word.p, word.n);
        if (slice_is(word, "for") || slice_is(word, "while") || slice_is(word, "foreach") ||
            slice_is(word, "seq") || slice_starts(word, SLICE("for((")))
            return slice_has(text, SLICE("do")) || slice_has(text, SLICE("xargs")) || i == 0;
        if (is_wrapper(copy) || is_assignment(copy) || slice_is(word, "sh") || slice_is(word, "bash"))
            wrapped = true;
        else if (!wrapped) /* else: what the wrapper takes */
            return benchmark_behind_operator(text);
    }
    return false;
}

/* Without a prompt a line is a command only when its operands say so: "dd if=", "fio --x", "ioping -". */
static bool bare_command(Slice text)
{
    Slice rest = text, word;
    bool wrapped = false;
    while (slice_word(&rest, &word)) {
        const KnownWord *k = known_word(word);
        char copy[32] = "";
        if (word.n < sizeof copy)
            memcpy(copy, word.p, word.n);
        if (k && k->kind == COMMAND_BENCHMARK) {
            Slice next;
            if (!slice_word(&rest, &next))
                return wrapped;
            if (next.p[0] == '-' && next.n > 1 && !slice_is(next, "--"))
                return true;
            if (slice_is(word, "dd"))
                return slice_has(text, SLICE("if=")) || slice_has(text, SLICE("of="));
            if (slice_is(base_name(word), "ioping") || slice_is(base_name(word), "fio"))
                return next.p[0] == '/' || next.p[0] == '.' ||
                       slice_ends(next, SLICE(".fio")) || slice_ends(next, SLICE(".ini"));
            return slice_ends(word, SLICE(".d")) && word.p[0] == '.';
        }
        if (k && k->kind == COMMAND_STATE && slice_is(word, "echo"))
            return slice_has(text, SLICE("> /")) || slice_has(text, SLICE(">/"));
        if (slice_is(word, "for") || slice_is(word, "foreach"))
            return slice_has(text, SLICE("dd ")) || slice_has(text, SLICE("ioping ")) ||
                   slice_has(text, SLICE("fio "));
        bool option = wrapped && (word.p[0] == '-' || char_is_digit(word.p[0])); /* "nice -n 5" */
        if (!is_wrapper(copy) && !is_assignment(copy) && !option)
            return false;
        wrapped = true;
    }
    return false;
}

/* "for i in 1 2 3; do" without its "done": the loop goes on on the next lines. */
static bool is_open_loop(Slice text)
{
    Slice rest = text, word;
    if (!slice_word(&rest, &word))
        return false;
    bool loop = slice_is(word, "for") || slice_is(word, "while") || slice_is(word, "until") ||
                slice_starts(word, SLICE("for((")) || slice_is(word, "foreach");
    return loop && !slice_has_word(text, SLICE("done")) && !slice_has_word(text, SLICE("end"));
}

static bool is_operand(Slice word)
{
    static const char *const names[] = { "if=", "of=", "bs=", "ibs=", "obs=", "count=", "conv=", "oflag=",
                                         "iflag=", "status=", "seek=", "skip=" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (slice_starts(word, slice_of(names[i])))
            return true;
    return false;
}

/* Does `next` go on with a command whose last line is `previous`? */
static bool is_continuation(Slice text, Slice previous, Slice next)
{
    if (slice_ends(previous, SLICE("\\")) || slice_ends(previous, SLICE("&&")) ||
        slice_ends(previous, SLICE(" |")))
        return true;
    Slice t = slice_trim(next), word, rest = t;
    if (t.n > 2 && t.p[0] == '-' && (char_is_alpha(t.p[1]) || (t.p[1] == '-' && char_is_alpha(t.p[2]))))
        return !slice_has(t, SLICE("> ")); /* "-c <count> stop after": usage text */
    if (is_open_loop(text))
        return !prefix_looks_printed(t);
    return slice_has_word(text, SLICE("dd")) && slice_word(&rest, &word) && is_operand(word);
}

/* The command text behind the prompt with its continuation lines. */
static Slice gather(Document *d, Lines *ls, size_t index, Slice body, size_t *lines)
{
    enum { MOST = 40, MOST_LOOPS = 3 };
    *lines = 1;
    const Line *next, *first = lines_at(ls, index);
    Buf b = buf_new(0);
    buf_add(&b, body);
    Slice previous = body, text = body, word;
    size_t loops = 0;
    while (*lines < MOST && (next = lines_at(ls, index + *lines)) && next->text.n &&
           is_continuation(text, previous, next->text)) {
        bool loop = is_open_loop(text), slash = slice_ends(previous, SLICE("\\"));
        if (next->depth != first->depth && !((loop || slash) && next->depth == first->depth + 1))
            break; /* "> " may be the second prompt of the shell */
        Prompt p = { 0 };
        Slice t = slice_trim(next->text), trial = t, rest = t;
        if (bracket_prompt(&trial, &p) || !slice_word(&rest, &word) ||
            ((slice_is(word, "for") || slice_is(word, "while")) && ++loops > MOST_LOOPS))
            break;
        if (slash)
            b.n--;
        else if (loop && !slice_ends(previous, SLICE("do")) && !slice_ends(previous, SLICE(";")))
            buf_char(&b, ';');
        buf_char(&b, ' ');
        buf_add(&b, t);
        previous = t;
        text = buf_slice(&b);
        ++*lines;
    }
    text = *lines == 1 ? body : slice_of(arena_text(d->arena, buf_slice(&b)));
    buf_free(&b);
    return text;
}

/* Words that say no more than that a command follows. */
static bool is_empty_lead(Slice lead)
{
    static const char *const words[] = { "command", "cmd", "running", "run", "executing", "executed",
                                         "command line", "command used", "the command", "test command" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (slice_eq_nocase(lead, slice_of(words[i])))
            return true;
    return false;
}

/*
 * A command at the end of a line of text: "On mount point (`sudo ioping -c4 /`)", "Command: dd
 * if=...", "I used `fio --name=x`:". Sets lead and body.
 */
static bool inline_command(const Line *line, Slice *lead, Slice *body)
{
    Slice text = slice_trim(line->text), found = { 0 };
    if (line->peeled & PEEL_CODE) {
        size_t close = slice_rfind(line->raw, SLICE("`"));
        size_t open = slice_rfind(slice_first(line->raw, close), SLICE("`"));
        if (open != SLICE_NONE)
            found = slice_trim(slice_first(slice_from(line->raw, open + 1), close - open - 1));
    }
    size_t at = found.n ? slice_rfind(text, found) : SLICE_NONE;
    if (at == SLICE_NONE) {
        size_t colon = slice_find(text, SLICE(": ")), paren = slice_find(text, SLICE(" ("));
        at = paren != SLICE_NONE && slice_ends(text, SLICE(")")) ? paren + 2
             : colon != SLICE_NONE                               ? colon + 2
                                                                 : SLICE_NONE;
        if (at == SLICE_NONE)
            return false;
        found = slice_from(text, at);
        if (paren != SLICE_NONE && at == paren + 2)
            found.n--;
    }
    Slice tail = slice_from(text, at + found.n);
    for (size_t i = 0; i < tail.n; i++)
        if (!strchr(")]:.; ", tail.p[i]))
            return false;
    Slice code = slice_trim(found);
    if (!slice_skip(&code, SLICE("$ ")))
        slice_skip(&code, SLICE("# "));
    if (!bare_command(code))
        return false;
    Slice front = slice_trim(slice_first(text, at));
    while (front.n && strchr("(:-[", front.p[front.n - 1]))
        front = slice_trim(slice_first(front, front.n - 1));
    *lead = is_empty_lead(front) ? SLICE("") : front;
    *body = code;
    return true;
}

static bool names_benchmark(Slice text)
{
    Slice word;
    while (slice_word(&text, &word))
        if (command_is_benchmark(word))
            return true;
    return false;
}

static Prompt find_prompt(Slice text, Slice *body)
{
    Prompt p = { 0 };
    *body = text;
    if (bracket_prompt(body, &p))
        return p;
    p = (Prompt){ 0 };
    *body = text;
    if (windows_prompt(body, &p))
        return p;
    p = (Prompt){ 0 };
    *body = text;
    if (word_prompt(body, &p))
        return p;
    *body = text;
    return (Prompt){ 0 };
}

bool command_at(Document *d, Lines *ls, size_t index, Command *out)
{
    const Line *line = lines_at(ls, index);
    if (!line || !line->text.n)
        return false;
    Slice text = slice_trim(line->text), body, lead = SLICE("");
    slice_skip(&text, SLICE("^C")); /* of the command before, glued to the prompt */
    Prompt p = find_prompt(text, &body);
    body = slice_trim(body);
    size_t lines = 1;
    *out = (Command){ .kind = COMMAND_EMPTY, .text = "", .tool = "", .wrapper = "" };
    if (p.found && p.sure && body.n == 0) {
        /* a prompt alone */
    } else if (p.found ? body.n && (p.sure || begins_known(body)) : bare_command(text)) {
        command_words(d->arena, gather(d, ls, index, body, &lines), out);
    } else if (!p.found && slice_ends(text, SLICE("do")) && is_open_loop(text)) {
        Slice loop = gather(d, ls, index, text, &lines);
        if (!names_benchmark(loop))
            return false;
        command_words(d->arena, loop, out);
    } else if (inline_command(line, &lead, &body)) {
        p = (Prompt){ 0 };
        command_words(d->arena, body, out);
    } else {
        return false;
    }
    out->lines = lines;
    out->lead = arena_text(d->arena, lead);
    out->user = arena_text(d->arena, p.user);
    out->host = arena_text(d->arena, p.host);
    out->dir = arena_text(d->arena, p.dir);
    out->index = index;
    out->number = line->number;
    out->depth = line->depth;
    out->span = line_span(d, line, text);
    return true;
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
