#include "ingest/directive.h"

#include <string.h>

#include "ingest/passes.h"

/* Many directives times many runs must not make a small file a large one. */
enum { MOST_IN_FORCE = 64, MOST_GIVEN = 1000000 };

typedef struct Directive {
    const char *key, *value;
    const Line *line;
    uint16_t depth;
} Directive;

typedef struct Force {
    Reader *r;
    Directive v[MOST_IN_FORCE];
    size_t n;
    size_t given;
    bool full;
    size_t next; /* line not looked at so far */
} Force;

bool directive_is(Slice text)
{
    return slice_starts(slice_trim(text), SLICE("#@"));
}

static bool is_key_sign(char c)
{
    return char_is_alnum(c) || c == '_' || c == '.' || c == '-';
}

bool directive_read(Slice text, Slice *key, Slice *value)
{
    Slice s = slice_trim(text);
    if (!slice_skip(&s, SLICE("#@")))
        return false;
    slice_skip_blanks(&s);
    size_t n = 0;
    while (n < s.n && is_key_sign(s.p[n]))
        n++;
    *key = slice_first(s, n);
    s = slice_from(s, n);
    slice_skip_blanks(&s);
    if (!key->n || !slice_skip(&s, SLICE("=")))
        return false;
    *value = slice_trim(s);
    if (value->n >= 2 && (value->p[0] == '"' || value->p[0] == '\'') && value->p[value->n - 1] == value->p[0])
        *value = slice_first(slice_from(*value, 1), value->n - 2);
    return true;
}

/* --- one walk over the lines --- */

static void enforce(Force *f, const Line *line)
{
    Slice key, value;
    if (!directive_read(line->text, &key, &value)) {
        reader_note(f->r, NULL, "not-understood", line, "a directive is written '#@ key=value'");
        return;
    }
    size_t k = 0;
    while (k < f->n && !(f->v[k].depth == line->depth && slice_is(key, f->v[k].key)))
        k++;
    if (k == MOST_IN_FORCE) {
        if (!f->full)
            reader_note(f->r, NULL, "not-understood", line, "more than %d directives in force", MOST_IN_FORCE);
        f->full = true;
        return;
    }
    f->n += k == f->n;
    f->v[k] = (Directive){ arena_text(f->r->arena, key), arena_text(f->r->arena, value), line, line->depth };
}

static void give_fact(Reader *r, Run *run, const Directive *d)
{
    size_t i = 0;
    while (i < run->facts.n && (run->facts.v[i].scope[0] || strcmp(run->facts.v[i].key, d->key) != 0))
        i++;
    Fact *fact = i < run->facts.n ? &run->facts.v[i] : VEC_PUSH(r->arena, &run->facts);
    *fact = (Fact){ .scope = "", .key = d->key, .value = d->value, .origin = ORIGIN_PARSED,
                    .span = line_span(r->doc, d->line, d->line->text) };
}

/* Whoever ran it says that it was cut short, whatever the tool printed. */
static void give_state(Run *run, const Directive *d)
{
    if (strcmp(d->key, "interrupted") == 0 && run->state == RUN_OK)
        run->state = RUN_INTERRUPTED;
}

static bool is_label(const Directive *d)
{
    return strcmp(d->key, "label") == 0;
}

static void give_label(Reader *r, Run *run, const Directive *d)
{
    run->label = d->value;
    run->label_parts.n = 0;
    *VEC_PUSH(r->arena, &run->label_parts) = (LabelPart){ "directive", d->value, d->line->number };
}

static void give(Force *f, Run *run, bool labels)
{
    if (f->given >= MOST_GIVEN)
        return;
    f->given += f->n;
    for (size_t k = 0; k < f->n; k++) {
        const Directive *d = &f->v[k];
        if (d->depth != run->depth || !d->value[0] || is_label(d) != labels)
            continue;
        if (labels) {
            give_label(f->r, run, d);
        } else {
            give_fact(f->r, run, d);
            give_state(run, d);
        }
    }
}

/* Runs stand in the order of the text; one that does not gets what holds further down. */
static void walk(Reader *r, bool labels)
{
    Force *f = ARENA_NEW(r->arena, Force);
    *f = (Force){ .r = r };
    size_t notes = r->doc->notes.n;
    for (size_t i = 0; i < r->doc->runs.n; i++) {
        Run *run = r->doc->runs.v[i];
        for (const Line *line; (line = lines_at(r->lines, f->next)) && line->number < run->span.line; f->next++) {
            if ((lines_signs(r->lines, f->next) & SIGN_PROMPT) && directive_is(line->text)) /* a "#" is a sign of prompts */
                enforce(f, line);
        }
        give(f, run, labels);
    }
    if (labels) /* said the first time */
        r->doc->notes.n = notes;
}

void directives_give_facts(Reader *r)
{
    walk(r, false);
}

void directives_give_labels(Reader *r)
{
    walk(r, true);
}
