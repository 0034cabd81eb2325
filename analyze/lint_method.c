/* How it was measured: caches, sync, sources, limits. */
#include <string.h>

#include "analyze/filter.h"
#include "analyze/lint_check.h"

static const char *fact(const Run *run, const char *key)
{
    const char *value = run_fact(run, "", key);
    return value ? value : "";
}

static bool is_dd(const Run *run, const char *op)
{
    return strcmp(run->tool, "dd") == 0 && strcmp(fact(run, "op"), op) == 0;
}

/* --- the page cache --- */

/* Where the text speaks of emptying caches: offsets, ascending. */
typedef VEC(size_t) Offsets;

static int by_offset(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

static Offsets cache_drops(Lint *l, Slice text)
{
    static const char *const words[] = { "drop_caches", "umount ", "mount -o remount", "purge",
                                         "reboot" };
    Offsets found = { 0 };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        for (size_t at = 0;;) {
            size_t next = slice_find(slice_from(text, at), slice_of(words[i]));
            if (next == SLICE_NONE)
                break;
            at += next + 1;
            *VEC_PUSH(l->arena, &found) = at - 1;
        }
    if (found.n > 1)
        qsort(found.v, found.n, sizeof *found.v, by_offset);
    return found;
}

static bool dropped_between(const Offsets *drops, size_t from, size_t to)
{
    size_t lo = 0, hi = drops->n;
    while (lo < hi) {
        size_t mid = lo + (hi - lo) / 2;
        if (drops->v[mid] < from)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo < drops->n && drops->v[lo] < to;
}

/* Targets that cannot give 2 GB/s: a network, or SATA (6 Gbit/s). */
static bool is_slow_target(const Run *run)
{
    static const char *const network[] = { "nfs",   "nfs4",  "cifs",      "smb",
                                           "smbfs", "sshfs", "glusterfs", "iscsi" };
    const char *fs = fact(run, "fs"), *protocol = fact(run, "protocol"),
               *device = fact(run, "device");
    for (size_t i = 0; i < sizeof network / sizeof *network; i++)
        if (strcmp(fs, network[i]) == 0 || strcmp(protocol, network[i]) == 0)
            return true;
    return strncmp(device, "/dev/sd", 7) == 0 || strcmp(protocol, "sata") == 0;
}

/* Reads of a file that was written before, at many times the speed of that write. */
void lint_page_cache(Lint *l, const LintDocument *d)
{
    enum { TIMES = 5 };
    const double fast = 2e9;
    Slice text = d->document->text;
    if (text.n == 0) /* from a database: whether caches were dropped is not known */
        return;
    Offsets drops = cache_drops(l, text);
    Intern *paths = intern_new(l->arena);
    VEC(const Run *) written = { 0 };
    for (size_t i = 0; i < d->n; i++) {
        const Run *run = d->runs[i];
        if (strcmp(run->tool, "dd") != 0)
            continue;
        const char *path = fact(run, is_dd(run, "read") ? "if" : "of");
        const Measure *bw = lint_figure(l, run, "", "bw");
        if (!bw || !path[0])
            continue;
        uint32_t id = intern_text(paths, path);
        if (id == written.n)
            *VEC_PUSH(l->arena, &written) = NULL;
        if (!is_dd(run, "read")) {
            written.v[id] = run;
            continue;
        }
        const Run *write = written.v[id];
        if (!run->command[0] || strncmp(path, "/dev/", 5) == 0 ||
            lint_in_list(fact(run, "iflag"), "direct") ||
            dropped_between(&drops, write ? (size_t)write->span.end : 0, (size_t)run->span.start))
            continue;
        const Measure *before = write ? lint_figure(l, write, "", "bw") : NULL;
        if (before && bw->value > TIMES * before->value)
            lint_say(l, "page-cache", run, bw->span.line,
                     "read of %s at %.0f times the speed of its write in line %u", path,
                     bw->value / before->value, before->span.line);
        else if (bw->value > fast && is_slow_target(run))
            lint_say(l, "page-cache", run, bw->span.line, "read of %s at %.1f GB/s", path,
                     bw->value / 1e9);
    }
}

void lint_page_cache_bonnie(Lint *l, const Run *run)
{
    double size = 0, ram = 0;
    const char *text = fact(run, "ram");
    if (text[0] && filter_number(slice_of(text), &ram) &&
        filter_number(slice_of(fact(run, "file_size")), &size) && size > 0 && size < 2 * ram) {
        lint_say(l, "page-cache", run, 0, "a file of %.3g GiB with %.3g GiB of memory", size / GIBI,
                 ram / GIBI);
        return;
    }
    for (size_t i = 0; i < run->measures.n; i++) {
        const Measure *m = &run->measures.v[i];
        Slice stem;
        if (m->missing == MISSING_TOO_FAST && (lint_ends(m->metric, ".bw", &stem) ||
                                               slice_starts(slice_of(m->metric), SLICE("seeks")))) {
            lint_say(l, "page-cache", run, m->span.line, "%s was too fast to measure", m->metric);
            return;
        }
    }
}

/* --- dd --- */

static bool has_sync_command(const char *command)
{
    Slice rest = slice_of(command);
    for (size_t at = 0; at < rest.n;) {
        size_t next = slice_find(slice_from(rest, at), SLICE("sync"));
        if (next == SLICE_NONE)
            return false;
        at += next;
        char before = at ? rest.p[at - 1] : ' ', after = at + 4 < rest.n ? rest.p[at + 4] : ' ';
        if ((char_is_blank(before) || strchr(";&|('\"/", before)) &&
            (char_is_blank(after) || strchr(";&|)'\"", after)))
            return true;
        at += 4;
    }
    return false;
}

void lint_not_synced(Lint *l, const Run *run)
{
    static const char *const nowhere[] = { "/dev/null", "/dev/zero", "/dev/full", "/dev/stdout" };
    const char *of = fact(run, "of"), *conv = fact(run, "conv"), *oflag = fact(run, "oflag");
    if (!of[0] || !run->command[0])
        return;
    for (size_t i = 0; i < sizeof nowhere / sizeof *nowhere; i++)
        if (strcmp(of, nowhere[i]) == 0)
            return;
    if (strncmp(of, "/dev/r", 6) == 0) /* raw devices of BSD and macOS know no cache */
        return;
    if (lint_in_list(conv, "fsync") || lint_in_list(conv, "fdatasync") ||
        lint_in_list(oflag, "sync") || lint_in_list(oflag, "dsync") ||
        lint_in_list(oflag, "direct") || has_sync_command(run->command))
        return;
    lint_say_command(l, "not-synced", run, "the write to %s may have ended in memory", of);
}

void lint_zeros_compressed(Lint *l, const Run *run)
{
    const char *fs = fact(run, "fs"), *compression = fact(run, "compression");
    bool compresses = strcmp(fs, "zfs") == 0 || strcmp(fs, "btrfs") == 0 || compression[0];
    bool off = strcmp(compression, "off") == 0 || strcmp(compression, "no") == 0 ||
               strcmp(compression, "none") == 0;
    if (strcmp(fact(run, "source"), "zero") == 0 && compresses && !off)
        lint_say_command(l, "zeros-compressed", run, "zeros on %s%s%s", fs[0] ? fs : "compression",
                         compression[0] ? ", compression " : "", compression);
}

void lint_source_bound(Lint *l, const Run *run)
{
    const char *from = fact(run, "if");
    if (strcmp(from, "/dev/urandom") == 0 || strcmp(from, "/dev/random") == 0)
        lint_say_command(l, "source-bound", run, "%s is read while the clock runs", from);
}

/* --- fio --- */

static bool has_clat(const Run *run)
{
    Slice stem;
    for (size_t i = 0; i < run->measures.n; i++)
        if (lint_ends(run->measures.v[i].metric, ".clat.mean", &stem))
            return true;
    return false;
}

void lint_gtod_reduce(Lint *l, const Run *run)
{
    bool asked = strcmp(fact(run, "gtod_reduce"), "1") == 0 ||
                 slice_has(slice_of(run->command), SLICE("gtod_reduce=1"));
    if (asked && !has_clat(run))
        lint_say(l, "gtod-reduce", run, 0,
                 "gtod_reduce was set: no completion latency was measured");
}

void lint_rate_limited(Lint *l, const Run *run)
{
    for (size_t i = 0; i < run->facts.n; i++) {
        const Fact *f = &run->facts.v[i];
        if ((strcmp(f->key, "rate") == 0 || strcmp(f->key, "rate_iops") == 0) && f->value[0] &&
            strcmp(f->value, "0") != 0) {
            lint_say(l, "rate-limited", run, 0, "%s=%s caps the job", f->key, f->value);
            return;
        }
    }
}

/* Several jobs of one name without group_reporting, or a command sent to the background. */
void lint_parallel_halves(Lint *l, const Run *run)
{
    Slice command = slice_trim(slice_of(run->command));
    bool background =
        command.n > 1 && command.p[command.n - 1] == '&' && command.p[command.n - 2] != '&';
    const char *first = NULL;
    size_t clones = 0;
    for (size_t i = 0; i < run->facts.n; i++) {
        const Fact *f = &run->facts.v[i];
        if (strcmp(f->key, "name") != 0 || strncmp(f->scope, "job", 3) != 0)
            continue;
        if (!first)
            first = f->value;
        clones += strcmp(first, f->value) == 0;
    }
    if (background)
        lint_say(l, "parallel-halves", run, 0,
                 "the command runs in the background: others may run beside it");
    else if (clones > 1)
        lint_say(l, "parallel-halves", run, 0, "%zu jobs '%s' ran at once: their bandwidth adds up",
                 clones, first);
}

/* Words like "in parallel" just above two runs of the same work. */
void lint_parallel_words(Lint *l, const LintDocument *d)
{
    static const char *const words[] = { "in parallel", "concurrently", "at the same time",
                                         "simultaneously" };
    enum { PROSE_BYTES = 1 << 20, NEAR_BYTES = 400 };
    Slice text = slice_first(d->document->text, PROSE_BYTES);
    for (size_t w = 0; w < sizeof words / sizeof *words; w++)
        for (size_t at = 0, i = 0, next;; at += next + 1) {
            next = slice_find(slice_from(text, at), slice_of(words[w]));
            if (next == SLICE_NONE)
                break;
            while (i < d->n && d->runs[i]->span.start < at + next)
                i++;
            if (i + 1 < d->n && d->runs[i]->span.start < at + next + NEAR_BYTES &&
                strcmp(d->runs[i]->label, d->runs[i + 1]->label) == 0 &&
                strcmp(d->runs[i]->tool, d->runs[i + 1]->tool) == 0 &&
                strcmp(d->runs[i]->workload, d->runs[i + 1]->workload) == 0)
                lint_say(l, "parallel-halves", d->runs[i], 0, "the text above says \"%s\"",
                         words[w]);
        }
}

/* --- any tool --- */

void lint_failed_run(Lint *l, const Run *run)
{
    for (size_t i = 0; i < run->facts.n; i++) {
        const Fact *f = &run->facts.v[i];
        if (strcmp(f->key, "error") == 0 && f->value[0] && strcmp(f->value, "0") != 0) {
            lint_say(l, "failed-run", run, f->span.line, "error: %s", f->value);
            return;
        }
    }
    /* ^C is how ioping and dtrace are ended */
    bool ended_so = strcmp(run->tool, "ioping") == 0 || strcmp(run->tool, "dtrace") == 0;
    if (run->state == RUN_ERROR)
        lint_say(l, "failed-run", run, 0, "the run ended in an error");
    else if (run->state == RUN_INTERRUPTED && !ended_so)
        lint_say(l, "failed-run", run, 0, "the run was stopped before its end");
}

/* The author names a gigabit network, and a rate stands at what it can carry (105 to 125 MB/s). */
void lint_wire_bound(Lint *l, const LintDocument *d)
{
    static const char *const words[] = { "1gbit", "1 gbit", "1gbe",     "1 gbe",       "gigabit",
                                         "1gbps", "1 gbps", "1000base", "1gb ethernet" };
    enum { PROSE_BYTES = 1 << 20 }; /* a longer text is a log, not prose */
    Slice text = slice_first(d->document->text, PROSE_BYTES);
    bool named = false;
    for (size_t i = 0; i < sizeof words / sizeof *words && !named; i++)
        named = slice_has_nocase(text, slice_of(words[i]));
    for (size_t i = 0; named && i < d->n; i++)
        for (size_t k = 0; k < d->runs[i]->measures.n; k++) {
            const Measure *m = &d->runs[i]->measures.v[k];
            if (!m->headline || m->missing != MISSING_NOT || m->unit != UNIT_BYTES_PER_S ||
                m->value < 105e6 || m->value > 125e6)
                continue;
            lint_say(l, "rate-limited", d->runs[i], m->span.line,
                     "%.1f MB/s is what a network of 1 Gbit/s carries", m->value / 1e6);
            break;
        }
}
