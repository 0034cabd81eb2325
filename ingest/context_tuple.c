#include "ingest/context_tuple.h"

#include <string.h>

#include "ingest/prefix.h"
#include "ingest/state.h"

enum {
    MOST_DEPTHS = 32, /* deeper quotes share the last one */
    MOST_STATES = 32,
    MOST_STACK = 64,
    MOST_PARAGRAPH_LINES = 12,
    LEAST_PARAGRAPH_WORDS = 10, /* fewer are a remark */
};

/* The headings in force at one quote depth. */
typedef struct Stack {
    const Heading *at[MOST_STACK];
    size_t n;
    const Heading *const *snapshot; /* NULL: changed since the last run */
    const char *poster;
    uint32_t poster_line;
    Value paragraph; /* the last one above a run */
} Stack;

typedef struct Walk {
    Tuples *out;
    Context *c;
    Arena *arena;
    Stack stack[MOST_DEPTHS];
    Value state[MOST_STATES];
    const Value *state_snapshot;
    Atoms tools;
    VEC(const Command *) last_command;        /* by number of "tool depth" */
    const Command *last_shown;                /* the last command of all, when it shows a file */
    uint32_t below[MOST_SHAPES][MOST_SHAPES]; /* how often a heading of the first stands below one
                                                 of the second */
    uint64_t shapes_seen;
} Walk;

static Stack *stack_at(Walk *w, uint16_t depth)
{
    return &w->stack[depth < MOST_DEPTHS ? depth : MOST_DEPTHS - 1];
}

static const Line *line_of(const Walk *w, size_t i)
{
    return lines_at(w->c->reader->lines, i);
}

/* --- headings --- */

/* Cuts the stack at the outermost heading of the same shape or of a higher rank number. */
static void push_heading(Walk *w, const Heading *h)
{
    Stack *s = stack_at(w, h->depth);
    if (h->is_replicate)
        return;
    size_t keep = 0;
    while (keep < s->n && s->at[keep]->id != h->id && s->at[keep]->rank <= h->rank)
        keep++;
    s->n = keep;
    if (s->n < MOST_STACK)
        s->at[s->n++] = h;
    s->snapshot = NULL;
}

static void begin_post(Walk *w, const Item *item)
{
    Stack *s = stack_at(w, item->depth);
    size_t keep = s->n && s->at[0]->is_title ? 1 : 0;
    s->n = keep;
    s->snapshot = NULL;
    s->paragraph = (Value){ 0 };
    s->poster = item->poster;
    s->poster_line = line_of(w, item->line)->number;
}

static void snapshot_stack(Walk *w, Stack *s)
{
    const Heading **copy = (const Heading **)arena_array(w->arena, s->n + 1, sizeof *copy);
    for (size_t i = 0; i < s->n; i++)
        copy[i] = s->at[i];
    s->snapshot = copy;
}

static void count_nesting(Walk *w, const Stack *s)
{
    for (size_t i = 0; i < s->n; i++) {
        w->shapes_seen |= (uint64_t)1 << s->at[i]->id;
        for (size_t k = 0; k < i; k++)
            w->below[s->at[i]->id][s->at[k]->id]++;
    }
}

/* --- commands and state --- */

static void set_state(Walk *w, const char *key, const char *value, uint32_t line, bool plain)
{
    uint32_t number = atoms_number(&w->out->states, key);
    if (number >= MOST_STATES)
        return;
    w->state[number] = (Value){ plain ? value : arena_printf(w->arena, "%s=%s", key, value),
                                heading_normal(w->arena, slice_of(value)), line };
    w->state_snapshot = NULL;
}

/* The line below a command that prints a setting. */
static void read_printed(Walk *w, const Command *command)
{
    const char *key = state_printed_key(w->arena, command);
    const Line *line = key ? line_of(w, command->index + command->lines) : NULL;
    if (!line || !line->text.n ||
        context_kind(w->c, command->index + command->lines) != LINE_OUTPUT)
        return;
    const char *value = state_printed_value(w->arena, line->text);
    if (strcmp(key, "kernel") ==
        0) { /* "Linux host 5.10.0-8-amd64 #1 SMP ...", or the release alone */
        Slice rest = slice_of(value), name, host, release;
        if (slice_word(&rest, &name) && slice_word(&rest, &host) && slice_word(&rest, &release))
            value = arena_text(w->arena, release);
    }
    set_state(w, key, value, line->number, strcmp(key, "kernel") == 0);
}

