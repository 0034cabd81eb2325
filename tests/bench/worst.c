#include "worst.h"

#include <string.h>

#include "random.h"

/* One line without an end. */
static void long_line(Gen *g, uint64_t bytes)
{
    while (g->written < bytes)
        gen_printf(g, "%u bytes copied, dd if=x (of) : 5 MB/s ", random_in(&g->random, 1, 99999));
    gen_printf(g, "\n");
}

static void headings(Gen *g, uint64_t bytes)
{
    for (unsigned i = 1; g->written < bytes; i++)
        gen_printf(g, "%u. volume number %u\n\n", i, i);
}

/* The same figures again and again. */
static void duplicates(Gen *g, uint64_t bytes)
{
    while (g->written < bytes)
        gen_printf(g, "16384+0 records in\n16384+0 records out\n"
                      "268435456 bytes (268 MB) copied, 2.01766 s, 133 MB/s\n\n");
}

static void quoting(Gen *g, uint64_t bytes)
{
    for (unsigned depth = 0; g->written < bytes; depth++) {
        for (unsigned i = depth % 200; i-- > 0;)
            gen_printf(g, "> ");
        gen_printf(g, "268435456 bytes (268 MB) copied, 2.01766 s, 133 MB/s\n");
    }
}

/* A table of as many columns as fit. */
static void columns(Gen *g, uint64_t bytes)
{
    uint64_t each = bytes / 3;
    for (unsigned i = 0; g->written < each; i++)
        gen_printf(g, "| c%u MB/s ", i);
    gen_printf(g, "|\n");
    for (uint64_t end = 2 * each; g->written < end;)
        gen_printf(g, "| --- ");
    gen_printf(g, "|\n");
    while (g->written < bytes)
        gen_printf(g, "| %u ", random_in(&g->random, 10, 999));
    gen_printf(g, "|\n");
}

/* One job that prints more percentiles than any job has. */
static void percentiles(Gen *g, uint64_t bytes)
{
    gen_printf(g, "x: (groupid=0, jobs=1): err= 0: pid=77: Mon Nov 30 07:24:40 2020\n"
                  "  read: IOPS=510, BW=2044KiB/s (2093kB/s)(2048KiB/1002msec)\n"
                  "    clat percentiles (usec):\n");
    for (unsigned i = 0; g->written < bytes; i++)
        gen_printf(g, "     | %u.%06uth=[%5u], %u.%06uth=[%5u],\n", i / 20000 % 100, i % 20000 * 50, i, i / 20000 % 100,
                   i % 20000 * 50 + 25, i);
}

/* Prompts and commands, none of which is a benchmark. */
static void prompts(Gen *g, uint64_t bytes)
{
    for (unsigned i = 0; g->written < bytes; i++)
        gen_printf(g, "[root@host%u ~]# ls /mnt/%u\nfile%u\n", i % 7, i, i);
}

/* Text without a blank line between figures and words: nothing ends a table. */
static void figures(Gen *g, uint64_t bytes)
{
    while (g->written < bytes)
        gen_printf(g, "%u %u %u\n", random_in(&g->random, 1, 999), random_in(&g->random, 1, 999),
                   random_in(&g->random, 1, 999));
}

static const struct {
    const char *name;
    void (*write)(Gen *, uint64_t);
    uint64_t bytes; /* of the largest one that the bench reads */
} kinds[] = {
    { "long-line", long_line, 100000000 },    { "headings", headings, 28000000 },      /* a million */
    { "duplicates", duplicates, 128000000 },  { "quoting", quoting, 32000000 },        /* a million */
    { "columns", columns, 3200000 },          { "percentiles", percentiles, 24000000 }, /* 100,000; a million */
    { "prompts", prompts, 32000000 },         { "figures", figures, 16000000 },
};

const char *const worst_names[] = { "long-line", "headings",    "duplicates", "quoting",
                                    "columns",   "percentiles", "prompts",    "figures", NULL };

uint64_t worst_bytes(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(name, kinds[i].name) == 0)
            return kinds[i].bytes;
    return 0;
}

bool worst_write(Gen *g, const char *name, uint64_t bytes)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(name, kinds[i].name) == 0) {
            kinds[i].write(g, bytes);
            return true;
        }
    return false;
}
