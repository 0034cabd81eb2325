#include "cli/changes.h"

#include <string.h>
#include <unistd.h>

#include "base/number.h"
#include "base/sha.h"
#include "cli/database.h"

static const char method[] = "energy, tau-kappa";

static void series_hash(const HistorySeries *s, uint8_t out[SHA256_BYTES])
{
    Sha *sha = sha_new();
    const char *const texts[] = { s->workload, s->setup, s->scope, s->metric };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        sha_add_text(sha, texts[i]);
    sha_end(sha, out);
}

/* Of the values the change was found in. */
static void input_hash(const History *h, const HistorySeries *s, uint8_t out[SHA256_BYTES])
{
    Sha *sha = sha_new();
    for (size_t i = 0; i < s->points.n; i++) {
        char text[NUMBER_TEXT_BYTES];
        sha_add_text(sha, h->options->releases[s->points.v[i].release].label);
        sha_add_text(sha, number_text(text, s->points.v[i].median));
    }
    sha_end(sha, out);
}

static const char *label_at(const History *h, const HistorySeries *s, size_t point)
{
    return h->options->releases[s->points.v[point].release].label;
}

typedef struct Found {
    VEC(StoreChange) changes;
    uint8_t (*looked_at)[SHA256_BYTES];
    size_t n_looked_at;
} Found;

static void collect(Cli *c, const History *h, Found *out)
{
    const char *params = arena_printf(c->arena, "{\"alpha\":%g,\"least\":%d,\"shuffles\":%d}", h->alpha,
                                      CHANGE_LEAST_POINTS, CHANGE_SHUFFLES);
    *out = (Found){ .looked_at = arena_array(c->arena, h->series.n + 1, SHA256_BYTES) };
    for (size_t i = 0; i < h->series.n; i++) {
        const HistorySeries *s = &h->series.v[i];
        if (s->points.n < CHANGE_LEAST_POINTS)
            continue;
        series_hash(s, out->looked_at[out->n_looked_at]);
        for (size_t k = 0; k < s->changes.n; k++) {
            const HistoryChange *x = &s->changes.v[k];
            if (!figure_exists(x->ratio)) /* from nothing to something */
                continue;
            StoreChange *change = VEC_PUSH(c->arena, &out->changes);
            *change = (StoreChange){ .before = label_at(h, s, x->index - 1),
                                     .after = label_at(h, s, x->index),
                                     .method = method, .params = params, .ratio = x->ratio,
                                     .lo = x->lo, .hi = x->hi, .p = x->p,
                                     .p_adjusted = x->p_adjusted };
            memcpy(change->series, out->looked_at[out->n_looked_at], SHA256_BYTES);
            input_hash(h, s, change->input);
        }
        out->n_looked_at++;
    }
}

static const StoreChange *known(const StoreChanges *all, const uint8_t series[SHA256_BYTES],
                                const char *after)
{
    for (size_t i = 0; i < all->n; i++)
        if (memcmp(all->v[i].series, series, SHA256_BYTES) == 0 && strcmp(all->v[i].after, after) == 0 &&
            strcmp(all->v[i].method, method) == 0)
            return &all->v[i];
    return NULL;
}

static void take_states(History *h, const StoreChanges *all)
{
    for (size_t i = 0; i < h->series.n; i++) {
        HistorySeries *s = &h->series.v[i];
        uint8_t hash[SHA256_BYTES];
        if (s->changes.n == 0)
            continue;
        series_hash(s, hash);
        for (size_t k = 0; k < s->changes.n; k++) {
            const StoreChange *x = known(all, hash, label_at(h, s, s->changes.v[k].index));
            if (x && strcmp(x->state, "gone") != 0)
                s->changes.v[k].state = x->state;
        }
    }
}

static bool can_write(Cli *c)
{
    const char *path = database_path(c);
    return path && (store_is_server(path) || access(path, W_OK) == 0);
}

bool changes_remember(Cli *c, History *h, int *status)
{
    Store *s = NULL;
    Error err = { 0 };
    Found found;
    StoreChanges all;
    bool write = can_write(c);
    if (!database_open(c, write ? STORE_WRITE : STORE_READ, &s, status))
        return false;
    collect(c, h, &found);
    bool ok = !write || store_changes_put(s, h->options->track, found.changes.v, found.changes.n,
                                          (const uint8_t(*)[SHA256_BYTES])found.looked_at,
                                          found.n_looked_at, &err);
    ok = ok && store_changes(s, h->options->track, c->arena, &all, &err);
    store_close(s);
    if (!ok) {
        *status = cli_fail(&err);
        return false;
    }
    take_states(h, &all);
    return true;
}

bool changes_is_state(const char *state)
{
    static const char *const states[] = { "new", "confirmed", "ignored", "explained" };
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        if (strcmp(states[i], state) == 0)
            return true;
    return false;
}

bool changes_say(Cli *c, const History *h, const char *release, const char *state, const char *remark,
                 size_t *said, int *status)
{
    Store *s = NULL;
    Error err = { 0 };
    StoreChanges all;
    *said = 0;
    if (!database_open(c, STORE_WRITE, &s, status))
        return false;
    bool ok = store_changes(s, h->options->track, c->arena, &all, &err);
    for (size_t i = 0; i < h->series.n && ok; i++) {
        uint8_t hash[SHA256_BYTES];
        bool found = false;
        series_hash(&h->series.v[i], hash);
        const StoreChange *x = known(&all, hash, release);
        if (x)
            ok = store_change_say(s, x->id, state, remark, &found, &err);
        *said += found;
    }
    store_close(s);
    if (!ok)
        *status = cli_fail(&err);
    return ok;
}
