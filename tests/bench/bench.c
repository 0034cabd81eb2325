/*
 * bench - how fast and how big, held against what the machine does in the same run. `make bench`.
 *
 * bench PLIMSOLL FOLDER [quick|growth]: inputs are made in FOLDER (kept between runs), FOLDER/bench.json is written.
 * Rates are of CPU time of the process (user and system), so that other work on the machine counts little;
 * times of answers are of the wall clock. Every figure is the median of several processes.
 */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "figures.h"
#include "spawn.h"
#include "worst.h"

typedef struct Bench {
    const char *plimsoll, *folder;
    char generate[4096], subject[4096];
    bool quick;
    Figures figures;
} Bench;

static const char *at(const Bench *b, const char *name)
{
    static char path[8][4096];
    static unsigned next;
    char *to = path[next++ % 8];
    snprintf(to, sizeof path[0], "%s/%s", b->folder, name);
    return to;
}

static size_t repeats(const Bench *b, size_t n)
{
    return b->quick ? 1 : n;
}

static void need(const Bench *b, const char *kind, uint64_t size, const char *name)
{
    char number[32];
    snprintf(number, sizeof number, "%llu", (unsigned long long)size);
    if (access(at(b, name), F_OK) == 0)
        return;
    const char *half = at(b, "half");
    if (strcmp(kind, "small") == 0)
        half = at(b, name);
    if (!SPAWN(b->generate, kind, number, half).ok) {
        fprintf(stderr, "bench: cannot generate %s\n", name);
        exit(3);
    }
    if (half != at(b, name) && strcmp(kind, "small") != 0)
        rename(half, at(b, name));
}

static void keep_peak(Figure *f, const Spent *s)
{
    if (s->peak_bytes > f->peak_bytes)
        f->peak_bytes = s->peak_bytes;
}

/* --- rates --- */

/* CPU seconds that the subject says it took for how much. */
static bool said(const Spent *s, double *seconds, double *amount)
{
    return s->ok && sscanf(s->said, "%lf %lf", seconds, amount) == 2 && *seconds > 0;
}

static Figure *rate(Bench *b, const char *what, const char *file, const char *name)
{
    Figure *f = figures_add(&b->figures, "MB/s", "%s", name);
    double seconds, bytes;
    for (size_t i = 0; i < repeats(b, 5); i++) {
        Spent s = SPAWN(b->subject, what, at(b, file));
        if (!said(&s, &seconds, &bytes))
            continue;
        figure_value(f, bytes / 1e6 / seconds);
        if (strcmp(what, "scan") == 0)
            keep_peak(f, &s);
    }
    return f;
}

static void scans(Bench *b)
{
    Figure *split = rate(b, "split", "archive-64.txt", "memchr line split, 64 MB");
    figures_print(split);
    figures_print(rate(b, "hash", "archive-64.txt", "SHA-256, 64 MB"));
    Figure *scan = rate(b, "scan", "archive-64.txt", "scan, 64 MB, mostly prose");
    figure_against(scan, split, 0.15);
    figures_print(scan);
    Figure *mixed = rate(b, "scan", "text-64.txt", "scan, 64 MB, a twentieth results");
    figure_against(mixed, split, NAN);
    figures_print(mixed);
    Figure *json = rate(b, "scan", "fio-60.json", "scan, JSON of fio, 60 MB");
    figure_against(json, split, NAN);
    figures_print(json);
    if (b->quick)
        return;
    Figure *large = rate(b, "scan", "archive-512.txt", "scan, 512 MB, mostly prose");
    figure_against(large, split, 0.15);
    figures_print(large);
}

/* --- import --- */

static Spent import(const Bench *b, const char *file, const char *db)
{
    unlink(at(b, db));
    return SPAWN(b->plimsoll, "import", "-q", "--db", at(b, db), at(b, file));
}

static void import_of(Bench *b, const char *file, const char *what, size_t times)
{
    Figure *reference = figures_add(&b->figures, "rows/s", "prepared inserts, rows of %s", what);
    Figure *whole = figures_add(&b->figures, "rows/s", "import, %s", what);
    double rows = NAN, seconds;
    for (size_t i = 0; i < repeats(b, times); i++) {
        Spent s = import(b, file, "import.db");
        Spent r = SPAWN(b->subject, "insert", at(b, "import.db"), at(b, "insert.db"));
        if (!s.ok || !said(&r, &seconds, &rows))
            continue;
        figure_value(reference, rows / seconds);
        figure_value(whole, rows / s.cpu);
        keep_peak(whole, &s);
    }
    figure_against(whole, reference, 0.6);
    figures_print(reference);
    figures_print(whole);
}

