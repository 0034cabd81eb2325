#include "plot/ticks.h"

#include <stdio.h>
#include <string.h>

typedef struct Prefix {
    Unit unit;
    double factor;
    const char *word;
} Prefix;

/* clang-format off */
/* Descending within a unit. Prefixes of bytes are powers of 10 here: "MB" says so by its spelling. */
static const Prefix prefixes[] = {
    { UNIT_SECONDS, 1, "s" }, { UNIT_SECONDS, 1e-3, "ms" }, { UNIT_SECONDS, 1e-6, "\xc2\xb5s" },
    { UNIT_SECONDS, 1e-9, "ns" },
    { UNIT_BYTES_PER_S, 1e9, "GB/s" }, { UNIT_BYTES_PER_S, 1e6, "MB/s" }, { UNIT_BYTES_PER_S, 1e3, "kB/s" },
    { UNIT_BYTES_PER_S, 1, "B/s" },
    { UNIT_BYTES, 1e9, "GB" }, { UNIT_BYTES, 1e6, "MB" }, { UNIT_BYTES, 1e3, "kB" }, { UNIT_BYTES, 1, "B" },
    { UNIT_PER_S, 1e6, "M/s" }, { UNIT_PER_S, 1e3, "k/s" }, { UNIT_PER_S, 1, "/s" },
    { UNIT_COUNT, 1e9, "G" }, { UNIT_COUNT, 1e6, "M" }, { UNIT_COUNT, 1e3, "k" }, { UNIT_COUNT, 1, "" },
    { UNIT_UNKNOWN, 1e9, "G" }, { UNIT_UNKNOWN, 1e6, "M" }, { UNIT_UNKNOWN, 1e3, "k" }, { UNIT_UNKNOWN, 1, "" },
    { UNIT_RATIO, 0.01, "%" },
};
/* clang-format on */

static PlotUnit fitting(Unit unit, double typical)
{
    PlotUnit u = { .word = "", .factor = 1 };
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        if (prefixes[i].unit != unit)
            continue;
        snprintf(u.word, sizeof u.word, "%s", prefixes[i].word);
        u.factor = prefixes[i].factor;
        if (fabs(typical) >= u.factor * 0.9995)
            break;
    }
    return u;
}

/* "12286 KB/s" -> "12 MB/s" of the same dialect, "20000 us" -> "20 ms"; false: no step up. */
static bool step_up(char *word, double *factor, Unit unit)
{
    if (unit == UNIT_SECONDS) {
        if (strcmp(word, "us") != 0 && strcmp(word, "ms") != 0 && strcmp(word, "ns") != 0)
            return false;
        const char *next = word[0] == 'n' ? "us" : word[0] == 'u' ? "ms" : "s";
        memcpy(word, next, strlen(next) + 1);
        *factor *= 1000;
        return true;
    }
    static const char letters[] = "KMGT";
    const char *at = word[0] == 'k' ? letters : word[0] ? strchr(letters, word[0]) : NULL;
    if (!at || !at[1] || (unit != UNIT_BYTES && unit != UNIT_BYTES_PER_S))
        return false;
    bool binary = fabs(*factor / pow(1024, (double)(at - letters) + 1) - 1) < 1e-9;
    word[0] = at[1];
    *factor *= binary ? 1024 : 1000;
    return true;
}

/* fio 2 prints "KB/s" of 1024 bytes: "KiB/s". The picture stands alone, without the tool's name. */
static void say_binary(PlotUnit *u, Unit unit)
{
    static const char letters[] = "KMGT";
    size_t n = strlen(u->word);
    const char *at = u->word[0] == 'k' ? letters : n ? strchr(letters, u->word[0]) : NULL;
    if (!at || (unit != UNIT_BYTES && unit != UNIT_BYTES_PER_S) || u->word[1] != 'B' ||
        n + 2 > sizeof u->word ||
        fabs(u->factor / pow(1024, (double)(at - letters) + 1) - 1) >= 1e-9)
        return;
    u->word[0] = *at;
    memmove(u->word + 2, u->word + 1, n);
    u->word[1] = 'i';
}

PlotUnit plot_unit(Unit unit, const char *raw_unit, double raw_factor, double typical)
{
    if (raw_unit && *raw_unit && raw_factor > 0 && strlen(raw_unit) < 16) {
        PlotUnit u = { .factor = raw_factor };
        bool micro = unit == UNIT_SECONDS && fabs(raw_factor / 1e-6 - 1) < 1e-9;
        bool milli = unit == UNIT_SECONDS && fabs(raw_factor / 1e-3 - 1) < 1e-9;
        snprintf(u.word, sizeof u.word, "%s", micro ? "us" : milli ? "ms" : raw_unit);
        while (fabs(typical) / u.factor >= 10000 && step_up(u.word, &u.factor, unit))
            continue;
        say_binary(&u, unit);
        if (unit == UNIT_PER_S && !strchr(u.word, '/') && strlen(u.word) == 1)
            memcpy(u.word + 1, "/s", 3); /* "2.08 k iops" */
        if (strcmp(u.word, "us") == 0)
            memcpy(u.word, "\xc2\xb5s", 4);
        return u;
    }
    if (unit == UNIT_COUNT || unit == UNIT_PER_S || unit == UNIT_UNKNOWN)
        return (PlotUnit){ .word = "", .factor = 1 };
    return fitting(unit, typical);
}

