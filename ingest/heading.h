/*
 * heading.h - is this line of text a heading, by its shape, and what does it name?
 *
 * Looks at one line (or a few joined ones) only; context.c knows what stands above and below and
 * has the last word. Ranks: the lower, the further out. The shapes and ranks are those of
 * docs/labels.md.
 */
#ifndef INGEST_HEADING_H
#define INGEST_HEADING_H

#include "base/arena.h"

typedef enum Shape {
    SHAPE_NONE,
    SHAPE_MARKDOWN, /* level 1..6: "## X", "<h2>X</h2>", "h2. X", "== X ==" */
    SHAPE_RULED,    /* between two rules, or "==== X ====" */
    SHAPE_UNDER,    /* a rule below */
    SHAPE_NUMBER,   /* level 1..3: "1. X", "1.1 X", "1.1.1 X" */
    SHAPE_LETTER,   /* "a) X" */
    SHAPE_BOLD,
    SHAPE_GROUP,   /* one level up from the headings below it, by what stands where (context.c) */
    SHAPE_PAIR,    /* "Key : Value"; each key is a shape of its own */
    SHAPE_COLON,   /* "X:", "X: 12 MB/s", "Test 1: X" */
    SHAPE_PLAIN,   /* a short line directly above a command or result */
    SHAPE_COMMENT, /* "// X", "# X" above a command */
} Shape;

typedef struct HeadingText {
    Shape shape;
    int level;          /* of Markdown and numbers; the sign of RULED and UNDER */
    Slice key;          /* SHAPE_PAIR */
    Slice name;         /* what it names, cleaned: see heading_name() */
    uint32_t number[3]; /* of SHAPE_NUMBER */
} HeadingText;

int heading_rank(Shape shape, int level);
const char *heading_shape_name(Shape shape);

/* A rule: four or more of one of - = * _ ~ # :. Its sign, or 0. Three dashes separate, they rule
 * nothing. */
char heading_rule(Slice text);
bool heading_separator(Slice text);

bool heading_markdown(Slice text, HeadingText *out); /* not "# X" alone: see heading_comment() */
bool heading_banner(Slice text, HeadingText *out);   /* "==== X ====" */
bool heading_number(Slice text, HeadingText *out);
bool heading_letter(Slice text, HeadingText *out);
bool heading_pair(Slice text, HeadingText *out);   /* the caller knows whether it stands alone */
bool heading_figure(Slice text, HeadingText *out); /* "X: 24.4 MB/s" */
bool heading_test(Slice text, HeadingText *out);   /* "Test 1: X" */
bool heading_colon(Slice text, HeadingText *out);  /* ends in ":" */
bool heading_plain(Slice text, HeadingText *out);
bool heading_comment(Slice text, HeadingText *out); /* "// X", "#X", "# X" */

/*
 * The name alone: without a trailing "number unit", "(took about ...)", "// remarks", quotes, final
 * dots and colons, and words like "run 2" at its end.
 */
Slice heading_name(Slice text);
/* Nothing but "run 2", "second pass", "again", "3". */
bool heading_is_replicate(Slice name);
/* Nothing but words of tests: "random read 4k qd32". */
bool heading_is_workload(Slice name);
/* Nothing but sizes and numbers: "32KB". */
bool heading_is_size(Slice name);
/* Equal but for case, blanks and punctuation = equal text. */
const char *heading_normal(Arena *a, Slice name);
/* A figure with a unit of rate or time: "133 MB/s", "1.71 ms", "3071 iops". */
bool heading_has_figure(Slice text);
size_t heading_words(Slice text);
/* The last sentence of a paragraph. */
Slice heading_last_sentence(Slice text);

/* heading_name.c, for heading.c */
bool heading_has_letter(Slice text);
bool heading_names_something(Slice text); /* letters, or a version */
bool heading_starts_with_figure(Slice text);
bool heading_word_among(Slice word, const char *const *list); /* NULL-terminated */

#endif
