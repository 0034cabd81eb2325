#include "cli/progress.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

static const double patience_s = 1, pause_s = 0.2;

enum { COLUMNS = 80, MOST_COLUMNS = 200 };

/* A terminal has one last line, whoever prints. */
static bool line_stands;

static double now_s(void)
{
    struct timespec t = { 0 };
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static int columns(void)
{
    struct winsize size = { 0 };
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return COLUMNS;
    return size.ws_col > MOST_COLUMNS ? MOST_COLUMNS : size.ws_col;
}

void progress_start(Progress *p, const Cli *c, ProgressUnit unit, uint64_t total)
{
    *p = (Progress){ .what = c->command->name, .unit = unit, .total = total,
                     .on = !c->quiet && isatty(STDERR_FILENO), .started = now_s() };
}

/* --- the line --- */

static void amounts(Buf *b, const Progress *p, uint64_t done)
{
    bool known = p->total && done <= p->total;
    if (p->unit == PROGRESS_DOCUMENTS) {
        buf_printf(b, "  %llu", (unsigned long long)done);
        if (known)
            buf_printf(b, " of %llu", (unsigned long long)p->total);
        buf_str(b, " documents");
    } else {
        buf_printf(b, "  %.1f", (double)done / 1e6);
        if (known)
            buf_printf(b, " of %.1f", (double)p->total / 1e6);
        buf_str(b, " MB");
    }
    if (known)
        buf_printf(b, "  %.0f %%", 100 * (double)done / (double)p->total);
}

static void time_left(Buf *b, double seconds)
{
    if (seconds < 60)
        buf_printf(b, "  %.0f s left", seconds);
    else if (seconds < 3600)
        buf_printf(b, "  %.0f min %.0f s left", (double)(int)(seconds / 60), seconds - 60 * (int)(seconds / 60));
    else
        buf_printf(b, "  %.1f h left", seconds / 3600);
}

static void rates(Buf *b, const Progress *p, uint64_t done, double seconds)
{
    double rate = (double)done / seconds;
    if (p->unit == PROGRESS_DOCUMENTS)
        buf_printf(b, "  %.*f/s", rate < 10 ? 1 : 0, rate);
    else
        buf_printf(b, "  %.1f MB/s", rate / 1e6);
    if (rate > 0 && p->total && done <= p->total)
        time_left(b, (double)(p->total - done) / rate);
}

void progress_to(Progress *p, uint64_t done)
{
    if (!p->on)
        return;
    double now = now_s();
    if (now - p->started < patience_s || now - p->shown < pause_s)
        return;
    p->shown = now;
    Buf b = buf_new(0);
    buf_str(&b, p->what);
    amounts(&b, p, done);
    rates(&b, p, done, now - p->started);
    fprintf(stderr, "\r\033[K%.*s", columns() - 1, b.text);
    fflush(stderr);
    buf_free(&b);
    line_stands = true;
}

void progress_hide(void)
{
    if (!line_stands)
        return;
    fputs("\r\033[K", stderr);
    fflush(stderr);
    line_stands = false;
}

void progress_end(Progress *p)
{
    progress_hide();
    p->on = false;
}
