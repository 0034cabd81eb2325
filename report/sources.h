/*
 * sources.h - the numbered list "[n] file:line" that lets a reader follow every figure.
 *
 * One number a line of a document; numbers are given in the order in which figures are first shown.
 */
#ifndef REPORT_SOURCES_H
#define REPORT_SOURCES_H

#include "analyze/table.h"
#include "base/buf.h"

typedef struct SourceLine {
    const char *document;
    uint32_t line;
    size_t hash;
} SourceLine;

typedef struct Sources {
    Arena *arena;
    VEC(SourceLine) list;
    uint32_t *slots; /* hash table of indices + 1 */
    size_t n_slots;
    const char *last_document; /* whose name was hashed last */
    size_t last_hash;
} Sources;

Sources sources_new(Arena *a);
size_t sources_number(Sources *s, const char *document, uint32_t line); /* from 1 */
/* "[1]", "[1-5]", "[1][3]" of a cell. */
void sources_refer(Sources *s, Buf *b, const Cell *cell);
/* "[1] file:3", consecutive lines of one file together: "[1-5] file:3,9,15,21,27". */
void sources_list(const Sources *s, Buf *b, size_t indent);

#endif
