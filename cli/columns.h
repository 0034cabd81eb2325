/*
 * columns.h - rows of short texts under headings: for list, sql, release, track and doctor.
 *
 * text: columns as wide as their widest cell, numbers to the right. tsv, csv: a heading line, then
 * one line a row. json: an object a row ("jsonl": one a line). Cells are made safe for where they go.
 */
#ifndef CLI_COLUMNS_H
#define CLI_COLUMNS_H

#include "cli/cli.h"

typedef enum ColumnsFormat {
    COLUMNS_TEXT,
    COLUMNS_TSV,
    COLUMNS_CSV,
    COLUMNS_JSON, /* one array */
    COLUMNS_JSONL,
} ColumnsFormat;

typedef struct Column {
    const char *name;
    bool is_number; /* to the right; in JSON without quotes where it is one */
} Column;

typedef struct Columns {
    Arena *arena;
    const Column *column;
    size_t n;
    VEC(const char *) cells; /* n a row; NULL: nothing there */
} Columns;

Columns columns_new(Arena *a, const Column *column, size_t n);
/* The next cell; text is kept as it is (not copied). */
void columns_cell(Columns *t, const char *text);
void columns_count(Columns *t, uint64_t n);
void columns_print(Buf *b, const Columns *t, ColumnsFormat format);

#define COLUMNS_OPTION { "format", 'f', "FORMAT", "text (default), tsv, csv, json or jsonl" }
/* What --format says. false: *status is set and the reason was printed. */
bool columns_format(const Cli *c, ColumnsFormat *out, int *status);

#endif
