#include "ingest/fio_heading.h"

static bool read_clock(Slice *s, int *h, int *m, int *sec)
{
    int *parts[] = { h, m, sec };
    for (size_t i = 0; i < 3; i++) {
        uint64_t n;
        if ((i && !slice_skip(s, SLICE(":"))) || !slice_uint(s, &n) || n > 60)
            return false;
        *parts[i] = (int)n;
    }
    return true;
}

/* Days since 1970-01-01 (proleptic Gregorian; Howard Hinnant's days_from_civil). */
static double days_of(int year, int month, int day)
{
    year -= month <= 2;
    int era = year / 400, of_era = year - era * 400;
    int of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
    return era * 146097.0 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

bool fio_heading_date(Slice *s, Arena *a, double *seconds, const char **iso)
{
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    Slice rest = *s, weekday, month;
    uint64_t day, year;
    int h, m, sec, number = 0;
    if (!slice_word(&rest, &weekday) || weekday.n != 3 || !slice_word(&rest, &month) ||
        month.n != 3)
        return false;
    for (int i = 0; i < 12; i++)
        if (slice_eq_nocase(month, (Slice){ months + 3 * i, 3 }))
            number = i + 1;
    slice_skip_blanks(&rest);
    if (!number || !slice_uint(&rest, &day) || day < 1 || day > 31)
        return false;
    slice_skip_blanks(&rest);
    if (!read_clock(&rest, &h, &m, &sec))
        return false;
    slice_skip_blanks(&rest);
    if (!slice_uint(&rest, &year) || year < 1970 || year > 9999)
        return false;
    *seconds = days_of((int)year, number, (int)day) * 86400 + h * 3600 + m * 60 + sec;
    *iso = arena_printf(a, "%04d-%02d-%02dT%02d:%02d:%02d", (int)year, number, (int)day, h, m, sec);
    *s = rest;
    return true;
}

/* The digits behind `key=` and blanks. */
Slice fio_heading_number(Slice s, Slice key)
{
    Slice digits = SLICE("");
    if (slice_skip_past(&s, key)) {
        slice_skip_blanks(&s);
        slice_digits(&s, &digits);
    }
    return digits;
}

void fio_heading_read(Arena *a, const FioLine *line, FioHeading *out)
{
    *out = (FioHeading){ 0 };
    Slice s = line->rest;
    uint64_t id;
    slice_skip_blanks(&s);
    if (slice_uint(&s, &id) && id <= UINT32_MAX)
        out->groupid = (uint32_t)id;
    out->jobs = fio_heading_number(s, SLICE("jobs="));
    out->error = fio_heading_number(s, SLICE("err="));
    out->pid = fio_heading_number(s, SLICE("pid="));
    if (!out->pid.n)
        return;
    Slice tail = slice_from(s, (size_t)(out->pid.p + out->pid.n - s.p));
    if (slice_skip(&tail, SLICE(":")) && fio_heading_date(&tail, a, &out->date, &out->iso))
        out->rest = slice_trim(tail);
}

static bool read_size(Slice *s, FioDialect d, double *bytes, bool *exact)
{
    FioFigure x;
    slice_skip_blanks(s);
    if (!fio_number_bytes(s, d, false, &x))
        return false;
    *bytes = x.value;
    bool decimals = slice_find_char(x.n.text, '.') != SLICE_NONE;
    bool binary =
        x.factor == 1 || slice_find_char(x.unit, 'i') != SLICE_NONE || d.era == FIO_ERA_KB;
    *exact = *exact && binary && (!decimals || slice_ends(x.n.text, SLICE(".0")));
    return true;
}

/* "4K-4K/4K-4K/4K-4K", "(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B" */
static void banner_sizes(Slice s, FioBanner *out)
{
    static const char *const marks[] = { "(R)", "(W)", "(T)" };
    bool marked = slice_starts_nocase(s, SLICE("(r)"));
    FioDialect d = { marked ? FIO_ERA_SI : FIO_ERA_KB, false };
    out->bs_exact = true;
    for (size_t i = 0; i < FIO_MIXED; i++) {
        slice_skip_blanks(&s);
        if (marked) {
            slice_skip(&s, SLICE(","));
            slice_skip_blanks(&s);
            if (!slice_skip_nocase(&s, slice_of(marks[i])))
                return;
        } else if (i && !slice_skip(&s, SLICE("/"))) {
            return;
        }
        double low, high;
        if (!read_size(&s, d, &low, &out->bs_exact))
            return;
        high = low;
        if (slice_skip(&s, SLICE("-")) && !read_size(&s, d, &high, &out->bs_exact))
            return;
        out->bs_low[i] = low;
        out->bs_high[i] = high;
    }
}

void fio_heading_banner(Fio *f, const FioLine *line, FioBanner *out)
{
    *out = (FioBanner){ .name = arena_text(f->arena, line->name) };
    Slice s = line->rest, key, value;
    uint64_t id;
    if (slice_uint(&s, &id) && id <= UINT32_MAX)
        out->group = (uint32_t)id;
    slice_skip_past(&s, SLICE(":"));
    while (fio_lines_pair(&s, &key, &value)) {
        if (slice_eq_nocase(key, SLICE("rw")))
            out->rw = arena_text(f->arena, value);
        else if (slice_eq_nocase(key, SLICE("ioengine")))
            out->ioengine = arena_text(f->arena, value);
        else if (slice_eq_nocase(key, SLICE("iodepth")))
            out->iodepth = arena_text(f->arena, fio_heading_number(value, SLICE("")));
        else if (slice_eq_nocase(key, SLICE("bs")))
            banner_sizes((Slice){ value.p, (size_t)(line->rest.p + line->rest.n - value.p) }, out);
    }
}
