/*
 * Runs one target over files and folders named on the command line, without a fuzzer: what once broke
 * it, and the corpus. Prints how many.
 */
#include <dirent.h>
#include <sys/stat.h>

#include "fuzz.h"

enum { MOST_FOLDERS_DEEP = 8 };

static size_t replay_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    struct stat st;
    if (!f || fstat(fileno(f), &st) != 0) {
        fprintf(stderr, "%s: cannot be read\n", path);
        exit(1);
    }
    size_t n = (size_t)st.st_size;
    uint8_t *bytes = malloc(n ? n : 1);
    if (!bytes || fread(bytes, 1, n, f) != n)
        exit(1);
    fclose(f);
    fprintf(stderr, "%s\n", path); /* the last one named is the one that broke */
    LLVMFuzzerTestOneInput(bytes, n);
    free(bytes);
    return 1;
}

static size_t replay(const char *path, int depth)
{
    DIR *folder = opendir(path);
    size_t n = 0;
    if (!folder)
        return replay_file(path);
    for (struct dirent *e; (e = readdir(folder)) != NULL;) {
        char inner[4096];
        snprintf(inner, sizeof inner, "%s/%s", path, e->d_name);
        if (e->d_name[0] != '.' && depth < MOST_FOLDERS_DEEP)
            n += replay(inner, depth + 1);
    }
    closedir(folder);
    return n;
}

int main(int argc, char **argv)
{
    size_t n = 0;
    for (int i = 1; i < argc; i++)
        n += replay(argv[i], 0);
    printf("%zu inputs\n", n);
    return n ? 0 : 1;
}
