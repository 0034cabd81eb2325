/*
 * machine.h - facts of the machine a benchmark runs on, as the directives "#@ key=value" that our own
 * reader takes from a document.
 *
 * What cannot be found out is left out: on systems without /proc and /sys only uname and os-release.
 */
#ifndef CLI_MACHINE_H
#define CLI_MACHINE_H

#include "base/buf.h"

/* path: a file or folder on the file system under test (what it is mounted from, scheduler ...). */
void machine_facts(Buf *b, const char *path);

#endif
