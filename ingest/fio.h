/*
 * fio.h - what is known while the output of fio is read: the run that is open, its jobs and groups,
 * and what was printed of the next one (banner, version) before its first result.
 *
 * One Fio a document; it outlives the single blocks, because a paste may hold prose between banner,
 * job blocks and group lines of one run. The readers (fio_text.c, fio_json.c, fio_terse.c) only say
 * what stands there; here it is decided where a run begins and ends, what a status-interval dump
 * replaces, and which figures are the headline.
 */
#ifndef INGEST_FIO_H
#define INGEST_FIO_H

#include "ingest/fio_number.h"
#include "ingest/fio_options.h"
#include "ingest/format.h"

typedef enum FioDir { FIO_READ, FIO_WRITE, FIO_TRIM, FIO_MIXED, FIO_DIRS } FioDir;

extern const Format format_fio;

/* One direction of one job, kept until the line of issued requests gives a better figure. */
typedef struct FioSide {
    bool seen;
    FioFigure bytes, bw, iops, runtime; /* n.text.n == 0: not printed */
    size_t at_bytes, at_bw, at_iops;    /* index in run->measures + 1; 0: none */
} FioSide;

/* "NAME: (g=0): rw=randrw, bs=4K-4K/4K-4K, ioengine=libaio, iodepth=8" */
typedef struct FioBanner {
    const char *name;
    uint32_t group;
    const char *rw, *ioengine, *iodepth;          /* NULL: not there */
    double bs_low[FIO_MIXED], bs_high[FIO_MIXED]; /* bytes; 0: not there */
    bool bs_exact;
} FioBanner;

/* --output-format may name several: "normal,json" prints one run twice. */
typedef enum FioSource { FIO_TEXT, FIO_JSON, FIO_TERSE } FioSource;

typedef struct FioJob {
    const char *scope; /* "job0" */
    const char *name;  /* "" without a heading */
    uint32_t groupid;
    uint32_t occurrence; /* from 0 among the jobs of this name and group */
    const char *jobs;    /* clones in this block, as printed; NULL */
    const char *pid;     /* NULL */
    double date;         /* seconds, of no particular epoch; 0: none */
    const char *error;   /* errno as printed; NULL */
    bool silent;         /* its figures are known from the other format of the same run */
    unsigned given;      /* bit 1 << FioSource: the forms of output that gave it */
    FioSide side[FIO_DIRS];
    double issued[FIO_MIXED];
    bool issued_known;
    FioFacts facts;          /* of the banner, the command, the job options */
    const FioBanner *banner; /* NULL: none of this name was printed */
    VEC(Bucket) buckets;     /* of latency */
    bool has_latency, has_cpu;
    struct FioJob *first, *later; /* of the same name and group: occurrence 0, and the next; NULL */
    struct FioJob *hint;          /* of `first`: where fio_job_again() left off */
} FioJob;

typedef struct FioGroup {
    uint32_t id;
    const char *scope; /* "group0" */
    bool side[FIO_DIRS];
    size_t first_job, end_job; /* its jobs lie in this range; filled when the run is closed */
    int share;                 /* see fio_headline.c */
} FioGroup;

/* What only grows while a job runs. */
typedef struct FioTotals {
    double bytes, runtime, latency_max, switches;
} FioTotals;

typedef struct FioRun {
    Run *run;
    FioSource source;
    VEC(FioJob *) jobs;
    VEC(FioGroup *) groups;
    bool sparse_groups; /* a group does not stand at its own number */
    FioJob **slots;     /* hash of name and group: the last job of each; n_slots a power of two */
    size_t n_slots;
    const Command *command;
    size_t commands; /* how many commands stood above its first line */
    FioDialect dialect;
    unsigned version; /* fio_number_version(); 0: not said */
    bool both;        /* text and JSON of one run */
    bool disks;       /* disk statistics were read */
    bool interrupted;
    bool old_issued;       /* "issued r/w": up to 1.99.6 */
    double date;           /* of a JSON document, as in FioJob */
    double stamp, longest; /* of a JSON document: seconds, and the longest runtime in it */
    FioTotals totals;      /* of the terse record of its first job */
    bool dumped;           /* that record was one of --status-interval */
    VEC(FioBanner) banners;
    size_t banner_hint; /* where the banner of the next job should be */
} FioRun;

/* What was printed in front of the first result. */
typedef struct FioPending {
    bool any, eta, interrupted;
    size_t first;        /* line index */
    const char *version; /* NULL */
    const char *error;   /* "fio: pid=0, err=20/..." */
    const Line *error_line;
    Slice error_text;
    VEC(FioBanner) banners;
} FioPending;

typedef struct Fio {
    Reader *r;
    Arena *arena;
    FioRun *run; /* NULL: none is open */
    FioJob *job; /* its job that is being read; NULL */
    FioGroup *group;
    FioPending pending;
    const char *next_name; /* of the job that needs a run, if it is known; NULL */
    size_t reached; /* line index behind the last line that was read */
    /* inside a job block */
    FioDir dir;
    bool in_sync;
    const char *percentile_of; /* "read.clat"; NULL: no list is open */
    double percentile_factor;
    Slice percentile_unit;
} Fio;

Fio *fio_state(Reader *r);

const char *fio_dir_name(FioDir dir);     /* "read" */
bool fio_dir_skip(Slice *s, FioDir *dir); /* the word, any case */

/* --- runs --- */

/* A banner, a version line or an error in front of the results: they belong to a new run. */
FioPending *fio_pending(Fio *f, size_t at);
/* The run that is open, or a new one that takes what is pending. at: the line that needs it. */
FioRun *fio_run(Fio *f, FioSource source, size_t at);
void fio_run_close(Fio *f);
/* Line `at` belongs to the open run; it stays open. */
void fio_run_reaches(Fio *f, size_t at);
/* Forgets all that was read of the open run: a later dump of it follows (--status-interval). */
void fio_run_again(Fio *f);
void fio_run_version(Fio *f, const char *version);
/* Whether a command, or another depth of quoting, stands between the open run and line `at`. */
bool fio_run_left(Fio *f, size_t at);

/* --- jobs and groups of the open run --- */

/* Closes the job before. Facts come from the command and the banner of its name. */
FioJob *fio_job_new(Fio *f, FioSource source, const char *name, uint32_t groupid);
FioJob *fio_job_find(const FioRun *run, const char *name, uint32_t groupid, uint32_t occurrence);
/* Dates of two forms of output that may be of one run; 0 is not known. */
bool fio_same_time(double a, double b);
/* The next job of this name and group that another form of output gave already; NULL. */
FioJob *fio_job_again(Fio *f, FioSource source, const char *name, uint32_t groupid);
void fio_job_close(Fio *f); /* the issued requests refine what was printed */
FioGroup *fio_group_find(const FioRun *run, uint32_t id);
FioGroup *fio_group_new(Fio *f, uint32_t id);

/* --- figures: nothing is stored for a silent job --- */

/* scope: of the job, the group, the disk. Returns the index in run->measures + 1; 0 when silent. */
size_t fio_put(Fio *f, const char *scope, const char *metric, const Line *line,
               const FioFigure *figure);
size_t fio_put_number(Fio *f, const char *scope, const char *metric, const Line *line,
                      const Number *n, double factor, Slice unit);
void fio_put_missing(Fio *f, const char *scope, const char *metric, const Line *line, Slice where,
                     Missing why);
/* "2.41%", "-nan%" as a ratio; false when it is neither. */
bool fio_put_percent(Fio *f, const char *scope, const char *metric, const Line *line, Slice text);

#endif
