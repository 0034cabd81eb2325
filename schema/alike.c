#include "schema/alike.h"

#include <math.h>

#include "base/buf.h"
#include "base/sha.h"

enum { MOST_FIGURES = 1000 };

static void add_text(Buf *b, const char *text) /* with its NUL, so that pieces do not run together */
{
    buf_add(b, (Slice){ text, strlen(text) + 1 });
}

static void cut_hash(Buf *b, uint8_t hash[UID_BYTES])
{
    uint8_t digest[SHA_BYTES];
    Sha *sha = sha_new();
    sha_add(sha, buf_slice(b));
    sha_end(sha, digest);
    memcpy(hash, digest, UID_BYTES);
    buf_free(b);
}

static void add_measure(Buf *b, const Measure *m)
{
    add_text(b, m->scope);
    add_text(b, m->metric);
    add_text(b, m->raw_unit);
    buf_char(b, m->workload ? '1' : '0');
    add_text(b, m->workload ? m->workload : "");
    buf_char(b, (char)('a' + m->better));
    buf_char(b, m->headline ? '1' : '0');
    add_text(b, unit_name(m->unit));
    buf_add(b, (Slice){ (const char *)&m->raw_factor, sizeof m->raw_factor });
}

void alike_form(const Run *run, const char *label_from, uint8_t form[UID_BYTES])
{
    if (run->measures.n > MOST_FIGURES) {
        memcpy(form, run->uid, UID_BYTES);
        return;
    }
    const char *const texts[] = { run->tool, run->version, run->command, run_state_name(run->state),
                                  copy_kind_name(run->copy), run->label, label_from, run->workload };
    Buf b = buf_new(0);
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        add_text(&b, texts[i]);
    for (size_t i = 0; i < run->measures.n; i++)
        add_measure(&b, &run->measures.v[i]);
    cut_hash(&b, form);
}

void alike_facts(const Run *run, uint8_t facts[UID_BYTES])
{
    Buf b = buf_new(0);
    for (size_t i = 0; i < run->facts.n; i++) {
        const Fact *f = &run->facts.v[i];
        add_text(&b, f->scope);
        add_text(&b, f->key);
        add_text(&b, f->value);
        buf_char(&b, (char)('0' + f->origin));
    }
    cut_hash(&b, facts);
}

static void edited(const uint8_t before[UID_BYTES], const StoreEdit *edit, uint8_t after[UID_BYTES])
{
    Buf b = buf_new(0);
    buf_add(&b, (Slice){ (const char *)before, UID_BYTES });
    add_text(&b, edit->scope);
    add_text(&b, edit->key);
    buf_char(&b, edit->value ? '1' : '0');
    add_text(&b, edit->value ? edit->value : "");
    cut_hash(&b, after);
}

bool alike_edited(Store *s, int64_t run_id, const StoreEdit *edit, bool is_fact, Error *err)
{
    const EngineOps *ops = s->engine->ops;
    const Value run = V_INT(run_id);
    uint8_t before[2][UID_BYTES] = { { 0 } }, after[UID_BYTES];
    Statement *st = store_query(s, RUN_HASHES, &run, 1, err);
    Step step = st ? ops->step(st, err) : STEP_FAILED;
    for (size_t i = 0; i < 2 && step == STEP_ROW; i++)
        store_copy(before[i], ops->get_bytes(st, i), UID_BYTES);
    if (st)
        ops->reset(st);
    if (step != STEP_ROW)
        return step == STEP_DONE;
    edited(before[is_fact], edit, after);
    memcpy(before[is_fact], after, UID_BYTES);
    return store_execute(s, RUN_SET_HASHES,
                         VALUES(V_BLOB(before[0], UID_BYTES), V_BLOB(before[1], UID_BYTES), run), err);
}
