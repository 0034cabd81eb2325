#include "spawn.h"

#include <fcntl.h>
#include <stddef.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void child(const char *const *argv, int out)
{
    int null = open("/dev/null", O_RDWR);
    char *copy[32] = { NULL };
    for (size_t i = 0; argv[i] && i < 31; i++)
        copy[i] = strdup(argv[i]);
    dup2(null, 0);
    dup2(out, 1);
    dup2(null, 2);
    execv(copy[0], copy);
    _exit(127);
}

/* vfork and execv would be fairer to the small figures by some 0.1 ms; plain fork is clearer. */
Spent spawn(const char *const *argv)
{
    Spent s = { 0 };
    int pipe_ends[2], status;
    struct rusage u;
    if (pipe(pipe_ends) != 0)
        return s;
    double start = now();
    pid_t pid = fork();
    if (pid == 0)
        child(argv, pipe_ends[1]);
    close(pipe_ends[1]);
    char piece[4096];
    size_t n = 0;
    for (ssize_t got; (got = read(pipe_ends[0], piece, sizeof piece)) > 0;) {
        size_t take = (size_t)got < sizeof s.said - 1 - n ? (size_t)got : sizeof s.said - 1 - n;
        memcpy(s.said + n, piece, take);
        n += take;
    }
    close(pipe_ends[0]);
    s.ok = pid > 0 && wait4(pid, &status, 0, &u) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    s.wall = now() - start;
    if (s.ok) {
        s.cpu = seconds(u.ru_utime) + seconds(u.ru_stime);
        s.peak_bytes = (uint64_t)u.ru_maxrss * 1024;
    }
    char *feed = strchr(s.said, '\n');
    if (feed)
        *feed = 0;
    return s;
}
