/*
 * model.h - what a document holds once it is read. One model for all tools.
 *
 * A Document owns an arena; everything reachable from it lives there, is valid until
 * document_free(), and is never freed singly. All strings are NUL-terminated UTF-8 without control
 * characters other than those the paste had; they are NOT safe to print (see base/safe.h).
 * Spans count bytes in the text that was read (Document.text): for HTML, mail and archives that is
 * the extracted text, a child of the bytes handed in.
 */
#ifndef BASE_MODEL_H
#define BASE_MODEL_H

#include "base/arena.h"
#include "base/unit.h"

typedef struct Run Run;
typedef struct Document Document;

typedef struct Span {
    uint32_t line;       /* from 1; 0: no line */
    uint64_t start, end; /* bytes [start, end) of the text */
} Span;

/* Why a printed measure has no value. Stored; never renumber. */
typedef enum Missing {
    MISSING_NOT = 0,
    MISSING_TOO_FAST = 1,  /* bonnie++ "+++++" */
    MISSING_NAN = 2,       /* "-nan", "inf" */
    MISSING_CUT = 3,       /* the paste ends here */
    MISSING_UNTRUSTED = 4, /* printed, but known to be wrong */
    MISSING_CENSORED = 5,  /* "<1", ">500" */
    MISSING_BLANK = 6,     /* "-", "n/a" */
} Missing;

typedef struct Measure {
    const char *scope;  /* part of the run: "job0", "group0", "disk.sda"; "" when there is one */
    const char *metric; /* "read.clat.p99" */
    double value;       /* base unit; 0 and meaningless when missing != MISSING_NOT */
    double half_width;  /* half a unit of the last printed digit, base unit; 0: exact */
    Missing missing;
    Unit unit;
    Better better;
    bool headline;      /* shown by default */
    const char *workload; /* of its scope, where that is not the workload of the run; else NULL */
    const char *raw;    /* the figure as printed */
    const char *raw_unit; /* its unit as printed, "" when none stood there */
    double raw_factor;  /* base units in one printed unit (1 when none) */
    Span span;
} Measure;

typedef enum FactOrigin { ORIGIN_PARSED, ORIGIN_INFERRED, ORIGIN_USER } FactOrigin;

typedef struct Fact {
    const char *scope; /* "": the whole run */
    const char *key, *value;
    FactOrigin origin;
    Span span;
} Fact;

/* Many samples of one measure within one run, in the order of time. */
typedef struct Series {
    const char *scope, *metric;
    Unit unit;
    size_t n;
    const double *value;     /* base unit */
    const double *time_s;    /* seconds since the start of the run, or NULL */
    const uint8_t *excluded; /* 1: warm-up and the like, or NULL */
    const uint32_t *number;  /* as printed; NULL: 1, 2, 3 ... */
    Span span;
} Series;

typedef struct Bucket {
    double lo, hi; /* [lo, hi); -INFINITY and INFINITY are open ends */
    double n;      /* a count, or a share of the whole when Histogram.is_share */
} Bucket;

typedef struct Histogram {
    const char *scope, *metric;
    Unit unit;
    bool is_share;
    size_t n;
    const Bucket *bucket;
    Span span;
} Histogram;

/* code: a key of base/code.h. run is NULL for a note on the document. */
typedef struct Note {
    const char *code, *message;
    Span span;
    Run *run;
} Note;

/* One component of a label and where it stands: why the run is called so. */
typedef struct LabelPart {
    const char *component; /* "heading", "target", "bs" ... */
    const char *value;     /* "" when the run has none */
    uint32_t line;         /* 0: none */
} LabelPart;

typedef enum RunState { RUN_OK, RUN_PARTIAL, RUN_INTERRUPTED, RUN_ERROR } RunState;
typedef enum CopyKind { COPY_NONE, COPY_ECHO, COPY_QUOTE, COPY_REPOST } CopyKind;

enum { UID_BYTES = 16, SHA256_BYTES = 32 };

struct Run {
    const char *tool;     /* "dd", "ioping", "bonnie++", "fio", "dtrace", "table", "stated" ... */
    const char *version;  /* of the tool, or "" */
    const char *command;  /* as typed, or "" */
    const char *time;     /* ISO 8601 as far as known, or "" */
    RunState state;
    bool counted;
    CopyKind copy;
    const Run *duplicate_of;
    const char *label;    /* the configuration, components joined by " | "; "" when there is one */
    const char *workload; /* what was asked for, run level: "dd write bs=16k" */
    Span span;            /* first line; bytes of the whole block */
    uint32_t last_line;
    uint16_t depth;       /* quote depth */
    uint32_t ordinal;     /* from 0 in its document */
    uint32_t occurrence;  /* from 0 among equal blocks of the document */
    uint8_t uid[UID_BYTES];
    const Document *document;
    VEC(Measure) measures;
    VEC(Fact) facts;
    VEC(Series) series;
    VEC(Histogram) histograms;
    VEC(LabelPart) label_parts; /* of the label, outermost first; stored by name */

    /* Filled by the store, else 0 and "". */
    int64_t id;
    const char *session;
};

struct Document {
    Arena *arena;
    const char *name;   /* as the user gave it: a path, "-" */
    const char *origin; /* "file", "stdin", "html", "mail", "archive" */
    Slice bytes;        /* as handed in */
    Slice text;         /* what was read: UTF-8; the same memory as bytes when nothing was changed */
    Slice flowed;       /* the text with the lines of a format=flowed mail joined; n == 0: none */
    const char *derivation; /* how text came from bytes: "", "utf-8 from latin-1", "html" ... */
    uint8_t sha256[SHA256_BYTES]; /* of bytes */
    uint32_t lines;
    const char *session;    /* --session, or "" */
    VEC(Fact) set;          /* --set KEY=VALUE: facts of every run, origin user */
    VEC(Run *) runs;        /* in the order of the text, copies included (counted = false) */
    VEC(Note) notes;
    VEC(Fact) facts;        /* of the document: os, kernel, mounts ... */
};

/* A document with an arena of its own (cap_bytes 0: none). */
Document *document_new(const char *name, size_t cap_bytes);
void document_free(Document *d);

/* The value of a fact: of the scope, else of the whole run. NULL when there is none. */
const char *run_fact(const Run *run, const char *scope, const char *key);
const Measure *run_measure(const Run *run, const char *scope, const char *metric);

const char *run_state_name(RunState s);
const char *copy_kind_name(CopyKind k); /* "", "echo", "quote", "repost" */
const char *missing_name(Missing m);    /* "", "too-fast", ... */
const char *origin_name(FactOrigin o);  /* "parsed", "inferred", "user" */

#endif