static void take_command(Walk *w, const Command *command)
{
    uint32_t number =
        atoms_number(&w->tools, arena_printf(w->arena, "%s %u", command->tool, command->depth));
    while (w->last_command.n <= number)
        *VEC_PUSH(w->arena, &w->last_command) = NULL;
    w->last_command.v[number] = command;
    bool shows = strcmp(command->tool, "cat") == 0 || strcmp(command->tool, "tail") == 0 ||
                 strcmp(command->tool, "head") == 0 || strcmp(command->tool, "grep") == 0;
    const char *path = shows && command->argc ? command->argv[command->argc - 1] : "";
    bool system = strncmp(path, "/etc/", 5) == 0 || strncmp(path, "/sys/", 5) == 0 ||
                  strncmp(path, "/proc/", 6) == 0;
    w->last_shown = *path && !system ? command : NULL;
    if (command->kind == COMMAND_STATE) {
        Setting settings[MOST_SETTINGS];
        size_t n = state_settings(w->arena, command, settings);
        for (size_t i = 0; i < n; i++)
            set_state(w, settings[i].key, settings[i].value, command->number, false);
    } else if (command->kind == COMMAND_ENVIRONMENT) {
        read_printed(w, command);
    }
}

/* The last command of the tool at this depth, when the run says that it is its own. */
static const Command *command_of(Walk *w, const Run *run)
{
    bool stated = strcmp(run->tool, "stated") == 0;
    const char *tool = run->tool;
    const char *loop_of = stated ? run_fact(run, "", "loop_of") : NULL;
    const char *text = loop_of ? loop_of : run->command;
    if (!text[0])
        return NULL;
    static const char *const tools[] = { "dd", "ioping", "fio", "bonnie++", "dtrace", "hdparm" };
    const Command *best = NULL;
    for (size_t i = 0; i <= sizeof tools / sizeof *tools; i++) {
        const char *name = i ? tools[i - 1] : tool;
        uint32_t number =
            atoms_number(&w->tools, arena_printf(w->arena, "%s %u", name, run->depth));
        const Command *c = number < w->last_command.n ? w->last_command.v[number] : NULL;
        if (c && strcmp(c->text, text) == 0 && (!best || c->index > best->index))
            best = c;
    }
    return best;
}

/* --- text at the run --- */

static Value value_of(Walk *w, Slice text, uint32_t line)
{
    if (!text.n)
        return (Value){ 0 };
    return (Value){ arena_text(w->arena, text), heading_normal(w->arena, text), line };
}

static Slice cell(Slice row, size_t index)
{
    Slice rest = slice_trim(row), head = SLICE("");
    slice_skip(&rest, SLICE("|"));
    for (size_t i = 0; i <= index; i++)
        if (!slice_until(&rest, SLICE("|"), &head)) {
            head = rest;
            rest = SLICE("");
        }
    return slice_trim(head);
}

/* The heading of a Markdown table's column: the line above "|---|---|". */
static Slice column_heading(Walk *w, size_t at, size_t column)
{
    for (size_t back = 0; at > 1 && back < 40; back++, at--) {
        Slice t = slice_trim(line_of(w, at - 1)->text);
        if (!slice_has(t, SLICE("|")))
            return SLICE("");
        if (slice_has(t, SLICE("--")) &&
            slice_starts(slice_trim(slice_from(t, t.p[0] == '|')), SLICE("-")))
            return cell(line_of(w, at - 2)->text, column);
    }
    return SLICE("");
}

/*
 * Text in front of a dd result in its own line ("ext4: 268435456 bytes ..."), or the first cell of
 * its row. A word of another language without a sign behind it is part of the result.
 */
