/*
 * Everything that changes a database, with every kind of failure at every place: what is left must be
 * what was there before, or what should be there after; nothing in between, nothing lost.
 *
 * Usage: faults FOLDER STRIDE [SCENARIO]. STRIDE 1 tries every place, 7 every seventh. The last line sums
 * up; exit 1 when anything was lost.
 */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "alloc.h"
#include "base/arena.h"
#include "content.h"
#include "scenarios.h"
#include "vfs.h"

enum { NO_MEMORY = 87, KINDS = VFS_END + ALLOC_END, SEEDS = 3 };

/* What the child says to its parent. */
typedef struct Said {
    bool ended, ok, fired;
    Error err;
} Said;

typedef struct Counts {
    size_t injected, before, after, told;
} Counts;

static struct {
    size_t stride;
    Said *said;
    Counts counts[KINDS];
    size_t lost;
    uint64_t before, after;
} run;

/* Kinds count through both tables. */
static bool is_vfs(int kind)
{
    return kind < VFS_END;
}

static bool is_power(int kind)
{
    return kind == VFS_POWER_ALL || kind == VFS_POWER_SOME;
}

static const char *kind_text(int kind)
{
    return is_vfs(kind) ? vfs_fault_text((VfsFault)kind) : alloc_fault_text((AllocFault)(kind - VFS_END));
}

/* --- files --- */

static void copy_file(const char *from, const char *to)
{
    char piece[65536];
    int in = open(from, O_RDONLY | O_CLOEXEC), out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    ssize_t n;
    while (in >= 0 && out >= 0 && (n = read(in, piece, sizeof piece)) > 0)
        if (write(out, piece, (size_t)n) != n)
            abort();
    if (in < 0 || out < 0)
        abort();
    close(in);
    close(out);
}

static void prepare(const Scenario *s)
{
    static const char *const left[] = { "work.db", "work.db-journal", "copy.db", "copy.db.part",
                                        "work.db.v1.backup", "work.db.v1.backup.part" };
    for (size_t i = 0; i < sizeof left / sizeof *left; i++)
        unlink(left[i]);
    if (s->base)
        copy_file(s->base, "work.db");
}

/* --- the child --- */

static void no_memory(size_t cap_bytes)
{
    (void)cap_bytes;
    run.said->fired = alloc_fired();
    _exit(NO_MEMORY);
}

static _Noreturn void child(const Scenario *s, int kind, size_t at, unsigned seed)
{
    arena_on_exhausted(no_memory);
    vfs_install();
    if (is_vfs(kind))
        vfs_arm((VfsFault)kind, at, seed);
    else
        alloc_arm((AllocFault)(kind - VFS_END), at);
    run.said->ok = s->run(&run.said->err);
    run.said->fired = vfs_fired() || alloc_fired();
    run.said->ended = true;
    if (is_power(kind) && !run.said->fired) /* right after it was reported as done */
        vfs_power_cut((VfsFault)kind);
    _exit(0);
}

/* --- what is left --- */

static bool complain(const Scenario *s, int kind, size_t at, unsigned seed, const char *what)
{
    printf("LOST %s, %s at %zu (seed %u): %s\n", s->name, kind_text(kind), at, seed, what);
    run.lost++;
    return false;
}

static bool copy_is_good(const Scenario *s, int kind, size_t at, unsigned seed)
{
    uint64_t hash;
    char why[256];
    if (!s->copy || access(s->copy, F_OK) != 0)
        return true;
    if (!content_of(s->copy, &hash, why))
        return complain(s, kind, at, seed, why);
    return hash == run.before || complain(s, kind, at, seed, "the copy is not what was there before");
}

/* Opened as the program does, it must be the one or the other. */
static bool judge(const Scenario *s, int kind, size_t at, unsigned seed)
{
    Error err = { 0 };
    char why[256];
    uint64_t hash;
    Said *said = run.said;
    if (said->ended && !said->ok && !said->err.text[0])
        return complain(s, kind, at, seed, "an error was not told");
    if (!scenarios_open(s, &err))
        return complain(s, kind, at, seed, err.text);
    if (!content_of("work.db", &hash, why))
        return complain(s, kind, at, seed, why);
    if (hash != run.before && hash != run.after)
        return complain(s, kind, at, seed, "neither as before nor as after");
    if (said->ended && said->ok && hash != run.after)
        return complain(s, kind, at, seed, "it was reported as done, and is not there");
    Counts *c = &run.counts[kind];
    c->before += hash == run.before && hash != run.after;
    c->after += hash == run.after;
    c->told += said->ended && !said->ok;
    return copy_is_good(s, kind, at, seed);
}

