/*
 * ioping_command.h - the ioping commands of a document, their options, and which result is whose.
 *
 * Options may be bundled (-RL, -qc10), glued (-c4), long with one or two dashes (-size 4k, 1.2+).
 */
#ifndef INGEST_IOPING_COMMAND_H
#define INGEST_IOPING_COMMAND_H

#include "ingest/reader.h"

typedef struct IopingCommand {
    const Command *line;
    size_t of_line, in_line; /* it is number of_line (from 0) of in_line */
    const char *flags;       /* the options as given, without the target; "" */
    const char *target;      /* NULL: none */
    const char *mode;        /* the options that make another test, in a fixed order; "" */
    bool given[128];         /* by letter */
    const char *value[128];  /* of the letters that take one */
    size_t results;
} IopingCommand;

typedef struct IopingCommands {
    size_t scanned; /* of Reader.commands */
    VEC(IopingCommand *) command;
} IopingCommands;

void ioping_commands_update(IopingCommands *all, Reader *r);
/* The one that a result on `target` (empty: not printed) at this quote depth is of; NULL. */
IopingCommand *ioping_command_for(const IopingCommands *all, uint16_t depth, Slice target);
/* The last command line of the document, if it holds ioping without a result so far; NULL. */
IopingCommand *ioping_command_waiting(const IopingCommands *all, const Reader *r);
/* Facts flags, mode, count, runtime; sets run->command. */
void ioping_command_store(Reader *r, Run *run, const IopingCommand *c);

#endif
