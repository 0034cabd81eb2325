#include "analyze/projection.h"

#include <string.h>

#include "analyze/scope.h"
#include "base/buf.h"
#include "base/suggest.h"

/* One thing that may make columns: its value (text id) for each part; INTERN_NONE: unknown. */
typedef struct Component {
    const char *key;
    uint32_t *value;
} Component;

typedef VEC(const char *) Texts;

typedef struct Chooser {
    Parts *p;
    Arena *arena;
    const TableOptions *options;
    Projection *out;
    Texts rows, cols, ignored;
    bool use_text;            /* the workload text of the run may tell rows apart */
    bool named;               /* people named all configurations ("#@ label="): options may be part of them */
    uint32_t *strict, *loose; /* work ids: with and without amounts */
    Intern *works;
    VEC(Component) taken;
} Chooser;

static const char *const special_keys[] = { "label",   "tool",     "workload", "scope",
                                            "metric",  "document", "file",     "session",
                                            "version", "state",    "time" };

/* --- keys of the options --- */

static bool is_special(const char *key)
{
    for (size_t i = 0; i < sizeof special_keys / sizeof *special_keys; i++)
        if (strcmp(special_keys[i], key) == 0)
            return true;
    return false;
}

static const char *nearest_key(const Parts *p, const char *key)
{
    Suggestion s = suggest_for(key);
    for (size_t i = 0; i < sizeof special_keys / sizeof *special_keys; i++)
        suggest_try(&s, special_keys[i]);
    for (size_t i = 0; i < p->roles.n; i++) {
        uint32_t pair[2];
        memcpy(pair, intern_at(p->role_key, (uint32_t)i), sizeof pair);
        suggest_try(&s, intern_at(p->text, pair[1]));
    }
    return s.best;
}

static bool known_key(const Parts *p, const char *key)
{
    uint32_t id = intern_find(p->text, key, strlen(key));
    for (size_t i = 0; id != INTERN_NONE && i < p->roles.n; i++) {
        uint32_t pair[2];
        memcpy(pair, intern_at(p->role_key, (uint32_t)i), sizeof pair);
        if (pair[1] == id)
            return true;
    }
    return is_special(key);
}

/* "a, b" -> keys. file is another word for document. */
static bool split_keys(Chooser *c, const char *text, bool must_exist, Error *err, Texts *keys)
{
    Slice rest = slice_of(text), part;
    while (rest.n) {
        if (!slice_until(&rest, SLICE(","), &part)) {
            part = rest;
            rest = slice_from(rest, rest.n);
        }
        part = slice_trim(part);
        if (part.n == 0)
            continue;
        const char *key = slice_is(part, "file") ? "document" : arena_text(c->arena, part);
        if (must_exist && !known_key(c->p, key)) {
            const char *near = nearest_key(c->p, key);
            if (near)
                return error_set(err, ERR_USAGE, "no run has a fact '%s'; did you mean '%s'?", key, near);
            return error_set(err, ERR_USAGE, "no run has a fact '%s'; 'plimsoll list facts' shows those there are",
                             key);
        }
        *VEC_PUSH(c->arena, keys) = key;
        *VEC_PUSH(c->arena, &c->out->taken) = intern_text(c->p->text, key);
    }
    return true;
}

size_t projection_part_keys(Arena *a, const TableOptions *options, const char ***keys)
{
    static const char *const names[] = { "document", "session", "time" };
    const char *texts[2] = { options->row, options->col };
    size_t n = 0;
    *keys = ARENA_ARRAY(a, const char *, 3);
    for (size_t i = 0; i < 3; i++)
        for (size_t k = 0; k < 2; k++) {
            Slice t = slice_of(texts[k] ? texts[k] : "");
            if (slice_has_word(t, slice_of(names[i])) ||
                (i == 0 && slice_has_word(t, SLICE("file")))) {
                (*keys)[n++] = names[i];
                break;
            }
        }
    return n;
}

static bool in_keys(const char *const *keys, size_t n, const char *key)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(keys[i], key) == 0)
            return true;
    return false;
}

