#include "base/portable.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __FreeBSD__
#include <sys/types.h>
#include <sys/sysctl.h>
#endif
#include <sys/mman.h>

#if defined(_GNU_SOURCE) && defined(__GLIBC__) && !defined(PORTABLE_POSIX_ONLY)
#define HAS_CLOSE_RANGE __GLIBC_PREREQ(2, 34)
#define HAS_MEMFD __GLIBC_PREREQ(2, 27)
#define HAS_RENAMEAT2 __GLIBC_PREREQ(2, 28)
#define HAS_PIPE2 1
#define HAS_MADVISE 1
#else
#define HAS_CLOSE_RANGE 0
#define HAS_MEMFD 0
#define HAS_RENAMEAT2 0
#define HAS_PIPE2 0
#define HAS_MADVISE 0
#endif

bool portable_pipe(int ends[2])
{
#if HAS_PIPE2
    return pipe2(ends, O_CLOEXEC) == 0;
#else
    if (pipe(ends) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    return true;
#endif
}

void portable_close_from(int first)
{
#if HAS_CLOSE_RANGE
    if (close_range((unsigned)first, ~0U, 0) == 0)
        return;
#endif
    long most = sysconf(_SC_OPEN_MAX);
    if (most < 0 || most > 65536)
        most = 65536;
    for (int fd = first; fd < most; fd++)
        close(fd);
}

/* A file without a name in TMPDIR, else in `folder` (NULL: /tmp). */
static int file_in(const char *folder)
{
    const char *given = getenv("TMPDIR");
    char path[4096];
    if (given && *given)
        folder = given;
    int n = snprintf(path, sizeof path, "%s/plimsoll.XXXXXX", folder ? folder : "/tmp");
    if (n < 0 || (size_t)n >= sizeof path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    int scratch = mkstemp(path);
    if (scratch < 0)
        return -1;
    unlink(path);
    fcntl(scratch, F_SETFD, FD_CLOEXEC);
    return scratch;
}

int portable_scratch_file(void)
{
#if HAS_MEMFD
    int fd = memfd_create("input", MFD_CLOEXEC);
    if (fd >= 0 || errno != ENOSYS)
        return fd;
#endif
    return file_in(NULL);
}

int portable_disk_file(void)
{
    int fd = file_in("/var/tmp");
    return fd >= 0 ? fd : file_in("/tmp");
}

void portable_let_go(char *map, size_t bytes, int fd)
{
#if HAS_MADVISE
    (void)fd;
    madvise(map, bytes, MADV_DONTNEED);
#else /* the same again in its place */
    if (mmap(map, bytes, PROT_READ, MAP_PRIVATE | MAP_FIXED, fd, 0) == MAP_FAILED)
        abort();
#endif
}

bool portable_rename_new(const char *from, const char *to)
{
#if HAS_RENAMEAT2
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS) /* some file systems know no flags */
        return false;
#endif
    if (link(from, to) == 0)
        return unlink(from) == 0;
    if (errno == EEXIST || access(to, F_OK) == 0) {
        errno = EEXIST;
        return false;
    }
    return rename(from, to) == 0; /* and some no hard links */
}

bool portable_own_path(char *path, size_t size)
{
#if defined(__FreeBSD__) && !defined(_POSIX_C_SOURCE)
    int name[] = { CTL_KERN, KERN_PROC, KERN_PROC_PATHNAME, -1 };
    if (sysctl(name, 4, path, &size, NULL, 0) == 0)
        return true;
#endif
    static const char *const links[] = { "/proc/self/exe", "/proc/curproc/file", "/proc/curproc/exe" };
    for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
        ssize_t n = readlink(links[i], path, size - 1);
        if (n > 0) {
            path[n] = '\0';
            return true;
        }
    }
    return false;
}
