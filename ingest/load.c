#include "ingest/load.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sha.h"
#include "base/spool.h"
#include "ingest/derive.h"

enum {
    PIECE_BYTES = 256 * 1024,
    MOST_FOLDERS_DEEP = 32,
    MOST_ARCHIVES_DEEP = 3,
    MOST_ATTACHED = 64, /* files at one mail */
};

/* --- one file --- */

static bool too_large(const char *name, size_t most_bytes, Error *err)
{
    return error_set(err, ERR_LIMIT, "%s: larger than %zu bytes; %s", name, most_bytes,
                     most_bytes < LOAD_MOST_BYTES ? "--max-input raises the limit"
                                                  : "one document cannot be larger");
}

/* Adds the next piece to the spool and the hash; *more is false at the end. */
static bool read_piece(int fd, const char *name, Sha *hash, Spool *spool, bool *more, Error *err)
{
    static char piece[PIECE_BYTES];
    ssize_t n = read(fd, piece, sizeof piece);
    *more = n > 0 || (n < 0 && errno == EINTR);
    if (n < 0 && errno != EINTR)
        return error_set(err, ERR_INPUT, "%s: cannot read: %s", name, strerror(errno));
    Slice got = { piece, n > 0 ? (size_t)n : 0 };
    sha_add(hash, got);
    Error why;
    return spool_add(spool, got, &why) || error_set(err, why.code, "%s: %s", name, why.text);
}

static bool read_all(int fd, const char *name, size_t most_bytes, Document *d, Error *err)
{
    struct stat st;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 && (size_t)st.st_size > most_bytes)
        return too_large(name, most_bytes, err);
    Sha *hash = sha_new();
    Spool *spool = spool_new(d->arena);
    bool good = true;
    for (bool more = true; good && more;)
        good = read_piece(fd, name, hash, spool, &more, err) &&
               (spool_size(spool) <= most_bytes || too_large(name, most_bytes, err));
    sha_end(hash, d->sha256);
    Error why;
    return good && (spool_bytes(spool, &d->bytes, &why) || error_set(err, why.code, "%s: %s", name, why.text));
}

static bool load_within(const char *path, size_t most_bytes, size_t most_memory, Document **out, Error *err)
{
    bool is_stdin = strcmp(path, "-") == 0;
    int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return error_set(err, ERR_INPUT, "%s: %s", path, strerror(errno));
    struct stat st;
    if (!is_stdin && (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))) {
        close(fd);
        return error_set(err, ERR_INPUT, "%s: not a regular file", path);
    }
    Document *d = document_new(path, most_memory ? most_memory : LOAD_MOST_MEMORY);
    d->origin = is_stdin ? "stdin" : "file";
    bool ok = read_all(fd, path, most_bytes ? most_bytes : LOAD_MOST_BYTES, d, err);
    if (!is_stdin)
        close(fd);
    if (!ok) {
        document_free(d);
        return false;
    }
    *out = d;
    return true;
}

bool load_file(const char *path, size_t most_bytes, Document **out, Error *err)
{
    return load_within(path, most_bytes, 0, out, err);
}

/* --- what holds several documents --- */

typedef struct Loader {
    size_t most_bytes; /* of one file */
    const ReadOptions *options;
    LoadTake take;
    void *context;
} Loader;

static void give_problem(Loader *l, ErrorCode code, const char *name, const char *text)
{
    Error problem = { 0 };
    error_set(&problem, code, "%s: %s", name, text);
    l->take(l->context, NULL, &problem);
}

static void give_problems(Loader *l, const char *name, const Contents *c)
{
    for (size_t i = 0; i < c->problems.n; i++)
        give_problem(l, ERR_INPUT, name, c->problems.v[i]);
}

static size_t memory_of(const Loader *l)
{
    return l->options ? l->options->most_memory : 0;
}

/* A document of its own for what was found in another one. */
static Document *child(const Loader *l, const Document *of, const char *part, const char *origin, Slice bytes)
{
    char name[1024];
    snprintf(name, sizeof name, "%s!%s", of->name, part);
    Document *d = document_new(name, memory_of(l) ? memory_of(l) : LOAD_MOST_MEMORY);
    char *copy = arena_alloc(d->arena, bytes.n + 1);
    if (bytes.n)
        memcpy(copy, bytes.p, bytes.n);
    d->bytes = (Slice){ copy, bytes.n };
    d->origin = origin;
    Sha *hash = sha_new();
    sha_add(hash, d->bytes);
    sha_end(hash, d->sha256);
    return d;
}

static void give(Loader *l, Document *d, int depth);

static void give_members(Loader *l, Document *d, const Contents *c, int depth)
{
    for (size_t i = 0; i < c->members.n; i++) {
        const Member *m = &c->members.v[i];
        if (m->bytes.n)
            give(l, child(l, d, m->name, "archive", m->bytes), depth + 1);
    }
    document_free(d);
}

/*
 * A mail, and behind it what is attached and no text: archives, logs whose type says nothing. m may
 * live in the mail's own arena, which the taker frees.
 */
static void give_mail(Loader *l, Document *mail, const Message *m, int depth)
{
    Document *attached[MOST_ATTACHED];
    size_t n = 0;
    for (size_t i = 0; i < m->parts.n && n < MOST_ATTACHED; i++)
        if (m->parts.v[i].binary && m->parts.v[i].bytes.n)
            attached[n++] = child(l, mail, m->parts.v[i].name, "mail", m->parts.v[i].bytes);
    derive_mail(mail, m, l->options);
    l->take(l->context, mail, NULL);
    for (size_t i = 0; i < n; i++)
        give(l, attached[i], depth + 1);
}

