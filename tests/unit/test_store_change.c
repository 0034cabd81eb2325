/* Releases, tracks, and what becomes of changes that were found along them. */
#include "anystore.h"
#include "check.h"

#include <string.h>

#include "schema/store.h"

static Store *new_store(void)
{
    Store *s = NULL;
    Error err = { 0 };
    char path[512] = ":memory:";
    if (any_engine()->shared && !any_fresh(path, sizeof path))
        fail_msg("the server would not be emptied");
    if (!store_open(&s, path, STORE_CREATE, "test", &err))
        fail_msg("%s", err.text);
    return s;
}

static const char *const order[] = { "5.4", "5.10", "6.1" };

static void an_alias_names_the_same_release(void **state)
{
    (void)state;
    Store *s = new_store();
    Error err = { 0 };
    Arena *a = arena_new(0);
    const char *const aliases[] = { "bookworm", "Debian \"12\"" };
    StoreRelease r = { .product = "", .label = "6.1", .date = "", .n_aliases = 2, .aliases = aliases };
    assert_true(store_release_put(s, &r, &err));
    r.n_aliases = 1;
    r.date = "2022-12-11";
    assert_true(store_release_put(s, &r, &err));
    StoreReleases all;
    assert_true(store_releases(s, a, &all, &err));
    assert_int_equal(all.n, 1);
    assert_int_equal(all.v[0].n_aliases, 2);
    assert_string_equal(all.v[0].aliases[1], "Debian \"12\"");
    assert_string_equal(all.v[0].date, "2022-12-11");
    const char *const labels[] = { "5.10", "bookworm" };
    assert_true(store_track_put(s, "stable", "kernel", labels, 2, &err));
    StoreTrack track;
    bool found;
    assert_true(store_track(s, "stable", a, &track, &all, &found, &err));
    assert_true(found);
    assert_string_equal(track.key, "kernel");
    assert_int_equal(all.n, 2);
    assert_string_equal(all.v[1].label, "6.1");
    assert_true(all.v[0].position < all.v[1].position);
    r.label = "7.0";
    assert_false(store_release_put(s, &r, &err)); /* "bookworm" is taken */
    arena_free(a);
    store_close(s);
}

static StoreChange change_at(const char *before, const char *after, double ratio)
{
    return (StoreChange){ .series = { 1 }, .before = before, .after = after, .method = "energy",
                          .params = "{}", .ratio = ratio, .lo = NAN, .hi = 1.5, .p = 0.01,
                          .p_adjusted = NAN };
}

static StoreChanges changes(Store *s, Arena *a)
{
    StoreChanges out;
    Error err = { 0 };
    if (!store_changes(s, "stable", a, &out, &err))
        fail_msg("%s", err.text);
    return out;
}

static void a_change_lives_and_a_dismissal_stays(void **state)
{
    (void)state;
    Store *s = new_store();
    Error err = { 0 };
    Arena *a = arena_new(0);
    const uint8_t series[][SHA256_BYTES] = { { 1 } };
    bool found;
    assert_true(store_track_put(s, "stable", "release", order, 3, &err));
    StoreChange two[] = { change_at("5.4", "5.10", 0.9), change_at("5.10", "6.1", 1.2) };
    assert_true(store_changes_put(s, "stable", two, 2, series, 1, &err));
    StoreChanges all = changes(s, a);
    assert_int_equal(all.n, 2);
    assert_string_equal(all.v[0].state, "new");
    assert_near(all.v[0].ratio, 0.9, 0);
    assert_true(isnan(all.v[0].lo));
    assert_near(all.v[0].hi, 1.5, 0);
    assert_true(store_change_say(s, all.v[0].id, "ignored", "known", &found, &err));
    assert_true(found);
    assert_true(store_changes_put(s, "stable", NULL, 0, series, 1, &err));
    all = changes(s, a);
    assert_string_equal(all.v[0].state, "ignored");
    assert_string_equal(all.v[0].remark, "known");
    assert_string_equal(all.v[1].state, "gone");
    two[1].ratio = 1.3;
    assert_true(store_changes_put(s, "stable", two, 2, series, 1, &err));
    all = changes(s, a);
    assert_int_equal(all.n, 2);
    assert_string_equal(all.v[0].state, "ignored");
    assert_string_equal(all.v[1].state, "new");
    assert_near(all.v[1].ratio, 1.3, 0);
    assert_true(store_changes_put(s, "stable", NULL, 0, NULL, 0, &err)); /* not looked at */
    assert_string_equal(changes(s, a).v[1].state, "new");
    two[0].after = "9.9";
    assert_false(store_changes_put(s, "stable", two, 1, series, 1, &err));
    assert_false(store_changes_put(s, "none", two, 1, series, 1, &err));
    assert_true(store_change_say(s, 99, "ignored", NULL, &found, &err));
    assert_false(found);
    arena_free(a);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_alias_names_the_same_release),
        cmocka_unit_test(a_change_lives_and_a_dismissal_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
