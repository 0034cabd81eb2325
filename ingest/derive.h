/*
 * derive.h - from the bytes of a document to the text that is read.
 *
 * Unpacked, mail and pages turned into text, any charset into UTF-8, quoted-printable undone. The
 * bytes stay as they are; Document.derivation says what was done, so that it can be done again.
 */
#ifndef INGEST_DERIVE_H
#define INGEST_DERIVE_H

#include "ingest/container.h"
#include "ingest/reader.h"

/*
 * Sets text, flowed, derivation and origin of a document whose bytes are set, and notes what was
 * guessed. false: compressed, and cannot be unpacked. options may be NULL.
 */
MUST_CHECK bool derive_text(Document *d, const ReadOptions *options, Error *err);
/* The same for a message that has been taken out of its mbox already. */
void derive_mail(Document *d, const Message *m, const ReadOptions *options);

#endif
