/*
 * command_split.h - the simple commands of one program within a command line.
 *
 * "time dd if=a | pv | dd of=b", "for ...; do ioping -R $d; done", ssh host "dd ...": the words of
 * each from the program to the operator or quote that ends it.
 */
#ifndef INGEST_COMMAND_SPLIT_H
#define INGEST_COMMAND_SPLIT_H

#include "base/slice.h"

/*
 * The next word behind `from` that begins a word of the line and whose base name is wanted;
 * segment: from there to its end. *from moves behind it.
 */
bool command_split_next(Slice line, size_t *from, bool (*wanted)(Slice base_name), Slice *segment);

#endif
