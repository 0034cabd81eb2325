/*
 * command.h - command lines in a paste: prompt, wrappers, loop, words.
 *
 * "[root@client1 ~]# time dd if=/dev/zero of=/mnt/x bs=16k", "$ sudo ioping -R .", "# for i in 1 2
 * 3; do dd ...; done", "/mnt/a$ dd ...", ovios-shell> version. A bare "# " or "$ " is a prompt only
 * before a known command word. Continuation lines ("\" at the end, or a next line that starts with
 * an option) belong to the command.
 */
#ifndef INGEST_COMMAND_H
#define INGEST_COMMAND_H

#include "ingest/lines.h"

typedef enum CommandKind {
    COMMAND_OTHER,       /* known prompt, unknown word */
    COMMAND_BENCHMARK,   /* dd, ioping, fio, bonnie++, hdparm, dtrace ... */
    COMMAND_STATE,       /* echo V > PATH, mount, zfs set, sysctl -w, modprobe ... */
    COMMAND_ENVIRONMENT, /* df, uname, cat /etc/os-release, lsblk, zpool status ... */
    COMMAND_EMPTY,       /* a prompt alone */
} CommandKind;

typedef struct Command {
    CommandKind kind;
    const char *text; /* the whole command without the prompt, continuation lines joined */
    const char *tool; /* base name of the benchmark or first word: "dd"; "" when empty */
    size_t argc;      /* words behind the tool word, quotes undone */
    const char **argv;
    const char *user, *host, *dir; /* from the prompt; "" when it does not say */
    const char *wrapper;           /* words in front: "time sudo"; "" */
    const char *lead;              /* text in front of a command within a line: "On mount point" of
                                      "On mount point (`ioping -c4 /`)"; "" */
    uint32_t loop_turns;           /* turns of the loop around it; 0: no loop, or not countable */
    size_t index, lines;           /* first line, and how many belong to it */
    uint32_t number;               /* of the first line */
    uint16_t depth;
    Span span;
} Command;

/* Is line `index` a command? On success fills *out (strings in d->arena). */
bool command_at(Document *d, Lines *ls, size_t index, Command *out);
/* Words of a command (quotes and backslashes undone), for text that is one for sure. */
void command_words(Arena *a, Slice text, Command *out);
/* The value of "NAME=value", "--NAME=value", "--NAME value" among the words; NULL. */
const char *command_operand(const Command *c, const char *name);
const char *command_option(const Command *c, const char *name);
bool command_has_flag(const Command *c, const char *flag);
/* Is this word a benchmark that we read? */
bool command_is_benchmark(Slice word);
bool command_is_known(Slice word);

#endif
