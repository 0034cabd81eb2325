/*
 * What a table must be before its figures are stored: each figure has a unit or is known to have
 * none, one axis holds things that can be compared, every name is there once.
 */
#include "ingest/table.h"

#include <string.h>

static TableCell *cell_of(const Table *t, size_t row, size_t column)
{
    return &t->cell[row * t->columns + column];
}

static bool has_values(const TableCell *c)
{
    return c->kind == CELL_VALUES;
}

static bool refuse(Table *t, const char *code, const Line *line, const char *reason)
{
    t->grid.refused = code;
    t->grid.refused_line = line;
    t->grid.reason = reason;
    return false;
}

/* --- units --- */

/* The unit all others of the column (or row) share; false when they have none or differ. */
static bool common_unit(const Table *t, bool of_column, size_t index, TableUnit *out)
{
    bool any = false;
    size_t n = of_column ? t->rows : t->columns;
    for (size_t i = 0; i < n; i++) {
        const TableCell *c = of_column ? cell_of(t, i, index) : cell_of(t, index, i);
        if (of_column ? t->row[i].derived : t->column[i].derived)
            continue;
        for (size_t k = 0; has_values(c) && k < c->n_values; k++) {
            const TableValue *v = &c->value[k];
            if (!v->has_unit || v->unit.doubt == UNIT_PREFIX_ONLY)
                continue;
            if (any && (v->unit.unit != out->unit || v->unit.factor > out->factor ||
                        v->unit.factor < out->factor))
                return false;
            *out = v->unit;
            any = true;
        }
    }
    return any;
}

/* From the heading, the row's name, the title; UNIT of the options. */
static bool inherited_unit(const Reader *r, const Table *t, size_t row, size_t column, TableUnit *out)
{
    const TableEntry *c = &t->column[column], *w = &t->row[row];
    if (c->has_unit || w->has_unit || t->has_unit) {
        *out = c->has_unit ? c->unit : w->has_unit ? w->unit : t->unit;
        return true;
    }
    if (r->options->unit == UNIT_UNKNOWN)
        return false;
    *out = (TableUnit){ .unit = r->options->unit,
                        .factor = r->options->unit_factor > 0 ? r->options->unit_factor : 1,
                        .text = slice_of(r->options->unit_text) };
    return true;
}

/* "18.4k": the prefix multiplies what the heading says. */
static void apply(TableValue *v, const TableUnit *u)
{
    if (!v->has_unit) {
        v->unit = *u;
    } else {
        v->unit.unit = u->unit;
        v->unit.factor *= u->factor;
        v->unit.doubt = UNIT_SURE;
        v->unit.binary_too = false;
    }
    v->has_unit = true;
}

static const char *short_name(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash && slash[1] && slash != name && slash[-1] != 'B' ? slash + 1 : name;
}

static bool noted_before(const Table *t, const bool *noted, size_t column)
{
    for (size_t c = 0; c < column; c++)
        if (noted[c] && strcmp(short_name(t->column[c].name), short_name(t->column[column].name)) == 0)
            return true;
    return false;
}

static void resolve_value(Reader *r, Table *t, size_t row, size_t column, TableValue *v, bool *unknown,
                          const char **assumed)
{
    TableUnit u;
    bool prefix = v->has_unit && v->unit.doubt == UNIT_PREFIX_ONLY;
    if (v->has_unit && !prefix)
        return;
    if (inherited_unit(r, t, row, column, &u)) {
        apply(v, &u);
        return;
    }
    TableUnit in_column = { 0 }, in_row = { 0 };
    bool by_column = common_unit(t, true, column, &in_column);
    bool by_row = common_unit(t, false, row, &in_row);
    if (by_column && (!by_row || in_row.unit == in_column.unit)) {
        apply(v, &in_column);
        *assumed = "column";
    } else if (by_row && !by_column) {
        apply(v, &in_row);
        *assumed = "row";
    } else {
        *unknown = true;
    }
}