static void read_inline(Walk *w, Tuple *t)
{
    const Measure *m = run_measure(t->run, "", "bytes");
    const Measure *records = run_measure(t->run, "", "records_in.full");
    if (!m || strcmp(t->run->tool, "dd") != 0 || !m->span.line)
        return;
    size_t at = lines_index(w->c->reader->lines, m->span.line);
    const Line *line = line_of(w, at);
    bool starts_with_records =
        records && records->span.line == m->span.line; /* newlines got lost */
    const char *first = starts_with_records ? arena_printf(w->arena, "%s+", records->raw) : m->raw;
    size_t n = slice_find(line->text, slice_of(first));
    Slice head = n == SLICE_NONE ? SLICE("") : slice_first(line->text, n);
    bool tab = slice_ends(head, SLICE("\t"));
    head = slice_trim(head);
    if (!head.n || (!tab && !strchr(":|-=>", head.p[head.n - 1])))
        return;
    if (head.p[head.n - 1] == '|') {
        size_t column = 0;
        for (size_t i = 1; i < head.n; i++)
            column += head.p[i] == '|';
        if (head.p[0] != '|')
            column++;
        t->in_line = value_of(w, column ? cell(line->text, 0) : SLICE(""), line->number);
        t->column = value_of(w, column_heading(w, at, column), line->number);
    } else {
        t->in_line = value_of(w, heading_name(head), line->number);
    }
}

/*
 * The prose directly above the command, or above the run when it has none. It stays in force for
 * the runs that have none of their own.
 */
static void read_paragraph(Walk *w, Tuple *t)
{
    t->paragraph = stack_at(w, t->run->depth)->paragraph;
    size_t at =
        t->command ? t->command->index : lines_index(w->c->reader->lines, t->run->span.line);
    size_t blank = 0;
    while (at > 0 && blank < 6) {
        LineKind k = context_kind(w->c, at - 1);
        if (k != LINE_BLANK && k != LINE_FENCE && k != LINE_PROMPT && k != LINE_STATE)
            break;
        at--, blank++;
    }
    size_t last = at;
    while (at > 0 && last - at < MOST_PARAGRAPH_LINES && context_kind(w->c, at - 1) == LINE_TEXT &&
           line_of(w, at - 1)->depth == t->run->depth)
        at--;
    if (at == last)
        return;
    const Line *joined =
        last - at == 1 ? line_of(w, at) : lines_joined(w->c->reader->lines, at, last - at);
    Slice text = slice_trim(joined->text);
    if (text.n > 2000)
        text = slice_from(text, text.n - 2000);
    if (heading_words(text) < LEAST_PARAGRAPH_WORDS && !slice_ends(text, SLICE(":")))
        return; /* a remark */
    Slice sentence = heading_last_sentence(text);
    t->paragraph = value_of(w, sentence.n > 200 ? slice_first(sentence, 200) : sentence,
                            line_of(w, last - 1)->number);
    t->paragraph.normal = heading_normal(w->arena, text);
    stack_at(w, t->run->depth)->paragraph = t->paragraph;
}

/* Headings of nothing but test words, where no option says what was done. */
static void take_test_headings(Walk *w, Tuple *t)
{
    t->test = "";
    if (workload_is_known(t->run, &t->workload))
        return;
    for (size_t i = 0; i < t->n_stack; i++) {
        const Heading *h = t->stack[i];
        if (!heading_is_workload(slice_of(h->name)))
            continue;
        t->test_is_size = (t->test_is_size || !t->test[0]) && heading_is_size(slice_of(h->name));
        t->taken_headings |= (uint64_t)1 << h->id;
        t->test = t->test[0] ? arena_printf(w->arena, "%s, %s", t->test, h->name) : h->name;
    }
}

