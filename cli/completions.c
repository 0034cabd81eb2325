#include "cli/completions.h"

#include "base/code.h"
#include "cli/commands.h"
#include "plot/charts.h"

/* --- what goes where --- */

/* Values of options, whatever command they belong to; arg: only where the value is called so. */
static const struct {
    const char *option, *arg, *words; /* "@": of the database */
} of_options[] = {
    { "color", NULL, "auto always never" },
    { "better", NULL, "higher lower" },
    { "label-from", NULL, "heading prompt target file command" },
    { "adjust", NULL, "holm bh none" },
    { "scale", NULL, "raw log" },
    { "say", NULL, "confirmed ignored explained" },
    { "track", NULL, "@tracks" },
    { "base", "NAME", "@labels" },
    { "as", NULL, "@labels" },
    { "merge", NULL, "@labels" },
    { "metric", NULL, "@metrics" },
    { NULL, "RELEASE", "@releases" },
    { NULL, "A,B,C", "@releases" },
    { NULL, "KEYS", "@keys" },
    { NULL, "KEY", "@keys" },
    { NULL, "KEY=VALUE", "@keys" },
    { NULL, "OLD=NEW", "@keys" },
};

/* What may stand behind a command: words of its own, "@" a kind of the database; and files. */
static const struct {
    const char *command, *words;
    bool files;
} of_commands[] = {
    { "import", "", true },
    { "parse", "", true },
    { "compare", "@facts", true },
    { "report", "@facts", true },
    { "plot", "KINDS @facts", true },
    { "history", "@facts", true },
    { "check", "@facts", true },
    { "lint", "@facts", true },
    { "run", "", true },
    { "list", "documents runs labels facts tracks @facts", true },
    { "show", "@documents", true },
    { "label", "@facts", false },
    { "remove", "@documents", false },
    { "release", "list add remove @releases", false },
    { "track", "create show remove @tracks @releases", false },
    { "export", "@facts", true },
    { "merge", "", true },
    { "rebuild", "", false },
    { "backup", "", true },
    { "sql", "", false },
    { "doctor", "", false },
    { "completion", "bash zsh fish", false },
    { "help", "COMMANDS formats", false },
};

/* "text (default), markdown or html: ..." -> "text markdown html" */
static const char *listed(Arena *a, const char *help)
{
    Slice rest = slice_first(slice_of(help), strcspn(help, ":;")), word;
    const char *list = "";
    while (slice_word(&rest, &word)) {
        while (word.n && !char_is_alpha(word.p[word.n - 1]) && word.p[word.n - 1] != ')')
            word.n--;
        if (word.n && char_is_alpha(word.p[0]) && !slice_is(word, "or"))
            list = arena_printf(a, "%s%s%.*s", list, *list ? " " : "", SLICE_ARG(word));
    }
    return list;
}

static const char *codes(Arena *a)
{
    size_t n;
    const CodeInfo *table = code_table(&n);
    const char *list = "all";
    for (size_t i = 0; i < n; i++)
        list = arena_printf(a, "%s %s", list, table[i].code);
    return list;
}

CompletionValue completions_value(Arena *a, const CliOption *o)
{
    if (strcmp(o->arg, "FORMAT") == 0)
        return (CompletionValue){ VALUE_WORDS, listed(a, o->help) };
    if (strcmp(o->arg, "CODE") == 0)
        return (CompletionValue){ VALUE_WORDS, codes(a) };
    if (strcmp(o->arg, "FILE") == 0 || strcmp(o->arg, "PATH") == 0)
        return (CompletionValue){ VALUE_FILES, "" };
    for (size_t i = 0; i < sizeof of_options / sizeof *of_options; i++) {
        if ((of_options[i].option && strcmp(of_options[i].option, o->name) != 0) ||
            (of_options[i].arg && strcmp(of_options[i].arg, o->arg) != 0))
            continue;
        const char *words = of_options[i].words;
        return words[0] == '@' ? (CompletionValue){ VALUE_OF_STORE, words + 1 }
                               : (CompletionValue){ VALUE_WORDS, words };
    }
    return (CompletionValue){ VALUE_OTHER, "" };
}

typedef struct Rest {
    const char *words;  /* of its own */
    const char *kinds;  /* of the database */
    bool files;
} Rest;

