#include "cli/drawing.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/portable.h"

enum { MOST_PICTURE = 256 << 20, LONGEST_MS = 60000 };

typedef struct Child {
    pid_t pid;
    int in, out, err; /* our ends */
} Child;

static void close_pair(const int fd[2])
{
    if (fd[0] >= 0)
        close(fd[0]);
    if (fd[1] >= 0)
        close(fd[1]);
}

static bool start(Child *child, const char *path, char *format, char *scale)
{
    /* PLplot writes down in a file which drivers it has, and reads it again; Pango starts a thread. */
    static const ChildLimits limits = { .memory_bytes = (size_t)2 << 30, .cpu_s = 60, .file_bytes = 1 << 20,
                                        .threads = true };
    static char name[] = "plimsoll-draw", format_option[] = "--format", scale_option[] = "--scale";
    char *argv[] = { name, format_option, format, scale_option, scale, NULL };
    int in[2] = { -1, -1 }, out[2] = { -1, -1 }, err[2] = { -1, -1 };
    if (!portable_pipe(in) || !portable_pipe(out) || !portable_pipe(err) ||
        (child->pid = fork()) < 0) {
        close_pair(in);
        close_pair(out);
        close_pair(err);
        return false;
    }
    if (child->pid == 0) {
        signal(SIGPIPE, SIG_DFL);
        if (dup2(in[0], 0) >= 0 && dup2(out[1], 1) >= 0 && dup2(err[1], 2) >= 0)
            child_become(path, argv, &limits);
        _exit(CHILD_NOT_STARTED);
    }
    close(in[0]);
    close(out[1]);
    close(err[1]);
    child->in = in[1];
    child->out = out[0];
    child->err = err[0];
    fcntl(child->in, F_SETFL, O_NONBLOCK);
    return true;
}

/* Reads what is there; false at the end. */
static bool drain(int fd, Buf *out)
{
    char block[65536];
    ssize_t n = read(fd, block, sizeof block);
    if (n > 0)
        buf_add(out, (Slice){ block, (size_t)n });
    return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

/* Writes the chart and reads picture and complaints at the same time; false: it took too long. */
static bool converse(Child *child, Slice chart, Buf *picture, Buf *complaint)
{
    bool in_open = true, out_open = true, err_open = true;
    while (out_open || err_open) {
        struct pollfd fds[3] = { { in_open ? child->in : -1, POLLOUT, 0 },
                                 { out_open ? child->out : -1, POLLIN, 0 },
                                 { err_open ? child->err : -1, POLLIN, 0 } };
        int ready = poll(fds, 3, LONGEST_MS);
        if (ready == 0 || (ready < 0 && errno != EINTR))
            return false;
        if (fds[0].revents) {
            ssize_t n = write(child->in, chart.p, chart.n);
            if (n > 0)
                chart = slice_from(chart, (size_t)n);
            if (chart.n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR)) {
                close(child->in);
                in_open = false;
            }
        }
        if (fds[1].revents)
            out_open = drain(child->out, picture);
        if (fds[2].revents)
            err_open = drain(child->err, complaint);
    }
    if (in_open)
        close(child->in);
    return true;
}

static bool no_helper(Error *err)
{
    return error_set(err, ERR_OUTPUT, "cannot run 'plimsoll-draw', which draws the charts; it is built with PLOT=1");
}

static bool judge(int status, const Buf *picture, const Buf *complaint, Error *err)
{
    Slice said = slice_trim(buf_slice(complaint));
    slice_skip(&said, SLICE("plimsoll-draw: "));
    if (WIFEXITED(status) && WEXITSTATUS(status) == CHILD_NOT_STARTED)
        return no_helper(err);
    if (WIFSIGNALED(status))
        return error_set(err, ERR_OUTPUT, "plimsoll-draw was ended by signal %d", WTERMSIG(status));
    if (WEXITSTATUS(status) != 0)
        return error_set(err, ERR_OUTPUT, "the chart was not drawn: %.*s",
                         (int)(said.n < 300 ? said.n : 300), said.p ? said.p : "");
    if (picture->full || picture->n == 0)
        return error_set(err, ERR_OUTPUT, "plimsoll-draw gave no picture");
    return true;
}