static bool is_projected(const Chooser *c, const char *key)
{
    return in_keys(c->cols.v, c->cols.n, key) || in_keys(c->ignored.v, c->ignored.n, key);
}

/* --- equal work --- */

typedef enum WorkLevel { WORK_STRICT, WORK_LOOSE, WORK_SWEEP } WorkLevel;

/* Options that people vary on purpose from run to run of one test ("bs=4k", "bs=64k"). */
static bool is_swept(const Chooser *c, const char *key)
{
    static const char *const ever[] = { "op", "rw", "test", "row", "probe", "script" };
    static const char *const keys[] = { "bs",   "ibs",         "obs",        "iodepth", "numjobs",
                                        "jobs", "concurrency", "chunk_size", "iflag",   "oflag",
                                        "conv", "direct",      "source" };
    return in_keys(keys, sizeof keys / sizeof *keys, key) ||
           (c->named && !in_keys(ever, sizeof ever / sizeof *ever, key));
}

static int by_key(const void *a, const void *b)
{
    const PartFact *x = a, *y = b;
    return (x->key > y->key) - (x->key < y->key);
}

static void add_id(Buf *b, uint32_t id)
{
    buf_add(b, (Slice){ (const char *)&id, sizeof id });
}

static uint32_t work_id(Chooser *c, const Part *part, WorkLevel level, Buf *b)
{
    Parts *p = c->p;
    const PartFact *facts;
    size_t n = part_facts(p, part, &facts);
    PartFact *sorted = ARENA_ARRAY(c->arena, PartFact, n + 1);
    size_t kept = 0, n_hard = 0;
    for (size_t i = 0; i < n; i++) {
        const char *key = intern_at(p->text, facts[i].key);
        n_hard += facts[i].role == ROLE_HARD;
        bool hard = facts[i].role == ROLE_HARD && !(level == WORK_SWEEP && is_swept(c, key));
        bool amount = facts[i].role == ROLE_AMOUNT && level == WORK_STRICT;
        if ((hard || amount) && !is_projected(c, key))
            sorted[kept++] = facts[i];
    }
    if (kept > 1)
        qsort(sorted, kept, sizeof *sorted, by_key);
    b->n = 0;
    buf_char(b, (char)level);
    add_id(b, intern_text(p->text, part->run->tool));
    add_id(b, level == WORK_STRICT ? part->identity : part->params);
    /* The words may hold amounts; they speak alone only where no fact says what was asked for. */
    bool words = c->use_text && (level == WORK_STRICT || (level == WORK_LOOSE && n_hard == 0));
    const char *text = words ? part->run->workload : "";
    Slice row, column;
    if (scope_cell(part->run, part->scope, &row, &column))
        text = arena_text(c->arena, row); /* what the run as a whole did is no part of it */
    add_id(b, intern_text(p->text, text));
    for (size_t i = 0; i < kept; i++) {
        add_id(b, sorted[i].key);
        add_id(b, sorted[i].value);
    }
    return intern_bytes(c->works, b->text, b->n);
}

/* --row: the work is what the keys say, and the part of the run. */
static uint32_t asked_work_id(Chooser *c, const Part *part, Buf *b)
{
    b->n = 0;
    add_id(b, intern_text(c->p->text, part->run->tool));
    add_id(b, part->identity);
    for (size_t i = 0; i < c->rows.n; i++) {
        const char *value = part_value(c->p, part, c->rows.v[i]);
        add_id(b, value ? intern_text(c->p->text, value) : INTERN_NONE);
    }
    return intern_bytes(c->works, b->text, b->n);
}

static void find_works(Chooser *c)
{
    Parts *p = c->p;
    c->works = intern_new(c->arena);
    c->strict = ARENA_ARRAY(c->arena, uint32_t, p->parts.n + 1);
    c->loose = ARENA_ARRAY(c->arena, uint32_t, p->parts.n + 1);
    Buf b = buf_new(0);
    for (size_t i = 0; i < p->parts.n; i++) {
        const Part *part = &p->parts.v[i];
        if (!part->used)
            continue;
        if (c->rows.n) {
            c->strict[i] = c->loose[i] = asked_work_id(c, part, &b);
        } else {
            c->strict[i] = work_id(c, part, WORK_STRICT, &b);
            c->loose[i] = work_id(c, part, WORK_LOOSE, &b);
        }
    }
    buf_free(&b);
}

