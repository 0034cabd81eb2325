/*
 * What each run was called: label and workload (docs/labels.md). Everything is a
 * proposal; `plimsoll label` changes it.
 */
#include "ingest/label.h"

#include <string.h>

#include "ingest/passes.h"

typedef struct Labels {
    Reader *r;
    Arena *arena;
    Tuples *ts;
    Atoms tools;
    VEC(Choice) choice; /* by number of the tool */
} Labels;

/* --- workloads --- */

typedef struct Scopes {
    Atoms names;
    VEC(Workload) workload; /* by number of the scope */
} Scopes;

typedef VEC(const Fact *) Facts;

/* The workload of every scope that has workload facts of its own, in one walk over the facts. */
static Scopes scopes_of(Arena *a, const Run *run, const Workload *whole)
{
    Scopes s = { .names = atoms_new(a) };
    VEC(Facts) facts = { 0 };
    for (size_t i = 0; i < run->facts.n; i++) {
        const Fact *f = &run->facts.v[i];
        if (!f->scope[0])
            continue;
        uint32_t number = atoms_number(&s.names, f->scope);
        while (facts.n <= number)
            *VEC_PUSH(a, &facts) = (Facts){ 0 };
        *VEC_PUSH(a, &facts.v[number]) = f;
    }
    for (size_t i = 0; i < facts.n; i++)
        *VEC_PUSH(a, &s.workload) = workload_of_facts(a, run, whole, facts.v[i].v, facts.v[i].n);
    return s;
}

/* Scopes that are keys of an aggregation: each measures something else. */
static bool scope_is_key(const Run *run)
{
    return strcmp(run->tool, "dtrace") == 0 || strcmp(run->tool, "bpftrace") == 0;
}

static void name_measures(Arena *a, Run *run, const char *text, Scopes *scopes)
{
    Atoms seen = atoms_new(a);
    VEC(const char *) texts = { 0 };
    for (size_t i = 0; i < run->measures.n; i++) {
        Measure *m = &run->measures.v[i];
        if (!m->scope[0])
            continue;
        uint32_t number = atoms_number(&seen, m->scope);
        if (number == texts.n) {
            const char *own =
                scope_is_key(run) ? arena_printf(a, "%s key=%s", text, m->scope) : text;
            uint32_t known = atoms_number(&scopes->names, m->scope);
            if (known < scopes->workload.n)
                own = workload_text(a, &scopes->workload.v[known], false, NULL);
            *VEC_PUSH(a, &texts) = own;
        }
        if (strcmp(texts.v[number], text) != 0)
            m->workload = texts.v[number];
    }
}

/* Where nothing says what was asked for, what was measured does. */
static const char *measured_direction(const Run *run)
{
    static const char *const directions[] = { "", " read", " write", " read write" };
    int mask = 0;
    for (size_t i = 0; i < run->measures.n; i++) {
        mask |= strncmp(run->measures.v[i].metric, "read.", 5) == 0;
        mask |= (strncmp(run->measures.v[i].metric, "write.", 6) == 0) << 1;
    }
    return directions[mask];
}

/* The texts by which equal workloads are told: those of the run, and of each of its jobs. */
static void read_workload(Labels *l, Tuple *t)
{
    Arena *a = l->arena;
    const char *test = t->test[0] ? arena_printf(a, " %s", t->test) : "";
    t->full = arena_printf(a, "%s%s", workload_text(a, &t->workload, false, NULL), test);
    t->hard = arena_printf(a, "%s%s", workload_text(a, &t->workload, true, NULL), test);
    t->run->workload = t->hard;
    if (!workload_get(&t->workload, "op") && !workload_get(&t->workload, "rw")) {
        const char *direction = measured_direction(t->run);
        t->full = arena_printf(a, "%s%s", t->full, direction);
        t->hard = arena_printf(a, "%s%s", t->hard, direction);
    }
    if (t->workload.n == 0 &&
        t->run->command[0]) { /* nothing is known but that they are not the same */
        t->full = arena_printf(a, "%s %s", t->full, t->run->command);
        t->hard = arena_printf(a, "%s %s", t->hard, t->run->command);
    }
    Scopes scopes = scopes_of(a, t->run, &t->workload);
    name_measures(a, t->run, t->run->workload, &scopes);
    for (size_t i = 0; i < scopes.workload.n && i < 64; i++) {
        t->full = arena_printf(a, "%s; %s", t->full,
                               workload_text(a, &scopes.workload.v[i], false, NULL));
        t->hard =
            arena_printf(a, "%s; %s", t->hard, workload_text(a, &scopes.workload.v[i], true, NULL));
    }
}

/*
 * Columns of one table do the same work, whichever cells are empty: the longest list of rows speaks
 * for all of them.
 */
