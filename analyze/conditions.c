#include "analyze/conditions.h"

#include <string.h>

#include "base/buf.h"

enum { MOST_VALUES = 4 };

/* Distinct values of one key in one column (or in any cell), the first few of them. */
typedef struct Values {
    uint32_t value[MOST_VALUES];
    size_t n; /* how many there are; may be above MOST_VALUES */
} Values;

static void values_add(Values *v, uint32_t value)
{
    size_t kept = v->n < MOST_VALUES ? v->n : MOST_VALUES;
    for (size_t i = 0; i < kept; i++)
        if (v->value[i] == value)
            return;
    if (v->n < MOST_VALUES)
        v->value[v->n] = value;
    v->n++; /* beyond the first few equal values count again: "and more" is all that is said */
}

static const char *values_text(const Parts *p, const Values *v)
{
    Buf b = buf_new(0);
    size_t kept = v->n < MOST_VALUES ? v->n : MOST_VALUES;
    for (size_t i = 0; i < kept; i++)
        buf_printf(&b, "%s%s", i ? ", " : "", intern_at(p->text, v->value[i]));
    if (v->n > MOST_VALUES)
        buf_str(&b, " and more");
    const char *text = arena_text(p->arena, buf_slice(&b));
    buf_free(&b);
    return text;
}

/* Facts of a part and, as one more, the version of its tool. */
static size_t facts_and_version(const Parts *p, const Part *part, const PartFact **out)
{
    const PartFact *facts;
    size_t n = part_facts(p, part, &facts);
    if (!part->run->version[0]) {
        *out = facts;
        return n;
    }
    PartFact *all = ARENA_ARRAY(p->arena, PartFact, n + 1);
    size_t kept = 0;
    uint32_t key = intern_text(p->text, "version");
    for (size_t i = 0; i < n; i++)
        if (facts[i].key != key)
            all[kept++] = facts[i];
    all[kept++] = (PartFact){ key, intern_text(p->text, part->run->version), ROLE_SETUP, false };
    *out = all;
    return kept;
}

static bool is_taken(const Projection *projection, uint32_t key)
{
    for (size_t i = 0; i < projection->taken.n; i++)
        if (projection->taken.v[i] == key)
            return true;
    return false;
}

typedef struct KeyValues {
    uint32_t key;
    bool workload;
    Values *column; /* n_columns */
} KeyValues;

/* Text ids with their column; same texts in the same order of columns are one condition. */
static bool same_everywhere(const KeyValues *k, size_t n_columns)
{
    const Values *first = &k->column[0];
    if (first->n != 1)
        return false;
    for (size_t c = 1; c < n_columns; c++)
        if (k->column[c].n != 1 || k->column[c].value[0] != first->value[0])
            return false;
    return true;
}

static bool equal_sets(const KeyValues *k, size_t n_columns)
{
    for (size_t c = 1; c < n_columns; c++) {
        if (k->column[c].n != k->column[0].n)
            return false;
        for (size_t i = 0; i < k->column[0].n && i < MOST_VALUES; i++) {
            bool found = false;
            for (size_t j = 0; j < k->column[c].n && j < MOST_VALUES && !found; j++)
                found = k->column[c].value[j] == k->column[0].value[i];
            if (!found)
                return false;
        }
    }
    return true;
}

static void add_condition(const Parts *p, const KeyValues *k, bool same, Table *t)
{
    Condition *c = VEC_PUSH(p->arena, &t->conditions);
    c->key = intern_at(p->text, k->key);
    c->same = same;
    c->value = ARENA_ARRAY(p->arena, const char *, t->n_columns + 1);
    for (size_t i = 0; i < t->n_columns; i++)
        c->value[i] = values_text(p, &k->column[i]);
}

void conditions_list(const Parts *p, const Projection *projection, const uint32_t *column_of,
                     Table *t)
{
    VEC(KeyValues) keys = { 0 };
    Intern *ids = intern_new(p->arena);
    for (size_t i = 0; i < p->parts.n; i++) {
        const Part *part = &p->parts.v[i];
        const PartFact *facts;
        size_t n = part->used ? facts_and_version(p, part, &facts) : 0;
        for (size_t k = 0; k < n; k++) {
            if (facts[k].role == ROLE_INFO ||
                (t->n_columns > 1 && is_taken(projection, facts[k].key)))
                continue;
            uint32_t id = intern_bytes(ids, &facts[k].key, sizeof facts[k].key);
            if (id == keys.n)
                *VEC_PUSH(p->arena, &keys) =
                    (KeyValues){ facts[k].key, key_is_workload(facts[k].role),
                                 ARENA_ARRAY(p->arena, Values, t->n_columns) };
            values_add(&keys.v[id].column[column_of[i]], facts[k].value);
        }
    }
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < keys.n; i++) {
            bool same = same_everywhere(&keys.v[i], t->n_columns) ||
                        (!keys.v[i].workload && equal_sets(&keys.v[i], t->n_columns));
            bool in_rows = keys.v[i].workload && !same && equal_sets(&keys.v[i], t->n_columns);
            if (same == (pass == 1) && !in_rows)
                add_condition(p, &keys.v[i], same, t);
        }
}

/* --- what varies inside a cell --- */

static uint32_t cell_of(Intern *cells, const Part *part)
{
    uint32_t key[3] = { part->group, part->column, part->work };
    return intern_bytes(cells, key, sizeof key);
}

void conditions_residue(const Parts *p, const Projection *projection, Table *t)
{
    Intern *cells = intern_new(p->arena), *slots = intern_new(p->arena),
           *ids = intern_new(p->arena);
    VEC(uint32_t) first = { 0 };
    VEC(Values) varying = { 0 };
    VEC(uint32_t) keys = { 0 };
    uint32_t label_key = intern_text(p->text, "label");
    for (size_t i = 0; i < p->parts.n; i++) {
        const Part *part = &p->parts.v[i];
        const PartFact *facts;
        if (!part->used)
            continue;
        size_t n = facts_and_version(p, part, &facts);
        uint32_t cell = cell_of(cells, part);
        for (size_t k = 0; k < n + 1; k++) {
            PartFact label = { label_key, 0, ROLE_SETUP, false };
            const char *label_text = k == n ? part_value(p, part, "label") : "";
            label.value = intern_text(p->text, label_text && label_text[0] ? label_text : "-");
            const PartFact *f = k == n ? &label : &facts[k];
            if (f->role == ROLE_INFO || is_taken(projection, f->key))
                continue;
            uint32_t slot = intern_pair(slots, cell, f->key);
            if (slot == first.n)
                *VEC_PUSH(p->arena, &first) = f->value;
            if (first.v[slot] == f->value)
                continue;
            uint32_t id = intern_bytes(ids, &f->key, sizeof f->key);
            if (id == varying.n) {
                VEC_PUSH(p->arena, &varying)->n = 0;
                *VEC_PUSH(p->arena, &keys) = f->key;
            }
            values_add(&varying.v[id], first.v[slot]);
            values_add(&varying.v[id], f->value);
        }
    }
    for (size_t i = 0; i < varying.n; i++) {
        const CodeInfo *info = code_find("mixed-cell");
        *VEC_PUSH(p->arena, &t->cautions) = (Caution){
            .code = "mixed-cell",
            .info = info,
            .severity = SEVERITY_WARNING,
            .grade = GRADE_SURE,
            .document = "",
            .message = arena_printf(p->arena, "%s varies inside a cell: %s",
                                    intern_at(p->text, keys.v[i]), values_text(p, &varying.v[i])),
        };
    }
}
