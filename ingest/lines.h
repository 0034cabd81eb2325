/*
 * lines.h - the lines of a document as a tool printed them: what mailers, forums and terminals did
 * to them peeled off, and remembered.
 *
 * The stored bytes are never edited. A Line's text is a slice of the document where nothing had to
 * be taken out of the middle; else a copy in the arena with a map back to the bytes. Blank lines are
 * lines (text.n == 0). Numbers count physical lines from 1. Prose far from anything else is left out
 * (sparse.h), so an index, from 0, is no number less one: lines_index() finds it.
 */
#ifndef INGEST_LINES_H
#define INGEST_LINES_H

#include "base/model.h"

/* What was peeled off a line. */
typedef enum Peel {
    PEEL_QUOTE = 1,       /* "> > " (depth says how many) */
    PEEL_CR = 2,          /* overwritten progress in front of the last CR */
    PEEL_ESCAPE = 4,      /* terminal escapes */
    PEEL_PREFIX = 8,      /* log prefix, timestamp, grep file name, line number (Line.prefix) */
    PEEL_BULLET = 16,     /* "* ", "- ", "1) " in front of tool text */
    PEEL_BOLD = 32,       /* ** or __ somewhere */
    PEEL_CODE = 64,       /* backticks */
    PEEL_TAGS = 128,      /* HTML tags, BBCode */
    PEEL_ENTITY = 256,    /* &gt; and the like */
    PEEL_BLANK = 512,     /* NBSP and thin blanks made into plain ones */
    PEEL_ARROW = 1024,    /* trailing "<-----", or a line of carets */
    PEEL_QUOTES = 2048,   /* typographic quotes and dashes */
    PEEL_DIFF = 4096,     /* "+" or "-" of a diff */
    PEEL_ALL_BOLD = 8192, /* the whole line was bold: a heading to the eye */
    PEEL_JOINED = 16384,  /* made of several physical lines */
    PEEL_COMMENT = 32768, /* "# " in front of tool text */
} Peel;

typedef struct Line {
    Slice text;          /* what is left; outer blanks in front are kept, at the end cut */
    Slice raw;           /* the physical line(s) in Document.text, without the last line end */
    const uint32_t *map; /* NULL: text lies inside raw. Else text.p[i] came from raw.p[map[i]] */
    uint32_t number;     /* of the first physical line, from 1 */
    uint16_t depth;      /* of quoting */
    uint16_t peeled;     /* Peel bits */
    Slice prefix;        /* what PEEL_PREFIX took */
} Line;

typedef struct Lines Lines;

/* d->text must be set. Lives in d->arena. */
Lines *lines_new(Document *d);
/* NULL past the end. Valid as long as the document. */
const Line *lines_at(Lines *ls, size_t index);
/*
 * The text of a large document stays in its file, and leaves memory now and then. lines_at() sees to it; who
 * looks at text without it says where.
 */
void lines_looked_at(Lines *ls, const char *p);
size_t lines_count(Lines *ls); /* of those that were kept; Document.lines has all */
/* The index of the line with this number; of the first one behind it when it was left out. */
size_t lines_index(const Lines *ls, uint32_t number);
const Line *lines_numbered(const Lines *ls, uint32_t number); /* never NULL; the text has lines */

/*
 * What stands in the text of a line, found out once for all who ask: most text is words, and need
 * not be looked at by every reader of commands, tables and facts.
 */
typedef enum LineSign {
    SIGN_DIGIT = 1,
    SIGN_PROMPT = 2,      /* # $ % > + \ or a byte beyond ASCII: a prompt may be there */
    SIGN_ASSIGN = 4,      /* : = / */
    SIGN_PAREN = 8,       /* ( */
    SIGN_NEAR_FIGURE = 16, /* a digit on this line or one of the next few that are not blank; sentences
                              do not count */
    SIGN_PROSE = 32,       /* a sentence or a part of one: prose.h */
} LineSign;
unsigned lines_signs(const Lines *ls, size_t index); /* 0 past the end */
/* The next line at or after index that is not blank; SLICE_NONE when there is none. */
size_t lines_next_text(Lines *ls, size_t index);
/*
 * Lines index .. index+count-1 as one: texts joined by one blank, blank lines skipped. For what a
 * mailer wrapped. NULL when fewer lines are there.
 */
const Line *lines_joined(Lines *ls, size_t index, size_t count);
/* The same without the blanks, for what was broken in the middle of a word. */
const Line *lines_glued(Lines *ls, size_t index, size_t count);

/* Where a part of line->text stands in Document.text. part must be a slice of line->text. */
Span line_span(const Document *d, const Line *line, Slice part);

#endif
