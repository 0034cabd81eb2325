#include "ingest/ioping_command.h"

#include <string.h>

#include "ingest/command_split.h"
#include "ingest/dd_command.h"

enum { MOST_COMMANDS = 64, DEFAULT_REQUEST = 4096 };

typedef struct Option {
    char letter;
    bool has_value;
    bool other_test;  /* results with and without it are of different tests */
    const char *name; /* 1.2 and later, after one dash or two */
} Option;

/* clang-format off */
static const Option options[] = {
    { 'A', false, true, "async" },     { 'C', false, true, "cached" },    { 'D', false, true, "direct" },
    { 'G', false, true, "read-write" },{ 'H', false, true, "hipri" },     { 'L', false, true, "linear" },
    { 'N', false, true, "nowait" },    { 'R', false, true, "rapid" },     { 'U', false, true, NULL },
    { 'W', false, true, "write" },     { 'Y', false, true, "sync" },      { 'y', false, true, "dsync" },
    { 's', true, true, "size" },       { 'S', true, true, "work-size" },
    { 'B', false, false, "batch" },    { 'I', false, false, "time" },     { 'J', false, false, "json" },
    { 'k', false, false, "keep" },     { 'q', false, false, "quiet" },    { 'h', false, false, "help" },
    { 'v', false, false, "version" },
    { 'a', true, false, "warmup" },    { 'b', true, false, "burst" },     { 'c', true, false, "count" },
    { 'e', true, false, "entropy" },   { 'i', true, false, "interval" },  { 'l', true, false, "speed-limit" },
    { 'o', true, false, "work-offset" }, { 'p', true, false, "print-count" }, { 'P', true, false, "print-interval" },
    { 'r', true, false, "rate-limit" },{ 't', true, false, "min-time" },  { 'T', true, false, "max-time" },
    { 'w', true, false, "work-time" },
};
/* clang-format on */

static const Option *option_letter(char c)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].letter == c)
            return &options[i];
    return NULL;
}

static const Option *option_name(const char *name, size_t n)
{
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].name && strlen(options[i].name) == n &&
            strncmp(options[i].name, name, n) == 0)
            return &options[i];
    return NULL;
}

/* "-RL", "-c4", "-size", "--size=4k": true when the next word is the value of the last option. */
static bool read_option(IopingCommand *c, const char *word, const char *next)
{
    const char *body = word + strspn(word, "-");
    size_t n = strcspn(body, "=");
    const Option *o = n > 1 ? option_name(body, n) : NULL;
    if (o) {
        c->given[(int)o->letter] = true;
        bool here = body[n] == '=';
        if (o->has_value)
            c->value[(int)o->letter] = here ? body + n + 1 : next;
        return o->has_value && !here;
    }
    for (; *body; body++) {
        o = option_letter(*body);
        if (!o)
            return false;
        c->given[(int)o->letter] = true;
        if (o->letter == 'I') /* its format is glued to it */
            return false;
        if (o->has_value) {
            c->value[(int)o->letter] = body[1] ? body + 1 : next;
            return !body[1];
        }
    }
    return false;
}

/* Word processors turn "-R" into an en or em dash and R. */
static const char *plain_dashes(Arena *a, const char *word)
{
    Slice s = slice_of(word);
    if (slice_skip(&s, SLICE("\xe2\x80\x93")) || slice_skip(&s, SLICE("\xe2\x80\x94")) ||
        slice_skip(&s, SLICE("\xe2\x88\x92")))
        return arena_printf(a, "-%.*s", SLICE_ARG(s));
    return word;
}

static const char *mode_of(Arena *a, const IopingCommand *c)
{
    char letters[32];
    size_t n = 0;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].other_test && !options[i].has_value && c->given[(int)options[i].letter])
            letters[n++] = options[i].letter;
    const char *mode = n ? arena_printf(a, "-%.*s", (int)n, letters) : "";
    double size;
    if (c->value['s'] && dd_size(slice_of(c->value['s']), &size, NULL) && size != DEFAULT_REQUEST)
        mode = arena_printf(a, "%s%s-s %.0f", mode, *mode ? " " : "", size);
    if (c->value['S'])
        mode = arena_printf(a, "%s%s-S %s", mode, *mode ? " " : "", c->value['S']);
    if (c->value['i'] && strcmp(c->value['i'], "0") == 0 && !c->given['R'])
        mode = arena_printf(a, "%s%s-i 0", mode, *mode ? " " : "");
    return mode;
}

