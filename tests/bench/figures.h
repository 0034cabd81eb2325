/* figures.h - what the bench measured: repeats, median, reference, target; printed, and as JSON. */
#ifndef TESTS_BENCH_FIGURES_H
#define TESTS_BENCH_FIGURES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_REPEATS = 15, MOST_FIGURES = 128 };

typedef struct Figure {
    char name[64];
    const char *unit; /* "MB/s", "s", "1", "MB" */
    double value[MOST_REPEATS];
    size_t n;
    uint64_t peak_bytes;   /* largest resident size of the process; 0: not measured */
    char reference[64];    /* name of the figure it is held against; "" */
    double ratio;          /* median / median of the reference */
    double target;         /* NAN: none */
    bool target_of_ratio, at_least;
} Figure;

typedef struct Figures {
    Figure v[MOST_FIGURES];
    size_t n;
} Figures;

Figure *figures_add(Figures *f, const char *unit, const char *name, ...) __attribute__((format(printf, 3, 4)));
void figure_value(Figure *f, double value);
double figure_median(const Figure *f);
void figure_against(Figure *f, const Figure *reference, double target); /* ratio, at least */
void figure_least(Figure *f, double target);
void figure_most(Figure *f, double target);
void figures_print(const Figure *f);
bool figures_json(const Figures *f, const char *path);

#endif
