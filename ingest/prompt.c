#include "ingest/prompt.h"

#include <string.h>

#include "ingest/words.h"

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
bool prompt_bracket(Slice *s, Prompt *p)
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
    static const char *const signs[] = { "\xe2\x9e\x9c", "\xe2\x9d\xaf", "\xce\xbb ",
                                         "\xe2\x94\x8c", "\xe2\x94\x94", "\xe2\x94\x80",
                                         "\xe2\x95\xad", "\xe2\x95\xb0" };
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

/* What themes of zsh print: an arrow is the prompt, the folder and "git:(main)" come behind it. */
static bool arrow_prompt(Slice *s, Prompt *p)
{
    Slice rest = *s, word, branch;
    bool folder = slice_skip(&rest, SLICE("\xe2\x9e\x9c "));
    if (!folder && !slice_skip(&rest, SLICE("\xe2\x9d\xaf ")) &&
        !slice_skip(&rest, SLICE("\xce\xbb ")))
        return false;
    slice_skip_blanks(&rest);
    Slice behind = rest;
    if (folder && slice_word(&rest, &word) && !command_is_known(word)) {
        p->dir = word;
        slice_skip_blanks(&rest);
        if (slice_skip(&rest, SLICE("git:(")) && slice_until(&rest, SLICE(")"), &branch))
            slice_skip_blanks(&rest);
        slice_skip(&rest, SLICE("\xe2\x9c\x97 "));
        behind = rest;
    }
    p->found = true;
    *s = behind;
    return true;
}

/* "root@omnios:/root", "user@host ~", "root@truenas[~]", "hughesd at solaris:/x" in front of the
 * sign */
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
        if ((c == '#' || c == '$' || c == '%' || c == '>') && ends &&
            (c != '%' || i == 0 || !char_is_digit(rest.p[i - 1]))) {
            sign = i;
            break;
        }
        if (c == '=' || c == '"' || c == '\'' || c == ';' || c == '|' || c == ',' || c == '(' ||
            c == ')')
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
        size_t of_host = slice_find_char(first, ':');
        if (of_host != SLICE_NONE && of_host + 1 < first.n && is_name(name)) { /* macOS's bash: */
            p->host = slice_first(first, of_host);                             /* "mac:~ joe$ " */
            p->dir = slice_from(first, of_host + 1);
            p->user = name;
            p->sure = rest.p[sign] != '>' && strchr("/~", p->dir.p[0]);
            return is_name(p->host);
        }
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

Prompt prompt_find(Slice text, Slice *body)
{
    Prompt p = { 0 };
    *body = text;
    if (prompt_bracket(body, &p))
        return p;
    p = (Prompt){ 0 };
    *body = text;
    if (windows_prompt(body, &p))
        return p;
    p = (Prompt){ 0 };
    *body = text;
    if (slice_skip(body, SLICE("+ ")) || slice_skip(body, SLICE("++ ")))
        return (Prompt){ .found = true }; /* "set -x" */
    if (word_prompt(body, &p))
        return p;
    p = (Prompt){ 0 };
    *body = text;
    if (arrow_prompt(body, &p))
        return p;
    *body = text;
    return (Prompt){ 0 };
}
