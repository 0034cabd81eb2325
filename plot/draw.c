/*
 * plimsoll-draw: reads the text form of a chart (chart.h) on standard input, draws it with PLplot,
 * writes an SVG, PNG or PDF to standard output. A program of its own, because PLplot ends the
 * process on errors, asks questions on standard input and takes 10 ms to load.
 *
 * usage: plimsoll-draw [--format svg|png|pdf] [--scale K] | --version
 * Exit status: 0; 2 usage; 3 the chart or the drawing failed, then nothing was written.
 *
 * All drawing is done in one viewport whose window is the page in logical pixels (layout.h):
 * PLplot's own axes, legends and margins are not used. It clips and warns outside of a viewport,
 * divides labels by a common factor, and its dash patterns do not scale.
 */
#include <errno.h>
#include <math.h>
#include <plplot/plplot.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/xml.h"
#include "plot/paint.h"

enum { MOST_INPUT = 64 << 20, EXIT_WRONG_USE = 2, EXIT_FAILED = 3 };

/* --- PLplot's way of failing --- */

static jmp_buf broken;
static char complaint[256];

static void note_complaint(const char *message)
{
    if (!complaint[0])
        snprintf(complaint, sizeof complaint, "%s", message);
}

static int on_exit_wish(const char *message)
{
    note_complaint(message);
    longjmp(broken, 1);
}

static void on_abort(const char *message)
{
    note_complaint(message);
}

/* --- pens --- */

typedef struct Rgb {
    int r, g, b;
} Rgb;

enum { INDEX_GRID = 20, INDEX_AXIS, INDEX_WHITE, INDEX_LIGHT, INDEX_SCRATCH };

static const Rgb palette[CHART_COLOURS] = {
    { 0, 114, 178 }, { 230, 159, 0 }, { 0, 158, 115 },   { 204, 121, 167 }, { 86, 180, 233 },
    { 213, 94, 0 },  { 90, 90, 90 },  { 176, 188, 196 }, { 150, 150, 150 }, { 0, 158, 115 },
    { 213, 94, 0 },  { 200, 40, 30 }, { 38, 38, 38 },    { 105, 105, 105 },
};

static void set_colours(void)
{
    plscmap0n(32);
    plscol0(0, 255, 255, 255);
    for (int i = 0; i < CHART_COLOURS; i++)
        plscol0(i + 1, palette[i].r, palette[i].g, palette[i].b);
    plscol0(INDEX_GRID, 230, 230, 230);
    plscol0(INDEX_AXIS, 150, 150, 150);
    plscol0(INDEX_WHITE, 255, 255, 255);
    plscol0(INDEX_LIGHT, 242, 242, 242);
    static const PLFLT at[] = { 0, 0.25, 0.5, 0.75, 1 };
    static const PLFLT r[] = { 0.267, 0.230, 0.128, 0.365, 0.992 };
    static const PLFLT g[] = { 0.005, 0.322, 0.566, 0.785, 0.906 };
    static const PLFLT b[] = { 0.329, 0.546, 0.551, 0.383, 0.144 };
    plscmap1n(256);
    plscmap1l(1, 5, at, r, g, b, NULL);
}

void draw_colour(ChartColour c)
{
    plcol0((PLINT)c + 1);
}

void draw_translucent(ChartColour c, double alpha)
{
    plscol0a(INDEX_SCRATCH + (PLINT)c % 7, palette[c].r, palette[c].g, palette[c].b, alpha);
    plcol0(INDEX_SCRATCH + (PLINT)c % 7);
}

void draw_width(const Page *p, double px)
{
    plwidth(px * p->scale);
}

/* PLplot counts dashes in micrometres of a page of 72 dots an inch. */
void draw_dashes(const Page *p, bool on)
{
    PLINT length = (PLINT)(4 * p->scale * 25400 / 72);
    if (on)
        plstyl(1, &length, &length);
    else
        plstyl(0, NULL, NULL);
}

void draw_line(double x0, double y0, double x1, double y1)
{
    pljoin(x0, y0, x1, y1);
}

/* Fills are stroked as well, in the pen's width: none, or the edges of translucent areas darken. */
void draw_polygon(const double *x, const double *y, size_t n)
{
    plwidth(0);
    plfill((PLINT)n, x, y);
}

void draw_polyline(const double *x, const double *y, size_t n)
{
    plline((PLINT)n, x, y);
}

void draw_grey(DrawGrey g)
{
    static const PLINT index[] = { INDEX_GRID, INDEX_AXIS, INDEX_WHITE, INDEX_LIGHT,
                                   CHART_INK + 1 };
    plcol0(index[g]);
}

void draw_scale_colour(double t)
{
    plcol1(t);
}

/* --- text --- */

/* '#' is PLplot's escape. Pango draws points at 96 dots an inch. */
void draw_text_turned(const Page *p, double x, double y, double dx, double dy, DrawAlign align,
                      double size, bool bold, const char *text)
{
    if (!*text)
        return;
    char *twice = arena_alloc(p->arena, 2 * strlen(text) + 1);
    size_t n = 0;
    for (; *text; text++) {
        if (*text == '#')
            twice[n++] = '#';
        twice[n++] = *text;
    }
    plschr(size * p->scale * 25.4 / 96, 1.0);
    plsfont(PL_FCI_SANS, PL_FCI_UPRIGHT, bold ? PL_FCI_BOLD : PL_FCI_MEDIUM);
    plptex(x, y, dx, dy, align == DRAW_LEFT ? 0 : align == DRAW_CENTER ? 0.5 : 1.0, twice);
}

