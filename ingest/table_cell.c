/*
 * One cell of a table: a number with a unit, a duration, several values, a spread, or the reason why
 * there is none.
 */
#include "ingest/table.h"

#include <string.h>

#define PLUS_MINUS "\xc2\xb1"
#define MINUS_SIGN "\xe2\x88\x92"
#define EN_DASH "\xe2\x80\x93"
#define EM_DASH "\xe2\x80\x94"

static bool starts_number(Slice s)
{
    return s.n && (char_is_digit(s.p[0]) ||
                   ((s.p[0] == '.' || s.p[0] == ',') && s.n > 1 && char_is_digit(s.p[1])));
}

/* '+', '-', U+2212, or an en dash that touches the figure. */
static bool skip_sign(Slice *s, bool *negative, bool *is_signed)
{
    Slice rest = *s;
    bool plus = slice_skip(&rest, SLICE("+"));
    bool minus = !plus && (slice_skip(&rest, SLICE("-")) || slice_skip(&rest, SLICE(MINUS_SIGN)) ||
                           slice_skip(&rest, SLICE(EN_DASH)));
    if (minus && starts_number(slice_trim(rest)) && !starts_number(rest) && rest.p[0] == ' ')
        slice_skip_blanks(&rest);
    if ((plus || minus) && !starts_number(rest))
        return false;
    *negative = minus;
    *is_signed = plus || minus;
    *s = rest;
    return true;
}

/* "1:02:03", "4:37", "4:37.5". Seconds; two groups are minutes and seconds. */
static bool read_clock(Slice *s, TableValue *v)
{
    Slice rest = *s, digits;
    uint64_t part[2] = { 0 };
    Number seconds;
    size_t colons = 0;
    while (colons < 2) {
        Slice before = rest;
        if (!slice_uint(&rest, &part[colons]) || !slice_skip(&rest, SLICE(":"))) {
            rest = before;
            break;
        }
        colons++;
    }
    Slice two = rest;
    if (!colons || !slice_digits(&two, &digits) || digits.n != 2 || !number_read(&rest, &seconds) ||
        part[0] > 1000000 || (colons == 2 && part[1] > 59) || seconds.value >= 60)
        return false;
    double whole = colons == 2 ? (double)(part[0] * 3600 + part[1] * 60) : (double)part[0] * 60;
    v->number = (Number){ whole + seconds.value, seconds.half, slice_first(*s, s->n - rest.n) };
    v->unit = (TableUnit){ .unit = UNIT_SECONDS, .factor = 1, .rank = 2 };
    v->has_unit = true;
    v->minutes_seconds = colons == 1;
    *s = rest;
    return true;
}

/* Between the parts of one duration: nothing, blanks, a comma, "and". */
static void skip_joint(Slice *s)
{
    slice_skip_blanks(s);
    if (s->n > 1 && s->p[0] == ',' && char_is_blank(s->p[1]))
        *s = slice_from(*s, 1);
    slice_skip_blanks(s);
    if (slice_skip(s, SLICE("and ")) || slice_skip(s, SLICE("und ")))
        slice_skip_blanks(s);
}

/* "37s" behind "4m": a smaller unit of time goes on with the same duration. */
static bool next_part(Slice *s, const TableMarks *marks, int rank, Number *n, TableUnit *u)
{
    Slice rest = *s;
    bool touching = starts_number(rest), ambiguous = false;
    if (!touching)
        skip_joint(&rest);
    if (!starts_number(rest) || !table_number_read(&rest, marks, n, &ambiguous))
        return false;
    Slice behind = rest;
    slice_skip_blanks(&behind);
    if (table_unit_skip(&behind, u) && u->rank) {
        if (u->rank >= rank)
            return false;
        *s = behind;
        return true;
    }
    if (!touching || rest.n || rank < 3 || rank > 4) /* "4m37", "1h30" */
        return false;
    *u = (TableUnit){ .unit = UNIT_SECONDS, .factor = rank == 4 ? 60 : 1, .rank = rank - 1 };
    *s = rest;
    return true;
}

static void read_duration(Slice *s, const TableMarks *marks, const char *start, TableValue *v)
{
    Number part;
    TableUnit u;
    int rank = v->unit.rank;
    while (rank && next_part(s, marks, rank, &part, &u)) {
        v->number.value = v->number.value * v->unit.factor + part.value * u.factor;
        v->number.half = part.half * u.factor;
        v->number.text = (Slice){ start, (size_t)(s->p - start) };
        rank = u.rank;
        v->unit = (TableUnit){ .unit = UNIT_SECONDS, .factor = 1, .rank = rank };
    }
}

