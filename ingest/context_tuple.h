/*
 * context_tuple.h - everything a run could be named after: one value a component.
 *
 * Components are those of the whole document, in the order in which they are asked: file name,
 * headings outermost first, text in front, host, target, directory, state, system, machine, job,
 * key, version, quote depth, poster; the paragraph above comes last and only as a makeshift.
 */
#ifndef INGEST_CONTEXT_TUPLE_H
#define INGEST_CONTEXT_TUPLE_H

#include "ingest/context.h"
#include "ingest/workload.h"

typedef enum ComponentKind {
    COMPONENT_FILE,
    COMPONENT_HEADING, /* sub: Heading.id */
    COMPONENT_INLINE,
    COMPONENT_COLUMN,
    COMPONENT_HOST,
    COMPONENT_TARGET,
    COMPONENT_DIR,
    COMPONENT_STATE, /* sub: number of its key */
    COMPONENT_OS, /* what os-release and its like printed above; known after environment_read() */
    COMPONENT_MACHINE,
    COMPONENT_JOB,
    COMPONENT_KEY,
    COMPONENT_VERSION,
    COMPONENT_DEPTH,
    COMPONENT_POSTER,
    COMPONENT_PARAGRAPH,
} ComponentKind;

typedef struct Component {
    ComponentKind kind;
    uint32_t sub;
    const char *name; /* "heading", "host" ...: the key of its fact */
    bool unknown;     /* a run without it is not different from one with it */
} Component;

typedef struct Value {
    const char *text;   /* NULL: none */
    const char *normal; /* what is compared */
    uint32_t line;      /* where it stands */
} Value;

typedef struct Tuple {
    Run *run;
    Workload workload;
    const char *full,
        *hard; /* what was asked for, all parts of the run, with and without amounts */
    const Heading *const *stack; /* outermost first; shared between runs */
    size_t n_stack;
    const Value *state; /* by number of the key; shared */
    size_t n_state;
    const Command *command; /* NULL: none known */
    const char *target;     /* what was tested: a device, or a folder; "" when nothing says */
    const char *poster;
    uint32_t poster_line;
    Value in_line, column, paragraph, file;
    uint64_t taken_headings; /* bit Heading.id: part of the workload, no name */
    const char *test;        /* those headings; "" */
    bool test_is_size;       /* and they are nothing but sizes */
} Tuple;

typedef struct Tuples Tuples;
struct Tuples {
    Context *context;
    size_t n;
    Tuple *v; /* one a counted run, in the order of the text */
    VEC(Component) component;
    Atoms states; /* keys */
};

Tuples *tuples_read(Reader *r);
Value tuple_value(Arena *a, const Tuples *ts, const Tuple *t, const Component *c);
/* A column of a table: its name is its label. */
bool tuple_is_cell(const Tuple *t);
/* Reads Tuple.target from the facts of the run and its command. */
const char *tuple_target(Arena *a, const Run *run, const Command *command);

#endif