static void level_tables(Labels *l)
{
    for (size_t i = 0, end; i < l->ts->n; i = end) {
        const Tuple *most = &l->ts->v[i];
        uint32_t last = most->run->last_line;
        for (end = i + 1; end < l->ts->n && tuple_is_cell(most); end++) {
            const Tuple *t = &l->ts->v[end];
            if (!tuple_is_cell(t) || t->run->span.line > last + 1)
                break;
            last = t->run->last_line > last ? t->run->last_line : last;
            most = strlen(t->full) > strlen(most->full) ? t : most;
        }
        for (size_t k = i; k < end; k++) {
            l->ts->v[k].full = most->full;
            l->ts->v[k].hard = most->hard;
        }
    }
}

/* --- one choice a tool --- */

static Choice *choice_of(Labels *l, const char *tool)
{
    uint32_t number = atoms_number(&l->tools, tool);
    if (number == l->choice.n) {
        Choice *c = VEC_PUSH(l->arena, &l->choice);
        *c = (Choice){ .tool = tool,
                       .run = ARENA_ARRAY(l->arena, Tuple *, l->ts->n + 1),
                       .taken = ARENA_ARRAY(l->arena, bool, l->ts->component.n + 1) };
    }
    return &l->choice.v[number];
}

/*
 * "32KB:", "1024KB:" above results without a command, and nothing else that names them: sizes of something
 * that was set, not of the requests.
 */
static void give_sizes_back(Labels *l, Choice *c)
{
    if (c->n < 2)
        return;
    for (size_t i = 0; i < c->n; i++)
        if (!c->run[i]->test_is_size)
            return;
    for (size_t i = 0; i < c->n; i++) {
        c->run[i]->taken_headings = 0;
        c->run[i]->test = "";
        read_workload(l, c->run[i]);
    }
    choice_make(l->ts, c);
}

/* A table of one column has a label too. */
static void take_column(Labels *l, Choice *c)
{
    for (size_t i = 0; i < l->ts->component.n; i++)
        if (l->ts->component.v[i].kind == COMPONENT_COLUMN && !c->taken[i]) {
            c->taken[i] = true;
            c->n_taken++;
        }
}

static void choose(Labels *l)
{
    size_t n = l->ts->component.n;
    bool *taken = ARENA_ARRAY(l->arena, bool, n + 1);
    for (size_t i = 0; i < l->choice.n; i++) {
        choice_make(l->ts, &l->choice.v[i]);
        if (!l->choice.v[i].n_taken && !l->choice.v[i].by_paragraph)
            give_sizes_back(l, &l->choice.v[i]);
        for (size_t k = 0; k < n; k++)
            taken[k] = taken[k] || l->choice.v[i].taken[k];
    }
    for (size_t i = 0; i < l->choice.n; i++) {
        Choice *c = &l->choice.v[i];
        if (tuple_is_cell(c->run[0]))
            take_column(l, c);
        if (c->n_taken || c->by_paragraph)
            continue;
        if (!choice_from_others(l->ts, c, taken))
            choice_from_options(l->ts, c);
    }
}

/* --- texts --- */

/* Bytes of the words that all values share in front, when they are two or more and leave something.
 */
static size_t shared_front(const Choice *c, const Value *values)
{
    Slice first = SLICE("");
    size_t shared = SIZE_MAX;
    bool differ = false;
    for (size_t i = 0; i < c->n; i++) {
        if (!values[i].text)
            continue;
        Slice text = slice_of(values[i].text);
        if (!first.n) {
            first = text;
            shared = first.n;
            continue;
        }
        differ = differ || !slice_eq(text, first);
        size_t n = 0;
        while (n < shared && n < text.n && char_lower(text.p[n]) == char_lower(first.p[n]))
            n++;
        if (n < text.n || n < first.n) /* back to the start of a word */
            while (n > 0 && !char_is_blank(first.p[n - 1]))
                n--;
        shared = n < shared ? n : shared;
    }
    if (!differ || shared == SIZE_MAX || heading_words(slice_first(first, shared)) < 2)
        return 0;
    for (size_t i = 0; i < c->n; i++)
        if (values[i].text && strlen(values[i].text) <= shared)
            return 0;
    return shared;
}

static void add_part(Labels *l, Run *run, const char *component, const char *text, uint32_t line)
{
    run->label = run->label[0] ? arena_printf(l->arena, "%s | %s", run->label, text) : text;
    *VEC_PUSH(l->arena, &run->label_parts) = (LabelPart){ component, text, line };
}

/* Spellings that differ in case and punctuation only are written as the first of them. */
static void write_component(Labels *l, const Choice *c, const Component *component)
{
    Value *values = ARENA_ARRAY(l->arena, Value, c->n + 1);
    Atoms spellings = atoms_new(l->arena);
    VEC(const char *) first = { 0 };
    for (size_t i = 0; i < c->n; i++)
        values[i] = tuple_value(l->arena, l->ts, c->run[i], component);
    label_reduce(l->arena, c, component, values);
    for (size_t i = 0; i < c->n; i++) {
        if (!values[i].text)
            continue;
        uint32_t number = atoms_number(&spellings, values[i].normal);
        if (number == first.n)
            *VEC_PUSH(l->arena, &first) = values[i].text;
        values[i].text = first.v[number];
    }
    size_t cut = shared_front(c, values);
    for (size_t i = 0; i < c->n; i++) {
        const char *text = values[i].text ? values[i].text + cut : "-";
        add_part(l, c->run[i]->run, component->name, text, values[i].line);
    }
}

