#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/portable.h"

enum { MOST_ARGS = 16, PIECE_BYTES = 65536 };

static bool own_folder(char path[CHILD_PATH_BYTES])
{
    if (!portable_own_path(path, CHILD_PATH_BYTES))
        return false;
    char *slash = strrchr(path, '/');
    if (!slash)
        return false;
    *slash = '\0';
    return true;
}

bool child_find(const char *name, char path[CHILD_PATH_BYTES])
{
    static const struct {
        bool above; /* the folder above our own */
        const char *below;
    } places[] = { { false, "" }, { true, "" }, { true, "/libexec/plimsoll" } };
    char folder[CHILD_PATH_BYTES], found[CHILD_PATH_BYTES];
    if (!own_folder(folder))
        return false;
    const char *slash = strrchr(folder, '/');
    int own = (int)strlen(folder), above = slash ? (int)(slash - folder) : 0;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        int n = snprintf(found, sizeof found, "%.*s%s/%s", places[i].above ? above : own, folder, places[i].below, name);
        if (n < 0 || (size_t)n >= sizeof found || access(found, X_OK) != 0)
            continue;
        if (path)
            memcpy(path, found, (size_t)n + 1);
        return true;
    }
    return false;
}

/* --- in the child --- */

/* A macro: what a resource is differs between C libraries. */
#define limit(resource, value) \
    (void)setrlimit(resource, &(struct rlimit){ (rlim_t)(value), (rlim_t)(value) })

_Noreturn void child_become(const char *path, char *const *argv, const ChildLimits *limits)
{
    static char no_locale[] = "LC_ALL=C", no_leaks[] = "ASAN_OPTIONS=detect_leaks=0";
    char *environment[] = { no_locale, no_leaks, NULL };
    portable_close_from(STDERR_FILENO + 1);
#ifndef __SANITIZE_ADDRESS__ /* which wants terabytes of addresses for itself */
    limit(RLIMIT_AS, limits->memory_bytes);
#endif
    limit(RLIMIT_CPU, limits->cpu_s);
    limit(RLIMIT_FSIZE, limits->file_bytes);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, 16);
#ifdef RLIMIT_NPROC
    if (!limits->threads)
        limit(RLIMIT_NPROC, 0);
#endif
    execve(path, argv, environment);
    _exit(CHILD_NOT_STARTED);
}

static _Noreturn void become(const char *path, char *const *argv, int in, int out,
                             const ChildLimits *limits)
{
    int nowhere = open("/dev/null", O_RDWR);
    if (dup2(in, STDIN_FILENO) < 0 || dup2(out, STDOUT_FILENO) < 0 ||
        dup2(nowhere, STDERR_FILENO) < 0)
        _exit(CHILD_NOT_STARTED);
    child_become(path, argv, limits);
}

/* --- in the parent --- */

static int file_of(Slice input)
{
    int fd = input.n > SPOOL_MEMORY_BYTES ? portable_disk_file() : portable_scratch_file();
    for (size_t done = 0; fd >= 0 && done < input.n;) {
        size_t left = input.n - done;
        spool_passed(input.p + done);
        ssize_t n = write(fd, input.p + done, left < PIECE_BYTES ? left : PIECE_BYTES);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            close(fd);
            return -1;
        }
        done += (size_t)n;
    }
    if (fd >= 0)
        lseek(fd, 0, SEEK_SET);
    return fd;
}

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

typedef enum Ending { ENDED, TOO_LONG, TOO_MUCH, UNREADABLE } Ending;

static Ending collect(int from, const ChildLimits *limits, Spool *out)
{
    static char piece[PIECE_BYTES];
    double end = now_s() + limits->wall_s;
    Error full = { 0 };
    for (;;) {
        double left = end - now_s();
        if (left <= 0)
            return TOO_LONG;
        struct pollfd p = { .fd = from, .events = POLLIN };
        int ready = poll(&p, 1, (int)(left * 1000) + 1);
        if (ready < 0 && errno != EINTR)
            return UNREADABLE;
        if (ready <= 0)
            continue;
        ssize_t n = read(from, piece, sizeof piece);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n == 0 ? ENDED : UNREADABLE;
        if (!spool_add(out, (Slice){ piece, (size_t)n }, &full) || spool_size(out) > limits->output_bytes)
            return TOO_MUCH;
    }
}

static bool judge(const char *name, Ending ending, int status, const ChildLimits *limits,
                  Error *err)
{
    if (ending == TOO_LONG)
        return error_set(err, ERR_LIMIT, "%s took longer than %u seconds", name, limits->wall_s);
    if (ending == TOO_MUCH)
        return error_set(err, ERR_LIMIT, "%s gave more than %zu bytes", name, limits->output_bytes);
    if (WIFSIGNALED(status))
        return error_set(err, ERR_LIMIT, "%s was stopped by signal %d", name, WTERMSIG(status));
    if (ending == UNREADABLE || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return error_set(err, ERR_INPUT, "%s failed", name);
    return true;
}

bool child_run(const char *name, const char *const *args, Slice input, const ChildLimits *limits,
               Spool *out, Error *err)
{
    char path[CHILD_PATH_BYTES];
    if (!child_find(name, path))
        return error_set(err, ERR_INPUT, "%s is not installed", name);
    char *argv[MOST_ARGS + 2] = { path };
    for (size_t i = 0; args[i] && i < MOST_ARGS; i++)
        argv[i + 1] = (char *)(uintptr_t)args[i];
    int in = file_of(input), ends[2] = { -1, -1 };
    if (in < 0 || !portable_pipe(ends)) {
        if (in >= 0)
            close(in);
        return error_set(err, ERR_INPUT, "cannot start %s: %s", name, strerror(errno));
    }
    pid_t child = fork();
    if (child == 0)
        become(path, argv, in, ends[1], limits);
    int failure = errno;
    close(in);
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return error_set(err, ERR_INPUT, "cannot start %s: %s", name, strerror(failure));
    }
    Ending ending = collect(ends[0], limits, out);
    close(ends[0]);
    if (ending != ENDED)
        kill(child, SIGKILL);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return judge(name, ending, status, limits, err);
}
