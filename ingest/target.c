/* What a run tested: a device as a whole, else the folder of its file. */
#include <string.h>

#include "ingest/context_tuple.h"

/* Sources and sinks that are nothing but that. */
static bool is_pseudo_device(const char *path)
{
    static const char *const names[] = { "/dev/zero",   "/dev/null", "/dev/urandom",
                                         "/dev/random", "/dev/full", "/dev/stdin",
                                         "/dev/stdout", "/dev/fd/",  "-" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strncmp(path, names[i], strlen(names[i])) == 0)
            return true;
    return false;
}

/* "/a//b/" is "/a/b" */
static const char *clean(Arena *a, const char *path)
{
    char *text = arena_alloc(a, strlen(path) + 2);
    size_t n = 0;
    for (const char *p = path; *p; p++)
        if (!(*p == '/' && n && text[n - 1] == '/'))
            text[n++] = *p;
    while (n > 1 && text[n - 1] == '/')
        n--;
    text[n] = '\0';
    return text;
}

static const char *absolute(Arena *a, const char *path, const Command *command)
{
    if (strncmp(path, "./", 2) == 0)
        path += 2;
    if (path[0] == '/' || path[0] == '~' || path[0] == '\\' || !command || !command->dir[0])
        return path;
    if (strcmp(path, ".") == 0 || !path[0])
        return command->dir;
    return arena_printf(a, "%s/%s", command->dir, path);
}

static const char *folder(Arena *a, const char *path, const Command *command)
{
    if (strncmp(path, "/dev/", 5) == 0 && strncmp(path, "/dev/shm", 8) != 0)
        return path;
    const char *whole = clean(a, absolute(a, path, command));
    const char *slash = strrchr(whole, '/');
    if (!slash)
        return "";
    return slash == whole ? "/" : arena_text(a, (Slice){ whole, (size_t)(slash - whole) });
}

static const char *option_or_fact(const Run *run, const Command *command, const char *key)
{
    const char *value = run_fact(run, "", key);
    if (!value && command)
        value = command_option(command, key);
    return value && *value ? value : NULL;
}

static const char *dd_target(Arena *a, const Run *run, const Command *command)
{
    const char *of = run_fact(run, "", "of"), *in = run_fact(run, "", "if");
    if (of && !is_pseudo_device(of))
        return folder(a, of, command);
    if (in && !is_pseudo_device(in))
        return folder(a, in, command);
    return "";
}

static const char *ioping_target(Arena *a, const Run *run, const Command *command)
{
    const char *target = run_fact(run, "", "target");
    const char *fs = run_fact(run, "", "fs"), *device = run_fact(run, "", "device");
    if (!target)
        return "";
    if (target[0] == '.' && fs && device)
        return arena_printf(a, "%s %s", fs, device);
    return clean(a, absolute(a, target, command));
}

static const char *fio_target(Arena *a, const Run *run, const Command *command)
{
    const char *file = option_or_fact(run, command, "filename");
    const char *directory = option_or_fact(run, command, "directory");
    if (directory && (!file || file[0] != '/'))
        return clean(a, absolute(a, directory, command));
    return file ? folder(a, file, command) : "";
}

const char *tuple_target(Arena *a, const Run *run, const Command *command)
{
    const char *tool = run->tool, *value;
    if (strcmp(tool, "dd") == 0 || strcmp(tool, "time") == 0)
        return dd_target(a, run, command);
    if (strcmp(tool, "ioping") == 0)
        return ioping_target(a, run, command);
    if (strcmp(tool, "fio") == 0)
        return fio_target(a, run, command);
    if (strcmp(tool, "bonnie++") == 0 && command && (value = command_option(command, "d")) &&
        *value)
        return clean(a, absolute(a, value, command));
    if ((value = run_fact(run, "", "target")) || (value = run_fact(run, "", "device")))
        return clean(a, value);
    if (command && strcmp(command->tool, "dd") == 0) { /* stated: of the command it speaks of */
        const char *of = command_operand(command, "of"), *in = command_operand(command, "if");
        if (of && !is_pseudo_device(of))
            return folder(a, of, command);
        return in && !is_pseudo_device(in) ? folder(a, in, command) : "";
    }
    return "";
}
