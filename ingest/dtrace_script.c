/*
 * Programs in D, bpftrace or SystemTap language that people paste beside their output. They hold
 * the same headings as quoted strings: nothing may be read from them.
 */
#include <string.h>

#include "ingest/dtrace.h"

static bool is_interpreter(Slice t)
{
    return slice_starts(t, SLICE("#!")) &&
           (slice_has(t, SLICE("dtrace")) || slice_has(t, SLICE("bpftrace")) ||
            slice_has(t, SLICE("stap")));
}

/* Calls and assignments that only a program holds. */
static bool is_statement(Slice t)
{
    static const char *const marks[] = {
        "printf(",     "printa(",      "= count(",      "= sum(",    "= avg(",
        "= min(",      "= max(",       "= hist(",       "= lhist(",  "= stddev(",
        "= quantize(", "= lquantize(", "= llquantize(", "=count(",   "=quantize(",
        "clear(@",     "trunc(@",      "normalize(@",   "#pragma D",
    };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (slice_has(t, slice_of(marks[i])))
            return true;
    return false;
}

/* "fbt:nfssrv:common_dispatch:entry", "syscall::read:return,", "tick-1s", "END" */
static bool is_probe(Slice t)
{
    static const char *const whole[] = { "BEGIN", "END", "ERROR", "interval:" };
    while (t.n && strchr(",{ \t", t.p[t.n - 1]))
        t.n--;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (slice_is(t, whole[i]))
            return true;
    if (slice_starts(t, SLICE("tick-")) || slice_starts(t, SLICE("profile-")) ||
        slice_starts(t, SLICE("profile:::")))
        return slice_find_char(t, ' ') == SLICE_NONE;
    size_t colon = slice_find_char(t, ':');
    return colon != SLICE_NONE && colon > 0 && colon + 1 < t.n &&
           slice_find_char(t, ' ') == SLICE_NONE && slice_has(slice_from(t, colon + 1), SLICE(":"));
}

typedef struct Nesting {
    long braces;
    bool comment; /* inside a block comment */
} Nesting;

/* Braces outside strings and comments. */
static void nest(Nesting *n, Slice t)
{
    bool string = false;
    for (size_t i = 0; i < t.n; i++) {
        Slice rest = slice_from(t, i);
        if (n->comment) {
            if (slice_starts(rest, SLICE("*/"))) {
                n->comment = false;
                i++;
            }
        } else if (string) {
            if (t.p[i] == '\\')
                i++;
            else if (t.p[i] == '"')
                string = false;
        } else if (t.p[i] == '"') {
            string = true;
        } else if (slice_starts(rest, SLICE("/*"))) {
            n->comment = true;
            i++;
        } else if (slice_starts(rest, SLICE("//"))) {
            return;
        } else if (t.p[i] == '{') {
            n->braces++;
        } else if (t.p[i] == '}' && n->braces > 0) {
            n->braces--;
        }
    }
}

static bool is_program_line(Slice t)
{
    if (!t.n)
        return false;
    char last = t.p[t.n - 1];
    return is_interpreter(t) || is_statement(t) || is_probe(t) || t.p[0] == '#' || t.p[0] == '*' ||
           slice_starts(t, SLICE("/*")) || slice_starts(t, SLICE("//")) || last == ';' ||
           last == '{' || last == '}' || t.p[0] == '}' || t.p[0] == '{' ||
           (t.p[0] == '/' && last == '/' && t.n > 2) || slice_is(t, "'");
}

size_t dtrace_script_at(Reader *r, size_t at)
{
    const Line *line = lines_at(r->lines, at);
    Slice text = slice_trim(line->text);
    Command own;
    if (!is_interpreter(text) && (!is_statement(text) || command_at(r->doc, r->lines, at, &own)))
        return at;
    uint16_t depth = line->depth;
    Nesting n = { 0 };
    size_t end = at;
    for (size_t i = at; (line = lines_at(r->lines, i)) && line->depth == depth; i++) {
        Slice t = slice_trim(line->text);
        if (slice_starts(t, SLICE("```")) || slice_starts(t, SLICE("~~~")))
            break;
        Command c;
        Slice what;
        if (i > at &&
            (dtrace_is_banner(t, &what) || dtrace_is_rule(t))) /* whatever is open still */
            break;
        if (i > at && n.braces == 0 && !n.comment && t.n && t.p[0] != '#' &&
            command_at(r->doc, r->lines, i, &c))
            break;
        bool inside = n.braces > 0 || n.comment;
        if (t.n && !inside && !is_program_line(t))
            break;
        if (!t.n && !inside && i > end + 3) /* blank lines lead nowhere */
            break;
        nest(&n, t);
        if (t.n)
            end = i + 1;
    }
    return end;
}