static Rest rest_of(Arena *a, const CliCommand *k)
{
    Rest r = { "", "", true };
    size_t n, i = 0;
    while (i < sizeof of_commands / sizeof *of_commands && strcmp(of_commands[i].command, k->name) != 0)
        i++;
    if (i == sizeof of_commands / sizeof *of_commands)
        return r;
    r.files = of_commands[i].files;
    Slice rest = slice_of(of_commands[i].words), word;
    while (slice_word(&rest, &word)) {
        const char **to = word.p[0] == '@' ? &r.kinds : &r.words;
        const char *text = arena_text(a, word.p[0] == '@' ? slice_from(word, 1) : word);
        if (slice_is(word, "KINDS")) {
            const ChartBuilder *const *kinds = charts_kinds(&n);
            text = kinds[0]->name;
            for (size_t c = 1; c < n; c++)
                text = arena_printf(a, "%s %s", text, kinds[c]->name);
        } else if (slice_is(word, "COMMANDS")) {
            const CliCommand *const *all = cli_commands(&n);
            text = all[0]->name;
            for (size_t c = 1; c < n; c++)
                text = arena_printf(a, "%s %s", text, all[c]->name);
        }
        *to = arena_printf(a, "%s%s%s", *to, **to ? " " : "", text);
    }
    return r;
}

/* Each option of a command, its own and then those of all. */
static size_t all_options(Arena *a, const CliOption *own, const CliOption ***out)
{
    VEC(const CliOption *) list = { 0 };
    for (; own && own->name; own++)
        *VEC_PUSH(a, &list) = own;
    for (const CliOption *o = cli_common_options(); o->name; o++)
        *VEC_PUSH(a, &list) = o;
    *out = list.v;
    return list.n;
}

/* --- bash --- */

static void bash_words(Buf *b, const CliOption *const *options, size_t n)
{
    for (size_t i = 0; i < n; i++)
        buf_printf(b, "%s--%s%s", i ? " " : "", options[i]->name, options[i]->arg ? "=" : "");
}

static void bash_values(Buf *b, Arena *a, const CliOption *const *options, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (!options[i]->arg)
            continue;
        CompletionValue v = completions_value(a, options[i]);
        buf_printf(b, "            --%s", options[i]->name);
        if (options[i]->letter)
            buf_printf(b, " | -%c", options[i]->letter);
        static const char *const set[] = { ":", "values", "files=1", "kinds" };
        buf_printf(b, ") %s", set[v.kind]);
        if (*v.words)
            buf_printf(b, "='%s'", v.words);
        buf_str(b, " ;;\n");
    }
}

