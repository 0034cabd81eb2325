/*
 * label.h - parts of the choice of labels that label.c and its tests share.
 */
#ifndef INGEST_LABEL_H
#define INGEST_LABEL_H

#include "ingest/context_tuple.h"

/* The runs of one tool and what names them. */
typedef struct Choice {
    const char *tool;
    size_t n;
    Tuple **run;
    bool *taken; /* by component of the document */
    size_t n_taken;
    bool by_paragraph;   /* fallback a */
    bool without_amount; /* fallback b */
    const char *
        *options; /* fallback d: keys of options that differ; NULL-terminated; NULL: not used */
} Choice;

/* Decides for one tool. */
void choice_make(Tuples *ts, Choice *c);
/* Components that name runs of other tools and vary here, or name the one configuration. */
bool choice_from_others(Tuples *ts, Choice *c, const bool *taken_by_others); /* do they vary? */
/* The options that differ. */
void choice_from_options(Tuples *ts, Choice *c);

/* Takes the words of the workload out of names (label_reduce.c). values: one a run, changed in
 * place. */
void label_reduce(Arena *a, const Choice *c, const Component *component, Value *values);

#endif
