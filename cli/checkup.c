#include "cli/checkup.h"

#include <dirent.h>
#include <sys/stat.h>

#include "base/child.h"
#include "base/safe.h"
#include "cli/drawing.h"

enum { MOST_DEEP = 5 };

static void line(Cli *c, const char *what, const char *value)
{
    buf_printf(&c->out, "%-10s ", what);
    safe_terminal(&c->out, slice_of(value));
    buf_char(&c->out, '\n');
}

static void unpacker(Cli *c)
{
    char path[CHILD_PATH_BYTES];
    if (child_find("plimsoll-unpack", path))
        line(c, "unpack", path);
    else
        line(c, "unpack", "plimsoll-unpack is not installed: archives, compressed files and mail stay closed");
}

/* A chart of one word, drawn for real: PLplot, its drivers and what they load. */
static void pictures(Cli *c)
{
    static const char *const formats[] = { "svg", "png", "pdf" };
    const char *said = "";
    Chart *chart = chart_new(c->arena, "bar", 200, 100);
    chart->title = "plimsoll doctor";
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        Buf picture = buf_new(0);
        Error err = { 0 };
        bool ok = drawing_picture(chart, formats[i], 1, &picture, &err);
        buf_free(&picture);
        if (!ok && i == 0) { /* the others would say the same */
            said = err.text[0] ? arena_text(c->arena, slice_of(err.text)) : "none";
            break;
        }
        said = arena_printf(c->arena, "%s%s%s %s", said, i ? ", " : "", formats[i], ok ? "ok" : err.text);
    }
    line(c, "charts", said);
}

/* The path of a font file below a folder; NULL: not there. */
static const char *find_font(Arena *a, const char *folder, const char *name, int depth)
{
    DIR *d = opendir(folder);
    const char *found = NULL;
    for (const struct dirent *e; d && !found && (e = readdir(d));) {
        struct stat st;
        if (e->d_name[0] == '.')
            continue;
        const char *path = arena_printf(a, "%s/%s", folder, e->d_name);
        if (strcmp(e->d_name, name) == 0)
            found = path;
        else if (depth < MOST_DEEP && stat(path, &st) == 0 && S_ISDIR(st.st_mode))
            found = find_font(a, path, name, depth + 1);
    }
    if (d)
        closedir(d);
    return found;
}

/* Charts are laid out for the widths of this font (plot/text_width.c). */
static void font(Cli *c)
{
    static const char name[] = "DejaVuSans.ttf";
    const char *home = getenv("HOME"), *found = NULL;
    const char *folders[] = {
        home && *home ? arena_printf(c->arena, "%s/.local/share/fonts", home) : NULL,
        home && *home ? arena_printf(c->arena, "%s/.fonts", home) : NULL,
        "/usr/local/share/fonts", "/usr/share/fonts",
    };
    for (size_t i = 0; i < sizeof folders / sizeof *folders && !found; i++)
        found = folders[i] ? find_font(c->arena, folders[i], name, 0) : NULL;
    line(c, "font", found ? found : "no DejaVu Sans (Debian: fonts-dejavu-core): words on charts may overlap");
}

static void pager(Cli *c)
{
    const char *ours = getenv("PLIMSOLL_PAGER"), *theirs = getenv("PAGER"), *set = ours ? ours : theirs;
    line(c, "pager", !set ? "less" : *set ? set : "none");
}

void checkup_print(Cli *c)
{
    unpacker(c);
    pictures(c);
    font(c);
    pager(c);
}
