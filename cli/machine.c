#include "cli/machine.h"

#include <fcntl.h>
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

/* Fields of the line of /proc/self/mountinfo for this device: "... MAJ:MIN root at opts - fs from". */
static void mount_facts(Buf *b, unsigned major_number, unsigned minor_number)
{
    char wanted[32];
    snprintf(wanted, sizeof wanted, "%u:%u", major_number, minor_number);
    Buf text = file_text("/proc/self/mountinfo");
    Slice rest = buf_slice(&text), line;
    while (slice_line(&rest, &line)) {
        Slice word, mount_point, options, fs, from;
        if (!slice_word(&line, &word) || !slice_word(&line, &word) || !slice_word(&line, &word) ||
            !slice_is(word, wanted) || !slice_word(&line, &word) || !slice_word(&line, &mount_point) ||
            !slice_word(&line, &options) || !slice_skip_past(&line, SLICE(" - ")) ||
            !slice_word(&line, &fs) || !slice_word(&line, &from))
            continue;
        fact(b, "fs", fs);
        fact(b, "device", from);
        fact(b, "mount", mount_point);
        fact(b, "mount_options", options);
        break;
    }
    buf_free(&text);
}

/* The active word of "none [mq-deadline] kyber"; a partition asks its disk. */
static void scheduler(Buf *b, unsigned major_number, unsigned minor_number)
{
    for (int i = 0; i < 2; i++) {
        char path[128];
        if (i == 0)
            snprintf(path, sizeof path, "/sys/dev/block/%u:%u/queue/scheduler", major_number, minor_number);
        else
            snprintf(path, sizeof path, "/sys/dev/block/%u:%u/../queue/scheduler", major_number,
                     minor_number);
        Buf text = file_text(path);
        Slice rest = buf_slice(&text), active = rest;
        if (slice_skip_past(&rest, SLICE("[")))
            slice_until(&rest, SLICE("]"), &active);
        fact(b, "scheduler", active);
        bool found = text.n > 0;
        buf_free(&text);
        if (found)
            return;
    }
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
    if (stat(path, &st) == 0) {
        unsigned major_number = major(st.st_dev), minor_number = minor(st.st_dev);
        mount_facts(b, major_number, minor_number);
        scheduler(b, major_number, minor_number);
    }
}
