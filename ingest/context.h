/*
 * context.h - what stands around the runs of a document, in the order of its lines: headings with
 * their ranks, commands, posts, quoted people, prose.
 *
 * Reads Reader.events after all lines are read. The result lives in the document's arena.
 * Everything here is a proposal about text that people wrote; label.c decides what of it names a
 * configuration.
 */
#ifndef INGEST_CONTEXT_H
#define INGEST_CONTEXT_H

#include "ingest/atoms.h"
#include "ingest/heading.h"
#include "ingest/reader.h"

typedef struct Heading {
    Shape shape;
    int rank;
    uint32_t id; /* of the shape: headings of one id replace each other (Context.shapes) */
    const char *name, *normal;
    size_t first, last; /* line indices */
    uint32_t number;    /* of the first line */
    uint16_t depth;
    bool is_replicate; /* "run 2": names nothing */
    bool is_title;     /* of the document */
    bool is_tentative; /* a plain line above a heading: one only if that makes it a group */
} Heading;

typedef enum ItemKind {
    ITEM_HEADING,
    ITEM_COMMAND, /* any but empty ones */
    ITEM_RUN,
    ITEM_POST,  /* somebody else speaks from here on, at this depth */
    ITEM_QUOTE, /* "NAME wrote:": one level deeper NAME speaks */
    ITEM_PROSE, /* one or more lines */
} ItemKind;

typedef struct Item {
    ItemKind kind;
    uint16_t depth;
    size_t line; /* index of its first line */
    union {
        Heading *heading;
        const Command *command;
        Run *run;
        const char *poster; /* "" when unknown */
    };
} Item;

enum { MOST_SHAPES = 64 };

typedef struct Context {
    Reader *reader;
    Arena *arena;
    uint8_t *kind; /* of each line: context_lines.c */
    size_t lines;
    bool doubled; /* a blank line stands between all lines */
    VEC(Item) items;
    VEC(Heading *) headings;
    Atoms shapes;
} Context;

/* Line kinds; a line nobody spoke of is LINE_BLANK. */
typedef enum LineKind {
    LINE_BLANK,
    LINE_FENCE,
    LINE_TEXT,
    LINE_OUTPUT,  /* of a command that is no benchmark */
    LINE_CLAIMED, /* by a format */
    LINE_RESULT,  /* first line of a run */
    LINE_RULE,
    LINE_MAIL,      /* header of a mail */
    LINE_SPEAKER,   /* post or "NAME wrote:" */
    LINE_PROMPT,    /* empty prompt */
    LINE_BENCHMARK, /* commands */
    LINE_STATE,
    LINE_ENVIRONMENT,
    LINE_KINDS,
    LINE_IN_FENCE = 64, /* added to any of them */
} LineKind;

Context *context_read(Reader *r);
LineKind context_kind(const Context *c, size_t line); /* LINE_BLANK past the end */
bool context_in_fence(const Context *c, size_t line);

/* context_lines.c: fills c->kind. */
void context_kinds(Context *c);
/* context_speaker.c */
bool speaker_is_mail_header(Slice text);
/* "### Post by A on DATE", "A · comment · DATE", "From: A": name may come out empty. */
bool speaker_post(Slice text, Slice *name);
/* "On DATE A wrote:", "A said:" */
bool speaker_quote(Slice text, Slice *name);
/* context_mend.c: headings without a run of their own. */
void context_mend(Context *c);

#endif
