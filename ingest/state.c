#include "ingest/state.h"

#include <string.h>

typedef struct Out {
    Arena *arena;
    Setting *v;
    size_t n;
} Out;

static void put(Out *o, Slice key, Slice value)
{
    key = slice_trim(key);
    value = slice_trim(value);
    if (o->n < MOST_SETTINGS && key.n && value.n && value.n < 200)
        o->v[o->n++] = (Setting){ arena_text(o->arena, key), arena_text(o->arena, value) };
}

static Slice last_part(Slice path)
{
    size_t slash = slice_rfind(path, SLICE("/"));
    return slash == SLICE_NONE ? path : slice_from(path, slash + 1);
}

/* A file that is a setting: below /sys or /proc, or a name of a control group ("memory.max"). */
static bool is_setting_path(Slice path)
{
    static const char *const texts[] = { ".txt",  ".log", ".out", ".csv", ".sh",
                                         ".conf", ".cfg", ".fio", ".img", ".bin" };
    if (slice_has(path, SLICE("drop_caches")) || slice_has(path, SLICE("/dev/null")))
        return false;
    if (slice_starts(path, SLICE("/sys/")) || slice_starts(path, SLICE("/proc/")))
        return true;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (slice_ends(path, slice_of(texts[i])))
            return false;
    Slice name = last_part(path);
    size_t dot = slice_find_char(name, '.');
    return dot != SLICE_NONE && dot > 0 && dot + 1 < name.n && path.p[0] != '/';
}

/* "echo V > PATH", "echo V | sudo tee PATH" */
static void from_echo(Out *o, const Command *c)
{
    Slice text = slice_of(c->text), rest = text, path;
    if (!slice_skip_past(&rest, SLICE("> ")) &&
        (rest = text, !slice_skip_past(&rest, SLICE("tee "))) &&
        (rest = text, !slice_skip_past(&rest, SLICE(">"))))
        return;
    slice_skip(&rest, SLICE("-a "));
    if (!slice_word(&rest, &path) || !is_setting_path(path) || c->argc == 0)
        return;
    const char *value = c->argv[0][0] == '-' && c->argc > 1 ? c->argv[1] : c->argv[0];
    put(o, last_part(path), slice_of(value));
}

/* KEY=VALUE words */
static void from_assignments(Out *o, const Command *c, size_t from)
{
    for (size_t i = from; i < c->argc; i++) {
        Slice word = slice_of(c->argv[i]);
        size_t equal = slice_find_char(word, '=');
        if (equal != SLICE_NONE && equal > 0 && word.p[0] != '-' &&
            !slice_has(word, SLICE("drop_caches")))
            put(o, slice_first(word, equal), slice_from(word, equal + 1));
    }
}

static void from_sysctl(Out *o, const Command *c)
{
    Slice text = slice_of(c->text);
    size_t equal = slice_find(text, SLICE(" = "));
    if (equal == SLICE_NONE) {
        from_assignments(o, c, 0);
        return;
    }
    Slice key = slice_first(text, equal), word = SLICE("");
    while (slice_word(&key, &word))
        ;
    put(o, word, slice_from(text, equal + 3));
}

static void from_mount(Out *o, const Command *c)
{
    const char *options = command_option(c, "o"), *type = command_option(c, "t");
    if (type && *type)
        put(o, SLICE("fs"), slice_of(type));
    if (options && *options)
        put(o, SLICE("mount"), slice_of(options));
}

static void from_mkfs(Out *o, const Command *c)
{
    Slice text = slice_of(c->text), rest = text, type = SLICE("");
    if (slice_skip_past(&rest, SLICE("mkfs.")))
        slice_word(&rest, &type);
    else if (command_option(c, "t"))
        type = slice_of(command_option(c, "t"));
    const char *value = arena_text(o->arena, type);
    for (size_t i = 0; i + 1 < c->argc; i++)
        if (strcmp(c->argv[i], "-t") == 0 || strcmp(c->argv[i], "-q") == 0 ||
            strcmp(c->argv[i], "-f") == 0 || strcmp(c->argv[i], "-F") == 0)
            i += c->argv[i][1] == 't';
        else
            value = arena_printf(o->arena, "%s %s", value, c->argv[i]);
    put(o, SLICE("fs"), slice_of(value));
}

static void from_option(Out *o, const Command *c, const char *option, const char *key)
{
    const char *value = command_option(c, option);
    if (value && *value)
        put(o, slice_of(key), slice_of(value));
}

/* "-W0", "-W 0" */
static void from_hdparm(Out *o, const Command *c)
{
    for (size_t i = 0; i < c->argc; i++)
        if (strncmp(c->argv[i], "-W", 2) == 0) {
            const char *value = c->argv[i][2]     ? c->argv[i] + 2
                                : i + 1 < c->argc ? c->argv[i + 1]
                                                  : "";
            put(o, SLICE("write cache"), slice_of(value));
        }
}

