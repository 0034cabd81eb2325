/*
 * dd_command.h - the dd commands of a document, and which result came from which of them.
 *
 * One command line may hold several (a pipeline, a list, a loop); `ssh host "dd ..."` and
 * `sh -c "dd ... && sync"` hold one in quotes. Operands are read as dd does: 16k, 1M, 100MB, 2x4k,
 * $((1024*1024)); what only the shell could know (bs=${BS}) stays text.
 */
#ifndef INGEST_DD_COMMAND_H
#define INGEST_DD_COMMAND_H

#include "ingest/reader.h"

typedef struct DdOperand {
    const char *name, *value;
    bool is_size;  /* one of bs ibs obs cbs count skip seek, and known */
    bool in_bytes; /* count=100KiB: bytes, not blocks (coreutils 9.1) */
    double number;
} DdOperand;

typedef struct DdCommand {
    const Command *line;     /* the command line that it is part of */
    size_t of_line, in_line; /* it is number of_line (from 0) of in_line */
    size_t n;
    const DdOperand *operand;
    bool is_loop;       /* for, while, seq, xargs around it */
    bool is_background; /* "&" behind it */
    size_t results;     /* that were bound to it so far */
} DdCommand;

typedef struct DdCommands {
    size_t scanned; /* of Reader.commands */
    VEC(DdCommand *) command;
} DdCommands;

/* What a result shows of itself. bytes < 0, in_total < 0, ...: not printed. */
typedef struct DdShown {
    uint16_t depth;  /* of quoting */
    size_t directly; /* index of a command that stands directly above it; SLICE_NONE */
    double bytes, in_total, out_full, out_part;
} DdShown;

/* Takes in the commands that the reader has met since. */
void dd_commands_update(DdCommands *all, Reader *r);
/*
 * The command that a result can be of; NULL: none, or none that agrees with its figures. Does not
 * count it as a result.
 */
DdCommand *dd_command_for(const DdCommands *all, const DdShown *shown);
/* Can the figures come from this command? */
bool dd_command_agrees(const DdCommand *c, const DdShown *shown);
/* A size by name; false when it is absent or not known. */
bool dd_command_size(const DdCommand *c, const char *name, double *value);
const char *dd_command_value(const DdCommand *c, const char *name); /* NULL */
/* Output block size: obs, bs, 512; 0: not known. */
double dd_command_block(const DdCommand *c);
/* Is the whole of it said to be copied: count blocks of known size? */
bool dd_command_total(const DdCommand *c, double *bytes);

/* "16k", "2x4k", "1MiB", "$((1024*1024))". in_bytes: it ends in "B" (may be NULL). */
bool dd_size(Slice text, double *value, bool *in_bytes);

#endif
