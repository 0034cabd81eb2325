/* front.h - what container logs and runners on many hosts put in front of every line alike. */
#ifndef INGEST_FRONT_H
#define INGEST_FRONT_H

#include "ingest/lines.h"

/*
 * The lines from `at` on that begin alike: "[pod/fio-7f/fio] ", "fio-1  | ", "node7: ". Returns the
 * length of that front when enough of what stands behind is printed by a tool, else 0; *end is the
 * line behind the last one in either case. `anchored` tells what is printed by a tool.
 */
size_t front_run(const Line *lines, size_t n, size_t at, bool (*anchored)(Slice), size_t *end);

#endif