void draw_text(const Page *p, double x, double y, DrawAlign align, double size, bool bold,
               const char *s)
{
    draw_text_turned(p, x, y, 1, 0, align, size, bold, s);
}

/* --- the picture --- */

typedef struct Format {
    const char *name, *device;
} Format;

static const Format formats[] = {
    { "svg", "svg" },
    { "png", "pngcairo" },
    { "pdf", "pdfcairo" },
};

/* PLplot asks on standard input for a device that it does not have: look first. */
static bool has_device(const char *name)
{
    const char *menus[64], *devices[64];
    const char **menu = menus, **device = devices;
    int n = 64;
    plgDevs(&menu, &device, &n);
    for (int i = 0; i < n; i++)
        if (device[i] && strcmp(device[i], name) == 0)
            return true;
    return false;
}

static bool draw_picture(const Page *p, const Format *f, char **bytes, size_t *n)
{
    FILE *stream = open_memstream(bytes, n);
    if (!stream)
        return false;
    if (setjmp(broken))
        return false;
    plsexit(on_exit_wish);
    plsabort(on_abort);
    plsdev(f->device);
    plsfile(stream);
    if (p->vector)
        plsetopt("drvopt", "text_clipping=0");
    plspage(72, 72, (PLINT)lround(p->l->width * p->scale), (PLINT)lround(p->l->height * p->scale),
            0, 0);
    set_colours();
    plinit();
    pladv(0);
    plvpor(0, 1, 0, 1);
    plwind(0, p->l->width, 0, p->l->height);
    paint_page(p);
    plend1(); /* closes the stream: the bytes are complete */
    return !complaint[0];
}

/* --- in and out --- */

static int failed(const char *what)
{
    fprintf(stderr, "plimsoll-draw: %s\n", what);
    return EXIT_FAILED;
}

static bool read_all(Buf *b)
{
    char block[65536];
    for (size_t n; (n = fread(block, 1, sizeof block, stdin)) > 0;)
        buf_add(b, (Slice){ block, n });
    return !ferror(stdin) && !b->full;
}

static int deliver(Slice bytes)
{
    if (fwrite(bytes.p, 1, bytes.n, stdout) != bytes.n || fflush(stdout) != 0)
        return failed(strerror(errno));
    return 0;
}

static int deliver_svg(const Chart *c, Slice drawn)
{
    Buf tidy = buf_new(0);
    Error err = { 0 };
    bool ok = xml_tidy_svg(drawn, c->title, *c->about ? c->about : c->subtitle, &tidy, &err);
    int status = ok ? deliver(buf_slice(&tidy)) : failed(err.text);
    buf_free(&tidy);
    return status;
}

static int draw(const Chart *c, const Format *f, double scale, Arena *a)
{
    Layout l = layout_of(a, c);
    bool vector = strcmp(f->name, "svg") == 0;
    Page page = {
        .l = &l, .arena = a, .scale = strcmp(f->name, "png") == 0 ? scale : 1, .vector = vector
    };
    if (!has_device(f->device))
        return failed(vector ? "PLplot has no svg device: install plplot-driver-cairo's libplplot"
                             : "PLplot has no cairo devices: install plplot-driver-cairo");
    char *bytes = NULL;
    size_t n = 0;
    int status;
    if (!draw_picture(&page, f, &bytes, &n) || n == 0)
        status = failed(complaint[0] ? complaint : "PLplot drew nothing");
    else
        status = vector ? deliver_svg(c, (Slice){ bytes, n }) : deliver((Slice){ bytes, n });
    free(bytes);
    return status;
}

static int print_version(void)
{
    char version[80] = "";
    plgver(version);
    printf("PLplot %s\n", version);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "--version") == 0)
        return print_version();
    const Format *format = &formats[0];
    double scale = 2;
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strcmp(argv[i], "--format") == 0) {
            format = NULL;
            for (size_t k = 0; k < sizeof formats / sizeof *formats; k++)
                if (strcmp(formats[k].name, value) == 0)
                    format = &formats[k];
        } else if (strcmp(argv[i], "--scale") == 0) {
            scale = strtod(value, NULL);
        } else {
            format = NULL;
        }
        i++;
        if (!format || !(scale >= 0.5 && scale <= 8)) {
            fputs(
                "usage: plimsoll-draw [--format svg|png|pdf] [--scale 0.5..8] < CHART > PICTURE\n",
                stderr);
            return EXIT_WRONG_USE;
        }
    }
    Buf input = buf_new(MOST_INPUT);
    Arena *a = arena_new(0);
    Chart *c;
    Error err = { 0 };
    int status;
    if (!read_all(&input))
        status = failed("cannot read the chart from standard input");
    else if (!chart_read(a, buf_slice(&input), &c, &err))
        status = failed(err.text);
    else
        status = draw(c, format, scale, a);
    arena_free(a);
    buf_free(&input);
    return status;
}
