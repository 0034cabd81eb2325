#include "figures.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

Figure *figures_add(Figures *f, const char *unit, const char *name, ...)
{
    if (f->n == MOST_FIGURES)
        abort();
    Figure *x = &f->v[f->n++];
    *x = (Figure){ .unit = unit, .target = NAN, .ratio = NAN };
    va_list args;
    va_start(args, name);
    vsnprintf(x->name, sizeof x->name, name, args);
    va_end(args);
    return x;
}

void figure_value(Figure *f, double value)
{
    if (f->n < MOST_REPEATS)
        f->value[f->n++] = value;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double figure_median(const Figure *f)
{
    double sorted[MOST_REPEATS];
    if (f->n == 0)
        return NAN;
    memcpy(sorted, f->value, f->n * sizeof *sorted);
    qsort(sorted, f->n, sizeof *sorted, by_size);
    return f->n % 2 ? sorted[f->n / 2] : (sorted[f->n / 2 - 1] + sorted[f->n / 2]) / 2;
}

void figure_against(Figure *f, const Figure *reference, double target)
{
    snprintf(f->reference, sizeof f->reference, "%s", reference->name);
    f->ratio = figure_median(f) / figure_median(reference);
    f->target = target;
    f->target_of_ratio = f->at_least = true;
}

void figure_least(Figure *f, double target)
{
    f->target = target;
    f->at_least = true;
}

void figure_most(Figure *f, double target)
{
    f->target = target;
}

static const char *verdict(const Figure *f)
{
    double got = f->target_of_ratio ? f->ratio : figure_median(f);
    if (isnan(f->target))
        return "";
    return isnan(got) ? "not measured" : (f->at_least ? got >= f->target : got <= f->target) ? "met" : "MISSED";
}

void figures_print(const Figure *f)
{
    char ratio[32] = "", target[48] = "", peak[32] = "";
    if (!isnan(f->ratio))
        snprintf(ratio, sizeof ratio, "%.4f", f->ratio);
    if (!isnan(f->target))
        snprintf(target, sizeof target, "%s %s%g", f->at_least ? ">=" : "<=", f->target_of_ratio ? "ratio " : "",
                 f->target);
    if (f->peak_bytes)
        snprintf(peak, sizeof peak, "%.0f MB", (double)f->peak_bytes / 1e6);
    printf("%-38s %12.5g %-6s %8s  %-14s %-7s %8s\n", f->name, figure_median(f), f->unit, ratio, target, verdict(f),
           peak);
    fflush(stdout);
}

static void json_number(FILE *out, const char *key, double value)
{
    if (!isnan(value))
        fprintf(out, ", \"%s\": %.9g", key, value);
}

bool figures_json(const Figures *f, const char *path)
{
    FILE *out = fopen(path, "w");
    if (!out)
        return false;
    struct utsname u = { 0 };
    char now[32] = "";
    time_t t = time(NULL);
    uname(&u);
    strftime(now, sizeof now, "%Y-%m-%dT%H:%M:%SZ", gmtime(&t));
    const char *commit = getenv("BENCH_COMMIT");
    fprintf(out, "{\"schema\": \"plimsoll.bench/1\",\n  \"commit\": \"%s\",\n  \"time\": \"%s\",\n"
                 "  \"machine\": \"%s %s\",\n  \"figures\": [\n", commit ? commit : "", now, u.sysname, u.machine);
    for (size_t i = 0; i < f->n; i++) {
        const Figure *x = &f->v[i];
        fprintf(out, "    {\"name\": \"%s\", \"unit\": \"%s\", \"better\": \"%s\"", x->name, x->unit,
                strchr(x->unit, '/') ? "higher" : "lower");
        json_number(out, "median", figure_median(x));
        json_number(out, "ratio", x->ratio);
        json_number(out, "target", x->target);
        if (x->reference[0])
            fprintf(out, ", \"reference\": \"%s\"", x->reference);
        if (x->peak_bytes)
            fprintf(out, ", \"peak_bytes\": %llu", (unsigned long long)x->peak_bytes);
        fprintf(out, ", \"values\": [");
        for (size_t k = 0; k < x->n; k++)
            fprintf(out, "%s%.9g", k ? ", " : "", x->value[k]);
        fprintf(out, "]}%s\n", i + 1 < f->n ? "," : "");
    }
    fprintf(out, "  ]\n}\n");
    return fclose(out) == 0;
}
