/* Names of rows and columns, and what else stands in them: units, counts, remarks. */
#include "ingest/table.h"

#include <string.h>

enum { TITLE_LINES = 3, TITLE_WORDS = 24 };

static bool cut_better(Slice text, Better *better)
{
    static const struct {
        const char *words;
        Better better;
    } remarks[] = {
        { "lower is better", BETTER_LOWER },   { "lower=better", BETTER_LOWER },
        { "less is better", BETTER_LOWER },    { "smaller is better", BETTER_LOWER },
        { "fewer is better", BETTER_LOWER },   { "lower better", BETTER_LOWER },
        { "shorter is better", BETTER_LOWER }, { "lower the better", BETTER_LOWER },
        { "lower numbers are better", BETTER_LOWER },
        { "higher is better", BETTER_HIGHER }, { "higher=better", BETTER_HIGHER },
        { "more is better", BETTER_HIGHER },   { "bigger is better", BETTER_HIGHER },
        { "larger is better", BETTER_HIGHER }, { "higher better", BETTER_HIGHER },
        { "higher the better", BETTER_HIGHER }, { "faster is better", BETTER_HIGHER },
        { "higher numbers are better", BETTER_HIGHER },
    };
    for (size_t i = 0; i < sizeof remarks / sizeof *remarks; i++)
        if (slice_has_nocase(text, slice_of(remarks[i].words))) {
            *better = remarks[i].better;
            return true;
        }
    return false;
}

/* A unit word that a name may be, or end with: not "min" (minimum), not one letter. */
static bool name_word_unit(Slice word, TableUnit *u)
{
    return (word.n > 1 || slice_is(word, "%")) && !slice_eq_nocase(word, SLICE("min")) &&
           table_unit_is(word, u) && u->doubt != UNIT_PREFIX_ONLY && !u->any_word;
}

/* "MB/sec", "%CPU", "CPU %", "read MB/s", "IOPS read": the name stays as it is. */
static bool unit_in_name(Slice name, TableUnit *u)
{
    if (name_word_unit(name, u))
        return true;
    if (name.n > 1 && (name.p[0] == '%' || name.p[name.n - 1] == '%'))
        return table_unit_is(SLICE("%"), u);
    size_t blank = slice_find_char(name, ' '), last = slice_rfind(name, SLICE(" "));
    if (blank == SLICE_NONE)
        return false;
    Slice words[] = { slice_from(name, last + 1), slice_first(name, blank) };
    for (size_t i = 0; i < 2; i++)
        if (name_word_unit(words[i], u) && u->doubt == UNIT_SURE && u->rank < 3 &&
            (u->unit == UNIT_BYTES_PER_S || u->unit == UNIT_PER_S || u->unit == UNIT_SECONDS))
            return true;
    return false;
}

/* One remark of brackets or behind a comma: a unit, a count, "lower is better". */
static bool take_remark(Slice part, TableEntry *out)
{
    part = slice_trim(part);
    static const char *const fillers[] = { "all ", "values ", "numbers ", "figures ", "times ", "are ",
                                           "in ", "alle ", "unit: ", "units: " };
    Better ignored;
    Slice rest = part;
    for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++)
        slice_skip_nocase(&rest, slice_of(fillers[i]));
    if (!out->has_unit && table_unit_is(rest, &out->unit) && out->unit.doubt != UNIT_PREFIX_ONLY) {
        out->has_unit = true;
        return true;
    }
    if (cut_better(part, &ignored))
        return true;
    rest = part;
    bool named = slice_skip_nocase(&rest, SLICE("n"));
    slice_skip_blanks(&rest);
    if (named && slice_skip(&rest, SLICE("="))) {
        slice_skip_blanks(&rest);
        return out->has_n = number_is(rest, &out->n);
    }
    return !named && number_read(&rest, &out->n) && slice_is(slice_trim(rest), "runs") &&
           (out->has_n = true);
}

/* All parts of "MB/s, n=5" are remarks. */
static bool take_remarks(Slice inner, TableEntry *out)
{
    TableEntry copy = *out;
    Slice part;
    while (inner.n) {
        size_t at = slice_find(inner, SLICE(", "));
        part = slice_first(inner, at == SLICE_NONE ? inner.n : at);
        inner = slice_from(inner, at == SLICE_NONE ? inner.n : at + 2);
        if (!take_remark(part, &copy))
            return false;
    }
    *out = copy;
    return true;
}

static bool cut_brackets(Slice *name, TableEntry *out)
{
    char close = name->n > 2 ? name->p[name->n - 1] : 0;
    size_t open = close == ')' ? slice_rfind(*name, SLICE("(")) :
                  close == ']' ? slice_rfind(*name, SLICE("[")) : SLICE_NONE;
    if (open == SLICE_NONE)
        return false;
    Slice inner = { name->p + open + 1, name->n - open - 2 };
    if (!take_remarks(inner, out))
        return false;
    if (slice_trim(slice_first(*name, open)).n == 0) { /* "(MB/s)" alone */
        *name = inner;
        return false;
    }
    *name = slice_trim(slice_first(*name, open));
    return true;
}