/* And then it works as if nothing had been. */
static void again(const Scenario *s, int kind, size_t at)
{
    Error err = { 0 };
    uint64_t hash;
    char why[256];
    if (!content_of("work.db", &hash, why) || hash == run.after)
        return;
    if (!s->run(&err))
        complain(s, kind, at, 0, err.text);
    else if (!content_of("work.db", &hash, why) || hash != run.after)
        complain(s, kind, at, 0, "cannot be done after all");
}

/* false: there is no such place any more. */
static bool inject(const Scenario *s, int kind, size_t at, unsigned seed)
{
    prepare(s);
    *run.said = (Said){ 0 };
    pid_t pid = fork();
    if (pid == 0)
        child(s, kind, at, seed);
    int status = 0;
    waitpid(pid, &status, 0);
    bool killed = WIFEXITED(status) && WEXITSTATUS(status) == VFS_KILLED;
    bool fired = run.said->fired || (killed && !run.said->ended);
    if (!WIFEXITED(status) || (WEXITSTATUS(status) && !killed && WEXITSTATUS(status) != NO_MEMORY))
        complain(s, kind, at, seed, WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it exited");
    if (run.said->ended && !run.said->ok && !fired)
        complain(s, kind, at, seed, run.said->err.text);
    run.counts[kind].injected += fired || killed;
    if ((fired || killed) && judge(s, kind, at, seed) && at % 8 == 1)
        again(s, kind, at);
    return fired;
}

/* --- all of it --- */

static void measure(const Scenario *s)
{
    Error err = { 0 };
    char why[256] = "";
    prepare(s);
    bool ok = s->base == NULL || content_of("work.db", &run.before, why);
    if (!s->base) /* opened and closed: the empty schema */
        ok = scenarios_open(s, &err) && content_of("work.db", &run.before, why);
    prepare(s);
    if (!ok || !s->run(&err) || !content_of("work.db", &run.after, why)) {
        printf("%s does not work without faults: %s %s\n", s->name, err.text, why);
        exit(1);
    }
}

static void sweep(const Scenario *s)
{
    measure(s);
    for (int kind = 1; kind < KINDS; kind++) {
        if (kind == VFS_END) /* ALLOC_NONE */
            continue;
        unsigned seeds = kind == VFS_POWER_SOME ? SEEDS : 1;
        /* There are a hundred times more of these than of the others. */
        size_t stride = kind == VFS_END + ALLOC_SQLITE && run.stride > 1 ? 16 * run.stride : run.stride;
        for (unsigned seed = 1; seed <= seeds; seed++)
            for (size_t at = 1 + (seed - 1) % run.stride; inject(s, kind, at, seed); at += stride)
                continue;
    }
    printf("%s done\n", s->name);
    fflush(stdout);
}

static void sum_up(void)
{
    size_t all = 0;
    printf("%-46s %9s %9s %9s %9s\n", "fault", "injected", "told", "as before", "complete");
    for (int kind = 1; kind < KINDS; kind++) {
        const Counts *c = &run.counts[kind];
        if (kind == VFS_END)
            continue;
        printf("%-46s %9zu %9zu %9zu %9zu\n", kind_text(kind), c->injected, c->told, c->before, c->after);
        all += c->injected;
    }
    printf("%zu faults injected, lost: %zu\n", all, run.lost);
}

int main(int argc, char **argv)
{
    if (argc < 3 || chdir(argv[1]) != 0) {
        fputs("usage: faults FOLDER STRIDE [SCENARIO]\n", stderr);
        return 2;
    }
    run.stride = (size_t)strtoul(argv[2], NULL, 10);
    run.stride = run.stride ? run.stride : 1;
    run.said = mmap(NULL, sizeof *run.said, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (run.said == MAP_FAILED)
        return 2;
    alloc_install();
    scenarios_prepare();
    for (unsigned i = 0; i < scenarios_n; i++)
        if (argc < 4 || strcmp(argv[3], scenarios[i].name) == 0)
            sweep(&scenarios[i]);
    sum_up();
    return run.lost ? 1 : 0;
}