static void bash(Buf *b, Arena *a)
{
    size_t n, n_options;
    const CliCommand *const *commands = cli_commands(&n);
    const CliOption **options;
    buf_str(b, "# bash completion for plimsoll\n"
               "_plimsoll() {\n"
               "    local line cur option value head='' command='' words='' values='' kinds='' files='' w kind\n"
               "    local -a before\n"
               "    line=${COMP_LINE:0:COMP_POINT}\n"
               "    cur=${line##*[[:blank:]]}\n"
               "    read -ra before <<<\"${line%\"$cur\"}\"\n"
               "    for w in \"${before[@]:1}\"; do\n"
               "        case $w in\n        ");
    for (size_t i = 0; i < n; i++)
        buf_printf(b, "%s%s", i ? " | " : "", commands[i]->name);
    buf_str(b, ") command=$w; break ;;\n        esac\n    done\n"
               "    option=${before[${#before[@]} - 1]}\n"
               "    value=$cur\n"
               "    case $cur in --*=*) option=${cur%%=*} value=${cur#*=} head=$option= ;; esac\n"
               "    case $command in\n");
    for (size_t i = 0; i < n; i++) {
        Rest r = rest_of(a, commands[i]);
        n_options = all_options(a, commands[i]->options, &options);
        buf_printf(b, "    %s)\n        words='", commands[i]->name);
        bash_words(b, options, n_options);
        buf_str(b, "'\n        case $option in\n");
        bash_values(b, a, options, n_options);
        buf_printf(b, "            *) values='%s' kinds='%s' files=%s option= ;;\n        esac ;;\n", r.words, r.kinds,
                   r.files ? "1" : "");
    }
    n_options = all_options(a, NULL, &options);
    buf_str(b, "    *)\n        words='--version ");
    bash_words(b, options, n_options);
    buf_str(b, "'\n        case $option in\n");
    bash_values(b, a, options, n_options);
    buf_str(b, "            *) values='");
    for (size_t i = 0; i < n; i++)
        buf_printf(b, "%s%s", i ? " " : "", commands[i]->name);
    buf_str(b, "' option= ;;\n        esac ;;\n    esac\n"
               "    COMPREPLY=()\n"
               "    if [[ -z $option && $cur == -* ]]; then\n"
               "        values=$words kinds= files=\n"
               "    fi\n"
               "    for w in $values; do [[ $w == \"$value\"* ]] && COMPREPLY+=(\"$head$w\"); done\n"
               "    for kind in $kinds; do\n"
               "        while IFS= read -r w; do\n"
               "            [[ $w == \"$value\"* ]] && COMPREPLY+=(\"$head$w\")\n"
               "        done < <(plimsoll completion --words \"$kind\" 2>/dev/null)\n"
               "    done\n"
               "    if [[ $files ]]; then\n"
               "        while IFS= read -r w; do COMPREPLY+=(\"$head$w\"); done < <(compgen -f -- \"$value\")\n"
               "    fi\n"
               "    # readline takes \":\" and \"=\" for ends of words: what stands in front of the last one is there already.\n"
               "    if [[ $cur == *[:=]* && $COMP_WORDBREAKS == *[:=]* ]]; then\n"
               "        head=${cur%\"${cur##*[:=]}\"}\n"
               "        COMPREPLY=(\"${COMPREPLY[@]#\"$head\"}\")\n"
               "    fi\n"
               "    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[=:] ]] && compopt -o nospace 2>/dev/null\n"
               "    return 0\n"
               "}\n"
               "complete -o filenames -F _plimsoll plimsoll\n");
}

/* --- zsh --- */

/* Within single quotes; brackets and colons end the parts of a specification. */
static void zsh_text(Buf *b, const char *text)
{
    for (; *text; text++) {
        if (*text == '\'')
            buf_str(b, "'\\''");
        else if (*text == '[' || *text == ']' || *text == ':')
            buf_printf(b, "\\%c", *text);
        else
            buf_char(b, *text);
    }
}

static void zsh_options(Buf *b, Arena *a, const CliOption *const *options, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const CliOption *o = options[i];
        buf_str(b, " \\\n      '*'");
        if (o->letter)
            buf_printf(b, "{-%c%s,--%s%s}'[", o->letter, o->arg ? "+" : "", o->name, o->arg ? "=" : "");
        else
            buf_printf(b, "'--%s%s[", o->name, o->arg ? "=" : "");
        zsh_text(b, o->help);
        buf_char(b, ']');
        if (o->arg) {
            CompletionValue v = completions_value(a, o);
            buf_char(b, ':');
            zsh_text(b, o->arg);
            buf_char(b, ':');
            if (v.kind == VALUE_FILES)
                buf_str(b, "_files");
            else if (v.kind != VALUE_OTHER)
                buf_printf(b, v.kind == VALUE_WORDS ? "(%s)" : "_plimsoll_words \"\" \"%s\" \"\"", v.words);
        }
        buf_char(b, '\'');
    }
}

