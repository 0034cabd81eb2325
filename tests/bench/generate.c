/*
 * generate - inputs of the bench, the same for the same words on every machine.
 *
 * generate text|archive|json|mbox|html|<worst case> BYTES FILE, generate small COUNT FOLDER, generate database RUNS FILE
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "blocks.h"
#include "filled.h"
#include "worst.h"

static void mbox(Gen *g, uint64_t bytes)
{
    for (unsigned i = 0; g->written < bytes; i++) {
        gen_printf(g,
                   "From a@example.org Mon Nov 30 07:24:40 2020\nFrom: A <a@example.org>\nSubject: result %u\n"
                   "Message-ID: <%u@example.org>\nContent-Type: text/plain; charset=utf-8\n\n", i, i);
        blocks_prose(g);
        blocks_result(g);
        blocks_prose(g);
    }
}

/* A page of an archive: paragraphs, and now and then a result as it was pasted. */
static void html(Gen *g, uint64_t bytes)
{
    gen_printf(g, "<!DOCTYPE html>\n<html><head><title>results</title></head><body>\n");
    for (unsigned i = 0; g->written < bytes; i++) {
        gen_printf(g, "<p>");
        blocks_prose(g);
        gen_printf(g, "</p>\n");
        if (i % 200 == 0) {
            gen_printf(g, "<pre>");
            blocks_result(g);
            gen_printf(g, "</pre>\n");
        }
    }
    gen_printf(g, "</body></html>\n");
}

static bool write_file(const char *kind, uint64_t bytes, uint64_t seed, const char *path)
{
    Gen g = { .out = fopen(path, "wb"), .random = seed };
    if (!g.out)
        return false;
    bool known = true;
    if (strcmp(kind, "text") == 0)
        blocks_text(&g, bytes);
    else if (strcmp(kind, "archive") == 0)
        blocks_archive(&g, bytes);
    else if (strcmp(kind, "json") == 0)
        blocks_json(&g, bytes);
    else if (strcmp(kind, "html") == 0)
        html(&g, bytes);
    else if (strcmp(kind, "mbox") == 0)
        mbox(&g, bytes);
    else
        known = worst_write(&g, kind, bytes);
    return fclose(g.out) == 0 && known;
}

/* Many small logs: some prose, some results. */
static bool small(unsigned count, const char *folder)
{
    mkdir(folder, 0777);
    for (unsigned i = 0; i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%05u.txt", folder, i);
        if (!write_file("text", 1500, 1000 + i, path))
            return false;
    }
    return true;
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        fputs("generate KIND SIZE FILE\n", stderr);
        return 2;
    }
    uint64_t size = strtoull(argv[2], NULL, 10);
    Error err = { 0 };
    bool ok = strcmp(argv[1], "small") == 0      ? small((unsigned)size, argv[3])
              : strcmp(argv[1], "database") == 0 ? filled_make(argv[3], (unsigned)size, &err)
                                                 : write_file(argv[1], size, 1, argv[3]);
    if (!ok)
        fprintf(stderr, "generate %s: %s\n", argv[1], err.text[0] ? err.text : "cannot");
    return ok ? 0 : 3;
}
