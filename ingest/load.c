#include "ingest/load.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sha.h"

enum { PIECE_BYTES = 256 * 1024 };

static bool read_all(int fd, const char *name, size_t most_bytes, Document *d, Error *err)
{
    Sha *hash = sha_new();
    VEC(char) bytes = { 0 };
    struct stat st;
    if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size > 0 &&
        (size_t)st.st_size <= most_bytes) {
        bytes.cap = (size_t)st.st_size + 1;
        bytes.v = arena_alloc(d->arena, bytes.cap);
    }
    for (;;) {
        if (bytes.n == bytes.cap)
            bytes.v = arena_grow(d->arena, bytes.v, &bytes.cap, 1);
        size_t room = bytes.cap - bytes.n;
        ssize_t n = read(fd, bytes.v + bytes.n, room < PIECE_BYTES ? room : PIECE_BYTES);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            error_set(err, ERR_INPUT, "%s: cannot read: %s", name, strerror(errno));
        if (n <= 0)
            break;
        sha_add(hash, (Slice){ bytes.v + bytes.n, (size_t)n });
        bytes.n += (size_t)n;
        if (bytes.n > most_bytes) {
            error_set(err, ERR_LIMIT, "%s: larger than %zu bytes; --max-input raises the limit",
                      name, most_bytes);
            break;
        }
    }
    sha_end(hash, d->sha256);
    if (err->code != ERR_NONE)
        return false;
    d->bytes = (Slice){ bytes.v ? bytes.v : "", bytes.n };
    return true;
}

bool load_file(const char *path, size_t most_bytes, Document **out, Error *err)
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
    Document *d = document_new(path, 0);
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
