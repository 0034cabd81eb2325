#include "cli/machine.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#if __has_include(<sys/sysmacros.h>)
#include <sys/sysmacros.h> /* glibc and musl; elsewhere sys/types.h has them */
#endif
#include <sys/utsname.h>
#include <unistd.h>

enum { MOST_FILE_BYTES = 1 << 20 };

/* The text of a small file, "" when there is none. The caller frees the Buf. */
static Buf file_text(const char *path)
{
    Buf b = buf_new(MOST_FILE_BYTES);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    char piece[4096];
    for (ssize_t n; fd >= 0 && (n = read(fd, piece, sizeof piece)) > 0;)
        buf_add(&b, (Slice){ piece, (size_t)n });
    if (fd >= 0)
        close(fd);
    return b;
}

static void fact(Buf *b, const char *key, Slice value)
{
    Slice line;
    value = slice_trim(value);
    if (!slice_line(&value, &line))
        return;
    line = slice_trim(line);
    if (line.n > 1 && line.p[0] == '"' && line.p[line.n - 1] == '"')
        line = slice_first(slice_from(line, 1), line.n - 2);
    if (line.n)
        buf_printf(b, "#@ %s=%.*s\n", key, SLICE_ARG(line));
}

static void fact_from_file(Buf *b, const char *key, const char *path)
{
    Buf text = file_text(path);
    fact(b, key, buf_slice(&text));
    buf_free(&text);
}

/* "KEY=value" or "key : value" lines of a file. */
static void fact_from_line(Buf *b, const char *key, const char *path, Slice name)
{
    Buf text = file_text(path);
    Slice rest = buf_slice(&text), line;
    while (slice_line(&rest, &line)) {
        if (!slice_skip(&line, name))
            continue;
        slice_skip_blanks(&line);
        if (!slice_skip(&line, SLICE("=")) && !slice_skip(&line, SLICE(":")))
            continue;
        fact(b, key, line);
        break;
    }
    buf_free(&text);
}

typedef struct Mount {
    Slice point, options, fs, from;
} Mount;

/* A line of /proc/self/mountinfo: "ID PARENT MAJ:MIN ROOT POINT OPTIONS ... - FS FROM ...". */
static bool mount_line(Slice line, Slice *device, Mount *m)
{
    Slice skipped;
    return slice_word(&line, &skipped) && slice_word(&line, &skipped) && slice_word(&line, device) &&
           slice_word(&line, &skipped) && slice_word(&line, &m->point) && slice_word(&line, &m->options) &&
           slice_skip_past(&line, SLICE(" - ")) && slice_word(&line, &m->fs) && slice_word(&line, &m->from);
}

static bool is_below(Slice path, Slice point)
{
    return slice_starts(path, point) && (point.n == 1 || path.n == point.n || path.p[point.n] == '/');
}

/*
 * The mount of a device number; where none has it (subvolumes of btrfs have numbers of their own), the
 * innermost one above the path. Returns a Buf that holds the text of *m.
 */
static Buf find_mount(unsigned major_number, unsigned minor_number, const char *path, Mount *m)
{
    char wanted[32], whole[PATH_MAX];
    snprintf(wanted, sizeof wanted, "%u:%u", major_number, minor_number);
    Slice full = slice_of(realpath(path, whole) ? whole : path);
    Buf text = file_text("/proc/self/mountinfo");
    Slice rest = buf_slice(&text), line, device;
    Mount found, above = { 0 };
    while (slice_line(&rest, &line)) {
        if (!mount_line(line, &device, &found))
            continue;
        if (slice_is(device, wanted)) {
            *m = found;
            return text;
        }
        if (is_below(full, found.point) && found.point.n >= above.point.n)
            above = found;
    }
    *m = above;
    return text;
}

/* The active word of "none [mq-deadline] kyber"; a partition asks its disk. */
static bool scheduler_of(Buf *b, unsigned major_number, unsigned minor_number)
{
    static const char *const places[] = { "", "../" };
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        char path[128];
        snprintf(path, sizeof path, "/sys/dev/block/%u:%u/%squeue/scheduler", major_number, minor_number, places[i]);
        Buf text = file_text(path);
        Slice rest = buf_slice(&text), active = rest;
        if (slice_skip_past(&rest, SLICE("[")))
            slice_until(&rest, SLICE("]"), &active);
        fact(b, "scheduler", active);
        bool found = text.n > 0;
        buf_free(&text);
        if (found)
            return true;
    }
    return false;
}

static void storage_facts(Buf *b, const struct stat *st, const char *path)
{
    Mount m;
    unsigned major_number = major(st->st_dev), minor_number = minor(st->st_dev);
    Buf text = find_mount(major_number, minor_number, path, &m);
    fact(b, "fs", m.fs);
    fact(b, "device", m.from);
    fact(b, "mount", m.point);
    fact(b, "mount_options", m.options);
    struct stat device;
    char from[PATH_MAX];
    snprintf(from, sizeof from, "%.*s", SLICE_ARG(m.from));
    if (!scheduler_of(b, major_number, minor_number) && stat(from, &device) == 0 && S_ISBLK(device.st_mode))
        scheduler_of(b, major(device.st_rdev), minor(device.st_rdev));
    buf_free(&text);
}

void machine_facts(Buf *b, const char *path)
{
    struct utsname u;
    struct stat st;
    fact_from_line(b, "os", "/etc/os-release", SLICE("PRETTY_NAME"));
    if (uname(&u) == 0) {
        buf_printf(b, "#@ kernel=%s\n#@ host=%s\n#@ arch=%s\n", u.release, u.nodename, u.machine);
    }
    fact_from_line(b, "cpu", "/proc/cpuinfo", SLICE("model name\t"));
    fact_from_line(b, "memory", "/proc/meminfo", SLICE("MemTotal"));
    fact_from_file(b, "governor", "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    if (stat(path, &st) == 0)
        storage_facts(b, &st, path);
}
