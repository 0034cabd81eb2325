/* format_dd.h - what the reader of `time` must know about dd. */
#ifndef INGEST_FORMAT_DD_H
#define INGEST_FORMAT_DD_H

#include "ingest/dd_command.h"
#include "ingest/time_block.h"

/*
 * The dd run that a time block standing here belongs to: directly above, without a time of its own,
 * and not one turn of a loop that was timed as a whole. NULL: none.
 */
Run *format_dd_run_above(Reader *r);

/*
 * ptime and reordered streams: the block stands between the command and its result. true: dd's next
 * result takes it.
 */
bool format_dd_takes_time(Reader *r, const TimeBlock *t);

/* Facts of the command: its operands, loop, op, source; sets run->command. */
void format_dd_store_command(Reader *r, Run *run, const DdCommand *c);

#endif