bool drawing_picture(const Chart *c, const char *format, double scale, Buf *out, Error *err)
{
    char path[CHILD_PATH_BYTES], factor[32], format_name[16];
    Child child;
    if (!child_find("plimsoll-draw", path))
        return no_helper(err);
    Buf chart = buf_new(0), complaint = buf_new(4096), picture = buf_new(MOST_PICTURE);
    chart_write(&chart, c);
    snprintf(factor, sizeof factor, "%g", scale);
    snprintf(format_name, sizeof format_name, "%s", format);
    if (!start(&child, path, format_name, factor)) {
        buf_free(&chart);
        return error_set(err, ERR_OUTPUT, "cannot start plimsoll-draw: %s", strerror(errno));
    }
    void (*before)(int) = signal(SIGPIPE, SIG_IGN);
    bool in_time = converse(&child, buf_slice(&chart), &picture, &complaint);
    signal(SIGPIPE, before);
    if (!in_time)
        kill(child.pid, SIGKILL);
    close(child.out);
    close(child.err);
    int status = 0;
    while (waitpid(child.pid, &status, 0) < 0 && errno == EINTR)
        continue;
    bool ok = in_time ? judge(status, &picture, &complaint, err)
                      : error_set(err, ERR_OUTPUT, "plimsoll-draw took longer than a minute");
    if (ok)
        buf_add(out, buf_slice(&picture));
    buf_free(&chart);
    buf_free(&complaint);
    buf_free(&picture);
    return ok;
}

/* What stands behind "<?xml ...?>", copied. */
static Slice element_of(Arena *a, const Buf *svg)
{
    Slice all = buf_slice(svg);
    size_t at = slice_find(all, SLICE("<svg"));
    all = at == SLICE_NONE ? all : slice_from(all, at);
    char *copy = arena_alloc(a, all.n);
    memcpy(copy, all.p, all.n);
    return (Slice){ copy, all.n };
}

bool drawing_for_page(Arena *a, const Table *t, const Slice **out, size_t *n, Error *err)
{
    static const struct {
        const char *kind;
        bool ratio;
    } wanted[] = { { "bar", false }, { "bar", true }, { "box", false } };
    Slice *svg = ARENA_ARRAY(a, Slice, sizeof wanted / sizeof *wanted);
    *out = svg;
    *n = 0;
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        ChartOptions o = { .ratio = wanted[i].ratio };
        Chart *c;
        Error nothing = { 0 }; /* a kind that this table has nothing for is left out */
        if (!charts_kind(wanted[i].kind)->make(a, t, &o, &c, &nothing))
            continue;
        Buf picture = buf_new(0);
        bool ok = drawing_picture(c, "svg", 1, &picture, err);
        if (ok)
            svg[(*n)++] = element_of(a, &picture);
        buf_free(&picture);
        if (!ok)
            return false;
    }
    return true;
}

const Slice *drawing_of_history(Arena *a, const History *h)
{
    Slice *svg = ARENA_ARRAY(a, Slice, h->series.n + 1);
    for (size_t i = 0; i < h->series.n; i++) {
        History one = *h;
        one.series.v = &h->series.v[i];
        one.series.n = 1;
        const ChartOptions o = { 0 };
        Chart *c;
        Error err = { 0 };
        Buf picture = buf_new(0);
        bool made = charts_kind("history")->make_history(a, &one, &o, &c, &err);
        bool drawn = made && drawing_picture(c, "svg", 1, &picture, &err);
        if (drawn)
            svg[i] = element_of(a, &picture);
        buf_free(&picture);
        if (made && !drawn)
            break; /* what cannot draw one cannot draw the next */
    }
    return svg;
}
