#include "cli/output.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

static bool write_all(int fd, Slice bytes)
{
    while (bytes.n) {
        ssize_t n = write(fd, bytes.p, bytes.n);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return false;
        bytes = slice_from(bytes, (size_t)n);
    }
    return true;
}

static bool failed(const char *path, Error *err)
{
    return error_set(err, ERR_OUTPUT, "cannot write '%s': %s", path, strerror(errno));
}

bool output_write_new(const char *path, Slice bytes, Error *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd < 0)
        return failed(path, err);
    bool ok = write_all(fd, bytes);
    int why = errno;
    if (close(fd) != 0 && ok) {
        ok = false;
        why = errno;
    }
    if (!ok) {
        unlink(path);
        errno = why;
        return failed(path, err);
    }
    return true;
}

/* Devices, pipes and the like are written to as they are. */
static bool is_special(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

bool output_write(const char *path, Slice bytes, Error *err)
{
    char temporary[4096];
    if (is_special(path)) {
        int fd = open(path, O_WRONLY | O_CLOEXEC);
        bool ok = fd >= 0 && write_all(fd, bytes);
        int why = errno;
        if (fd >= 0 && close(fd) != 0 && ok) {
            ok = false;
            why = errno;
        }
        errno = why;
        return ok || failed(path, err);
    }
    int length = snprintf(temporary, sizeof temporary, "%s.XXXXXX", path);
    if (length < 0 || (size_t)length >= sizeof temporary)
        return error_set(err, ERR_OUTPUT, "cannot write '%s': the name is too long", path);
    int fd = mkstemp(temporary);
    if (fd < 0)
        return failed(path, err);
    mode_t mask = umask(0);
    umask(mask);
    bool ok = write_all(fd, bytes) && fchmod(fd, 0666 & ~mask) == 0 && fsync(fd) == 0;
    int why = errno;
    if (close(fd) != 0 && ok) {
        ok = false;
        why = errno;
    }
    if (ok && rename(temporary, path) != 0) {
        ok = false;
        why = errno;
    }
    if (!ok) {
        unlink(temporary);
        errno = why;
        return failed(path, err);
    }
    return true;
}
