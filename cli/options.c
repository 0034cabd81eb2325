#include "cli/options.h"

#include <getopt.h>

#include "base/suggest.h"

enum { MOST_OPTIONS = 64, FIRST_VALUE = 256 };

typedef struct Table {
    const CliOption *all[MOST_OPTIONS];
    struct option longs[MOST_OPTIONS + 1];
    char letters[2 * MOST_OPTIONS + 3]; /* ":" in front: a missing value is told apart; "+": the first argument ends them */
    size_t n;
} Table;

static Table table_of(const CliCommand *command)
{
    Table t = { .letters = "" };
    size_t k = 0;
    if (command->starts_command)
        t.letters[k++] = '+';
    t.letters[k++] = ':';
    for (int which = 0; which < 2; which++)
        for (const CliOption *o = which ? cli_common_options() : command->options; o && o->name && t.n < MOST_OPTIONS; o++) {
            t.longs[t.n] = (struct option){ o->name, o->arg ? required_argument : no_argument, NULL,
                                            FIRST_VALUE + (int)t.n };
            if (o->letter) {
                t.letters[k++] = o->letter;
                if (o->arg)
                    t.letters[k++] = ':';
            }
            t.all[t.n++] = o;
        }
    return t;
}

static const CliOption *letter_of(const Table *t, int letter)
{
    for (size_t i = 0; i < t->n; i++)
        if (t->all[i]->letter == letter && letter)
            return t->all[i];
    return NULL;
}

/* --- complaints --- */

static int no_value(const Cli *c, const CliOption *o)
{
    return cli_usage(c, "--%s needs a value: --%s=%s", o->name, o->name, o->arg);
}

/* "--fromat=html": no such name, one that is short for several, or a value where none goes. */
static int bad_long(const Cli *c, const Table *t, const char *word)
{
    Slice name = slice_from(slice_of(word), 2);
    name = slice_first(name, slice_find_char(name, '='));
    const char *given = arena_text(c->arena, name), *list = "";
    Suggestion near = suggest_for(given);
    size_t fits = 0;
    for (size_t i = 0; i < t->n; i++) {
        suggest_try(&near, t->all[i]->name);
        Slice option = slice_of(t->all[i]->name);
        if (!slice_starts(option, name))
            continue;
        list = arena_printf(c->arena, "%s%s--%.*s", list, fits++ ? ", " : "", SLICE_ARG(option));
        if (slice_eq(name, option)) {
            fits = 1;
            break;
        }
    }
    if (fits > 1)
        return cli_usage(c, "'--%s' may be %s", given, list);
    if (fits == 1)
        return cli_usage(c, "'%s' takes no value", list);
    return near.best ? cli_usage(c, "no option '--%s'; did you mean '--%s'?", given, near.best)
                     : cli_usage(c, "no option '--%s'", given);
}

static int bad(const Cli *c, const Table *t, int got, const char *word)
{
    if (got == ':') { /* optopt: the letter, or the number of the long name */
        const CliOption *o = optopt >= FIRST_VALUE ? t->all[optopt - FIRST_VALUE] : letter_of(t, optopt);
        if (o)
            return no_value(c, o);
    }
    if (word && strncmp(word, "--", 2) == 0)
        return bad_long(c, t, word);
    return optopt > ' ' && optopt < 127 ? cli_usage(c, "no option '-%c'", optopt)
                                        : cli_usage(c, "no option '%s'", word ? word : "");
}

int options_read(Cli *c, int argc, char **argv)
{
    Table t = table_of(c->command);
    c->given = ARENA_ARRAY(c->arena, CliGiven, (size_t)argc + 1);
    VEC(const char *) of_stdin = { 0 }; /* "-:8" is line 8 of standard input, and no option */
    int kept = 1;
    for (int i = 1; i < argc; i++) {
        if (!c->command->starts_command && strncmp(argv[i], "-:", 2) == 0 && char_is_digit(argv[i][2]))
            *VEC_PUSH(c->arena, &of_stdin) = argv[i];
        else
            argv[kept++] = argv[i];
    }
    argv[argc = kept] = NULL;
    opterr = 0;
    optind = 1;
    for (int got; (got = getopt_long(argc, argv, t.letters, t.longs, NULL)) != -1;) {
        const CliOption *o = got >= FIRST_VALUE             ? t.all[got - FIRST_VALUE]
                             : got != '?' && got != ':' ? letter_of(&t, got)
                                                        : NULL;
        if (!o)
            return bad(c, &t, got, argv[optind - 1]);
        c->given[c->n_given++] = (CliGiven){ o, optarg ? optarg : "" };
    }
    c->argc = (size_t)(argc - optind);
    c->argv = ARENA_ARRAY(c->arena, const char *, c->argc + of_stdin.n + 1);
    for (size_t i = 0; i < c->argc; i++)
        c->argv[i] = argv[optind + (int)i];
    for (size_t i = 0; i < of_stdin.n; i++)
        c->argv[c->argc++] = of_stdin.v[i];
    return EXIT_GOOD;
}

/* --- in front of the command --- */

/* Words of one option: 0 when it is none of those for all commands. */
static int words_of(const char *word)
{
    const CliOption *o = cli_common_options();
    Slice s = slice_of(word), name = s;
    if (slice_skip(&name, SLICE("--"))) {
        size_t eq = slice_find_char(name, '=');
        name = slice_first(name, eq);
        for (; o->name; o++)
            if (slice_is(name, o->name))
                return o->arg && eq == SLICE_NONE ? 2 : 1;
        return 0;
    }
    for (size_t i = 1; i < s.n; i++) { /* a bundle */
        for (o = cli_common_options(); o->name && o->letter != s.p[i]; o++)
            continue;
        if (!o->name)
            return 0;
        if (o->arg)
            return i + 1 < s.n ? 1 : 2;
    }
    return s.n > 1;
}

int options_leading(int argc, char **argv)
{
    int at = 1;
    while (at < argc && argv[at][0] == '-') {
        int n = words_of(argv[at]);
        if (!n || strcmp(argv[at], "--help") == 0 || strcmp(argv[at], "-h") == 0)
            break;
        at += n;
    }
    return (at < argc ? at : argc) - 1;
}
