#include "ingest/environment_line.h"

#include <string.h>

typedef struct Out {
    Arena *arena;
    EnvironmentFact *v;
    size_t n;
    const char *command;
    size_t index;
    EnvironmentMemory *memory;
} Out;

static void put_at(Out *o, const char *key, Slice value, const char *mount_point)
{
    value = slice_trim(value);
    if (o->n < MOST_ENVIRONMENT_FACTS && value.n && value.n < 200)
        o->v[o->n++] = (EnvironmentFact){ key, arena_text(o->arena, value), mount_point };
}

static void put(Out *o, const char *key, Slice value)
{
    put_at(o, key, value, NULL);
}

static Slice unquoted(Slice s)
{
    s = slice_trim(s);
    if (s.n > 1 && (s.p[0] == '"' || s.p[0] == '\'') && s.p[s.n - 1] == s.p[0])
        return slice_first(slice_from(s, 1), s.n - 2);
    return s;
}

static bool printed_by(const Out *o, const char *words)
{
    return strstr(o->command, words) != NULL;
}

static bool in_os_block(const Out *o)
{
    return o->memory->os_line && o->index + 1 - o->memory->os_line <= 8;
}

static void remember_os(Out *o)
{
    o->memory->os_line = o->index + 1;
}

/* --- blocks of "KEY=VALUE" and "Key: value" --- */

typedef enum Rule {
    RULE_ALWAYS,
    RULE_OS,     /* opens a block that names a system */
    RULE_IN_OS,  /* only in such a block */
    RULE_OUTPUT, /* only in the output of a command */
} Rule;

typedef struct Field {
    const char *front, *key;
    Rule rule;
} Field;

/* clang-format off */
static const Field fields[] = {
    { "PRETTY_NAME=", NULL, RULE_OS }, { "ID_LIKE=", NULL, RULE_OS }, { "VERSION=", NULL, RULE_IN_OS },
    { "NAME=", "os", RULE_OS }, { "VERSION_ID=", "os_version", RULE_IN_OS },
    { "DISTRIB_ID=", "os", RULE_OS }, { "DISTRIB_RELEASE=", "os_version", RULE_IN_OS },
    { "Distributor ID:", "os", RULE_OS }, { "Release:", "os_version", RULE_IN_OS },
    { "Release no:", NULL, RULE_IN_OS }, { "Version no:", "os_version", RULE_IN_OS },
    { "OS:", "os", RULE_OS }, { "Distro:", "os", RULE_OS }, { "Distribution:", "os", RULE_OS },
    { "Kernel:", "kernel", RULE_IN_OS }, { "Operating System:", "os", RULE_OS },
    { "ProductName:", "os", RULE_OS }, { "ProductVersion:", "os_version", RULE_IN_OS },
    { "Model name:", "cpu", RULE_ALWAYS }, { "model name\t:", "cpu", RULE_ALWAYS },
    { "Hypervisor vendor:", "virtualization", RULE_ALWAYS },
    { "CPU(s):", "cpus", RULE_OUTPUT }, { "Raid Level :", "raid", RULE_ALWAYS },
    { "Device Model:", "drive", RULE_ALWAYS }, { "Model Number:", "drive", RULE_ALWAYS },
    { "QEMU emulator version", "virtualization", RULE_ALWAYS },
};
/* clang-format on */

static bool from_fields(Out *o, Slice line)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const Field *f = &fields[i];
        Slice rest = line;
        if (f->front[0] != line.p[0] || !slice_skip(&rest, slice_of(f->front)))
            continue;
        if ((f->rule == RULE_IN_OS && !in_os_block(o)) ||
            (f->rule == RULE_OUTPUT && !o->command[0]))
            continue;
        if (f->rule == RULE_OS || f->rule == RULE_IN_OS)
            remember_os(o);
        rest = unquoted(rest);
        if (strcmp(f->front, "QEMU emulator version") == 0)
            rest = slice_of(arena_printf(o->arena, "QEMU %.*s", SLICE_ARG(rest)));
        if (f->key && strcmp(f->key, "kernel") == 0)
            slice_skip(&rest, SLICE("Linux "));
        if (f->key)
            put(o, f->key, rest);
        return true;
    }
    return false;
}