/* One value at the front of s; a blank may stand before its unit. */
static bool read_value(Slice *s, const TableMarks *marks, TableValue *out, bool *ambiguous)
{
    Slice rest = *s;
    TableValue v = { 0 };
    bool negative = false;
    if (!skip_sign(&rest, &negative, &v.is_signed) || !starts_number(rest))
        return false;
    if (!read_clock(&rest, &v)) {
        if (!table_number_read(&rest, marks, &v.number, ambiguous))
            return false;
        Slice behind = rest;
        slice_skip_blanks(&behind);
        if (table_unit_skip(&behind, &v.unit)) {
            v.has_unit = true;
            rest = behind;
            read_duration(&rest, marks, s->p, &v);
        }
    }
    if (v.is_signed) {
        const char *end = v.number.text.p + v.number.text.n;
        v.number.text = (Slice){ s->p, (size_t)(end - s->p) };
    }
    if (negative)
        v.number.value = -v.number.value;
    *s = rest;
    *out = v;
    return true;
}

/* Between two values of one cell: "/", ",", "|", or a blank. */
static bool skip_separator(Slice *s)
{
    Slice rest = *s;
    bool blank = slice_skip_blanks(&rest) > 0;
    bool sign = rest.n && strchr("/,;|", rest.p[0]);
    if (sign) {
        rest = slice_from(rest, 1);
        slice_skip_blanks(&rest);
    }
    if (!blank && !sign)
        return false;
    *s = rest;
    return true;
}

size_t table_cell_values(Slice *s, const TableMarks *marks, TableValue *out, size_t most)
{
    size_t n = 0;
    Slice rest = *s;
    TableValue v;
    bool ambiguous = false;
    while (read_value(&rest, marks, &v, &ambiguous)) {
        if (rest.n && !char_is_blank(rest.p[0]) && !strchr("/,;|.:)!\"", rest.p[0]))
            break;
        if (n < most)
            out[n] = v;
        n++;
        *s = rest;
        if (!skip_separator(&rest))
            break;
    }
    return n;
}

bool table_cell_missing(Slice t)
{
    static const char *const marks[] = { "-", "--", "---", EN_DASH, EM_DASH, MINUS_SIGN, "n/a", "N/A",
                                         "NA", "n.a.", "na", "x", "X", "?", "??", "nan", "NaN",
                                         "-nan", "none", "tbd", "TBD" };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (slice_is(t, marks[i]))
            return true;
    return false;
}

static bool all_plus(Slice t)
{
    size_t n = 0;
    while (n < t.n && t.p[n] == '+')
        n++;
    return n == t.n && n > 1;
}

static bool skip_any(Slice *s, const char *const *words)
{
    for (; *words; words++)
        if (slice_skip_nocase(s, slice_of(*words))) {
            slice_skip_blanks(s);
            return true;
        }
    return false;
}

/* "(n=5)", "[n=5]", ", n = 5", "(5 runs)" at the end of a cell or a heading: cuts it off. */
static bool cut_count(Slice *t, Number *n)
{
    size_t open = slice_rfind(*t, SLICE("("));
    if (open == SLICE_NONE)
        open = slice_rfind(*t, SLICE("["));
    if (open == SLICE_NONE)
        open = slice_rfind(*t, SLICE("n="));
    if (open == SLICE_NONE)
        return false;
    Slice rest = slice_from(*t, open);
    if (rest.p[0] != 'n')
        rest = slice_trim(slice_from(rest, 1));
    bool named = slice_skip_nocase(&rest, SLICE("n"));
    slice_skip_blanks(&rest);
    if (named && !slice_skip(&rest, SLICE("=")))
        return false;
    slice_skip_blanks(&rest);
    if (!number_read(&rest, n) || n->value < 1)
        return false;
    slice_skip_blanks(&rest);
    if (!named && !slice_skip(&rest, SLICE("runs")) && !slice_skip(&rest, SLICE("samples")))
        return false;
    if (rest.n > 1 || (rest.n == 1 && rest.p[0] != ')' && rest.p[0] != ']'))
        return false;
    *t = slice_trim(slice_first(*t, open));
    while (t->n && t->p[t->n - 1] == ',')
        *t = slice_trim(slice_first(*t, t->n - 1));
    return true;
}

/* "± 3.1", "+/- 3.1", "(+- 3.1)" behind the first value. */
static bool read_spread(Slice *s, const TableMarks *marks, TableCell *out)
{
    static const char *const signs[] = { PLUS_MINUS, "+/-", "+-", NULL };
    Slice rest = *s;
    slice_skip_blanks(&rest);
    bool open = slice_skip(&rest, SLICE("("));
    if (!skip_any(&rest, signs))
        return false;
    if (!read_value(&rest, marks, &out->sd, &out->ambiguous_decimal))
        return false;
    if (open && !slice_skip(&rest, SLICE(")")))
        return false;
    TableValue *v = &out->value[0];
    Slice behind = rest;
    slice_skip_blanks(&behind);
    TableUnit u;
    if (!v->has_unit && open && table_unit_skip(&behind, &u)) { /* "412 (±3) MB/s" */
        v->unit = u;
        v->has_unit = true;
        rest = behind;
    }
    out->has_sd = true;
    bool share = out->sd.has_unit && out->sd.unit.unit == UNIT_RATIO;
    if (share && (!v->has_unit || v->unit.unit != UNIT_RATIO)) {
        out->sd_is_share = true;
    } else if (out->sd.has_unit && !v->has_unit) {
        v->unit = out->sd.unit;
        v->has_unit = true;
    }
    *s = rest;
    return true;
}