static void read_words(Arena *a, Slice segment, IopingCommand *c)
{
    Command words = { 0 };
    command_words(a, segment, &words);
    c->flags = "";
    for (size_t i = 0; i < words.argc; i++) {
        const char *word = plain_dashes(a, words.argv[i]);
        bool takes_next = false;
        if (word[0] == '-' && word[1]) {
            takes_next = read_option(c, word, i + 1 < words.argc ? words.argv[i + 1] : NULL);
        } else {
            c->target = word;
            continue;
        }
        c->flags = arena_printf(a, "%s%s%s", c->flags, *c->flags ? " " : "", word);
        if (takes_next && i + 1 < words.argc)
            c->flags = arena_printf(a, "%s %s", c->flags, words.argv[++i]);
    }
    c->mode = mode_of(a, c);
}

static bool is_ioping_word(Slice word)
{
    return slice_is(word, "ioping");
}

void ioping_commands_update(IopingCommands *all, Reader *r)
{
    for (; all->scanned < r->commands.n; all->scanned++) {
        const Command *line = r->commands.v[all->scanned];
        Slice segment;
        size_t first = all->command.n, from = 0;
        while (all->command.n - first < MOST_COMMANDS &&
               command_split_next(slice_of(line->text), &from, is_ioping_word, &segment)) {
            IopingCommand *c = ARENA_NEW(r->arena, IopingCommand);
            *c = (IopingCommand){ .line = line, .of_line = all->command.n - first };
            read_words(r->arena, segment, c);
            *VEC_PUSH(r->arena, &all->command) = c;
        }
        for (size_t i = first; i < all->command.n; i++)
            all->command.v[i]->in_line = all->command.n - first;
    }
}

static Slice without_slash(Slice path)
{
    while (path.n > 1 && path.p[path.n - 1] == '/')
        path.n--;
    return path;
}

/* Is it possible that this command printed this target? */
static bool agrees(const IopingCommand *c, Slice target)
{
    if (!c->target || !target.n || strpbrk(c->target, "$*?~`{<"))
        return true;
    return slice_eq(without_slash(slice_of(c->target)), without_slash(target));
}

IopingCommand *ioping_command_for(const IopingCommands *all, uint16_t depth, Slice target)
{
    enum { MOST_LOOKBACK = 32 };
    size_t i = all->command.n;
    for (size_t seen = 0; i > 0 && seen < MOST_LOOKBACK; seen++) {
        size_t last = i - 1, results = 0;
        i = last - all->command.v[last]->of_line;
        if (all->command.v[last]->line->depth != depth)
            continue;
        size_t n = last - i + 1;
        for (size_t k = i; k <= last; k++)
            results += all->command.v[k]->results;
        for (size_t k = 0; k < n; k++) {
            IopingCommand *c = all->command.v[i + (results + k) % n];
            if (agrees(c, target))
                return c;
        }
        return NULL;
    }
    return NULL;
}

IopingCommand *ioping_command_waiting(const IopingCommands *all, const Reader *r)
{
    if (all->command.n == 0 || r->commands.n == 0)
        return NULL;
    IopingCommand *last = all->command.v[all->command.n - 1];
    return last->line == r->commands.v[r->commands.n - 1] && last->results == 0 ? last : NULL;
}

void ioping_command_store(Reader *r, Run *run, const IopingCommand *c)
{
    run->command = c->line->text;
    reader_fact_text(r, run, "", "flags", c->flags);
    if (*c->mode)
        reader_fact_text(r, run, "", "mode", c->mode);
    Number n;
    if (c->value['c'] && number_is(slice_of(c->value['c']), &n))
        reader_fact_number(r, run, "", "count", n.value);
    if (c->value['w'])
        reader_fact_text(r, run, "", "runtime", c->value['w']);
    if (c->line->loop_turns)
        reader_fact_number(r, run, "", "loop", c->line->loop_turns);
}
