#include "cli/pager.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/portable.h"

enum { USUAL_ROWS = 24, USUAL_COLUMNS = 80, NOT_FOUND = 127, NOT_RUNNABLE = 126 };

/* Lines on the screen, long ones folded; escapes count as letters, which errs on the side of the pager. */
static bool fits(Slice text)
{
    size_t most = USUAL_ROWS, wide = USUAL_COLUMNS, rows = 1;
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col) {
        most = size.ws_row;
        wide = size.ws_col;
    }
#endif
    Slice line;
    while (slice_line(&text, &line) && rows <= most)
        rows += 1 + (line.n ? (line.n - 1) / wide : 0);
    return rows <= most;
}

const char *pager_wanted(Slice text)
{
    const char *ours = getenv("PLIMSOLL_PAGER"), *terminal = getenv("TERM");
    const char *pager = ours ? ours : getenv("PAGER");
    if (!isatty(STDOUT_FILENO) || !terminal || strcmp(terminal, "dumb") == 0)
        return NULL;
    if (!pager)
        pager = "less";
    if (!*pager || strcmp(pager, "cat") == 0 || fits(text))
        return NULL;
    return pager;
}

static _Noreturn void become(const char *pager, int from)
{
    /* What less needs to show colours and to leave the text there; a user who set it knows better. */
    setenv("LESS", "FRX", 0);
    setenv("LV", "-c", 0);
    if (dup2(from, STDIN_FILENO) < 0)
        _exit(NOT_FOUND);
    execl("/bin/sh", "sh", "-c", pager, (char *)NULL);
    _exit(NOT_FOUND);
}

/* Whoever quits before the end has seen enough: EPIPE is no failure. */
static void feed(int to, Slice text)
{
    while (text.n) {
        ssize_t n = write(to, text.p, text.n);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return;
        text = slice_from(text, (size_t)n);
    }
}

bool pager_show(const char *pager, Slice text)
{
    int ends[2], status = 0;
    if (!portable_pipe(ends))
        return false;
    pid_t child = fork();
    if (child == 0)
        become(pager, ends[0]);
    close(ends[0]);
    if (child < 0) {
        close(ends[1]);
        return false;
    }
    /* Keys such as ^C are for the pager. */
    void (*on_pipe)(int) = signal(SIGPIPE, SIG_IGN);
    void (*on_int)(int) = signal(SIGINT, SIG_IGN);
    void (*on_quit)(int) = signal(SIGQUIT, SIG_IGN);
    feed(ends[1], text);
    close(ends[1]);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    signal(SIGPIPE, on_pipe);
    signal(SIGINT, on_int);
    signal(SIGQUIT, on_quit);
    return !(WIFEXITED(status) && (WEXITSTATUS(status) == NOT_FOUND || WEXITSTATUS(status) == NOT_RUNNABLE));
}
