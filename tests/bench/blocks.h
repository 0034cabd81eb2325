/* blocks.h - pieces of generated text: prose, and output of every tool with figures of its own. */
#ifndef TESTS_BENCH_BLOCKS_H
#define TESTS_BENCH_BLOCKS_H

#include <stdint.h>
#include <stdio.h>

typedef struct Gen {
    FILE *out;
    uint64_t random; /* state */
    uint64_t written;
} Gen;

void gen_printf(Gen *g, const char *format, ...) __attribute__((format(printf, 2, 3)));

void blocks_prose(Gen *g);   /* a paragraph */
void blocks_heading(Gen *g);
void blocks_result(Gen *g);  /* one result of one tool, with its command where it has one */
/* Mostly prose, all tools, until so many bytes are written. One result to about nineteen times its bytes. */
void blocks_text(Gen *g, uint64_t bytes);
/* An archive of a mailing list: now and then a result, 64 KiB of prose between. */
void blocks_archive(Gen *g, uint64_t bytes);
/* A document of fio with bins and percentiles, a job of about 6 kB each. */
void blocks_json(Gen *g, uint64_t bytes);

#endif