static bool cut_comma(Slice *name, TableEntry *out)
{
    size_t at = slice_rfind(*name, SLICE(","));
    if (at == SLICE_NONE || at == 0 || !take_remark(slice_from(*name, at + 1), out))
        return false;
    *name = slice_trim(slice_first(*name, at));
    return true;
}

void table_heading_entry(Reader *r, Cell cell, TableEntry *out)
{
    *out = (TableEntry){ .cell = cell };
    Slice name = slice_trim(cell.text);
    while (cut_brackets(&name, out) || cut_comma(&name, out))
        ;
    if (!out->has_unit)
        out->has_unit = unit_in_name(name, &out->unit);
    while (name.n && strchr(":|", name.p[name.n - 1]))
        name = slice_trim(slice_first(name, name.n - 1));
    out->name = arena_text(r->arena, name);
}

/* --- which rows are headings --- */

static bool is_figure(Cell c)
{
    static const TableMarks marks = { .comma_is_decimal = true };
    if (!c.text.n)
        return false;
    TableCell t;
    table_cell_read(c, &marks, &t);
    return t.kind == CELL_VALUES || t.kind == CELL_BOUND || t.kind == CELL_TOO_FAST;
}

static size_t figures(const GridRow *row, size_t *filled)
{
    size_t n = 0;
    *filled = 0;
    for (size_t i = 1; i < row->cell.n; i++) {
        *filled += row->cell.v[i].text.n > 0;
        n += is_figure(row->cell.v[i]);
    }
    return n;
}

/* "threads | 1 | 2 | 4 | 8": ascending whole numbers over figures that are not. */
static bool counts_heading(const GridRow *row, const GridRow *below)
{
    double before = -1;
    bool finer = false;
    if (row->cell.n < 3 || is_figure(row->cell.v[0]))
        return false;
    for (size_t i = 1; i < row->cell.n; i++) {
        Slice t = row->cell.v[i].text;
        uint64_t n;
        if (!slice_uint(&t, &n) || t.n || (double)n <= before)
            return false;
        before = (double)n;
        if (i < below->cell.n && below->cell.v[i].text.n) {
            Slice b = below->cell.v[i].text;
            finer = finer || slice_find_char(b, '.') != SLICE_NONE || char_is_alpha(b.p[b.n - 1]);
        }
    }
    return finer;
}

static bool looks_like_heading(const Grid *g)
{
    size_t filled, n = figures(&g->row.v[0], &filled);
    if (filled && n * 2 < filled)
        return true;
    return filled && g->row.n > 1 && counts_heading(&g->row.v[0], &g->row.v[1]);
}

static bool is_units_row(const GridRow *row)
{
    size_t units = 0;
    for (size_t i = 1; i < row->cell.n; i++) {
        Slice t = row->cell.v[i].text;
        TableUnit u;
        if (t.n > 2 && strchr("([", t.p[0]))
            t = (Slice){ t.p + 1, t.n - 2 };
        if (!t.n)
            continue;
        if (!table_unit_is(t, &u))
            return false;
        units++;
    }
    return units > 0;
}

/* --- columns --- */

static Cell cell_at(const GridRow *row, size_t column)
{
    return column < row->cell.n ? row->cell.v[column] : (Cell){ row->line, { "", 0 } };
}

/* One name over several columns: the cell is the same text as its neighbour's. */
static bool is_spanned(const GridRow *row, size_t c)
{
    const char *p = cell_at(row, c).text.p;
    return (c + 1 < row->cell.n && row->cell.v[c + 1].text.p == p) ||
           (c > 1 && cell_at(row, c - 1).text.p == p);
}

/* Column c (1..) from its heading rows: groups in front, units from a units row. */
static void read_column(Reader *r, Table *t, size_t c, TableEntry *out)
{
    const Grid *g = &t->grid;
    *out = (TableEntry){ .name = "" };
    const char *path = "";
    Slice before = { 0 };
    for (size_t i = 0; i < g->headings; i++) {
        Cell cell = cell_at(&g->row.v[i], c);
        TableEntry e;
        if (!cell.text.n || slice_eq(cell.text, before))
            continue;
        table_heading_entry(r, cell, &e);
        bool units = i > 0 && *path && e.has_unit && is_units_row(&g->row.v[i]) &&
                     !is_spanned(&g->row.v[i - 1], c);
        if (e.has_unit) {
            out->has_unit = true;
            out->unit = e.unit;
        }
        if (e.has_n) {
            out->has_n = true;
            out->n = e.n;
        }
        out->cell = cell;
        before = cell.text;
        if (!units)
            path = *path ? arena_printf(r->arena, "%s/%s", path, e.name) : e.name;
    }
    out->name = path;
}

