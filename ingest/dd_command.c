#include "ingest/dd_command.h"

#include <math.h>
#include <string.h>

#include "ingest/command_split.h"

enum { MOST_LOOKBACK = 32, MOST_OPERANDS = 64, MOST_NESTING = 16, MOST_COMMANDS = 64 };

/* --- sizes --- */

static bool suffix(Slice *s, double *factor, bool *in_bytes)
{
    static const char letters[] = "kmgtpezyrq";
    *factor = 1;
    if (!s->n)
        return true;
    char c = char_lower(s->p[0]);
    if (s->p[0] == 'B') { /* 10B: ten bytes */
        *in_bytes = true;
        *s = slice_from(*s, 1);
        return true;
    }
    if (c == 'c' || c == 'w' || c == 'b') {
        *factor = c == 'c' ? 1 : c == 'w' ? 2 : 512;
        *s = slice_from(*s, 1);
        return true;
    }
    const char *letter = strchr(letters, c);
    if (!letter || !c)
        return true;
    double power = (double)(letter - letters + 1);
    *s = slice_from(*s, 1);
    if (slice_skip(s, SLICE("iB")))
        *in_bytes = true;
    else if (slice_skip(s, SLICE("B"))) {
        *in_bytes = true;
        *factor = pow(1000, power);
        return true;
    }
    *factor = pow(1024, power);
    return true;
}

/* Shell arithmetic on constants: + - * / % << and parentheses. */
static bool arithmetic(Slice *s, int level, int depth, double *value);

static bool arithmetic_atom(Slice *s, int depth, double *value)
{
    slice_skip_blanks(s);
    if (depth < MOST_NESTING && slice_skip(s, SLICE("("))) {
        if (!arithmetic(s, 0, depth + 1, value))
            return false;
        slice_skip_blanks(s);
        return slice_skip(s, SLICE(")"));
    }
    uint64_t n;
    if (!slice_uint(s, &n))
        return false;
    *value = (double)n;
    return true;
}

static bool arithmetic(Slice *s, int level, int depth, double *value)
{
    static const char *const operators[3][4] = { { "<<" }, { "+", "-" }, { "*", "/", "%" } };
    if (level == 3)
        return arithmetic_atom(s, depth, value);
    if (!arithmetic(s, level + 1, depth, value))
        return false;
    for (;;) {
        slice_skip_blanks(s);
        const char *op = NULL;
        for (int i = 0; i < 3 && operators[level][i] && !op; i++)
            if (slice_skip(s, slice_of(operators[level][i])))
                op = operators[level][i];
        if (!op)
            return true;
        double right;
        if (!arithmetic(s, level + 1, depth, &right))
            return false;
        if ((*op == '/' || *op == '%') && right == 0)
            return false;
        *value = *op == '<'   ? ldexp(*value, (int)(right < 1000 ? right : 1000))
                 : *op == '+' ? *value + right
                 : *op == '-' ? *value - right
                 : *op == '*' ? *value * right
                 : *op == '/' ? trunc(*value / right)
                              : fmod(*value, right);
    }
}

static bool size_factor(Slice *s, double *value, bool *in_bytes)
{
    if (slice_skip(s, SLICE("$(("))) {
        Slice inner;
        if (!slice_until(s, SLICE("))"), &inner) || !arithmetic(&inner, 0, 0, value))
            return false;
        slice_skip_blanks(&inner);
        if (inner.n)
            return false;
    } else {
        uint64_t n;
        if (!slice_uint(s, &n))
            return false;
        *value = (double)n;
    }
    double factor;
    if (!suffix(s, &factor, in_bytes))
        return false;
    *value *= factor;
    return true;
}

bool dd_size(Slice text, double *value, bool *in_bytes)
{
    bool bytes = false;
    Slice rest = slice_trim(text);
    double product, next;
    if (!size_factor(&rest, &product, &bytes))
        return false;
    while (slice_skip(&rest, SLICE("x")) || slice_skip(&rest, SLICE("*"))) {
        if (!size_factor(&rest, &next, &bytes))
            return false;
        product *= next;
    }
    if (rest.n || !isfinite(product) || product < 0)
        return false;
    *value = product;
    if (in_bytes)
        *in_bytes = bytes;
    return true;
}