static void resolve_units(Reader *r, Table *t)
{
    bool *noted = ARENA_ARRAY(r->arena, bool, t->columns);
    for (size_t c = 0; c < t->columns; c++)
        for (size_t i = 0; i < t->rows; i++) {
            TableCell *cell = cell_of(t, i, c);
            bool unknown = false;
            const char *assumed = NULL;
            for (size_t k = 0; has_values(cell) && k < cell->n_values; k++)
                resolve_value(r, t, i, c, &cell->value[k], &unknown, &assumed);
            if (assumed)
                reader_note(r, NULL, arena_printf(r->arena, "table.unit_unknown:%s", t->row[i].name),
                            cell->cell.line, "'%.*s' has no unit: taken as the others of its %s",
                            SLICE_ARG(cell->cell.text), assumed);
            if (!unknown || noted[c])
                continue;
            noted[c] = true;
            if (!noted_before(t, noted, c))
                reader_note(r, NULL,
                            arena_printf(r->arena, "table.unit_unknown:%s",
                                         short_name(t->column[c].name)),
                            cell->cell.line, "no unit for '%s': kept as printed; --unit gives one",
                            t->column[c].name);
        }
}

/* Bare K, M, G: 1000 unless the user says 1024. */
static void resolve_prefixes(Reader *r, Table *t)
{
    bool noted = false;
    for (size_t i = 0; i < t->rows * t->columns; i++) {
        TableCell *c = &t->cell[i];
        for (size_t k = 0; has_values(c) && k < c->n_values; k++) {
            TableUnit *u = &c->value[k].unit;
            if (!c->value[k].has_unit || !u->binary_too ||
                (u->doubt != UNIT_BARE_RATE && u->doubt != UNIT_PREFIX_ONLY))
                continue;
            if (r->options->binary_units)
                u->factor = u->factor1024;
            else if (!noted)
                reader_note(r, NULL, "table.unit_ambiguous", c->cell.line,
                            "'%.*s': taken as 1000; --binary-units says 1024",
                            SLICE_ARG(c->cell.text));
            noted = true;
        }
    }
}

/* --- minutes --- */

/* "m" and "4:37" are minutes only where something else speaks of time. */
static void check_minutes(Reader *r, Table *t)
{
    bool time = t->about_time;
    for (size_t i = 0; i < t->rows * t->columns && !time; i++)
        time = table_cell_is_duration(&t->cell[i]);
    for (size_t c = 0; c < t->columns && !time; c++)
        time = t->column[c].has_unit && t->column[c].unit.unit == UNIT_SECONDS &&
               t->column[c].unit.doubt == UNIT_SURE;
    for (size_t i = 0; i < t->rows && !time; i++)
        time = t->row[i].has_unit && t->row[i].unit.unit == UNIT_SECONDS &&
               t->row[i].unit.doubt == UNIT_SURE;
    const TableCell *first = NULL;
    size_t row = 0, others = 0;
    for (size_t i = 0; i < t->rows * t->columns && !time; i++) {
        TableCell *c = &t->cell[i];
        bool doubtful = false;
        for (size_t k = 0; has_values(c) && k < c->n_values; k++)
            doubtful = doubtful || c->value[k].minutes_seconds ||
                       (c->value[k].has_unit && c->value[k].unit.doubt == UNIT_MINUTES);
        if (!doubtful)
            continue;
        others += first != NULL;
        row = first ? row : i / t->columns;
        first = first ? first : c;
        c->kind = CELL_BLANK;
    }
    if (first)
        reader_note(r, NULL, arena_printf(r->arena, "table.unit_unknown:%s", t->row[row].name),
                    first->cell.line,
                    "'%.*s' and %zu others may be minutes, but nothing says that the table is about time: "
                    "not stored; write a unit",
                    SLICE_ARG(first->cell.text), others);
}

/* --- cells that cannot be read --- */