static void imports(Bench *b)
{
    import_of(b, "text-64.txt", "64 MB of mixed text", 3);
    import_of(b, "fio-60.json", "60 MB of fio JSON", 1);
    Figure *small = figures_add(&b->figures, "1/s", "import, 10000 small documents");
    for (size_t i = 0; i < repeats(b, 3); i++) {
        Spent s = import(b, "small", "small.db");
        if (!s.ok)
            continue;
        figure_value(small, 10000 / s.wall);
        keep_peak(small, &s);
    }
    figure_least(small, 1000);
    figures_print(small);
}

/* --- memory --- */

/* What the results of a document need while it is read: docs/PERFORMANCE.md says what that is made of. */
enum { BYTES_A_FIGURE = 2048, BYTES_A_FIGURE_OF_JSON = 512, BYTES_A_BYTE_OF_HTML = 2 };

static double figures_in(Bench *b, const char *file)
{
    Spent s = SPAWN(b->subject, "scan", at(b, file));
    const char *found = s.ok ? strstr(s.said, "measures=") : NULL;
    return found ? strtod(found + strlen("measures="), NULL) : NAN;
}

/* Of a mailbox a mail at a time is in memory, so that no results come on top. */
static void peak(Bench *b, const char *file, const char *name, double target, unsigned bytes_a_figure)
{
    Figure *f = figures_add(&b->figures, "MB", "%s", name);
    Spent s = import(b, file, "peak.db");
    unlink(at(b, "peak.db"));
    if (s.ok)
        figure_value(f, (double)s.peak_bytes / 1e6);
    figure_most(f, target + (bytes_a_figure ? figures_in(b, file) * bytes_a_figure / 1e6 : 0));
    figures_print(f);
}

static void memory(Bench *b)
{
    peak(b, "mail-64.mbox", "peak of importing an mbox of 64 MB", 96, 0);
    peak(b, "fio-60.json", "peak of importing 60 MB of fio JSON", 96, BYTES_A_FIGURE_OF_JSON);
    peak(b, "page-64.html", "peak of importing an HTML page of 64 MB", 96 + 64 * BYTES_A_BYTE_OF_HTML, BYTES_A_FIGURE);
    if (b->quick)
        return;
    peak(b, "mail-512.mbox", "peak of importing an mbox of 512 MB", 96, 0);
    peak(b, "archive-512.txt", "peak of importing 512 MB, mostly prose", 96, BYTES_A_FIGURE);
    peak(b, "text-512.txt", "peak, 512 MB, a twentieth results", 96, BYTES_A_FIGURE);
}

/* --- answers --- */

static void answer(Bench *b, double target, const char *name, ...)
{
    const char *argv[16] = { b->plimsoll };
    va_list args;
    va_start(args, name);
    for (size_t i = 1; i < 15 && (argv[i] = va_arg(args, const char *)); i++)
        ;
    va_end(args);
    Figure *f = figures_add(&b->figures, "s", "%s", name);
    spawn(argv); /* into the cache of the system */
    for (size_t i = 0; i < repeats(b, target < 0.1 ? 15 : 5); i++) {
        Spent s = spawn(argv);
        if (!s.ok)
            continue;
        figure_value(f, s.wall);
        keep_peak(f, &s);
    }
    figure_most(f, target);
    figures_print(f);
}

static void answers(Bench *b)
{
    const char *db = at(b, "filled.db"), *paste = at(b, "paste.txt");
    answer(b, 0.3, "compare two releases of 60", "compare", "--db", db, "(release:5.8 OR release:5.9)", (char *)NULL);
    answer(b, 0.3, "compare, all 100000 runs", "compare", "--db", db, (char *)NULL);
    answer(b, 0.3, "history, all 100000 runs", "history", "--db", db, "--track", "main", (char *)NULL);
    answer(b, 0.1, "list imports, 100000 runs", "list", "--db", db, (char *)NULL);
    answer(b, 0.1, "list labels, 100000 runs", "list", "--db", db, "labels", (char *)NULL);
    answer(b, 0.1, "list runs release:5.9", "list", "--db", db, "runs", "release:5.9", (char *)NULL);
    answer(b, 0.02, "report of a small paste", "report", paste, (char *)NULL);
    answer(b, 0.008, "--help", "--help", (char *)NULL);
}

