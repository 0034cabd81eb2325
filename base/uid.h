/*
 * uid.h - what makes a run itself: the same on every machine and after a re-parse.
 *
 * block: SHA-256, cut to 16 bytes, of the tool and the figures as printed, in order; where a file says
 * when and on what each was measured (tool pts), of that, too. Equal blocks are one measurement seen twice.
 * uid: the same over the sha256 of the bytes handed in, the canonical --set facts, the session name,
 * the block and its occurrence among equal blocks of the document. It depends neither on where a
 * parser lets a block begin nor on how text was made of the bytes.
 */
#ifndef BASE_UID_H
#define BASE_UID_H

#include "base/model.h"

void uid_block(const Run *run, uint8_t block[UID_BYTES]);

/* Sets occurrence and uid of every run of the document. */
void uid_fill(Document *d);

/*
 * What it says when an equal block stands in another document.
 * FREE: nothing. Lines of numbers, cells of tables, stated averages, blocks of a few digits.
 * WEAK: some digits ("2.01766 s, 133 MB/s"): a copy when much of the document stands there, too; in a
 * large database two honest runs give the same figures sooner or later.
 * STRONG: a copy.
 */
typedef enum UidWeight { UID_FREE, UID_WEAK, UID_STRONG } UidWeight;
UidWeight uid_weight(const Run *run);

/* A block of a document that stands in another one, too. */
typedef struct UidMatch {
    UidWeight weight;
    int64_t document; /* the other one: any key that tells documents apart */
    bool is_copy;     /* set by uid_judge */
} UidMatch;

/* n matches in a document of `runs` runs that are not free. */
void uid_judge(UidMatch *matches, size_t n, size_t runs);

/* The facts given with --set as JSON with sorted keys: {"release":"6.1"}. In the arena. */
const char *uid_canonical_facts(Arena *a, const Fact *set, size_t n);

/* A map from a block to whatever; grows, never shrinks. */
typedef struct UidMap UidMap;
UidMap *uid_map_new(Arena *a);
void **uid_map_at(UidMap *m, const uint8_t key[UID_BYTES]); /* a new place holds NULL */

#endif
