#include "ingest/command.h"

#include <string.h>

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
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (slice_is(name, known[i].word))
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
    char *word = arena_alloc(a, s->n + 1);
    size_t n = 0;
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
            memcpy(word + n, s->p, length);
            n += length;
            *s = slice_from(*s, length);
            continue;
        } else if (char_is_blank(c) || strchr(";|&()<>", c)) {
            break;
        } else if (c == '\\' && s->n > 1) {
            *s = slice_from(*s, 1);
            c = s->p[0];
        }
        word[n++] = c ? c : '?';
        *s = slice_from(*s, 1);
    }
    *out = word;
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
        if (strcmp(word, wrappers[i]) == 0)
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
    if (out->kind == COMMAND_STATE && out->argc && slice_is(slice_of(out->tool), "zpool") &&
        (strcmp(out->argv[0], "status") == 0 || strcmp(out->argv[0], "list") == 0 ||
         strcmp(out->argv[0], "iostat") == 0))
        out->kind = COMMAND_ENVIRONMENT;
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

/*
 * "root@omnios:/root# ", "user at host:/x# " (list archives), "host% ", "~]# ", "/mnt/a$ ",
 * "~/D/cache $ ", "ovios-shell> ", "# ", "$ ", "% ", "> "
 */
static bool word_prompt(Slice *s, Prompt *p)
{
    Slice rest = *s;
    size_t sign = SLICE_NONE;
    for (size_t i = 0; i < rest.n && i < 80; i++) {
        char c = rest.p[i];
        bool ends = i + 1 == rest.n || char_is_blank(rest.p[i + 1]);
        if (strchr("#$%>", c) && ends && (c != '%' || i == 0 || !char_is_digit(rest.p[i - 1]))) {
            sign = i;
            break;
        }
        if (strchr("=\"';|,()", c))
            return false;
    }
    if (sign == SLICE_NONE)
        return false;
    Slice head = slice_trim(slice_first(rest, sign));
    *s = slice_from(rest, sign + 1);
    p->found = true;
    if (head.n == 0)
        return true;
    size_t at_word = slice_find(head, SLICE(" at "));
    size_t colon = slice_find_char(head, ':');
    bool has_at = slice_find_char(head, '@') != SLICE_NONE || at_word != SLICE_NONE;
    if (has_at) {
        Slice who = colon == SLICE_NONE ? head : slice_first(head, colon);
        p->dir = colon == SLICE_NONE ? (Slice){ 0 } : slice_trim(slice_from(head, colon + 1));
        if (at_word != SLICE_NONE && slice_find_char(head, '@') == SLICE_NONE) {
            p->user = slice_first(who, at_word);
            p->host = slice_trim(slice_from(who, at_word + 4));
        } else {
            Slice name = who, dir;
            if (colon == SLICE_NONE && slice_word(&name, &dir)) {
                p->dir = slice_trim(name);
                who = dir;
            }
            user_at_host(who, p);
        }
        p->sure = is_name(p->host);
        return p->sure;
    }
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
    if (colon != SLICE_NONE) {
        p->host = slice_first(head, colon);
        p->dir = slice_from(head, colon + 1);
        return is_name(p->host);
    }
    if (!is_name(head))
        return false;
    p->host = head;
    p->sure = slice_ends(head, SLICE("shell"));
    return true;
}

/* Does the text in front of the words begin with one that we know (wrappers and assignments over)? */
static bool begins_known(Slice text)
{
    Slice word;
    bool wrapped = false;
    for (int i = 0; i < 12 && slice_word(&text, &word); i++) {
        while (word.n && strchr("({;", word.p[0]))
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
        else if (!wrapped)
            return false;
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
        if (!is_wrapper(copy) && !is_assignment(copy))
            return false;
        wrapped = true;
    }
    return false;
}

static bool is_continuation(Slice previous, Slice next)
{
    if (slice_ends(previous, SLICE("\\")))
        return true;
    Slice t = slice_trim(next);
    return t.n > 2 && t.p[0] == '-' &&
           (char_is_alpha(t.p[1]) || (t.p[1] == '-' && char_is_alpha(t.p[2])));
}

/* The command text behind the prompt with its continuation lines. */
static Slice gather(Document *d, Lines *ls, size_t index, Slice body, size_t *lines)
{
    *lines = 1;
    const Line *next;
    Slice text = body;
    Slice previous = body;
    while ((next = lines_at(ls, index + *lines)) && next->depth == lines_at(ls, index)->depth &&
           next->text.n && is_continuation(previous, next->text)) {
        if (slice_ends(text, SLICE("\\")))
            text.n--;
        text = slice_of(arena_printf(d->arena, "%.*s %.*s", SLICE_ARG(text),
                                     SLICE_ARG(slice_trim(next->text))));
        previous = next->text;
        ++*lines;
    }
    return text;
}

bool command_at(Document *d, Lines *ls, size_t index, Command *out)
{
    const Line *line = lines_at(ls, index);
    if (!line || !line->text.n)
        return false;
    Slice text = slice_trim(line->text), body = text;
    Prompt p = { 0 };
    if (!bracket_prompt(&body, &p)) {
        p = (Prompt){ 0 };
        body = text;
        if (!word_prompt(&body, &p)) {
            p = (Prompt){ 0 };
            body = text;
        }
    }
    body = slice_trim(body);
    if (p.found && p.sure && body.n == 0) {
        *out = (Command){ .kind = COMMAND_EMPTY, .text = "", .tool = "", .wrapper = "", .lines = 1 };
    } else if ((p.found && (p.sure || begins_known(body)) && body.n) || (!p.found && bare_command(text))) {
        size_t lines;
        *out = (Command){ 0 };
        command_words(d->arena, gather(d, ls, index, body, &lines), out);
        out->lines = lines;
    } else {
        return false;
    }
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