static bool check_decimals(Reader *r, Table *t)
{
    for (size_t i = 0; i < t->rows * t->columns; i++)
        if (t->cell[i].ambiguous_decimal && has_values(&t->cell[i]))
            return refuse(t, "table.ambiguous_decimal", t->cell[i].cell.line,
                          arena_printf(r->arena, "'%.*s', and no other figure of the table says which",
                                       SLICE_ARG(t->cell[i].cell.text)));
    return true;
}

static void check_cells(Reader *r, Table *t)
{
    for (size_t i = 0; i < t->rows; i++)
        for (size_t c = 0; c < t->columns; c++) {
            const TableCell *cell = cell_of(t, i, c);
            const char *name = arena_printf(r->arena, "%s", t->row[i].name);
            Slice text = cell->cell.text;
            if (cell->kind == CELL_BAD_UNIT || cell->kind == CELL_TEXT) {
                reader_note(r, NULL, arena_printf(r->arena, "table.unknown_unit:%s", name),
                            cell->cell.line,
                            "'%.*s' in row '%s', column '%s': '%.*s' is no unit that is known; nothing of "
                            "the row is stored",
                            SLICE_ARG(text), name, t->column[c].name, SLICE_ARG(cell->odd));
                t->refused[i] = true;
            } else if (cell->kind == CELL_BOUND) {
                reader_note(r, NULL, arena_printf(r->arena, "table.censored:%s", name), cell->cell.line,
                            "'%.*s' in row '%s' is a bound: not stored as a value", SLICE_ARG(text), name);
            } else if (cell->approximate && has_values(cell)) {
                reader_note(r, NULL, arena_printf(r->arena, "table.approximate:%s", name),
                            cell->cell.line, "'%.*s' in row '%s' is approximate", SLICE_ARG(text), name);
            }
        }
}

static void check_spreads(Reader *r, Table *t)
{
    for (size_t i = 0; i < t->rows * t->columns; i++)
        if (has_values(&t->cell[i]) && t->cell[i].has_sd) {
            reader_note(r, NULL, "table.spread_kind_assumed_sd", t->cell[i].cell.line,
                        "'%.*s': the figure behind +- is taken for a standard deviation",
                        SLICE_ARG(t->cell[i].cell.text));
            return;
        }
}

/* --- derived rows and columns --- */

static bool is_one_of(Slice name, const char *const *words)
{
    for (; *words; words++)
        if (slice_eq_nocase(name, slice_of(*words)))
            return true;
    return false;
}

static bool is_worked_out(Slice name)
{
    static const char *const whole[] = { "diff", "difference", "delta", "change", "changes", "ratio",
                                         "speedup", "speed-up", "improvement", "gain", "loss", "% change",
                                         "%diff", "diff %", "% diff", "change %", "factor", "geomean",
                                         "geometric mean", "\xce\x94", "vs", "rel", "relative", NULL };
    return is_one_of(name, whole) || slice_has_word(name, SLICE("faster")) ||
           slice_has_word(name, SLICE("slower")) || slice_has_word(name, SLICE("speedup")) ||
           slice_has_word(name, SLICE("geomean"));
}

static bool is_average(Slice name)
{
    static const char *const whole[] = { "avg", "avg.", "average", "mean", "total", "sum", "totals",
                                         "overall", "average of all", "mittelwert", "moyenne", "summe",
                                         NULL };
    return is_one_of(name, whole);
}

/* A column of signed percentages, or of "1.5x". */
static bool holds_changes(const Table *t, size_t column)
{
    size_t n = 0, percent = 0, is_signed = 0, times = 0;
    for (size_t i = 0; i < t->rows; i++) {
        const TableCell *c = cell_of(t, i, column);
        if (!has_values(c))
            continue;
        n++;
        percent += c->value[0].has_unit && c->value[0].unit.unit == UNIT_RATIO;
        is_signed += c->value[0].is_signed;
        times += c->value[0].has_unit && c->value[0].unit.times;
    }
    return n && (times == n || (percent == n && is_signed * 2 > n));
}