/* --- choosing components --- */

/* Values of the components taken so far, as one id a part. */
static uint32_t *column_ids(Chooser *c, size_t first, size_t end)
{
    Parts *p = c->p;
    uint32_t *ids = ARENA_ARRAY(c->arena, uint32_t, p->parts.n + 1);
    Intern *pairs = intern_new(c->arena);
    intern_pair(pairs, INTERN_NONE, INTERN_NONE);
    for (size_t k = first; k < end; k++)
        for (size_t i = 0; i < p->parts.n; i++)
            if (p->parts.v[i].used)
                ids[i] = intern_pair(pairs, ids[i], c->taken.v[k].value[i]);
    return ids;
}

/*
 * Does `value` tell apart two parts of equal work that `within` does not? Unknown is not different.
 * tool NULL: of any tool.
 */
static bool separates(Chooser *c, const uint32_t *work, const uint32_t *within,
                      const uint32_t *value, const char *tool)
{
    Parts *p = c->p;
    Intern *cells = intern_new(c->arena);
    VEC(uint32_t) first = { 0 };
    for (size_t i = 0; i < p->parts.n; i++) {
        if (!p->parts.v[i].used || value[i] == INTERN_NONE ||
            (tool && strcmp(p->parts.v[i].run->tool, tool) != 0))
            continue;
        uint32_t cell = intern_pair(cells, work[i], within[i]);
        if (cell == first.n)
            *VEC_PUSH(c->arena, &first) = value[i];
        else if (first.v[cell] != value[i])
            return true;
    }
    return false;
}

static bool varies(const Chooser *c, const uint32_t *value)
{
    uint32_t first = INTERN_NONE;
    for (size_t i = 0; i < c->p->parts.n; i++) {
        if (!c->p->parts.v[i].used || value[i] == INTERN_NONE)
            continue;
        if (first != INTERN_NONE && first != value[i])
            return true;
        first = value[i];
    }
    return false;
}

static bool take_if_it_separates(Chooser *c, const char *key, uint32_t *value)
{
    if (!varies(c, value) || !separates(c, c->loose, column_ids(c, 0, c->taken.n), value, NULL))
        return false;
    *VEC_PUSH(c->arena, &c->taken) = (Component){ key, value };
    *VEC_PUSH(c->arena, &c->out->taken) = intern_text(c->p->text, key);
    return true;
}

static uint32_t *values_of(Chooser *c, const char *key)
{
    Parts *p = c->p;
    uint32_t *ids = ARENA_ARRAY(c->arena, uint32_t, p->parts.n + 1);
    for (size_t i = 0; i < p->parts.n; i++) {
        const char *v = p->parts.v[i].used ? part_value(p, &p->parts.v[i], key) : NULL;
        ids[i] = v && (v[0] || strcmp(key, "label") == 0) ? intern_text(p->text, v) : INTERN_NONE;
    }
    return ids;
}

/* Keys of facts that may make columns, in the order met. */
typedef VEC(uint32_t) KeyList;

static void candidate_keys(Chooser *c, KeyList *user, KeyList *axis, KeyList *setup)
{
    Parts *p = c->p;
    uint8_t *seen = ARENA_ARRAY(c->arena, uint8_t, intern_count(p->text) + 1);
    enum { SEEN_USER = 1, SEEN_READ = 2 };
    for (size_t i = 0; i < p->parts.n; i++) {
        const PartFact *facts;
        size_t n = p->parts.v[i].used ? part_facts(p, &p->parts.v[i], &facts) : 0;
        for (size_t k = 0; k < n; k++) {
            const PartFact *f = &facts[k];
            uint8_t mark = f->by_user ? SEEN_USER : SEEN_READ;
            if ((f->role != ROLE_SETUP && f->role != ROLE_AXIS) || (seen[f->key] & mark))
                continue;
            seen[f->key] |= mark;
            *VEC_PUSH(c->arena, f->by_user ? user : f->role == ROLE_AXIS ? axis : setup) = f->key;
        }
    }
}