static void write_options(Labels *l, const Choice *c)
{
    for (size_t i = 0; i < c->n; i++) {
        Run *run = c->run[i]->run;
        const char *text = "";
        for (const char *const *key = c->options; *key; key++) {
            const char *value = workload_get(&c->run[i]->workload, *key);
            bool bare =
                strcmp(*key, "op") == 0 || strcmp(*key, "rw") == 0 || strcmp(*key, "mode") == 0;
            const char *word = value ? workload_value(l->arena, *key, value) : "default";
            if (bare && !value)
                continue;
            word = bare ? word : arena_printf(l->arena, "%s=%s", *key, word);
            text = *text ? arena_printf(l->arena, "%s %s", text, word) : word;
        }
        add_part(l, run, "options", *text ? text : "-",
                 c->run[i]->command ? c->run[i]->command->number : run->span.line);
    }
}

static void write_labels(Labels *l, const Choice *c)
{
    static const Component paragraph = { COMPONENT_PARAGRAPH, 0, "paragraph", true };
    for (size_t i = 0; i < l->ts->component.n; i++)
        if (c->taken[i])
            write_component(l, c, &l->ts->component.v[i]);
    if (c->by_paragraph)
        write_component(l, c, &paragraph);
    if (c->options)
        write_options(l, c);
}

/* --- facts --- */

static void note_value(Labels *l, Run *run, const char *key, const char *value, uint32_t line)
{
    if (!value || !value[0] || run_fact(run, "", key))
        return;
    Fact *f = VEC_PUSH(l->arena, &run->facts);
    *f = (Fact){
        .scope = "", .key = key, .value = value, .origin = ORIGIN_INFERRED, .span = { .line = line }
    };
}

/* What was not taken for the label is kept all the same. */
static void note_context(Labels *l, const Tuple *t)
{
    const char *section = "";
    for (size_t i = 0; i + 1 < t->n_stack; i++)
        section = *section ? arena_printf(l->arena, "%s | %s", section, t->stack[i]->name)
                           : t->stack[i]->name;
    if (t->n_stack) {
        const Heading *h = t->stack[t->n_stack - 1];
        note_value(l, t->run, "heading", h->name, h->number);
    }
    note_value(l, t->run, "test", t->test, t->run->span.line);
    note_value(l, t->run, "section", section, t->run->span.line);
    if (t->command) {
        note_value(l, t->run, "prompt_host", t->command->host, t->command->number);
        note_value(l, t->run, "prompt_dir", t->command->dir, t->command->number);
    }
    note_value(l, t->run, "tested", t->target, t->run->span.line);
    note_value(l, t->run, "poster", t->poster, t->poster_line);
    note_value(l, t->run, "prefix_file", t->file.text, t->file.line);
    for (uint32_t i = 0; i < l->ts->component.n; i++) {
        const Component *c = &l->ts->component.v[i];
        if (c->kind != COMPONENT_STATE || !t->state[c->sub].text)
            continue;
        const char *text = t->state[c->sub].text, *equal = strchr(text, '=');
        note_value(l, t->run, c->name, equal ? equal + 1 : text, t->state[c->sub].line);
    }
}

void reader_forget_options(Document *d)
{
    for (size_t i = 0; i < d->runs.n; i++) {
        Run *run = d->runs.v[i];
        if (run->label_parts.n != 1 || strcmp(run->label_parts.v[0].component, "options") != 0)
            continue;
        run->label = "";
        run->label_parts.n = 0;
    }
}

void label_runs(Reader *r, struct Tuples *ts)
{
    Labels l = { .r = r, .arena = r->arena, .ts = ts, .tools = atoms_new(r->arena) };
    for (size_t i = 0; i < l.ts->n; i++) {
        Tuple *t = &l.ts->v[i];
        read_workload(&l, t);
        Choice *c = choice_of(&l, t->run->tool);
        c->run[c->n++] = t;
    }
    level_tables(&l);
    choose(&l);
    for (size_t i = 0; i < l.choice.n; i++)
        write_labels(&l, &l.choice.v[i]);
    for (size_t i = 0; i < l.ts->n; i++)
        note_context(&l, &l.ts->v[i]);
    for (size_t i = 0; i < r->doc->runs.n; i++) {
        Run *run = r->doc->runs.v[i];
        if (!run->workload[0])
            run->workload = run->tool;
        if (run->duplicate_of) {
            run->label = run->duplicate_of->label;
            run->workload = run->duplicate_of->workload;
        }
    }
}