static void mark_derived(Table *t)
{
    bool extremes = false;
    for (size_t c = 0; c < t->columns; c++) {
        Slice name = slice_of(short_name(t->column[c].name));
        extremes = extremes || slice_has_word(name, SLICE("min")) || slice_has_word(name, SLICE("max"));
    }
    for (size_t c = 0; c < t->columns; c++) {
        Slice name = slice_of(short_name(t->column[c].name));
        t->column[c].derived = is_worked_out(name) || holds_changes(t, c) ||
                               (is_average(name) && !extremes && t->columns > 2);
    }
    for (size_t i = 0; i < t->rows; i++) {
        Slice name = slice_of(short_name(t->row[i].name));
        t->row[i].derived = is_worked_out(name) || (is_average(name) && t->rows > 2);
    }
}

/* --- dimensions --- */

/* The cells of one row (or column): the first that differs in dimension from one before. */
typedef struct Clash {
    const TableCell *a, *b;
    bool known; /* both have a unit */
} Clash;

static bool is_compared(const Table *t, size_t row, size_t column)
{
    return !t->row[row].derived && !t->column[column].derived && !t->refused[row] &&
           has_values(cell_of(t, row, column));
}

static Clash find_clash(const Table *t, bool in_row, size_t index)
{
    Clash clash = { 0 };
    const TableCell *first = NULL, *known = NULL;
    size_t n = in_row ? t->columns : t->rows;
    for (size_t i = 0; i < n; i++) {
        size_t row = in_row ? index : i, column = in_row ? i : index;
        const TableCell *c = cell_of(t, row, column);
        if (!is_compared(t, row, column))
            continue;
        Unit u = c->value[0].unit.unit;
        if (known && u != UNIT_UNKNOWN && known->value[0].unit.unit != u)
            return (Clash){ known, c, true };
        if (first && first->value[0].unit.unit != u && !clash.a)
            clash = (Clash){ first, c, false };
        first = first ? first : c;
        if (u != UNIT_UNKNOWN && !known)
            known = c;
    }
    return clash;
}

static Clash first_clash(const Table *t, bool in_rows)
{
    Clash doubtful = { 0 };
    for (size_t i = 0; i < (in_rows ? t->rows : t->columns); i++) {
        Clash c = find_clash(t, in_rows, i);
        if (c.known)
            return c;
        if (c.a && !doubtful.a)
            doubtful = c;
    }
    return doubtful;
}

/* Names made of nothing but words of the work: "seq read", "4k randwrite", "IOPS". */
static bool is_work_name(Slice name)
{
    static const char *const words[] = {
        "read", "write", "reads", "writes", "rewrite", "seq", "sequential", "random", "rand", "randread",
        "randwrite", "randrw", "seek", "seeks", "iops", "bw", "bandwidth", "throughput", "latency", "lat",
        "avg", "mean", "min", "max", "p50", "p95", "p99", "p99.9", "time", "create", "delete", "stat",
        "4k", "8k", "16k", "32k", "64k", "128k", "256k", "512k", "1m", "mixed", "speed", "rate", "cpu",
        "out", "output", "in", "input", "block", "char", "per", "copy", "cold", "hot", "cached", "real",
        "user", "sys", "elapsed", "mb/s", "mib/s", "kb/s", "ms", "us", "sync", "async", "qd1", "qd32",
        "99th", "95th", "median", "sd", "stddev", "runtime",
    };
    Slice word;
    bool any = false;
    for (Slice rest = name; rest.n;) {
        size_t at = 0;
        while (at < rest.n && !strchr(" /,()%", rest.p[at]))
            at++;
        word = slice_first(rest, at);
        rest = slice_from(rest, at + 1);
        bool known = word.n == 0;
        for (size_t i = 0; i < sizeof words / sizeof *words && !known; i++)
            known = slice_eq_nocase(word, slice_of(words[i]));
        if (!known)
            return false;
        any = true;
    }
    return any;
}

