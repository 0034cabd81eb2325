/*
 * container.h - archives, compressed files and mail: what is in them.
 *
 * The work is done by plimsoll-unpack (unpack.c), a program of its own with limits.
 */
#ifndef INGEST_CONTAINER_H
#define INGEST_CONTAINER_H

#include "base/arena.h"
#include "base/error.h"

typedef enum ContainerKind {
    CONTAINER_NONE,
    CONTAINER_ARCHIVE, /* gz, xz, bz2, zst, lz4, zip, tar, 7z: by their first bytes */
    CONTAINER_MAIL,    /* one message with MIME headers */
    CONTAINER_MBOX,
} ContainerKind;

ContainerKind container_kind(Slice bytes);

/* A file in an archive. */
typedef struct Member {
    const char *name; /* "": the content of a compressed file that is no archive */
    Slice bytes;
} Member;

/* A part of a message, its transfer encoding undone, its charset not. */
typedef struct MailPart {
    bool html, flowed, delsp, attachment, binary;
    const char *charset, *name; /* "" when it does not say */
    Slice bytes;
} MailPart;

typedef struct Message {
    size_t start; /* offset in the mbox */
    Slice header; /* From, Date and Subject lines */
    VEC(MailPart) parts;
} Message;

typedef struct Contents {
    Arena *arena;
    VEC(Member) members;
    VEC(Message) messages;      /* of an mbox the first one: container_next() has the others */
    VEC(const char *) problems; /* what could not be read, one text each */
    Slice rest;                 /* of what the helper wrote */
    bool ended;                 /* with what it writes last */
    const char *failure;        /* of the helper; NULL */
} Contents;

/*
 * Everything in it, in the arena. false: nothing could be read (no helper, a limit). Sizes: at most
 * most_bytes come out in all.
 */
MUST_CHECK bool container_open(Arena *a, ContainerKind kind, Slice bytes, size_t most_bytes,
                               Contents *out, Error *err);

/*
 * The next message of an mbox into *out, which lives in `a`; false: there is none, and problems are complete.
 * So that a mailbox takes no more memory than its largest mail.
 */
bool container_next(Contents *c, Arena *a, Message *out);

#endif