static void try_keys(Chooser *c, const KeyList *keys)
{
    for (size_t i = 0; i < keys->n; i++) {
        const char *key = intern_at(c->p->text, keys->v[i]);
        if (!in_keys(c->ignored.v, c->ignored.n, key) && !in_keys(c->rows.v, c->rows.n, key) &&
            strcmp(key, "label") != 0)
            take_if_it_separates(c, key, values_of(c, key));
    }
}

static bool several_documents(const Parts *p)
{
    for (size_t i = 1; i < p->n; i++)
        if (p->runs[i]->document != p->runs[0]->document)
            return true;
    return false;
}

/* --- labels that sweep an option: "bs=4k" against "bs=64k" --- */

/*
 * A tool whose labels never meet in equal work: its author compares the workloads themselves. They
 * are compared as if the swept options were equal, and a caution says that they are not.
 */
static void sweep_tool(Chooser *c, const char *tool, const uint32_t *label)
{
    Parts *p = c->p;
    Buf b = buf_new(0);
    uint32_t *sweep = ARENA_ARRAY(c->arena, uint32_t, p->parts.n + 1);
    bool any_swept = false; /* a run without the option took its default */
    for (size_t i = 0; i < p->parts.n; i++) {
        const Part *part = &p->parts.v[i];
        if (!part->used || strcmp(part->run->tool, tool) != 0)
            continue;
        const PartFact *facts;
        size_t n = part_facts(p, part, &facts);
        for (size_t k = 0; k < n && !any_swept; k++)
            any_swept = is_swept(c, intern_at(p->text, facts[k].key));
        sweep[i] = work_id(c, part, WORK_SWEEP, &b);
    }
    buf_free(&b);
    uint32_t *none = ARENA_ARRAY(c->arena, uint32_t, p->parts.n + 1);
    if (!any_swept || !separates(c, sweep, none, label, tool))
        return;
    for (size_t i = 0; i < p->parts.n; i++)
        if (p->parts.v[i].used && strcmp(p->parts.v[i].run->tool, tool) == 0)
            c->loose[i] = c->strict[i] = sweep[i];
}

static void sweep_where_labels_never_meet(Chooser *c, const uint32_t *label)
{
    Parts *p = c->p;
    Intern *tools = intern_new(c->arena);
    uint32_t *none = ARENA_ARRAY(c->arena, uint32_t, p->parts.n + 1);
    for (size_t i = 0; i < p->parts.n; i++)
        if (p->parts.v[i].used)
            intern_text(tools, p->parts.v[i].run->tool);
    for (uint32_t t = 0; t < intern_count(tools); t++)
        if (!separates(c, c->loose, none, label, intern_at(tools, t)))
            sweep_tool(c, intern_at(tools, t), label);
}

/* --- what is taken --- */

/* Would documents, or what is known of the machines, tell equal work apart? */
static bool something_else_separates(Chooser *c, const KeyList *user, const KeyList *axis,
                                     const KeyList *setup)
{
    const KeyList *lists[] = { user, axis, setup };
    uint32_t *none = ARENA_ARRAY(c->arena, uint32_t, c->p->parts.n + 1);
    if (separates(c, c->loose, none, values_of(c, "document"), NULL))
        return true;
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++)
        for (size_t i = 0; i < lists[k]->n; i++)
            if (separates(c, c->loose, none, values_of(c, intern_at(c->p->text, lists[k]->v[i])),
                          NULL))
                return true;
    return false;
}

