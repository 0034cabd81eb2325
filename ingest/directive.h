/*
 * directive.h - what people who prepare a log say of it: "#@ fs=xfs".
 *
 * A directive stands alone on its line and holds for all runs below it at its quote depth, until another
 * one of the same key; without a value ("#@ fs=") it ends the earlier one. It is stronger than what was
 * read from the text. "label" names the configuration, every other key becomes a fact of the run;
 * "interrupted" says that it was cut short. A directive without a value ends an earlier one.
 * `plimsoll run` writes directives at the head of its log.
 */
#ifndef INGEST_DIRECTIVE_H
#define INGEST_DIRECTIVE_H

#include "base/slice.h"

/* Does the line begin with "#@"? */
bool directive_is(Slice text);
/* "#@ KEY=VALUE": quotes around the value are dropped. false: it is none, or has no key. */
bool directive_read(Slice text, Slice *key, Slice *value);

#endif
