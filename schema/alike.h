/*
 * alike.h - hashes by which runs that are described equally are found, so that they are read once.
 *
 * form: of all that a run says apart from its facts, its figures and its place: tool, version, command,
 * state, copy, label, workload, and of each measure everything but value, text and line.
 * facts: of its facts, without lines.
 */
#ifndef SCHEMA_ALIKE_H
#define SCHEMA_ALIKE_H

#include "schema/inside.h"

/* SHA-256, cut. A run of very many figures has a form of its own: nothing would be saved. */
void alike_form(const Run *run, const char *label_from, uint8_t form[UID_BYTES]);
void alike_facts(const Run *run, uint8_t facts[UID_BYTES]);

/* What was equal and is edited in the same way stays equal; nothing needs to be read for it. */
bool alike_edited(Store *s, int64_t run_id, const StoreEdit *edit, bool is_fact, Error *err);

#endif