/* --- finding the commands in a line --- */

static bool is_dd_word(Slice word)
{
    return slice_is(word, "dd") || slice_is(word, "gdd") || slice_is(word, "dcfldd");
}

/* Words that are "name=value" with a name that dd could have. */
static bool is_operand(const char *word, DdOperand *out, Arena *a)
{
    size_t n = strspn(word, "abcdefghijklmnopqrstuvwxyz_");
    if (n == 0 || n > 12 || word[n] != '=')
        return false;
    *out = (DdOperand){ .name = arena_text(a, (Slice){ word, n }), .value = word + n + 1 };
    return true;
}

static bool is_size_name(const char *name)
{
    static const char *const names[] = { "bs",   "ibs",  "obs",   "cbs",   "count",
                                         "skip", "seek", "iseek", "oseek", "files" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

static void read_operands(Arena *a, Slice segment, DdCommand *c)
{
    Command words = { 0 };
    command_words(a, segment, &words);
    VEC(DdOperand) list = { 0 };
    for (size_t i = 0; i < words.argc && list.n < MOST_OPERANDS; i++) {
        DdOperand o;
        if (!is_operand(words.argv[i], &o, a))
            continue;
        o.is_size = is_size_name(o.name) && dd_size(slice_of(o.value), &o.number, &o.in_bytes);
        *VEC_PUSH(a, &list) = o;
    }
    c->operand = list.v;
    c->n = list.n;
}

static bool is_loop(Slice text)
{
    return slice_has_word(text, SLICE("for")) || slice_has_word(text, SLICE("foreach")) ||
           slice_has_word(text, SLICE("while")) || slice_has_word(text, SLICE("until")) ||
           slice_has_word(text, SLICE("xargs")) || slice_has_word(text, SLICE("repeat")) ||
           slice_has_word(text, SLICE("watch")) || slice_has_word(text, SLICE("hyperfine"));
}

static void add_commands(DdCommands *all, Arena *a, const Command *line)
{
    Slice text = slice_of(line->text), segment;
    size_t first = all->command.n, from = 0;
    bool loop = line->loop_turns > 0 || is_loop(text);
    while (all->command.n - first < MOST_COMMANDS &&
           command_split_next(text, &from, is_dd_word, &segment)) {
        DdCommand *c = ARENA_NEW(a, DdCommand);
        *c = (DdCommand){ .line = line, .of_line = all->command.n - first };
        read_operands(a, segment, c);
        Slice behind = slice_from(text, from);
        c->is_background = slice_starts(behind, SLICE("&")) && !slice_starts(behind, SLICE("&&")) &&
                           !slice_starts(behind, SLICE("&>"));
        c->is_loop = loop;
        if (c->n || slice_find_char(slice_trim(segment), ' ') == SLICE_NONE)
            *VEC_PUSH(a, &all->command) = c;
    }
    for (size_t i = first; i < all->command.n; i++)
        all->command.v[i]->in_line = all->command.n - first;
}

void dd_commands_update(DdCommands *all, Reader *r)
{
    for (; all->scanned < r->commands.n; all->scanned++)
        add_commands(all, r->arena, r->commands.v[all->scanned]);
}

/* --- looking things up --- */

const char *dd_command_value(const DdCommand *c, const char *name)
{
    for (size_t i = c->n; i-- > 0;) /* the last one counts */
        if (strcmp(c->operand[i].name, name) == 0)
            return c->operand[i].value;
    return NULL;
}

static const DdOperand *size_operand(const DdCommand *c, const char *name)
{
    for (size_t i = c->n; i-- > 0;)
        if (strcmp(c->operand[i].name, name) == 0)
            return c->operand[i].is_size ? &c->operand[i] : NULL;
    return NULL;
}

bool dd_command_size(const DdCommand *c, const char *name, double *value)
{
    const DdOperand *o = size_operand(c, name);
    if (o)
        *value = o->number;
    return o != NULL;
}

/* The block size on one side ("ibs", "obs"); 0: not known. */
static double block_of(const DdCommand *c, const char *side)
{
    double size;
    if (dd_command_size(c, "bs", &size))
        return size;
    if (dd_command_value(c, "bs"))
        return 0;
    if (dd_command_size(c, side, &size))
        return size;
    return dd_command_value(c, side) ? 0 : 512;
}

double dd_command_block(const DdCommand *c)
{
    return block_of(c, "obs");
}

bool dd_command_total(const DdCommand *c, double *bytes)
{
    const DdOperand *count = size_operand(c, "count");
    double block = block_of(c, "ibs");
    const char *iflag = dd_command_value(c, "iflag");
    if (!count)
        return false;
    if (count->in_bytes || (iflag && strstr(iflag, "count_bytes"))) {
        *bytes = count->number;
        return true;
    }
    *bytes = count->number * block;
    return block > 0;
}

bool dd_command_agrees(const DdCommand *c, const DdShown *shown)
{
    double total, block = dd_command_block(c);
    const char *conv = dd_command_value(c, "conv");
    bool changes_size = conv && (strstr(conv, "block") || strstr(conv, "sync"));
    const DdOperand *count = size_operand(c, "count");
    if (shown->bytes >= 0 && !changes_size && dd_command_total(c, &total)) {
        /* An old dd takes count=10MB for blocks. */
        double most = count->in_bytes ? total * fmax(1, block_of(c, "ibs")) : total;
        if (shown->bytes > most)
            return false;
    }
    if (shown->in_total >= 0 && count && !count->in_bytes && !dd_command_value(c, "iflag") &&
        shown->in_total > count->number)
        return false;
    if (shown->bytes >= 0 && shown->out_full >= 0 && block > 0) {
        double whole = shown->out_full * block;
        if (whole > shown->bytes || (shown->out_part == 0 && whole != shown->bytes))
            return false;
    }
    return true;
}

/* Among the commands of one line [first, last]: the one whose turn it is, else one that agrees. */
static DdCommand *of_one_line(const DdCommands *all, size_t first, size_t last,
                              const DdShown *shown)
{
    size_t n = last - first + 1, results = 0;
    for (size_t i = first; i <= last; i++)
        results += all->command.v[i]->results;
    for (size_t k = 0; k < n; k++) {
        DdCommand *c = all->command.v[first + (results + k) % n];
        if (dd_command_agrees(c, shown))
            return c;
    }
    return NULL;
}

static bool is_whole(const DdCommand *c, const DdShown *shown)
{
    double total;
    return shown->bytes < 0 || !dd_command_total(c, &total) || total == shown->bytes;
}

/*
 * The latest command line, if it agrees. Lines above it count while they still owe a result: two
 * jobs in the background report in any order.
 */
DdCommand *dd_command_for(const DdCommands *all, const DdShown *shown)
{
    DdCommand *found = NULL;
    bool latest = true;
    size_t i = all->command.n;
    for (size_t seen = 0; i > 0 && seen < MOST_LOOKBACK; seen++) {
        size_t last = i - 1;
        i = last - all->command.v[last]->of_line;
        const Command *line = all->command.v[last]->line;
        if (line->depth != shown->depth && line->index != shown->directly)
            continue; /* the prompt of fish, "> ", looks like a quote */
        DdCommand *fits = of_one_line(all, i, last, shown);
        if (!latest && (all->command.v[last]->results > 0 || (fits && fits->results > 0)))
            break;
        latest = false;
        if (!fits)
            continue;
        bool whole = is_whole(fits, shown), was_whole = found && is_whole(found, shown);
        bool both_jobs =
            found && found->results == 0 && found->is_background && fits->is_background;
        if (!found || (both_jobs && whole == was_whole) || (whole && !was_whole))
            found = fits;
        if (is_whole(found, shown) && !(found->is_background && found->results == 0))
            break;
    }
    return found;
}