static bool corner_says(const Table *t, bool *configurations)
{
    static const char *const works[] = { "test", "tests", "task", "tasks", "benchmark", "workload", "op",
                                         "operation", "job", "case", "command", "pattern", "what", NULL };
    static const char *const setups[] = { "config", "configuration", "system", "kernel", "fs", "filesystem",
                                          "setup", "host", "server", "version", "release", "os", "run",
                                          "disk", "device", "pool", "drive", "machine", "storage", "backend",
                                          "scheduler", "mode", "distro", "variant", NULL };
    const Grid *g = &t->grid;
    if (!g->headings || !g->row.v[g->headings - 1].cell.n)
        return false;
    Slice corner = g->row.v[g->headings - 1].cell.v[0].text;
    *configurations = is_one_of(corner, setups);
    return *configurations || is_one_of(corner, works);
}

/*
 * Both axes fit: people write tasks in rows and configurations in columns, unless the names say
 * otherwise. One column of figures can only be compared row by row.
 */
static bool rows_are_configurations(const Table *t)
{
    bool configurations;
    if (corner_says(t, &configurations))
        return configurations;
    size_t figures = 0, works = 0, row_works = 0;
    for (size_t c = 0; c < t->columns; c++) {
        figures += !t->column[c].derived;
        works += is_work_name(slice_of(t->column[c].name));
    }
    for (size_t i = 0; i < t->rows; i++)
        row_works += is_work_name(slice_of(t->row[i].name));
    return row_works < t->rows && (works == t->columns || figures == 1);
}

static bool check_dimensions(Reader *r, Table *t)
{
    Clash rows = first_clash(t, true), columns = first_clash(t, false);
    if (rows.known && columns.known) {
        const char *reason = arena_printf(
            r->arena, "'%.*s' and '%.*s' in one row, '%.*s' and '%.*s' in one column",
            SLICE_ARG(rows.a->cell.text), SLICE_ARG(rows.b->cell.text), SLICE_ARG(columns.a->cell.text),
            SLICE_ARG(columns.b->cell.text));
        return refuse(t, "table.mixed_dimension", rows.a->cell.line, reason);
    }
    if (rows.a && !(columns.known))
        t->turned = true;
    else if (!rows.a && !columns.a)
        t->turned = rows_are_configurations(t);
    t->turned = t->turned || r->options->transpose;
    return true;
}

/* --- names --- */

static size_t earlier_equal(const TableEntry *e, size_t index)
{
    size_t n = 0;
    for (size_t i = 0; i < index; i++)
        n += strcmp(e[i].name, e[index].name) == 0;
    return n;
}

enum { MOST_NAMES_COMPARED = 2000 };

static void check_names(Reader *r, TableEntry *e, size_t n, const char *what)
{
    for (size_t i = n < MOST_NAMES_COMPARED ? n : MOST_NAMES_COMPARED; i-- > 1;) {
        size_t before = earlier_equal(e, i);
        if (!before)
            continue;
        reader_note(r, NULL, arena_printf(r->arena, "table.duplicate_label:%s", e[i].name),
                    e[i].cell.line, "the %s '%s' is there more than once: numbered", what, e[i].name);
        e[i].name = arena_printf(r->arena, "%s (%zu)", e[i].name, before + 1);
    }
}

bool table_check(Reader *r, Table *t)
{
    if (!check_decimals(r, t))
        return false;
    check_minutes(r, t);
    check_cells(r, t);
    check_spreads(r, t);
    mark_derived(t);
    resolve_units(r, t);
    resolve_prefixes(r, t);
    if (!check_dimensions(r, t))
        return false;
    check_names(r, t->column, t->columns, "column");
    check_names(r, t->row, t->rows, "row");
    return true;
}