static bool column_is_blank(const Grid *g, size_t c)
{
    for (size_t i = 0; i < g->row.n; i++)
        if (cell_at(&g->row.v[i], c).text.n)
            return false;
    return true;
}

/* A column of words: what something is, not how fast. */
static bool column_is_words(const Grid *g, size_t c)
{
    static const TableMarks marks = { .comma_is_decimal = true };
    size_t words = 0;
    for (size_t i = g->headings; i < g->row.n; i++) {
        TableCell t;
        table_cell_read(cell_at(&g->row.v[i], c), &marks, &t);
        if (t.kind == CELL_VALUES || t.kind == CELL_BOUND || t.kind == CELL_TOO_FAST ||
            (t.kind == CELL_BAD_UNIT && c > 1))
            return false;
        words += t.kind == CELL_TEXT || t.kind == CELL_BAD_UNIT;
    }
    return words > 0;
}

/* Names given with --columns stand for those of the paste. */
static Slice option_name(Reader *r, size_t column)
{
    Slice rest = slice_of(r->options->columns), name = { 0 };
    for (size_t i = 0; i <= column; i++) {
        if (!rest.n)
            return (Slice){ 0 };
        size_t at = slice_find_char(rest, ',');
        name = slice_trim(slice_first(rest, at == SLICE_NONE ? rest.n : at));
        rest = at == SLICE_NONE ? (Slice){ 0 } : slice_from(rest, at + 1);
    }
    return name;
}

static size_t widest(const Grid *g, size_t from, size_t to)
{
    size_t most = 0;
    for (size_t i = from; i < to; i++)
        if (g->row.v[i].cell.n > most)
            most = g->row.v[i].cell.n;
    return most;
}

/* Words columns right of the label tell rows apart that have one label. */
static bool labels_repeat(const Grid *g)
{
    for (size_t i = g->headings; i + 1 < g->row.n && i < g->headings + 100; i++)
        for (size_t k = i + 1; k < g->row.n && k < g->headings + 100; k++)
            if (slice_eq(cell_at(&g->row.v[i], 0).text, cell_at(&g->row.v[k], 0).text))
                return true;
    return false;
}

static void refuse(Grid *g, const char *code, const Line *line, const char *reason)
{
    g->refused = code;
    g->refused_line = line;
    g->reason = reason;
}

/* Which grid columns hold figures: their numbers in kept[], and how many lead as words. */
static size_t choose_columns(Reader *r, Table *t, size_t *kept, size_t *leading_words)
{
    const Grid *g = &t->grid;
    size_t named = widest(g, 0, g->headings), most = widest(g, 0, g->row.n), n = 0;
    if (r->options->columns)
        named = TABLE_MOST_COLUMNS;
    *leading_words = 0;
    for (size_t c = 1; c < most && c < named && n < TABLE_MOST_COLUMNS; c++) {
        if (column_is_blank(g, c))
            continue;
        if (column_is_words(g, c)) {
            *leading_words += c == *leading_words + 1;
            continue;
        }
        kept[n++] = c;
    }
    return n;
}

static bool read_columns(Reader *r, Table *t, const size_t *kept)
{
    for (size_t c = 0; c < t->columns; c++) {
        TableEntry *e = &t->column[c];
        read_column(r, t, kept[c], e);
        Slice given = option_name(r, c);
        if (given.n) {
            const Line *line = t->grid.row.v[0].line;
            TableEntry named;
            table_heading_entry(r, (Cell){ line, given }, &named);
            named.cell = (Cell){ line, { line->text.p, 0 } };
            if (!named.has_unit && e->has_unit) {
                named.has_unit = true;
                named.unit = e->unit;
            }
            *e = named;
        } else if (!e->name[0]) {
            refuse(&t->grid, "table.ambiguous_columns", t->grid.row.v[0].line,
                   "a column of figures has no name");
            return false;
        }
    }
    return true;
}