/* --- growth --- */

/* Exponent of time over size by least squares of the logarithms. */
static double exponent(const double *size, const double *seconds, size_t n)
{
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (size_t i = 0; i < n; i++) {
        double x = log(size[i]), y = log(seconds[i]);
        sx += x, sy += y, sxx += x * x, sxy += x * y;
    }
    double m = (double)n;
    return (m * sxy - sx * sy) / (m * sxx - sx * sx);
}

/*
 * Of user time: what the system takes to hand out gigabytes of memory differs tenfold from one process to the next
 * on a virtual machine, and says nothing of the reader.
 */
static bool said_user(const Spent *s, double *seconds)
{
    const char *user = s->ok ? strstr(s->said, "user=") : NULL;
    *seconds = user ? strtod(user + strlen("user="), NULL) : 0;
    return *seconds > 0;
}

static void growth(Bench *b, const char *kind, uint64_t smallest)
{
    Figure *f = figures_add(&b->figures, "1", "exponent of growth, %s", kind);
    double size[3], took[3];
    for (size_t k = 0; k < 3; k++) {
        char name[64];
        Figure times = { .n = 0 };
        double seconds;
        uint64_t wanted = smallest << 2 * k;
        snprintf(name, sizeof name, "%s-%llu.txt", kind, (unsigned long long)wanted);
        need(b, kind, wanted, name);
        for (size_t i = 0; i < repeats(b, 3); i++) {
            Spent s = SPAWN(b->subject, "scan", at(b, name));
            if (said_user(&s, &seconds))
                figure_value(&times, seconds);
        }
        size[k] = (double)wanted;
        took[k] = figure_median(&times);
    }
    figure_value(f, exponent(size, took, 3));
    figure_most(f, 1.05);
    figures_print(f);
}

static void growths(Bench *b)
{
    unsigned part = b->quick ? 16 : 1;
    growth(b, "archive", 16000000 / part); /* less is over before user time is counted */
    growth(b, "text", 8000000 / part);
    for (size_t i = 0; worst_names[i]; i++)
        growth(b, worst_names[i], worst_bytes(worst_names[i]) / 16 / part);
}

int main(int argc, char **argv)
{
    static Bench b;
    if (argc < 3) {
        fputs("bench PLIMSOLL FOLDER [quick|growth]\n", stderr);
        return 2;
    }
    b = (Bench){ .plimsoll = argv[1], .folder = argv[2], .quick = argc > 3 && strcmp(argv[3], "quick") == 0 };
    const char *slash = strrchr(argv[0], '/');
    int n = slash ? (int)(slash - argv[0]) : 1;
    snprintf(b.generate, sizeof b.generate, "%.*s/generate", n, slash ? argv[0] : ".");
    snprintf(b.subject, sizeof b.subject, "%.*s/subject", n, slash ? argv[0] : ".");
    mkdir(b.folder, 0777);
    need(&b, "text", 64000000, "text-64.txt");
    need(&b, "archive", 64000000, "archive-64.txt");
    need(&b, "json", 60000000, "fio-60.json");
    need(&b, "mbox", 64000000, "mail-64.mbox");
    need(&b, "html", 64000000, "page-64.html");
    need(&b, "text", 6000, "paste.txt");
    need(&b, "small", 10000, "small");
    unlink(at(&b, "filled.db")); /* of this schema */
    need(&b, "database", 100000, "filled.db");
    if (!b.quick) {
        need(&b, "text", 512000000, "text-512.txt");
        need(&b, "archive", 512000000, "archive-512.txt");
        need(&b, "mbox", 512000000, "mail-512.mbox");
    }
    printf("%-38s %12s %-6s %8s  %-14s %-7s %8s\n", "figure", "median", "unit", "ratio", "target", "", "peak");
    if (argc > 3 && strcmp(argv[3], "growth") == 0) {
        growths(&b);
        return 0;
    }
    scans(&b);
    imports(&b);
    answers(&b);
    memory(&b);
    growths(&b);
    if (!figures_json(&b.figures, at(&b, "bench.json")))
        return 3;
    printf("written: %s\n", at(&b, "bench.json"));
    return 0;
}