static void take_run(Walk *w, Run *run)
{
    if (!run->counted || strcmp(run->tool, "numbers") == 0) /* nothing stands around those */
        return;
    Stack *s = stack_at(w, run->depth);
    if (!s->snapshot)
        snapshot_stack(w, s);
    if (!w->state_snapshot) {
        Value *copy = ARENA_ARRAY(w->arena, Value, MOST_STATES);
        memcpy(copy, w->state, sizeof w->state);
        w->state_snapshot = copy;
    }
    Tuple *t = &w->out->v[w->out->n++];
    *t = (Tuple){ .run = run,
                  .workload = workload_of(w->arena, run),
                  .stack = s->snapshot,
                  .n_stack = s->n,
                  .state = w->state_snapshot,
                  .poster = s->poster,
                  .poster_line = s->poster_line };
    count_nesting(w, s);
    t->command = command_of(w, run);
    t->target = tuple_target(w->arena, run, t->command);
    const Line *line = line_of(w, lines_index(w->c->reader->lines, run->span.line));
    t->file = value_of(w, prefix_file(line->prefix), line->number);
    if (!t->file.text && w->last_shown && w->last_shown->depth == run->depth)
        t->file = value_of(w, slice_of(w->last_shown->argv[w->last_shown->argc - 1]),
                           w->last_shown->number);
    read_inline(w, t);
    read_paragraph(w, t);
    take_test_headings(w, t);
}

/* --- the list of components --- */

static void add_component(Tuples *ts, ComponentKind kind, uint32_t sub, const char *name,
                          bool unknown)
{
    *VEC_PUSH(ts->context->arena, &ts->component) = (Component){ kind, sub, name, unknown };
}

static int rank_of_shape(const Walk *w, uint32_t id)
{
    for (size_t i = 0; i < w->c->headings.n; i++)
        if (w->c->headings.v[i]->id == id)
            return w->c->headings.v[i]->rank;
    return 99;
}

/* Shape A before B if it stands above it more often, else by rank. */
static void add_heading_components(Walk *w)
{
    uint32_t order[MOST_SHAPES];
    int rank[MOST_SHAPES];
    size_t n = 0;
    for (uint32_t id = 0; id < MOST_SHAPES; id++) {
        if (!(w->shapes_seen >> id & 1))
            continue;
        rank[id] = rank_of_shape(w, id);
        size_t k = n++;
        for (; k > 0; k--) {
            uint32_t other = order[k - 1];
            uint32_t above = w->below[other][id], under = w->below[id][other];
            if (above > under || (above == under && rank[id] < rank[other]))
                order[k] = other;
            else
                break;
        }
        order[k] = id;
    }
    for (size_t i = 0; i < n; i++)
        add_component(w->out, COMPONENT_HEADING, order[i], "heading", false);
}

static void add_components(Walk *w)
{
    Tuples *ts = w->out;
    add_component(ts, COMPONENT_FILE, 0, "file", false);
    add_heading_components(w);
    add_component(ts, COMPONENT_INLINE, 0, "inline", true);
    add_component(ts, COMPONENT_COLUMN, 0, "column", false);
    add_component(ts, COMPONENT_HOST, 0, "host", true);
    add_component(ts, COMPONENT_TARGET, 0, "target", true);
    add_component(ts, COMPONENT_DIR, 0, "dir", true);
    for (uint32_t i = 0; i < ts->states.n && i < MOST_STATES; i++)
        add_component(ts, COMPONENT_STATE, i, ts->states.text[i], false);
    add_component(ts, COMPONENT_OS, 0, "system", true);
    add_component(ts, COMPONENT_MACHINE, 0, "machine", true);
    add_component(ts, COMPONENT_JOB, 0, "name", false);
    add_component(ts, COMPONENT_KEY, 0, "key", false);
    add_component(ts, COMPONENT_VERSION, 0, "version", true);
    add_component(ts, COMPONENT_DEPTH, 0, "depth", false);
    add_component(ts, COMPONENT_POSTER, 0, "poster", true);
}

Tuples *tuples_read(Reader *r)
{
    Context *c = context_read(r);
    Tuples *ts = ARENA_NEW(r->arena, Tuples);
    ts->context = c;
    ts->states = atoms_new(r->arena);
    ts->v = ARENA_ARRAY(r->arena, Tuple, r->doc->runs.n + 1);
    Walk *w = ARENA_NEW(r->arena, Walk);
    *w = (Walk){ .out = ts, .c = c, .arena = r->arena, .tools = atoms_new(r->arena) };
    for (size_t i = 0; i < c->items.n; i++) {
        const Item *item = &c->items.v[i];
        switch (item->kind) {
        case ITEM_HEADING:
            push_heading(w, item->heading);
            w->last_shown = NULL;
            break;
        case ITEM_COMMAND:
            take_command(w, item->command);
            break;
        case ITEM_RUN:
            take_run(w, item->run);
            break;
        case ITEM_POST:
        case ITEM_QUOTE:
            begin_post(w, item);
            break;
        case ITEM_PROSE:
            break;
        }
    }
    add_components(w);
    return ts;
}