static void read_rows(Reader *r, Table *t, const size_t *kept, size_t leading_words)
{
    const Grid *g = &t->grid;
    bool repeat = leading_words && labels_repeat(g);
    for (size_t i = 0; i < t->rows; i++) {
        const GridRow *from = &g->row.v[g->headings + i];
        TableEntry *e = &t->row[i];
        table_heading_entry(r, cell_at(from, 0), e);
        if (!e->cell.line)
            e->cell.line = from->line;
        for (size_t w = 1; repeat && w <= leading_words; w++)
            if (cell_at(from, w).text.n)
                e->name = arena_printf(r->arena, "%s/%s", e->name,
                                       arena_text(r->arena, cell_at(from, w).text));
        if (!e->name[0])
            e->name = arena_printf(r->arena, "row %zu", i + 1);
        for (size_t c = 0; c < t->columns; c++)
            t->cell[i * t->columns + c].cell = cell_at(from, kept[c]);
        for (size_t c = widest(g, 0, g->headings); c < from->cell.n && !r->options->columns; c++)
            if (from->cell.v[c].text.n)
                t->refused[i] = true;
        if (t->refused[i])
            reader_note(r, NULL, arena_printf(r->arena, "table.ragged_row:%s", e->name), from->line,
                        "row '%s' has %zu cells, the heading %zu; nothing of the row is stored",
                        e->name, from->cell.n, widest(g, 0, g->headings));
    }
}

/* --- title --- */

static size_t count_words(Slice t)
{
    size_t n = 0;
    Slice word;
    while (slice_word(&t, &word))
        n++;
    return n;
}

/* "Throughput (MB/s)", "all times in seconds", "MB/s" alone. */
static bool title_unit(Slice text, TableUnit *u)
{
    TableEntry e = { 0 };
    Slice name = slice_trim(text);
    while (name.n && strchr(":.", name.p[name.n - 1]))
        name = slice_trim(slice_first(name, name.n - 1));
    while (cut_brackets(&name, &e) || cut_comma(&name, &e))
        ;
    if (e.has_unit) {
        *u = e.unit;
        return true;
    }
    if (name_word_unit(name, u))
        return true;
    size_t at = slice_rfind(name, SLICE(" in "));
    return at != SLICE_NONE && table_unit_is(slice_from(name, at + 4), u) && u->doubt == UNIT_SURE;
}

static void take_title(Table *t, Slice text)
{
    static const char *const words[] = { "time", "times", "elapsed", "duration", "runtime", "seconds",
                                         "minutes", "latency", "Zeit", "Dauer", "temps", "tiempo",
                                         "min:sec", "mm:ss", "m:s", "hh:mm:ss" };
    if (!text.n || count_words(text) > TITLE_WORDS)
        return;
    t->better_given = t->better_given || cut_better(text, &t->better);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        t->about_time = t->about_time || slice_has_word(text, slice_of(words[i]));
    if (!t->has_unit)
        t->has_unit = title_unit(text, &t->unit);
}

static void read_title(Reader *r, Table *t)
{
    const Grid *g = &t->grid;
    take_title(t, g->title);
    for (size_t i = 0; i < g->headings; i++)
        for (size_t c = 0; c < g->row.v[i].cell.n; c++) {
            Slice text = g->row.v[i].cell.v[c].text;
            bool has = t->has_unit;
            TableUnit unit = t->unit;
            take_title(t, text);
            /* only a corner speaks for all, and "threads", "bs (KiB)" speak of the labels */
            if (c > 0 || t->unit.unit == UNIT_BYTES || t->unit.unit == UNIT_COUNT) {
                t->has_unit = has;
                t->unit = unit;
            }
        }
    size_t seen = 0;
    for (size_t i = g->first; i-- > 0 && seen < TITLE_LINES && i + 5 > g->first;) {
        Slice text = lines_at(r->lines, i)->text;
        if (!text.n)
            continue;
        seen++;
        take_title(t, text);
    }
    const Line *below = lines_at(r->lines, g->end);
    if (below && !below->text.n)
        below = lines_at(r->lines, g->end + 1);
    if (below && !t->better_given && count_words(below->text) < TITLE_WORDS)
        t->better_given = cut_better(below->text, &t->better);
}

bool table_heading_read(Reader *r, Table *t)
{
    Grid *g = &t->grid;
    if (!g->headings && looks_like_heading(g))
        g->headings = 1;
    if (!g->headings && !r->options->columns) {
        refuse(g, "table.no_header", g->row.v[0].line, "the first row holds figures");
        return false;
    }
    while (g->headings && g->headings < g->row.n && is_units_row(&g->row.v[g->headings]))
        g->headings++;
    size_t *kept = ARENA_ARRAY(r->arena, size_t, TABLE_MOST_COLUMNS), leading_words;
    t->columns = choose_columns(r, t, kept, &leading_words);
    t->rows = g->row.n - g->headings;
    if (!t->columns || !t->rows)
        return false;
    t->column = ARENA_ARRAY(r->arena, TableEntry, t->columns);
    t->row = ARENA_ARRAY(r->arena, TableEntry, t->rows);
    t->refused = ARENA_ARRAY(r->arena, bool, t->rows);
    t->cell = ARENA_ARRAY(r->arena, TableCell, t->rows * t->columns);
    if (!read_columns(r, t, kept))
        return false;
    read_rows(r, t, kept, leading_words);
    read_title(r, t);
    return true;
}