static void choose(Chooser *c, bool by_document)
{
    KeyList user = { 0 }, axis = { 0 }, setup = { 0 };
    candidate_keys(c, &user, &axis, &setup);
    bool documents = several_documents(c->p);
    if (documents && c->options->by_file) { /* whoever names files means them */
        if (!by_document) {
            c->out->by_document = true;
            return;
        }
        take_if_it_separates(c, "document", values_of(c, "document"));
    }
    if (!in_keys(c->ignored.v, c->ignored.n, "label") && !in_keys(c->rows.v, c->rows.n, "label")) {
        uint32_t *label = values_of(c, "label");
        if (varies(c, label)) {
            if (c->rows.n == 0 && c->taken.n == 0 &&
                !(documents && something_else_separates(c, &user, &axis, &setup)))
                sweep_where_labels_never_meet(c, label);
            take_if_it_separates(c, "label", label);
        }
    }
    try_keys(c, &user);
    try_keys(c, &axis);
    if (c->taken.n == 0 && !(documents && c->options->by_file))
        try_keys(c, &setup);
    if (c->taken.n == 0 && documents) {
        if (!by_document)
            c->out->by_document = true;
        else if (!take_if_it_separates(c, "document", values_of(c, "document")) &&
                 c->options->by_file)
            *VEC_PUSH(c->arena, &c->taken) = (Component){ "document", values_of(c, "document") };
    }
}

/* --- rows: with amounts where columns still meet, else without --- */

static void settle_works(Chooser *c)
{
    Parts *p = c->p;
    uint32_t *columns = column_ids(c, 0, c->taken.n);
    uint32_t n_works = intern_count(c->works);
    const uint32_t UNSEEN = INTERN_NONE, SEVERAL = UNSEEN - 1;
    uint32_t *strict_column = ARENA_ARRAY(c->arena, uint32_t, n_works + 1);
    uint32_t *loose_column = ARENA_ARRAY(c->arena, uint32_t, n_works + 1);
    uint8_t *meets = ARENA_ARRAY(c->arena, uint8_t, n_works + 1);
    for (uint32_t i = 0; i <= n_works; i++)
        strict_column[i] = loose_column[i] = UNSEEN;
    for (size_t i = 0; i < p->parts.n; i++) {
        if (!p->parts.v[i].used)
            continue;
        uint32_t *s = &strict_column[c->strict[i]], *l = &loose_column[c->loose[i]];
        *s = *s == UNSEEN || *s == columns[i] ? columns[i] : SEVERAL;
        *l = *l == UNSEEN || *l == columns[i] ? columns[i] : SEVERAL;
        meets[c->loose[i]] |= *s == SEVERAL;
    }
    for (size_t i = 0; i < p->parts.n; i++) {
        uint32_t l = c->loose[i];
        bool without_amounts = !meets[l] && loose_column[l] == SEVERAL;
        p->parts.v[i].work = without_amounts ? l : c->strict[i];
    }
}

/* --- names --- */

static const char *dash(const Parts *p, uint32_t value)
{
    const char *text = value == INTERN_NONE ? "" : intern_at(p->text, value);
    return text[0] ? text : "-";
}

/* Bars of the flattest label of each tool; SLICE_NONE for a tool without labels. */
static size_t *label_depths(Chooser *c, const uint32_t *label, Intern *tools)
{
    Parts *p = c->p;
    size_t *depth = ARENA_ARRAY(c->arena, size_t, p->parts.n + 1);
    for (size_t i = 0; i <= p->parts.n; i++)
        depth[i] = SLICE_NONE;
    for (size_t i = 0; i < p->parts.n; i++) {
        if (!p->parts.v[i].used)
            continue;
        size_t bars = 0, *least = &depth[intern_text(tools, p->parts.v[i].run->tool)];
        Slice rest = label[i] == INTERN_NONE ? SLICE("") : slice_of(intern_at(p->text, label[i]));
        if (rest.n == 0)
            continue;
        while (slice_skip_past(&rest, SLICE(" | ")))
            bars++;
        *least = *least == SLICE_NONE || bars < *least ? bars : *least;
    }
    return depth;
}

