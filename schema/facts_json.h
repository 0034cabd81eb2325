/* facts_json.h - the small JSON that the store keeps in columns: objects and arrays of strings. */
#ifndef SCHEMA_FACTS_JSON_H
#define SCHEMA_FACTS_JSON_H

#include "base/model.h"

/* {"KEY":"VALUE",...} as uid_canonical_facts() wrote it, added to d->set. false: it is not that. */
bool facts_json_read(Document *d, Slice json);

/* ["A","B"]. Returns how many; the array is in the arena. */
size_t facts_json_strings(Arena *a, Slice json, const char *const **out);
const char *facts_json_list(Arena *a, const char *const *strings, size_t n);

#endif
