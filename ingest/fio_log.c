#include "ingest/fio_log.h"

#include <string.h>

enum { FEWEST_ROWS = 3, FIELDS_MOST = 8 };

typedef struct LogRow {
    double field[FIELDS_MOST];
    size_t n;
} LogRow;

/* Whole numbers, separated by commas; the priority may be "0x4001". */
static bool read_row(Slice text, LogRow *row)
{
    Slice rest = slice_trim(text);
    row->n = 0;
    while (rest.n && row->n < FIELDS_MOST) {
        uint64_t n;
        Slice hex = rest;
        if (slice_skip(&hex, SLICE("0x")) && row->n >= 4) {
            n = 0;
            rest = slice_from(rest, rest.n);
        } else if (!slice_uint(&rest, &n)) {
            return false;
        }
        row->field[row->n++] = (double)n;
        slice_skip_blanks(&rest);
        if (rest.n && !slice_skip(&rest, SLICE(",")))
            return false;
        slice_skip_blanks(&rest);
    }
    return rest.n == 0 && row->n >= 4;
}

static bool row_at(Reader *r, size_t at, LogRow *row)
{
    const Line *line = lines_at(r->lines, at);
    return line && line->text.n && read_row(line->text, row);
}

typedef enum Logged {
    LOGGED_BW,
    LOGGED_IOPS,
    LOGGED_LAT,
    LOGGED_CLAT,
    LOGGED_SLAT,
    LOGGED_NOTHING
} Logged;

typedef struct LogKind {
    const char *mark; /* in the name of the file */
    const char *metric;
    double factor; /* 0: a latency */
} LogKind;

static const LogKind kinds[] = {
    [LOGGED_BW] = { "_bw.", "bw", KIBI },    [LOGGED_IOPS] = { "_iops.", "iops", 1 },
    [LOGGED_LAT] = { "_lat.", "lat", 0 },    [LOGGED_CLAT] = { "_clat.", "clat", 0 },
    [LOGGED_SLAT] = { "_slat.", "slat", 0 }, [LOGGED_NOTHING] = { "", NULL, 1 },
};

/* By the name of the document, or of the line above ("==> lg_bw.1.log <=="). */
static Logged logged(Reader *r, size_t at)
{
    for (size_t back = 0; back < 3; back++) {
        const Line *line = back && at >= back ? lines_at(r->lines, at - back) : NULL;
        Slice name = back == 0 ? slice_of(r->doc->name) : line ? line->text : SLICE("");
        for (Logged k = LOGGED_BW; k < LOGGED_NOTHING; k++)
            if (slice_has(name, slice_of(kinds[k].mark)))
                return k;
    }
    return LOGGED_NOTHING;
}

/* Which column is the direction: the third, or behind a second value the fourth. */
static size_t direction_column(const LogRow *row)
{
    return row->field[2] <= FIO_TRIM ? 2 : row->n > 4 && row->field[3] <= FIO_TRIM ? 3 : 0;
}

/* A log whose name says what it is may be of one row: a short job, or long averages. */
int fio_log_probe(Reader *r, size_t at)
{
    double before = -1;
    size_t fields = 0, i = 0;
    for (LogRow row; i < FEWEST_ROWS && row_at(r, at + i, &row); i++) {
        if (!direction_column(&row) || (fields && row.n != fields) || row.field[0] < before)
            return 0;
        before = row.field[0];
        fields = row.n;
    }
    return i == FEWEST_ROWS || (i > 0 && logged(r, at) != LOGGED_NOTHING) ? 70 : 0;
}

/*
 * Seconds in one unit of a logged latency. The priority came with 3.18, nanoseconds with 2.99. A
 * fifth field above 1 is an offset (2.1.11 on), and no sixth says that the log is older than 3.18: as of
 * four fields, values below a microsecond can only be microseconds.
 */
static double latency_factor(Reader *r, size_t at, size_t end)
{
    bool below = false, offset = false, longer = false;
    for (size_t i = at; i < end; i++) {
        LogRow row;
        if (!row_at(r, i, &row))
            continue;
        longer |= row.n > 4;
        offset |= row.n == 5 && row.field[4] > 1 && direction_column(&row) == 2;
        below |= row.field[1] < 1000;
    }
    return below && (offset || !longer) ? 1e-6 : 1e-9;
}

static void put_series(Reader *r, Run *run, const LogKind *kind, double factor, FioDir dir,
                       size_t at, size_t end, size_t count)
{
    double *value = ARENA_ARRAY(r->arena, double, count),
           *time = ARENA_ARRAY(r->arena, double, count);
    size_t n = 0;
    for (size_t i = at; i < end; i++) {
        LogRow row;
        if (!row_at(r, i, &row) || row.field[direction_column(&row)] != (double)dir)
            continue;
        time[n] = row.field[0] / 1000;
        value[n++] = number_scale(row.field[1], factor);
    }
    const char *metric = arena_printf(r->arena, "%s.%s", fio_dir_name(dir), kind->metric);
    Series *s = reader_series(r, run, "", metric, n, value, time, NULL);
    s->span = line_span(r->doc, lines_at(r->lines, at), lines_at(r->lines, at)->text);
}

size_t fio_log_read(Reader *r, size_t at)
{
    size_t count[FIO_MIXED] = { 0 }, end = at;
    LogRow row;
    double before = -1;
    for (; row_at(r, end, &row) && direction_column(&row) && row.field[0] >= before; end++) {
        before = row.field[0];
        count[(size_t)row.field[direction_column(&row)]]++;
    }
    const LogKind *kind = &kinds[logged(r, at)];
    if (!kind->metric) {
        reader_note(r, NULL, "fio.log_unknown", lines_at(r->lines, at),
                    "%zu lines of a log of fio: the file name would say what was logged", end - at);
        return end;
    }
    double factor = kind->factor;
    if (factor == 0)
        factor = latency_factor(r, at, end);
    Run *run = reader_run(r, "fio", at);
    for (FioDir d = FIO_READ; d < FIO_MIXED; d++)
        if (count[d])
            put_series(r, run, kind, factor, d, at, end, count[d]);
    reader_run_extend(r, run, end - 1);
    return end;
}