/* --- numbers --- */

const char *plot_number(Arena *a, double value, int digits)
{
    if (!isfinite(value))
        return "";
    double size = fabs(value);
    int magnitude = size > 0 ? (int)floor(log10(size) + 1e-12) : 0;
    if (magnitude > 9 || magnitude < -6)
        return arena_printf(a, "%.*g", digits, value);
    int decimals = digits - 1 - magnitude;
    if (decimals < 0 ||
        fabs(value - nearbyint(value)) <= 1e-9 * size) /* whole numbers stay whole */
        decimals = 0;
    char *text = arena_printf(a, "%.*f", decimals, value);
    if (strcmp(text, "-0") == 0)
        return "0";
    if (text[0] == '-') /* a minus sign as wide as the plus sign */
        return arena_printf(a, "\xe2\x88\x92%s", text + 1);
    return text;
}

const char *plot_quantity(Arena *a, double value, Unit unit, int digits)
{
    PlotUnit u = fitting(unit, value);
    return arena_printf(a, "%s%s%s", plot_number(a, value / u.factor, digits),
                        *u.word && u.word[0] != '/' ? " " : "", u.word);
}

/* --- linear --- */

static double nice_step(double range, int most)
{
    double raw = range / most, power = pow(10, floor(log10(raw)));
    double times = raw / power;
    return power * (times <= 1.0000001 ? 1 : times <= 2.0000001 ? 2 : times <= 5.0000001 ? 5 : 10);
}

/* As few digits as tell the steps apart. */
static const char *step_label(Arena *a, double value, double step)
{
    int decimals = step >= 1 ? 0 : (int)ceil(-log10(step) - 1e-9);
    if (fabs(value) >= 1e7 && step >= 1e4)
        return arena_printf(a, "%.4g", value);
    const char *text = arena_printf(a, "%.*f", decimals > 12 ? 12 : decimals, value);
    return text[0] == '-' ? arena_printf(a, "\xe2\x88\x92%s", text + 1) : text;
}

void ticks_linear(Chart *c, ChartAxis *axis, double lo, double hi, bool zero, PlotUnit u)
{
    lo /= u.factor;
    hi /= u.factor;
    if (zero) {
        lo = lo < 0 ? lo : 0;
        hi = hi > 0 ? hi : 0;
    }
    if (!(hi > lo)) {
        double pad = fabs(lo) > 0 ? fabs(lo) * 0.05 : 1;
        lo -= zero ? 0 : pad;
        hi += pad;
    }
    double step = nice_step(hi - lo, 8);
    double first = floor(lo / step + 1e-9), last = ceil(hi / step - 1e-9);
    axis->log = false;
    axis->lo = first * step * u.factor;
    axis->hi = last * step * u.factor;
    for (double k = first; k <= last; k++)
        chart_tick(c, axis, k * step * u.factor, CHART_TICK_MAJOR,
                   step_label(c->arena, k == 0 ? 0 : k * step, step));
}

/* --- log --- */

static const char *log_label(Arena *a, double value, Unit unit, PlotUnit posted)
{
    if (unit == UNIT_SECONDS)
        return plot_quantity(a, value, unit, 1);
    return plot_number(a, value / posted.factor, 1);
}

void ticks_log(Chart *c, ChartAxis *axis, double lo, double hi, Unit unit, PlotUnit posted)
{
    double factor = unit == UNIT_SECONDS ? 1 : posted.factor;
    double first = floor(log10(lo / factor) + 1e-9), last = ceil(log10(hi / factor) - 1e-9);
    if (last <= first)
        last = first + 1;
    /* half a decade of nothing at either end is cut at 2 or 5 */
    static const double parts[] = { 5, 2 };
    axis->log = true;
    axis->lo = pow(10, first) * factor;
    axis->hi = pow(10, last) * factor;
    for (size_t i = 0; i < 2; i++)
        if (parts[i] * axis->lo <= lo * 1.0001) {
            axis->lo *= parts[i];
            break;
        }
    for (size_t i = 2; i-- > 0;)
        if (parts[i] * axis->hi / 10 >= hi * 0.9999) {
            axis->hi *= parts[i] / 10;
            break;
        }
    bool few = axis->hi / axis->lo < 101;
    for (double e = first; e <= last; e++)
        for (int m = 1; m <= 9; m++) {
            double at = m * pow(10, e) * factor;
            if (at < axis->lo * 0.9999 || at > axis->hi * 1.0001)
                continue;
            bool named = m == 1 || (few && (m == 2 || m == 5));
            chart_tick(c, axis, at, m == 1 ? CHART_TICK_MAJOR : CHART_TICK_MINOR,
                       named ? log_label(c->arena, at, unit, posted) : "");
        }
}
