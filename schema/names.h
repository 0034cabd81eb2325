/* names.h - one copy of each text: names of metrics, units, keys stand in a million rows. */
#ifndef SCHEMA_NAMES_H
#define SCHEMA_NAMES_H

#include "base/arena.h"

typedef struct Names Names;

Names *names_new(Arena *a); /* the texts live in a */
const char *names_keep(Names *names, Slice text);

#endif