/* Labels of two levels give one component a level, for each tool whose labels all have them. */
static void split_label(Chooser *c, size_t at)
{
    Parts *p = c->p;
    uint32_t *label = c->taken.v[at].value;
    Intern *tools = intern_new(c->arena);
    const size_t *depth = label_depths(c, label, tools);
    bool any = false;
    for (uint32_t t = 0; t < intern_count(tools); t++)
        any = any || (depth[t] != SLICE_NONE && depth[t] > 0);
    if (!any)
        return;
    Component outer = { "label", ARENA_ARRAY(c->arena, uint32_t, p->parts.n + 1) };
    Component inner = outer;
    inner.value = ARENA_ARRAY(c->arena, uint32_t, p->parts.n + 1);
    for (size_t i = 0; i < p->parts.n; i++) {
        outer.value[i] = inner.value[i] = INTERN_NONE;
        if (!p->parts.v[i].used || label[i] == INTERN_NONE)
            continue;
        Slice text = slice_of(intern_at(p->text, label[i]));
        size_t least = depth[intern_text(tools, p->parts.v[i].run->tool)];
        size_t bar =
            least == SLICE_NONE || least == 0 ? SLICE_NONE : slice_rfind(text, SLICE(" | "));
        if (bar == SLICE_NONE) {
            inner.value[i] = label[i];
            continue;
        }
        outer.value[i] = intern_bytes(p->text, text.p, bar);
        inner.value[i] = intern_text(p->text, text.p + bar + 3);
    }
    *VEC_PUSH(c->arena, &c->taken) = inner; /* room for one more */
    for (size_t i = c->taken.n - 1; i > at + 1; i--)
        c->taken.v[i] = c->taken.v[i - 1];
    c->taken.v[at] = outer;
    c->taken.v[at + 1] = inner;
}

static uint32_t joined(Chooser *c, size_t part, size_t first, size_t end)
{
    Buf b = buf_new(0);
    for (size_t k = first; k < end; k++)
        buf_printf(&b, "%s%s", k > first ? " | " : "", dash(c->p, c->taken.v[k].value[part]));
    uint32_t id = intern_bytes(c->p->text, b.text, b.n);
    buf_free(&b);
    return id;
}

static void name_columns(Chooser *c)
{
    Parts *p = c->p;
    for (size_t i = 0; i < c->taken.n; i++)
        if (strcmp(c->taken.v[i].key, "label") == 0) {
            split_label(c, i);
            break;
        }
    size_t inner = c->taken.n ? c->taken.n - 1 : 0;
    uint32_t *work = ARENA_ARRAY(c->arena, uint32_t, p->parts.n + 1);
    for (size_t i = 0; i < p->parts.n; i++)
        work[i] = p->parts.v[i].work;
    bool grouped =
        inner > 0 && separates(c, work, column_ids(c, 0, inner), c->taken.v[inner].value, NULL);
    for (size_t i = 0; i < p->parts.n; i++) {
        Part *part = &p->parts.v[i];
        if (!part->used)
            continue;
        bool has_group = false;
        for (size_t k = 0; k < inner && grouped; k++)
            has_group = has_group || c->taken.v[k].value[i] != INTERN_NONE;
        part->group = has_group ? joined(c, i, 0, inner) : 0;
        part->column = joined(c, i, grouped ? inner : 0, c->taken.n);
    }
    Buf b = buf_new(0);
    for (size_t i = 0; i < c->taken.n; i++)
        if (i == 0 || strcmp(c->taken.v[i].key, c->taken.v[i - 1].key) != 0)
            buf_printf(&b, "%s%s", b.n ? ", " : "", c->taken.v[i].key);
    c->out->col_keys = arena_text(c->arena, buf_slice(&b));
    buf_free(&b);
}

/* 65536 -> "64k": sizes as they are typed. */
static void buf_size(Buf *b, const char *text)
{
    Slice s = slice_of(text);
    uint64_t bytes;
    static const char letters[] = "kMGT";
    if (!slice_uint(&s, &bytes) || s.n || bytes == 0 || bytes % 1024) {
        buf_str(b, text);
        return;
    }
    size_t i = 0;
    for (bytes /= 1024; bytes % 1024 == 0 && i < 3; i++)
        bytes /= 1024;
    buf_printf(b, "%llu%c", (unsigned long long)bytes, letters[i]);
}

