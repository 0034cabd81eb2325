#include "filled.h"

#include <string.h>

#include "base/sha.h"
#include "random.h"
#include "schema/store.h"

enum { SESSIONS = 5 }; /* of each release: a document each */

static const char *const configurations[] = { "nfs", "iscsi", "local", "ceph", "gluster" };
static const char *const works[] = { "dd write bs=16k", "dd read bs=16k",   "fio randread bs=4k", "fio randwrite bs=4k",
                                     "fio read bs=1m",  "ioping reads 4k", "bonnie++ 16G",       "fio randrw bs=4k" };

static void add_measures(Document *d, Run *run, uint64_t *random)
{
    static const char *const metrics[] = { "read.bw",      "read.iops",    "read.clat.avg", "read.clat.p50",
                                           "read.clat.p99", "read.lat.max", "write.bw",      "write.iops",
                                           "write.clat.avg", "write.clat.p99" };
    for (unsigned i = 0; i < sizeof metrics / sizeof *metrics; i++) {
        unsigned printed = random_in(random, 400000, 600000);
        bool bw = strstr(metrics[i], ".bw") != NULL;
        *VEC_PUSH(d->arena, &run->measures) =
            (Measure){ .scope = "", .metric = metrics[i], .value = printed * (bw ? 1000.0 : 1e-6), .half_width = 5e-7,
                       .unit = bw ? UNIT_BYTES_PER_S : UNIT_SECONDS, .better = bw ? BETTER_HIGHER : BETTER_LOWER,
                       .headline = bw, .raw = arena_printf(d->arena, "%u", printed), .raw_unit = bw ? "kB/s" : "us",
                       .raw_factor = bw ? 1000 : 1e-6, .span = { run->span.line + i, 0, 6 } };
    }
}

static void add_run(Document *d, unsigned release, unsigned at, uint64_t *random)
{
    Run *run = ARENA_NEW(d->arena, Run);
    const char *configuration = configurations[at % 5], *work = works[at / 5 % 8];
    *run = (Run){ .tool = "fio", .version = "fio-3.33", .command = "fio job.fio", .time = "", .counted = true,
                  .label = configuration, .workload = work, .session = "", .span = { at + 1, at, at + 1 },
                  .last_line = at + 1, .ordinal = at, .document = d };
    *VEC_PUSH(d->arena, &d->runs) = run;
    add_measures(d, run, random);
    const Fact facts[] = {
        { .scope = "", .key = "release", .value = arena_printf(d->arena, "%u.%u", release / 10, release % 10) },
        { .scope = "", .key = "fs", .value = at % 5 == 2 ? "ext4" : configuration },
        { .scope = "", .key = "bs", .value = strstr(work, "16k") ? "16384" : "4096" },
        { .scope = "", .key = "host", .value = "client1" },
        { .scope = "", .key = "iodepth", .value = at / 40 % 2 ? "1" : "16" },
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        *VEC_PUSH(d->arena, &run->facts) = facts[i];
}

static bool add_document(Store *s, unsigned release, unsigned session, unsigned runs, uint64_t *random, Error *err)
{
    char name[64];
    snprintf(name, sizeof name, "release-%u-session-%u.log", release, session);
    Document *d = document_new(name, 0);
    d->bytes = d->text = slice_of(arena_text(d->arena, slice_of(name)));
    Sha *hash = sha_new();
    sha_add(hash, d->bytes);
    sha_end(hash, d->sha256);
    d->lines = 1;
    for (unsigned i = 0; i < runs; i++)
        add_run(d, release, i, random);
    StorePut put;
    bool ok = store_put(s, d, "{}", &put, err);
    document_free(d);
    return ok;
}

bool filled_make(const char *path, unsigned runs, Error *err)
{
    Store *s;
    uint64_t random = 1;
    char text[FILLED_RELEASES][8];
    const char *labels[FILLED_RELEASES];
    if (!store_open(&s, path, STORE_CREATE, "bench", err))
        return false;
    bool ok = true;
    unsigned documents = FILLED_RELEASES * SESSIONS, given = 0;
    for (unsigned i = 0; i < documents && ok; i++) {
        unsigned until = (unsigned)((uint64_t)runs * (i + 1) / documents);
        ok = add_document(s, i / SESSIONS, i % SESSIONS, until - given, &random, err);
        given = until;
    }
    for (unsigned i = 0; i < FILLED_RELEASES; i++) {
        snprintf(text[i], sizeof text[i], "%u.%u", i / 10, i % 10);
        labels[i] = text[i];
    }
    ok = ok && store_track_put(s, "main", "release", labels, FILLED_RELEASES, err);
    store_close(s);
    return ok;
}
