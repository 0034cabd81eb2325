#include "ingest/command.h"

#include <string.h>

#include "base/buf.h"
#include "ingest/prefix.h"
#include "ingest/prompt.h"
#include "ingest/words.h"

/* "gen | dd of=x", "truncate -s 1G x; fio --x": a benchmark further on in the line. */
static bool benchmark_behind_operator(Slice text, bool starts)
{
    Slice word;
    while (slice_word(&text, &word)) {
        const KnownWord *k = starts ? words_known(word) : NULL;
        if (k && k->kind == COMMAND_BENCHMARK)
            return true;
        starts = slice_is(word, "|") || slice_is(word, "&&") || slice_ends(word, SLICE(";"));
    }
    return false;
}

/* "time to", "time spent" */
static bool is_word_of_prose(Slice word)
{
    static const char *const words[] = { "to",    "for",    "is",    "of",     "spent",
                                         "taken", "series", "limit", "needed", "per",
                                         "and",   "was",    "in",    "it" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (slice_is(word, words[i]))
            return true;
    return false;
}

/* "exec -it c1 dd if=/dev/zero", "pod -- fio --x": a benchmark with what only a command has. */
static bool carries_benchmark(Slice text)
{
    Slice word, next;
    for (int i = 0; i < 16 && slice_word(&text, &word); i++) {
        while (word.n && strchr("({;\"'", word.p[0]))
            word = slice_from(word, 1);
        Slice rest = text;
        if (command_is_benchmark(word) && slice_word(&rest, &next) &&
            (strchr("-/.", next.p[0]) || slice_find_char(next, '=') != SLICE_NONE))
            return true;
    }
    return false;
}

/* Does the text in front of the words begin with one that we know (wrappers and assignments over)?
 */
static bool begins_known(Slice text)
{
    Slice word;
    bool wrapped = false, timed = false;
    for (int i = 0; i < 12 && slice_word(&text, &word); i++) {
        while (word.n && strchr("({;\"'", word.p[0]))
            word = slice_from(word, 1);
        const KnownWord *k = words_known(word);
        if (k)
            return true;
        if (words_carrier(word) && carries_benchmark(text))
            return true;
        char copy[32] = "";
        if (word.n < sizeof copy)
            memcpy(copy, word.p, word.n);
        if (slice_is(word, "for") || slice_is(word, "while") || slice_is(word, "foreach") ||
            slice_is(word, "seq") || slice_starts(word, SLICE("for((")))
            return slice_has(text, SLICE("do")) || slice_has(text, SLICE("xargs")) || i == 0;
        if (timed && word.p[0] != '-' && !is_word_of_prose(word))
            return true; /* "% time cp a b" */
        timed =
            timed || slice_ends(words_base_name(word), SLICE("time")) || slice_is(word, "timex");
        if (words_wrapper(copy) || words_assignment(copy) || slice_is(word, "sh") ||
            slice_is(word, "bash"))
            wrapped = true;
        else if (!wrapped) /* else: what the wrapper takes */
            return benchmark_behind_operator(text, slice_ends(word, SLICE(";")));
    }
    return false;
}

static bool bare_command(Slice text);

static bool bare_behind_operator(Slice text, bool starts)
{
    Slice word;
    for (int i = 0; i < 8 && !starts && slice_word(&text, &word); i++)
        starts = slice_ends(word, SLICE(";")) || slice_is(word, "&&");
    return starts && bare_command(text);
}

/* Without a prompt a line is a command only when its operands say so: "dd if=", "fio --x", "ioping
 * -". */
static bool bare_command(Slice text)
{
    Slice rest = text, word;
    bool wrapped = false;
    while (slice_word(&rest, &word)) {
        bool ends = word.n > 1 && slice_ends(word, SLICE(";"));
        word.n -= ends;
        const KnownWord *k = words_known(word);
        char copy[32] = "";
        if (word.n < sizeof copy)
            memcpy(copy, word.p, word.n);
        if (words_carrier(word) && carries_benchmark(rest))
            return true;
        if (k && k->kind != COMMAND_BENCHMARK && !slice_is(word, "echo"))
            return bare_behind_operator(rest, ends); /* "sync; dd if=x", "cd /mnt && fio --x" */
        if (k && k->kind == COMMAND_BENCHMARK) {
            Slice next;
            if (!slice_word(&rest, &next))
                return wrapped;
            if (next.p[0] == '-' && next.n > 1 && !slice_is(next, "--"))
                return true;
            if (slice_is(word, "dd"))
                return slice_has(text, SLICE("if=")) || slice_has(text, SLICE("of="));
            if (slice_is(words_base_name(word), "ioping") || slice_is(words_base_name(word), "fio"))
                return next.p[0] == '/' || next.p[0] == '.' || slice_ends(next, SLICE(".fio")) ||
                       slice_ends(next, SLICE(".ini"));
            return slice_ends(word, SLICE(".d")) && word.p[0] == '.';
        }
        if (k && k->kind == COMMAND_STATE && slice_is(word, "echo"))
            return slice_has(text, SLICE("> /")) || slice_has(text, SLICE(">/"));
        if (slice_is(word, "for") || slice_is(word, "foreach"))
            return slice_has(text, SLICE("dd ")) || slice_has(text, SLICE("ioping ")) ||
                   slice_has(text, SLICE("fio "));
        if (slice_ends(word, SLICE(":")) || slice_ends(word, SLICE(",")))
            return false; /* "sync=standard: dd if=..." */
        bool option = wrapped && (word.p[0] == '-' || char_is_digit(word.p[0])); /* "nice -n 5" */
        if (!words_wrapper(copy) && !words_assignment(copy) && !option)
            return false;
        wrapped = true;
    }
    return false;
}

/* Can the first word begin a command that has no prompt? Most words cannot, and are read no
 * further. */
static bool begins_bare(Slice text)
{
    Slice word;
    char copy[32] = "";
    slice_skip(&text, SLICE("^C"));
    if (!slice_word(&text, &word) || char_is_digit(word.p[0]))
        return false;
    if (word.n > 1 && slice_ends(word, SLICE(";")))
        word.n--;
    if (word.n < sizeof copy)
        memcpy(copy, word.p, word.n);
    return words_known(word) || words_wrapper(copy) || words_carrier(word) ||
           words_assignment(copy) || slice_is(word, "for") || slice_is(word, "foreach") ||
           slice_is(word, "while") || slice_is(word, "until") || slice_starts(word, SLICE("for(("));
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
    static const char *const names[] = { "if=",   "of=",    "bs=",    "ibs=",    "obs=",  "count=",
                                         "conv=", "oflag=", "iflag=", "status=", "seek=", "skip=" };
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
    if (t.n > 2 && t.p[0] == '-' &&
        (char_is_alpha(t.p[1]) || (t.p[1] == '-' && char_is_alpha(t.p[2]))))
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
        if (prompt_bracket(&trial, &p) || !slice_word(&rest, &word) ||
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
    static const char *const words[] = { "command",      "cmd",          "running",
                                         "run",          "executing",    "executed",
                                         "command line", "command used", "the command",
                                         "test command" };
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

/* "ssh -p 22 root@n1 dd", "docker exec -it c1 dd": where the command ran, when it was not here. */
static Slice carried_host(Slice text)
{
    static const char *const runs[] = { "docker", "podman", "nerdctl", "kubectl", "oc",
                                        "lxc",    "incus",  "pct",     "crictl" };
    Slice word, none = SLICE("");
    bool found = false, needs_exec = false;
    for (int i = 0; i < 12 && slice_word(&text, &word); i++) {
        if (!found) {
            char copy[32] = "";
            if (word.n < sizeof copy)
                memcpy(copy, word.p, word.n);
            for (size_t k = 0; k < sizeof runs / sizeof *runs; k++)
                needs_exec = needs_exec || slice_is(word, runs[k]);
            found = needs_exec || slice_is(word, "ssh");
            if (!found && !words_wrapper(copy) && !words_assignment(copy))
                return none;
        } else if (needs_exec) {
            if (!slice_is(word, "exec"))
                return none;
            needs_exec = false;
        } else if (word.p[0] == '-') {
            /* an option, and what it takes: "-p 22", "-n bench" */
            if (word.n == 2 && strchr("pilonuewFJ", word.p[1]))
                slice_word(&text, &word);
        } else {
            size_t at = slice_find_char(word, '@');
            return at == SLICE_NONE ? word : slice_from(word, at + 1);
        }
    }
    return none;
}

/* Neither a prompt, nor operands, nor a command in brackets or ticks: a line of words. */
static bool is_words(const Line *line, unsigned signs)
{
    return !(signs & (SIGN_PROMPT | SIGN_ASSIGN | SIGN_PAREN)) && !(line->peeled & PEEL_CODE);
}

bool command_at(Document *d, Lines *ls, size_t index, Command *out)
{
    const Line *line = lines_at(ls, index);
    if (!line || !line->text.n)
        return false;
    if (is_words(line, lines_signs(ls, index)) && !begins_bare(slice_trim(line->text)))
        return false;
    Slice text = slice_trim(line->text), body, lead = SLICE("");
    slice_skip(&text, SLICE("^C")); /* of the command before, glued to the prompt */
    Prompt p = prompt_find(text, &body);
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
    Slice elsewhere =
        out->kind == COMMAND_BENCHMARK ? carried_host(slice_of(out->text)) : SLICE("");
    out->host = arena_text(d->arena, elsewhere.n ? elsewhere : p.host);
    out->dir = arena_text(d->arena, p.dir);
    out->index = index;
    out->number = line->number;
    out->depth = line->depth;
    out->span = line_span(d, line, text);
    return true;
}
