/*
 * read_options.h - the options that say how a paste is to be read: import, parse, compare, report
 * and the like take them all.
 */
#ifndef CLI_READ_OPTIONS_H
#define CLI_READ_OPTIONS_H

#include "cli/cli.h"
#include "ingest/reader.h"

/* clang-format off */
/* Rows for a command's table of options. */
#define READ_OPTIONS                                                                             \
    { "unit", 'u', "UNIT", "unit of bare numbers and of table cells that do not say: MB/s, ms ..." }, \
    { "better", 0, "WHICH", "whether 'higher' or 'lower' numbers are better" },                  \
    { "columns", 0, "NAMES", "names of a table's columns, comma separated" },                    \
    { "transpose", 0, NULL, "the rows of a table are configurations, its columns workloads" },   \
    { "binary-units", 0, NULL, "bare K, M, G in tables are powers of 1024" },                    \
    { "label-from", 0, "SOURCE", "heading, prompt, target, file or command" },                   \
    { "charset", 0, "NAME", "character set of the input" },                                      \
    { "max-input", 0, "SIZE", "refuse larger inputs (default and most: 1000000000 bytes)" },     \
    { "max-memory", 0, "SIZE", "give up when one document needs more memory (default 16G)" }
/* clang-format on */

/* false: *status is set and the reason was printed. Strings live as long as the command line. */
bool read_options(Cli *c, ReadOptions *out, size_t *most_bytes, int *status);

/* As a JSON object of strings, sorted, only what was given: kept with an import. In the arena. */
const char *read_options_json(Arena *a, const ReadOptions *o);
/* The inverse; unknown keys are passed over. Strings are in the arena. */
void read_options_from_json(Arena *a, const char *json, ReadOptions *out);

#endif
