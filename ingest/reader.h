/*
 * reader.h - one document on its way from lines to runs.
 *
 * The reader walks the lines once. At each line it asks the formats whose anchors stand in it
 * (format.h); what nobody claims is a command or text. Everything is written down as a list of
 * events in the order of the text; context.c and label.c read that list afterwards.
 */
#ifndef INGEST_READER_H
#define INGEST_READER_H

#include "base/code.h"
#include "base/error.h"
#include "base/number.h"
#include "ingest/atoms.h"
#include "ingest/command.h"

struct Format;

typedef enum EventKind {
    EVENT_TEXT,    /* a line that nobody claimed */
    EVENT_COMMAND,
    EVENT_RUN,     /* first line of a run */
    EVENT_BLOCK,   /* lines [first, last] claimed by a format */
    EVENT_FENCE,   /* ``` or <pre> line */
    EVENT_OUTPUT,  /* output of a command that is no benchmark */
} EventKind;

typedef struct Event {
    EventKind kind;
    size_t first, last;     /* line indices */
    const Line *line;       /* of `first` */
    const Command *command; /* EVENT_COMMAND */
    Run *run;               /* EVENT_RUN */
    bool in_fence;
} Event;

typedef struct ReadOptions {
    const char *charset;    /* NULL: find out */
    const char *label_from; /* NULL, or heading, prompt, target, file, command */
    Unit unit;              /* for `numbers`, and tables whose cells do not say */
    double unit_factor;     /* base units in one of the numbers; 0: 1 */
    const char *unit_text;  /* "MB/s" as given; NULL */
    Better better;
    bool better_given;
    const char *columns;    /* tables: names, comma separated; NULL */
    bool transpose;         /* tables: rows are configurations */
    bool binary_units;      /* tables: bare K, M, G are powers of 1024 */
    size_t most_memory;     /* for one document; 0: LOAD_MOST_MEMORY */
    void (*told)(void *context, uint64_t bytes); /* now and then: how much of the text was read; NULL */
    void *told_context;
} ReadOptions;

enum { READER_MOST_FORMATS = 64 };

typedef struct Reader {
    Document *doc;
    Arena *arena; /* doc->arena */
    Lines *lines;
    const ReadOptions *options;
    const struct Format *format; /* the one that is parsing */
    VEC(Event) events;
    VEC(Command *) commands;     /* in the order of the text */
    size_t foreign_until;        /* lines before this index are output of some other command */
    bool in_fence;
    void *memory[READER_MOST_FORMATS]; /* see reader_memory() */
    Atoms names;                       /* of scopes, metrics, keys: each is kept once */
} Reader;

/*
 * Reads d->bytes: sets text, runs, notes, facts, labels. Odd input gives notes, never an error; err
 * is for what cannot be read at all. options may be NULL.
 */
MUST_CHECK bool reader_read(Document *d, const ReadOptions *options, Error *err);

/*
 * Where nothing else tells runs apart, options of the work are their labels. That holds within one
 * document only: beside others they must go, so that two logs of one sweep do not become repeats of
 * each other. (The workload names them in either case.)
 */
void reader_forget_options(Document *d);

/* --- for formats --- */

/*
 * A new run of `tool` whose block starts at line index `at`. Adds an event. The block ends where
 * parse() says, or at reader_run_extend().
 */
Run *reader_run(Reader *r, const char *tool, size_t at);
void reader_run_extend(Reader *r, Run *run, size_t last); /* line index of its last line */

/* The last command at or above line `at` whose tool is this, at the same quote depth; or NULL. */
const Command *reader_command(const Reader *r, const char *tool, size_t at);
/* What a format remembers between its blocks: NULL at first, then whatever it puts there. */
void **reader_memory(Reader *r, const char *format);
/* The last run of this tool in the document so far; NULL. */
Run *reader_last_run(const Reader *r, const char *tool);

/*
 * One measure: value = n->value * factor, half width likewise. Unit, direction and headline come
 * from the metric table of the format (reader_metric_as() gives unit and direction instead, for
 * metrics whose meaning stands in the paste). scope "" for the whole run. line: where n->text stands.
 * raw_unit: as printed, NULL when none. Returns the measure, to be adjusted by the caller.
 */
Measure *reader_measure(Reader *r, Run *run, const char *scope, const char *metric,
                        const Line *line, const Number *n, double factor, Slice raw_unit);
Measure *reader_measure_as(Reader *r, Run *run, const char *scope, const char *metric, Unit unit,
                           Better better, const Line *line, const Number *n, double factor,
                           Slice raw_unit);
/* A figure that was computed from printed ones (bytes / seconds): where = what it came from. */
Measure *reader_measure_value(Reader *r, Run *run, const char *scope, const char *metric,
                              double value, double half_width, const Line *line, Slice where);
/* Printed, but no value: "+++++", "-nan". */
Measure *reader_missing(Reader *r, Run *run, const char *scope, const char *metric,
                        const Line *line, Slice where, Missing why);

void reader_fact(Reader *r, Run *run, const char *scope, const char *key, Slice value,
                 const Line *line, Slice where); /* line NULL: no span */
void reader_fact_text(Reader *r, Run *run, const char *scope, const char *key, const char *value);
void reader_fact_number(Reader *r, Run *run, const char *scope, const char *key, double value);
Series *reader_series(Reader *r, Run *run, const char *scope, const char *metric, size_t n,
                      const double *value, const double *time_s, const uint8_t *excluded);
Histogram *reader_histogram(Reader *r, Run *run, const char *scope, const char *metric, Unit unit,
                            size_t n, const Bucket *bucket);

/* A note on a run (NULL: on the document) at a line (NULL: none). code: see base/code.h. */
void reader_note(Reader *r, Run *run, const char *code, const Line *line, const char *message, ...)
    __attribute__((format(printf, 5, 6)));

#endif