/* "(+11%)", "(1.5x)": what was worked out from other cells and stands beside the value. */
static void skip_remark(Slice *s, const TableMarks *marks)
{
    Slice rest = *s, inner;
    slice_skip_blanks(&rest);
    TableValue v;
    bool ambiguous = false;
    if (slice_skip(&rest, SLICE("(")) && slice_until(&rest, SLICE(")"), &inner) &&
        read_value(&inner, marks, &v, &ambiguous) && inner.n == 0 && v.has_unit &&
        v.unit.unit == UNIT_RATIO)
        *s = rest;
}

/* "2.5/5m": the last unit holds for all. */
static void share_last_unit(TableCell *c)
{
    const TableValue *last = &c->value[c->n_values - 1];
    for (size_t i = 0; last->has_unit && i + 1 < c->n_values; i++)
        if (!c->value[i].has_unit) {
            c->value[i].has_unit = true;
            c->value[i].unit = last->unit;
        }
}

/* Three words or more are no unit, however it is written. */
static bool is_talk(Slice t)
{
    size_t n = 0;
    Slice word;
    while (n < 3 && slice_word(&t, &word))
        n++;
    return n == 3;
}

/* "11/22/99", "2017-11-07", "7.11.2017" */
static bool is_date(Slice t)
{
    Slice a, b, c;
    if (!slice_digits(&t, &a) || !t.n || !strchr("/-.", t.p[0]))
        return false;
    char mark = t.p[0];
    t = slice_from(t, 1);
    if (!slice_digits(&t, &b) || !t.n || t.p[0] != mark)
        return false;
    t = slice_from(t, 1);
    return slice_digits(&t, &c) && !t.n && b.n <= 2 &&
           ((a.n <= 2 && (c.n == 2 || c.n == 4)) || (a.n == 4 && c.n <= 2));
}

static void read_values(Slice t, const TableMarks *marks, TableCell *out)
{
    Slice rest = t;
    out->kind = CELL_VALUES;
    while (out->n_values < TABLE_MOST_VALUES &&
           read_value(&rest, marks, &out->value[out->n_values], &out->ambiguous_decimal)) {
        out->n_values++;
        if (out->n_values == 1)
            read_spread(&rest, marks, out);
        Slice next = rest;
        if (!skip_separator(&next) || !starts_number(next))
            break;
        rest = next;
    }
    if (out->n_values == 0) {
        out->kind = CELL_TEXT;
        out->odd = t;
        return;
    }
    skip_remark(&rest, marks);
    share_last_unit(out);
    rest = slice_trim(rest);
    if (rest.n) {
        out->kind = is_talk(rest) ? CELL_TEXT : CELL_BAD_UNIT;
        out->odd = rest;
    }
}

void table_cell_read(Cell cell, const TableMarks *marks, TableCell *out)
{
    static const char *const about[] = { "~", "\xe2\x89\x88", "ca. ", "ca.", "approx. ", "approx ",
                                         "about ", "circa ", NULL };
    static const char *const bounds[] = { "<=", ">=", "<", ">", "\xe2\x89\xa4", "\xe2\x89\xa5", NULL };
    *out = (TableCell){ .cell = cell };
    Slice t = cell.text;
    if (t.n == 0)
        return;
    if (is_date(t)) {
        out->kind = CELL_TEXT;
        out->odd = t;
        return;
    }
    if (table_cell_missing(t) || all_plus(t)) {
        out->kind = all_plus(t) ? CELL_TOO_FAST : CELL_MISSING;
        return;
    }
    out->has_n = cut_count(&t, &out->n);
    bool bound = skip_any(&t, bounds);
    out->approximate = !bound && skip_any(&t, about);
    read_values(t, marks, out);
    if (bound && out->kind == CELL_VALUES)
        out->kind = CELL_BOUND;
}

bool table_cell_is_duration(const TableCell *c)
{
    for (size_t i = 0; i < c->n_values; i++) {
        const TableValue *v = &c->value[i];
        if ((c->kind == CELL_VALUES || c->kind == CELL_BOUND) && v->has_unit &&
            v->unit.unit == UNIT_SECONDS && v->unit.doubt == UNIT_SURE && !v->minutes_seconds)
            return true;
    }
    return false;
}