static void zsh(Buf *b, Arena *a)
{
    size_t n, n_options;
    const CliCommand *const *commands = cli_commands(&n);
    const CliOption **options;
    buf_str(b, "#compdef plimsoll\n\n"
               "# Words of our own, kinds of words that the database knows, and files where the third one is set.\n"
               "_plimsoll_words() {\n"
               "  local -a words_\n"
               "  local kind files=${@[-1]} kinds=${@[-2]}\n"
               "  words_=(${=@[-3]})\n"
               "  for kind in ${=kinds}; do\n"
               "    words_+=(${(f)\"$(plimsoll completion --words $kind 2>/dev/null)\"})\n"
               "  done\n"
               "  [[ -n $files ]] && _files\n"
               "  compadd -a words_\n"
               "}\n\n"
               "_plimsoll() {\n  local curcontext=$curcontext state line\n  local -a commands\n  commands=(\n");
    for (size_t i = 0; i < n; i++) {
        buf_printf(b, "    '%s:", commands[i]->name);
        zsh_text(b, commands[i]->summary);
        buf_str(b, "'\n");
    }
    buf_str(b, "  )\n  _arguments -C '(- *)--version[releases of the program and its libraries]'");
    n_options = all_options(a, NULL, &options);
    zsh_options(b, a, options, n_options);
    buf_str(b, " \\\n      '1:command:->command' '*::argument:->rest'\n"
               "  case $state in\n  command) _describe command commands ;;\n  rest)\n    case $words[1] in\n");
    for (size_t i = 0; i < n; i++) {
        Rest r = rest_of(a, commands[i]);
        n_options = all_options(a, commands[i]->options, &options);
        buf_printf(b, "    %s) _arguments -s", commands[i]->name);
        zsh_options(b, a, options, n_options);
        if (strcmp(commands[i]->name, "run") == 0)
            buf_str(b, " \\\n      '(-)1:command:_command_names -e' '*::argument:_normal' ;;\n");
        else
            buf_printf(b, " \\\n      '*:argument:_plimsoll_words \"%s\" \"%s\" \"%s\"' ;;\n", r.words, r.kinds, r.files ? "1" : "");
    }
    buf_str(b, "    esac ;;\n  esac\n}\n\n_plimsoll \"$@\"\n");
}

/* --- fish --- */

static void fish_text(Buf *b, const char *text)
{
    buf_char(b, '\'');
    for (; *text; text++) {
        if (*text == '\'' || *text == '\\')
            buf_char(b, '\\');
        buf_char(b, *text);
    }
    buf_char(b, '\'');
}

static void fish_options(Buf *b, Arena *a, const char *when, const CliOption *const *options, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const CliOption *o = options[i];
        buf_printf(b, "complete -c plimsoll -n '%s' -l %s", when, o->name);
        if (o->letter)
            buf_printf(b, " -s %c", o->letter);
        if (o->arg) {
            CompletionValue v = completions_value(a, o);
            if (v.kind == VALUE_FILES)
                buf_str(b, " -r -F");
            else
                buf_str(b, " -x");
            if (v.kind == VALUE_WORDS)
                buf_printf(b, " -a '%s'", v.words);
            else if (v.kind == VALUE_OF_STORE)
                buf_printf(b, " -a '(plimsoll completion --words %s 2>/dev/null)'", v.words);
        }
        buf_str(b, " -d ");
        fish_text(b, o->help);
        buf_char(b, '\n');
    }
}

static void fish(Buf *b, Arena *a)
{
    size_t n, n_options;
    const CliCommand *const *commands = cli_commands(&n);
    const CliOption **options;
    buf_str(b, "# fish completion for plimsoll\n"
               "complete -c plimsoll -n __fish_use_subcommand -f -l version -s V -d 'Releases of the program and its "
               "libraries'\n");
    n_options = all_options(a, NULL, &options);
    fish_options(b, a, "__fish_use_subcommand", options, n_options);
    for (size_t i = 0; i < n; i++) {
        Rest r = rest_of(a, commands[i]);
        const char *when = arena_printf(a, "__fish_seen_subcommand_from %s", commands[i]->name);
        buf_printf(b, "complete -c plimsoll -n __fish_use_subcommand -f -a %s -d ", commands[i]->name);
        fish_text(b, commands[i]->summary);
        buf_char(b, '\n');
        n_options = all_options(a, commands[i]->options, &options);
        fish_options(b, a, when, options, n_options);
        buf_printf(b, "complete -c plimsoll -n '%s'%s", when, r.files ? "" : " -f");
        if (*r.words)
            buf_printf(b, " -a '%s'", r.words);
        buf_char(b, '\n');
        Slice kinds = slice_of(r.kinds), kind;
        while (slice_word(&kinds, &kind))
            buf_printf(b, "complete -c plimsoll -n '%s' -a '(plimsoll completion --words %.*s 2>/dev/null)'\n", when,
                       SLICE_ARG(kind));
    }
}

bool completions_script(Buf *b, const char *shell)
{
    static const struct {
        const char *name;
        void (*write)(Buf *b, Arena *a);
    } shells[] = { { "bash", bash }, { "zsh", zsh }, { "fish", fish } };
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shell, shells[i].name) == 0) {
            Arena *a = arena_new(0);
            shells[i].write(b, a);
            arena_free(a);
            return true;
        }
    return false;
}