/* --- values --- */

bool tuple_is_cell(const Tuple *t)
{
    return strcmp(t->run->tool, "table") == 0;
}

static Value known_value(Arena *a, const char *text, uint32_t line)
{
    if (!text || !text[0])
        return (Value){ 0 };
    return (Value){ text, heading_normal(a, slice_of(text)), line };
}

/* "Rocky Linux 9.3" */
static Value system_value(Arena *a, const Run *run)
{
    const char *os = run_fact(run, "", "os"), *version = run_fact(run, "", "os_version");
    if (!os)
        return (Value){ 0 };
    return known_value(a, version ? arena_printf(a, "%s %s", os, version) : os, run->span.line);
}

static Value heading_value(const Tuple *t, uint32_t id)
{
    if (t->taken_headings >> id & 1)
        return (Value){ 0 };
    for (size_t i = 0; i < t->n_stack; i++)
        if (t->stack[i]->id == id)
            return (Value){ t->stack[i]->name, t->stack[i]->normal, t->stack[i]->number };
    return (Value){ 0 };
}

/* Only the depth of quoting tells: who spoke is the better name where it is known. */
static Value depth_value(Arena *a, const Tuple *t)
{
    unsigned depth = t->run->depth;
    const char *text = t->poster && t->poster[0] ? t->poster
                       : depth == 0              ? "not quoted"
                       : depth == 1              ? "quoted"
                                                 : arena_printf(a, "quoted %u times", depth);
    return (Value){ text, arena_printf(a, "%u", depth), t->run->span.line };
}

/* --label-from file: where no line carries the name of a file, the document has one. */
static Value document_file(Arena *a, const Tuples *ts)
{
    const Reader *r = ts->context->reader;
    if (!r->options->label_from || strcmp(r->options->label_from, "file") != 0)
        return (Value){ 0 };
    Slice name = slice_of(r->doc->name);
    size_t slash = slice_rfind(name, SLICE("/"));
    name = slash == SLICE_NONE ? name : slice_from(name, slash + 1);
    return known_value(a, arena_text(a, name), 1);
}

Value tuple_value(Arena *a, const Tuples *ts, const Tuple *t, const Component *c)
{
    uint32_t at = t->command ? t->command->number : t->run->span.line;
    switch (c->kind) {
    case COMPONENT_FILE:
        return t->file.text ? t->file : document_file(a, ts);
    case COMPONENT_HEADING:
        return heading_value(t, c->sub);
    case COMPONENT_INLINE:
        return t->in_line;
    case COMPONENT_COLUMN:
        if (tuple_is_cell(t))
            return known_value(a, run_fact(t->run, "", "column"), t->run->span.line);
        return t->column;
    case COMPONENT_HOST:
        return known_value(a, t->command ? t->command->host : NULL, at);
    case COMPONENT_TARGET:
        return known_value(a, t->target, at);
    case COMPONENT_DIR:
        return known_value(a, t->command ? t->command->dir : NULL, at);
    case COMPONENT_STATE:
        return t->state[c->sub];
    case COMPONENT_OS:
        return system_value(a, t->run);
    case COMPONENT_MACHINE:
        return known_value(a, run_fact(t->run, "", "machine"), t->run->span.line);
    case COMPONENT_JOB:
        return known_value(a, workload_get(&t->workload, "name"), t->run->span.line);
    case COMPONENT_KEY:
        return known_value(a, run_fact(t->run, "", "key"), t->run->span.line);
    case COMPONENT_VERSION:
        return known_value(a, t->run->version, t->run->span.line);
    case COMPONENT_DEPTH:
        return depth_value(a, t);
    case COMPONENT_POSTER:
        return known_value(a, t->poster, t->poster_line);
    case COMPONENT_PARAGRAPH:
        return t->paragraph;
    }
    return (Value){ 0 };
}
