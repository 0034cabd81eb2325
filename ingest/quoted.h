/*
 * quoted.h - quoted-printable that was left undecoded: "bs=3D64k", "=20", "=" at the end of a line.
 *
 * The soft line break joins physical lines that carry no quote mark of their own, so this comes
 * before everything else and gives the document a new text.
 */
#ifndef INGEST_QUOTED_H
#define INGEST_QUOTED_H

#include "base/model.h"

/*
 * Decodes text into d->arena when its header says so, or when nearly every "=" in it is one of
 * quoted-printable. false: it is not; *out is untouched.
 */
bool quoted_decode(Arena *a, Slice text, Slice *out);

#endif
