/*
 * Headings without a run of their own: two headings in a row are one configuration named
 * twice, or a group with its members, or a section with its parts.
 */
#include "ingest/context.h"

#include <string.h>

static bool may_lack_a_run(const Heading *h)
{
    switch (h->shape) {
    case SHAPE_RULED:
    case SHAPE_UNDER:
    case SHAPE_BOLD:
    case SHAPE_COLON:
    case SHAPE_PLAIN:
    case SHAPE_COMMENT:
        return !h->is_replicate;
    default:
        return false;
    }
}

/* A numbered heading that the next one would throw off the stack may be a group too. */
static bool is_thrown_off(const Heading *h, const Heading *next)
{
    return (h->shape == SHAPE_NUMBER || h->shape == SHAPE_LETTER || h->shape == SHAPE_PAIR) &&
           !h->is_replicate && next->rank < h->rank;
}

typedef struct Mend {
    Context *c;
    Atoms names;          /* name and depth */
    uint32_t *name;       /* of each item that is a heading */
    VEC(uint32_t) count;  /* how often a name comes */
    VEC(bool) above_run;  /* a run stands directly below it somewhere */
    size_t *next_heading; /* item: the next thing at this depth is that heading; else SLICE_NONE */
    bool *adjacent;       /* and no prose stands between */
} Mend;

static void count_names(Mend *m)
{
    Context *c = m->c;
    for (size_t i = 0; i < c->items.n; i++) {
        if (c->items.v[i].kind != ITEM_HEADING)
            continue;
        const Heading *h = c->items.v[i].heading;
        m->name[i] = atoms_number(&m->names, arena_printf(c->arena, "%u %s", h->depth, h->normal));
        while (m->count.n <= m->name[i]) {
            *VEC_PUSH(c->arena, &m->count) = 0;
            *VEC_PUSH(c->arena, &m->above_run) = false;
        }
        m->count.v[m->name[i]]++;
    }
}

/* One walk from the end: what comes next at each depth. */
static void look_ahead(Mend *m)
{
    enum { DEPTHS = 64 };
    Context *c = m->c;
    size_t next[DEPTHS]; /* the next heading, SLICE_NONE for anything else that breaks a row */
    bool run[DEPTHS], prose[DEPTHS];
    for (size_t d = 0; d < DEPTHS; d++) {
        next[d] = SLICE_NONE;
        run[d] = prose[d] = false;
    }
    for (size_t i = c->items.n; i-- > 0;) {
        const Item *item = &c->items.v[i];
        size_t d = item->depth < DEPTHS ? item->depth : DEPTHS - 1;
        m->next_heading[i] = SLICE_NONE;
        switch (item->kind) {
        case ITEM_HEADING:
            if (item->heading->is_replicate)
                break;
            m->next_heading[i] = next[d];
            m->adjacent[i] = !prose[d];
            if (run[d])
                m->above_run.v[m->name[i]] = true;
            next[d] = i;
            run[d] = prose[d] = false;
            break;
        case ITEM_PROSE:
            prose[d] = true;
            break;
        case ITEM_RUN:
            next[d] = SLICE_NONE;
            run[d] = true;
            break;
        case ITEM_COMMAND:
            next[d] = SLICE_NONE; /* run[d] stays: a command and its run are one thing */
            break;
        case ITEM_POST:
        case ITEM_QUOTE:
            next[d] = SLICE_NONE;
            run[d] = false;
            break;
        }
    }
}

/* The name stands above a run elsewhere, and the next heading is of its kind: both name one run. */
static bool named_twice(Mend *m, size_t i)
{
    Heading *h = m->c->items.v[i].heading;
    size_t next = m->next_heading[i];
    if (!m->adjacent[i] || !m->above_run.v[m->name[i]])
        return false;
    Heading *other = m->c->items.v[next].heading;
    if (other->id != h->id || strcmp(other->normal, h->normal) == 0)
        return false;
    other->name = arena_printf(m->c->arena, "%s / %s", h->name, other->name);
    other->normal = heading_normal(m->c->arena, slice_of(other->name));
    h->is_replicate = true;
    reader_note(m->c->reader, NULL, "label-twice", lines_at(m->c->reader->lines, h->last),
                "\"%s\" and the next heading name one result", h->name);
    return true;
}

/*
 * Something below it, up to the next heading without a run, comes again elsewhere. That one, or
 * NULL.
 */
static const Heading *repeated_member(const Mend *m, size_t i)
{
    const Heading *h = m->c->items.v[i].heading;
    for (size_t k = i + 1; k < m->c->items.n; k++) {
        const Item *item = &m->c->items.v[k];
        if (item->kind == ITEM_POST)
            return NULL;
        if (item->kind != ITEM_HEADING || item->depth != h->depth)
            continue;
        const Heading *below = item->heading;
        if (!below->is_replicate && m->count.v[m->name[k]] > 1)
            return below;
        if (h->is_tentative || (may_lack_a_run(below) && m->next_heading[k] != SLICE_NONE))
            return NULL; /* plain words need a member right below them */
    }
    return NULL;
}

/* One level up from its members, whatever their rank. */
static void make_group(Context *c, Heading *h, const Heading *member)
{
    HeadingText text = { .shape = SHAPE_GROUP };
    uint32_t id = atoms_number(&c->shapes, heading_shape_name(text.shape));
    if (id >= MOST_SHAPES)
        return;
    h->shape = SHAPE_GROUP;
    h->rank = heading_rank(SHAPE_GROUP, 0);
    if (member->rank <= h->rank)
        h->rank = member->rank - 1;
    h->id = id;
}

void context_mend(Context *c)
{
    Mend m = { .c = c, .names = atoms_new(c->arena) };
    m.name = ARENA_ARRAY(c->arena, uint32_t, c->items.n + 1);
    m.next_heading = ARENA_ARRAY(c->arena, size_t, c->items.n + 1);
    m.adjacent = ARENA_ARRAY(c->arena, bool, c->items.n + 1);
    count_names(&m);
    look_ahead(&m);
    for (size_t i = 0; i < c->items.n; i++) {
        if (c->items.v[i].kind != ITEM_HEADING || m.next_heading[i] == SLICE_NONE)
            continue;
        Heading *h = c->items.v[i].heading;
        const Heading *next = c->items.v[m.next_heading[i]].heading;
        if (!(may_lack_a_run(h) ? !named_twice(&m, i) : is_thrown_off(h, next)))
            continue;
        const Heading *member = repeated_member(&m, i);
        if (member)
            make_group(c, h, member);
        else if (next->id == h->id && m.adjacent[i] && m.count.v[m.name[i]] > 1)
            reader_note(c->reader, NULL, "label-without-run", lines_at(c->reader->lines, h->last),
                        "no result stands below \"%s\"", h->name);
    }
    for (size_t i = 0; i < c->headings.n; i++) {
        Heading *h = c->headings.v[i];
        if (h->is_tentative && h->shape != SHAPE_GROUP)
            h->is_replicate = true; /* prose after all */
    }
}
