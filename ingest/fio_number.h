/*
 * fio_number.h - figures as fio prints them; what a letter means depends on the version.
 *
 * 1.20        "KiB/s" of rates is bytes per millisecond, so 1000 B/s; "KiB" of sizes is 1024
 * 1.32-2.16   "KB" is 1024 (1000 with kb_base=1000, which the line does not say); after G comes P;
 *             a fraction is the remainder, not decimals ("1000.2K" is 1000.0195), so 0.1 % wide
 * from 2.17   "KiB" is 1024, "kB" 1000; at most four characters
 * Source: fio lib/num2str.c (fio-1.44 to fio-3.42), stat.c; letters may be lower-cased by a page.
 */
#ifndef INGEST_FIO_NUMBER_H
#define INGEST_FIO_NUMBER_H

#include "base/number.h"

typedef enum FioEra { FIO_ERA_UNKNOWN, FIO_ERA_KIB_MS, FIO_ERA_KB, FIO_ERA_SI } FioEra;

typedef struct FioDialect {
    FioEra era;
    bool kb1000; /* kb_base=1000 in FIO_ERA_KB */
} FioDialect;

/* One printed figure: value = n.value * factor. slack: the truth may be that far off, either way.
 */
typedef struct FioFigure {
    Number n;
    double factor, value, slack;
    Slice unit; /* as printed; may be empty */
} FioFigure;

/* "2096.0KB", "551816 B/s", "25.5MiB/s", "1642Mbit/s", "1471Mi". Advances behind the unit. */
bool fio_number_bytes(Slice *s, FioDialect d, bool rate, FioFigure *out);
/* "42.7k", "1268.1K", "3071". */
bool fio_number_count(Slice *s, FioDialect d, FioFigure *out);
/* "2004msec", "13ns"; a bare number is in `factor` seconds. A prefix may stand in front:
 * "201knsec". */
bool fio_number_time(Slice *s, double factor, FioFigure *out);
/* "(usec)", "usec": seconds in one. */
bool fio_number_time_unit(Slice *s, double *factor, Slice *unit);

/* "4k", "1m", "16kib", "4096": what an option or a job file says. base: of k, 1024 or 1000. */
bool fio_number_option(Slice s, double base, double *value);
/* "60", "5m", "100ms": seconds. */
bool fio_number_option_time(Slice s, double *value);

/* Is `exact` what was printed, give or take its rounding (fio 3.1-3.16 also lose a carry)? */
bool fio_number_agrees(const FioFigure *printed, double exact, double exact_slack);

/* major * 10000 + minor * 100 + patch of "3.10-15-ged060"; 0 when it is no version. */
unsigned fio_number_version(Slice s);

#endif