static Slice mail_bytes(const Document *d, size_t start, size_t end)
{
    if (start >= end || end > d->bytes.n)
        return (Slice){ 0 };
    Slice own = slice_first(slice_from(d->bytes, start), end - start);
    while (own.n && own.p[0] == '\n') /* so that it is known as a mail when it is read again */
        own = slice_from(own, 1);
    return own;
}

/* Mail by mail, each with the memory of its own: a mailbox may be large. */
static void give_messages(Loader *l, Document *d, Contents *c, int depth)
{
    Arena *a = arena_new(0), *next_arena;
    Message m = c->messages.v[0], next;
    bool more = true;
    for (size_t i = 1; more; i++) {
        char number[32];
        snprintf(number, sizeof number, "%zu", i);
        next_arena = arena_new(0);
        more = container_next(c, next_arena, &next);
        Slice own = mail_bytes(d, m.start, more ? next.start : d->bytes.n);
        if (own.n)
            give_mail(l, child(l, d, number, "mail", own), &m, depth);
        spool_passed(own.p);
        arena_free(a);
        a = next_arena;
        m = next;
    }
    arena_free(a);
    give_problems(l, d->name, c);
    document_free(d);
}

/* One compressed file is one document, whose bytes stay packed, unless an mbox is in it. */
static bool is_single(const Contents *c)
{
    return c->members.n == 1 && !c->members.v[0].name[0] &&
           container_kind(c->members.v[0].bytes) != CONTAINER_MBOX &&
           container_kind(c->members.v[0].bytes) != CONTAINER_ARCHIVE;
}

static void give_container(Loader *l, Document *d, ContainerKind kind, int depth)
{
    Contents c;
    Error err = { 0 };
    if (!container_open(d->arena, kind, d->bytes, l->most_bytes, &c, &err)) {
        if (kind == CONTAINER_ARCHIVE) {
            give_problem(l, err.code, d->name, err.text);
            document_free(d);
        } else {
            l->take(l->context, d, NULL); /* as the text it is */
        }
        return;
    }
    if (kind != CONTAINER_MBOX)
        give_problems(l, d->name, &c);
    if (kind == CONTAINER_MAIL) {
        give_mail(l, d, &c.messages.v[0], depth);
    } else if (kind == CONTAINER_MBOX) {
        give_messages(l, d, &c, depth);
    } else if (is_single(&c)) {
        l->take(l->context, d, NULL);
    } else {
        give_members(l, d, &c, depth);
    }
}

/* Takes d over. */
static void give(Loader *l, Document *d, int depth)
{
    ContainerKind kind = container_kind(d->bytes);
    if (kind == CONTAINER_NONE) {
        l->take(l->context, d, NULL);
    } else if (depth > MOST_ARCHIVES_DEEP) {
        give_problem(l, ERR_LIMIT, d->name, "archives within archives are read to a depth of 3");
        document_free(d);
    } else {
        give_container(l, d, kind, depth);
    }
}

/* --- folders --- */

static void give_file(Loader *l, const char *path)
{
    Error err = { 0 };
    Document *d;
    if (load_within(path, l->most_bytes, memory_of(l), &d, &err))
        give(l, d, 0);
    else
        l->take(l->context, NULL, &err);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *e)
{
    return e->d_name[0] != '.';
}

static void give_folder(Loader *l, const char *path, int depth)
{
    struct dirent **entries;
    int n = scandir(path, &entries, is_visible, by_name);
    if (n < 0) {
        give_problem(l, ERR_INPUT, path, strerror(errno));
        return;
    }
    Arena *a = arena_new(0);
    const char *slash = slice_ends(slice_of(path), SLICE("/")) ? "" : "/";
    for (int i = 0; i < n; i++) {
        const char *inner = arena_printf(a, "%s%s%s", path, slash, entries[i]->d_name);
        free(entries[i]);
        struct stat st;
        if (lstat(inner, &st) != 0)
            continue;
        if (S_ISDIR(st.st_mode) && depth < MOST_FOLDERS_DEEP)
            give_folder(l, inner, depth + 1);
        else if (S_ISREG(st.st_mode))
            give_file(l, inner);
    }
    free(entries);
    arena_free(a);
}

void load_documents(const char *path, size_t most_bytes, const ReadOptions *options, LoadTake take,
                    void *context)
{
    Loader l = { most_bytes ? most_bytes : LOAD_MOST_BYTES, options, take, context };
    struct stat st;
    if (strcmp(path, "-") != 0 && stat(path, &st) == 0 && S_ISDIR(st.st_mode))
        give_folder(&l, path, 0);
    else
        give_file(&l, path);
}

static uint64_t folder_bytes(const char *path, int depth)
{
    uint64_t bytes = 0;
    DIR *folder = opendir(path);
    Arena *a = arena_new(0);
    for (struct dirent *e; folder && (e = readdir(folder));) {
        const char *inner = arena_printf(a, "%s/%s", path, e->d_name);
        struct stat st;
        if (!is_visible(e) || lstat(inner, &st) != 0)
            continue;
        if (S_ISDIR(st.st_mode) && depth < MOST_FOLDERS_DEEP)
            bytes += folder_bytes(inner, depth + 1);
        else if (S_ISREG(st.st_mode))
            bytes += (uint64_t)st.st_size;
    }
    if (folder)
        closedir(folder);
    arena_free(a);
    return bytes;
}

uint64_t load_bytes(const char *path)
{
    struct stat st;
    if (strcmp(path, "-") == 0 || stat(path, &st) != 0)
        return 0;
    return S_ISDIR(st.st_mode) ? folder_bytes(path, 0) : S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
}