static void fact_words(Buf *b, const Parts *p, const PartFact *f)
{
    static const char *const bare[] = { "op", "rw", "row", "test", "probe", "script", "flags" };
    const char *key = intern_at(p->text, f->key), *value = intern_at(p->text, f->value);
    if (!value[0])
        return;
    buf_str(b, b->n ? " " : "");
    if (!in_keys(bare, sizeof bare / sizeof *bare, key))
        buf_printf(b, "%s=", key);
    if (strcmp(key, "bs") == 0)
        buf_size(b, value);
    else
        buf_str(b, value);
}

/* What was asked for, in words: of the run, or from the facts of the scope that it is about. */
static const char *workload_text(Chooser *c, const Part *part)
{
    Parts *p = c->p;
    Slice row, column;
    bool own_hard = false, swept = false;
    const PartFact *facts;
    for (size_t i = 0; i < part->own.n; i++)
        own_hard = own_hard || part->own.v[i].role == ROLE_HARD;
    if (scope_cell(part->run, part->scope, &row, &column))
        return arena_text(c->arena, row);
    const char *key = intern_at(c->works, part->work);
    swept = c->rows.n == 0 && key[0] == WORK_SWEEP;
    if (c->rows.n == 0 && c->use_text && !own_hard && !swept)
        return part->run->workload;
    Buf b = buf_new(0);
    size_t n = part_facts(p, part, &facts);
    for (size_t i = 0; c->rows.n && i < c->rows.n; i++) {
        const char *value = part_value(p, part, c->rows.v[i]);
        buf_printf(&b, "%s%s", i ? ", " : "", value && value[0] ? value : "-");
    }
    if (c->rows.n == 0)
        buf_str(&b, part->run->tool);
    for (size_t i = 0; c->rows.n == 0 && i < n; i++) {
        const char *name = intern_at(p->text, facts[i].key);
        if (facts[i].role == ROLE_HARD && !is_projected(c, name) && !(swept && is_swept(c, name)))
            fact_words(&b, p, &facts[i]);
    }
    const char *text = arena_text(c->arena, buf_slice(&b));
    buf_free(&b);
    return text;
}

/* Did a person name every run: in the log, or with --as and `plimsoll label`? */
static bool all_named(const Parts *p)
{
    bool any = false;
    for (size_t i = 0; i < p->parts.n; i++) {
        const Run *run = p->parts.v[i].run;
        if (!p->parts.v[i].used)
            continue;
        const char *from = run->label_parts.n == 1 ? run->label_parts.v[0].component : "";
        if (strcmp(from, "directive") != 0 && strcmp(from, "user") != 0)
            return false;
        any = true;
    }
    return any;
}

bool projection_make(Parts *p, const TableOptions *options, bool by_document, Projection *out,
                     Error *err)
{
    Chooser c = { .p = p, .arena = p->arena, .options = options, .out = out, .use_text = true };
    *out = (Projection){ .col_keys = "" };
    if (!split_keys(&c, options->row ? options->row : "", true, err, &c.rows) ||
        !split_keys(&c, options->col ? options->col : "", true, err, &c.cols) ||
        !split_keys(&c, options->ignore ? options->ignore : "", false, err, &c.ignored))
        return false;
    for (size_t i = 0; i < p->roles.n; i++) {
        uint32_t pair[2];
        memcpy(pair, intern_at(p->role_key, (uint32_t)i), sizeof pair);
        if (key_is_workload(p->roles.v[i]) && is_projected(&c, intern_at(p->text, pair[1])))
            c.use_text = false;
    }
    if (is_projected(&c, "workload"))
        c.use_text = false;
    c.named = all_named(p);
    find_works(&c);
    out->explicit_columns = c.cols.n > 0;
    for (size_t i = 0; i < c.cols.n; i++)
        *VEC_PUSH(c.arena, &c.taken) = (Component){ c.cols.v[i], values_of(&c, c.cols.v[i]) };
    if (c.cols.n == 0)
        choose(&c, by_document);
    if (out->by_document)
        return true;
    settle_works(&c);
    name_columns(&c);
    for (size_t i = 0; i < p->parts.n; i++)
        if (p->parts.v[i].used)
            p->parts.v[i].workload = workload_text(&c, &p->parts.v[i]);
    return true;
}
