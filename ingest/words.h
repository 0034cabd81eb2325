/*
 * words.h - the words of a command: which are known, which stand in front, how a shell cuts them.
 *
 * command_words(), command_operand() and the like (command.h) are here too.
 */
#ifndef INGEST_WORDS_H
#define INGEST_WORDS_H

#include "ingest/command.h"

typedef struct KnownWord {
    const char *word;
    CommandKind kind;
} KnownWord;

/* By its base name: "/usr/bin/fio", "mkfs.ext4", "nfsdist-bpfcc", "x.d" are known. NULL. */
const KnownWord *words_known(Slice word);
Slice words_base_name(Slice word);
bool words_assignment(const char *word); /* "LC_ALL=C" */
bool words_wrapper(const char *word);    /* "sudo", "time" ... */
bool words_carrier(Slice word);          /* "docker", "chroot": other words may follow */

#endif