static void from_mtu(Out *o, const Command *c)
{
    for (size_t i = 0; i + 1 < c->argc; i++)
        if (strcmp(c->argv[i], "mtu") == 0)
            put(o, SLICE("mtu"), slice_of(c->argv[i + 1]));
}

/* "ethtool -K eth0 tso off gso off" */
static void from_ethtool(Out *o, const Command *c)
{
    for (size_t i = 2;
         i + 1 < c->argc && (strcmp(c->argv[0], "-K") == 0 || strcmp(c->argv[0], "-G") == 0);
         i += 2)
        put(o, slice_of(c->argv[i]), slice_of(c->argv[i + 1]));
}

static void from_service(Out *o, const Command *c)
{
    bool systemctl = strcmp(c->tool, "systemctl") == 0;
    if (c->argc < 2)
        return;
    const char *name = systemctl ? c->argv[1] : c->argv[0],
               *verb = systemctl ? c->argv[0] : c->argv[1];
    static const char *const verbs[] = { "start", "stop", "enable", "disable", "mask" };
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strcmp(verb, verbs[i]) == 0)
            put(o, slice_of(name), slice_of(verb));
}

static void from_modprobe(Out *o, const Command *c)
{
    bool removed = command_has_flag(c, "-r");
    for (size_t i = 0; i < c->argc; i++)
        if (c->argv[i][0] != '-' && !strchr(c->argv[i], '=')) {
            put(o, slice_of(c->argv[i]), removed ? SLICE("unloaded") : SLICE("loaded"));
            break;
        }
    from_assignments(o, c, 1);
}

static void from_pool(Out *o, const Command *c)
{
    if (c->argc && strcmp(c->argv[0], "set") == 0) {
        from_assignments(o, c, 1);
        return;
    }
    if (!c->argc || strcmp(c->argv[0], "create") != 0)
        return;
    from_assignments(o, c, 1);
    if (strcmp(c->tool, "zpool") != 0)
        return;
    const char *value = "";
    for (size_t i = 1; i < c->argc; i++) {
        if (c->argv[i][0] == '-') {
            i += strcmp(c->argv[i], "-o") == 0 || strcmp(c->argv[i], "-O") == 0 ||
                 strcmp(c->argv[i], "-m") == 0;
            continue;
        }
        value = arena_printf(o->arena, "%s%s%s", value, *value ? " " : "", c->argv[i]);
    }
    put(o, SLICE("pool"), slice_of(value));
}

size_t state_settings(Arena *a, const Command *c, Setting out[MOST_SETTINGS])
{
    Out o = { a, out, 0 };
    Slice tool = slice_of(c->tool);
    if (slice_is(tool, "echo"))
        from_echo(&o, c);
    else if (slice_is(tool, "sysctl"))
        from_sysctl(&o, c);
    else if (slice_is(tool, "zfs") || slice_is(tool, "zpool"))
        from_pool(&o, c);
    else if (slice_is(tool, "mount"))
        from_mount(&o, c);
    else if (slice_is(tool, "mkfs"))
        from_mkfs(&o, c);
    else if (slice_is(tool, "blockdev"))
        from_option(&o, c, "setra", "readahead");
    else if (slice_is(tool, "cpupower"))
        from_option(&o, c, "g", "governor");
    else if (slice_is(tool, "mdadm"))
        from_option(&o, c, "level", "raid");
    else if (slice_is(tool, "hdparm"))
        from_hdparm(&o, c);
    else if (slice_is(tool, "ip") || slice_is(tool, "ifconfig"))
        from_mtu(&o, c);
    else if (slice_is(tool, "ethtool"))
        from_ethtool(&o, c);
    else if (slice_is(tool, "systemctl") || slice_is(tool, "service"))
        from_service(&o, c);
    else if (slice_is(tool, "modprobe"))
        from_modprobe(&o, c);
    else if (slice_is(tool, "export"))
        from_assignments(&o, c, 0);
    else if (slice_is(tool, "tuned-adm") && c->argc > 1 && strcmp(c->argv[0], "profile") == 0)
        put(&o, SLICE("tuned"), slice_of(c->argv[1]));
    return o.n;
}

const char *state_printed_key(Arena *a, const Command *c)
{
    if (strcmp(c->tool, "uname") == 0)
        return "kernel";
    if (strcmp(c->tool, "cat") != 0 || c->argc != 1)
        return NULL;
    Slice path = slice_of(c->argv[0]);
    if (!slice_starts(path, SLICE("/sys/")) && !slice_starts(path, SLICE("/proc/sys/")))
        return NULL;
    return arena_text(a, last_part(path));
}

const char *state_printed_value(Arena *a, Slice line)
{
    Slice rest = slice_trim(line), inner;
    if (slice_skip_past(&rest, SLICE("[")) && slice_until(&rest, SLICE("]"), &inner) && inner.n)
        return arena_text(a, inner);
    return arena_text(a, slice_first(slice_trim(line), 120));
}