/* "Max memory: 4096000 KiB", "MemTotal:  16384 kB": bytes */
static bool from_memory(Out *o, Slice line)
{
    Slice rest = line;
    uint64_t kib;
    if (!slice_skip(&rest, SLICE("Max memory:")) && !slice_skip(&rest, SLICE("MemTotal:")))
        return false;
    slice_skip_blanks(&rest);
    if (slice_uint(&rest, &kib) && kib < UINT64_MAX / 1024 &&
        (slice_has_word(rest, SLICE("KiB")) || slice_has_word(rest, SLICE("kB"))))
        put(o, "memory",
            slice_of(arena_printf(o->arena, "%llu", (unsigned long long)(kib * 1024))));
    return true;
}

/* --- systems --- */

static bool has_version(Slice word)
{
    return word.n && char_is_digit(word.p[0]) && slice_find_char(word, '.') != SLICE_NONE;
}

/* "Linux host 5.10.0-8-amd64 #1 SMP ...", "FreeBSD host 13.0-RELEASE ...", and "uname -r" alone */
static bool from_uname(Out *o, Slice line)
{
    Slice rest = line, name, host, release;
    if (printed_by(o, "uname") && has_version(line) && slice_find_char(line, ' ') == SLICE_NONE) {
        put(o, "kernel", line);
        return true;
    }
    if (!slice_word(&rest, &name) || !slice_word(&rest, &host) || !slice_word(&rest, &release) ||
        !has_version(release))
        return false;
    bool linux_line =
        slice_is(name, "Linux") && (slice_has(rest, SLICE("#")) || printed_by(o, "uname"));
    bool other =
        (slice_is(name, "FreeBSD") || slice_is(name, "SunOS") || slice_is(name, "Darwin") ||
         slice_is(name, "NetBSD") || slice_is(name, "OpenBSD")) &&
        (printed_by(o, "uname") || slice_word(&rest, &host));
    if (!linux_line && !other)
        return false;
    put(o, "kernel", release);
    if (other)
        put(o, "os", name);
    return true;
}

/* "CentOS Linux release 7.6.1810 (Core)" */
static bool from_release_file(Out *o, Slice line)
{
    Slice name, rest = line, version;
    if (line.n > 80 || line.p[0] < 'A' || line.p[0] > 'Z' ||
        !slice_until(&rest, SLICE(" release "), &name))
        return false;
    if (!slice_word(&rest, &version) || !char_is_digit(version.p[0]))
        return false;
    bool named = slice_has(name, SLICE("Linux")) || slice_is(name, "Fedora") ||
                 slice_has(name, SLICE("CentOS"));
    if (!named || slice_find_char(name, '.') != SLICE_NONE)
        return false;
    put(o, "os", name);
    put(o, "os_version", version);
    return true;
}

/* --- file systems --- */

static const char *mount_point(Out *o, Slice path)
{
    while (path.n > 1 && path.p[path.n - 1] == '/')
        path.n--;
    return arena_text(o->arena, path);
}

/* "DEVICE on /MNT type FS (OPTIONS)"; the options may go on in the next line */
static bool from_mount(Out *o, Slice line)
{
    Slice rest = line, device, point, fs;
    if (!slice_until(&rest, SLICE(" on /"), &device) || device.n > 120 ||
        slice_find_char(device, ' ') != SLICE_NONE)
        return false;
    if (!slice_until(&rest, SLICE(" type "), &point) || !slice_word(&rest, &fs))
        return false;
    const char *at = mount_point(o, slice_of(arena_printf(o->arena, "/%.*s", SLICE_ARG(point))));
    put_at(o, "fs", fs, at);
    put_at(o, "device", device, at);
    slice_skip_blanks(&rest);
    if (slice_skip(&rest, SLICE("("))) {
        size_t close = slice_find_char(rest, ')');
        put_at(o, "mount_options", close == SLICE_NONE ? rest : slice_first(rest, close), at);
    }
    return true;
}

/* df: "DEVICE [FS] 50G 33M 50G 1% /media/lun" */
static bool from_df(Out *o, Slice line)
{
    Slice rest = line, word, device = SLICE(""), fs = SLICE(""), last = SLICE(""),
          before = SLICE("");
    size_t n = 0;
    while (slice_word(&rest, &word)) {
        if (n == 0)
            device = word;
        if (n == 1 && char_is_alpha(word.p[0]))
            fs = word;
        before = last;
        last = word;
        n++;
    }
    if (n < 6 || n > 8 || last.p[0] != '/' || !slice_ends(before, SLICE("%")))
        return false;
    if (slice_find_char(device, '/') == SLICE_NONE && slice_find_char(device, ':') == SLICE_NONE &&
        !o->command[0])
        return false;
    const char *at = mount_point(o, last);
    put_at(o, "device", device, at);
    put_at(o, "fs", fs, at);
    return true;
}

/* /proc/mounts: "DEVICE /MNT FS OPTIONS 0 0" */
static bool from_proc_mounts(Out *o, Slice line)
{
    Slice rest = line, device, point, fs, options;
    if (!slice_ends(line, SLICE(" 0 0")) || !slice_word(&rest, &device) ||
        !slice_word(&rest, &point) || !slice_word(&rest, &fs) || !slice_word(&rest, &options) ||
        point.p[0] != '/')
        return false;
    const char *at = mount_point(o, point);
    put_at(o, "fs", fs, at);
    put_at(o, "device", device, at);
    put_at(o, "mount_options", options, at);
    return true;
}

/* --- the rest --- */

/* "2: eth0: <BROADCAST,UP> mtu 9000 qdisc ..." */
static bool from_mtu(Out *o, Slice line)
{
    Slice rest = line, digits;
    if (!o->command[0] || !slice_skip_past(&rest, SLICE(" mtu ")) || !slice_digits(&rest, &digits))
        return false;
    if (slice_has(line, SLICE("LOOPBACK")))
        return true;
    put(o, "mtu", digits);
    return true;
}

/* "md0 : active raid5 sdb1[0] sdc1[1]", "raidz2-0  ONLINE" */
static bool from_raid(Out *o, Slice line)
{
    Slice rest = line, word;
    if (slice_starts(line, SLICE("md")) && slice_skip_past(&rest, SLICE(" : active ")) &&
        slice_word(&rest, &word) && slice_starts(word, SLICE("raid"))) {
        put(o, "raid", word);
        return true;
    }
    rest = line;
    if (!printed_by(o, "zpool status") || !slice_word(&rest, &word) ||
        !slice_has(rest, SLICE("ONLINE")))
        return false;
    size_t dash = slice_rfind(word, SLICE("-"));
    Slice kind = dash == SLICE_NONE ? word : slice_first(word, dash);
    if (!slice_starts(kind, SLICE("raidz")) && !slice_is(kind, "mirror"))
        return false;
    put(o, "pool", kind);
    return true;
}

/* sysctl: "vm.dirty_ratio = 20"; zfs get: "tank  compression  lz4  local" */
static bool from_settings(Out *o, Slice line)
{
    static const char *const properties[] = { "compression", "sync",         "recordsize",
                                              "atime",       "dedup",        "primarycache",
                                              "logbias",     "volblocksize", "ashift" };
    Slice rest = line, key, value, name;
    if (printed_by(o, "sysctl") && slice_until(&rest, SLICE(" = "), &key) &&
        slice_find_char(key, '.') != SLICE_NONE && slice_find_char(key, ' ') == SLICE_NONE) {
        put(o, arena_text(o->arena, key), rest);
        return true;
    }
    rest = line;
    if (!(printed_by(o, "zfs get") || printed_by(o, "zpool get")) || !slice_word(&rest, &name) ||
        !slice_word(&rest, &key) || !slice_word(&rest, &value))
        return false;
    for (size_t i = 0; i < sizeof properties / sizeof *properties; i++)
        if (slice_is(key, properties[i])) {
            put(o, properties[i], value);
            return true;
        }
    return false;
}

size_t environment_line(Arena *a, Slice line, const char *command, size_t index,
                        EnvironmentMemory *memory, EnvironmentFact out[MOST_ENVIRONMENT_FACTS])
{
    Out o = { a, out, 0, command, index, memory };
    if (line.n < 4 || line.n > 1000)
        return 0;
    (void)(from_fields(&o, line) || from_memory(&o, line) || from_uname(&o, line) ||
           from_release_file(&o, line) || from_mount(&o, line) || from_df(&o, line) ||
           from_proc_mounts(&o, line) || from_mtu(&o, line) || from_raid(&o, line) ||
           from_settings(&o, line));
    return o.n;
}
