/*
 * Numbers of a table. Whether a comma is a decimal sign or a thousands mark is not guessed but
 * proven, once for the whole table: "12,5" and "0,125" prove a decimal comma; "1,204.5",
 * "1,234,567" and any decimal point prove the thousands mark.
 */
#include "ingest/table.h"

#include <string.h>

enum { LONGEST_NUMBER = 64 };

/* A number as it stands: groups of digits with one mark between each two. */
typedef struct Figure {
    Slice text;
    size_t groups;
    size_t digits[LONGEST_NUMBER]; /* of each group */
    char mark[LONGEST_NUMBER];     /* mark[i] stands behind group i */
    bool leading_zero;             /* the first group is "0" */
} Figure;

/* Digits with a mark between them: '.', ',', '\'', or one blank in front of exactly three digits. */
static bool scan_figure(Slice *s, bool no_groups, Figure *f)
{
    Slice rest = *s, digits;
    *f = (Figure){ 0 };
    if (!slice_digits(&rest, &digits))
        return false;
    f->digits[f->groups++] = digits.n;
    f->leading_zero = digits.n == 1 && digits.p[0] == '0';
    while (f->groups < LONGEST_NUMBER && rest.n > 1) {
        char mark = rest.p[0];
        Slice next = slice_from(rest, 1);
        if (!slice_digits(&next, &digits))
            break;
        bool three = digits.n == 3 && f->digits[f->groups - 1] <= 3;
        bool same = f->groups == 1 || f->mark[f->groups - 2] == mark;
        if (mark == ' ' ? no_groups || !three || !same || (next.n && next.p[0] == ':')
                        : mark == '\'' ? !three : mark != '.' && mark != ',')
            break;
        f->mark[f->groups - 1] = mark;
        f->digits[f->groups++] = digits.n;
        rest = next;
    }
    f->text = slice_first(*s, s->n - rest.n);
    *s = rest;
    return true;
}

static size_t count_marks(const Figure *f, char mark)
{
    size_t n = 0;
    for (size_t i = 0; i + 1 < f->groups; i++)
        n += f->mark[i] == mark;
    return n;
}

static char last_mark(const Figure *f)
{
    return f->groups > 1 ? f->mark[f->groups - 2] : 0;
}

/* "1,234" and "1.234": nothing in the figure itself says what the mark is. */
static bool either(const Figure *f)
{
    return f->groups == 2 && f->digits[1] == 3 && f->digits[0] <= 3 && !f->leading_zero;
}

/* Groups in front of the decimal sign must have three digits each but the first. */
static bool groups_fit(const Figure *f, char decimal)
{
    size_t whole = decimal ? f->groups - 1 : f->groups;
    for (size_t i = 1; i < whole; i++)
        if (f->digits[i] != 3)
            return false;
    return whole < 2 || f->digits[0] <= 3;
}

void table_number_prove(Slice text, TableMarks *marks)
{
    while (text.n) {
        Figure f;
        if (!char_is_digit(text.p[0])) {
            text = slice_from(text, 1);
            continue;
        }
        if (!scan_figure(&text, true, &f))
            break;
        size_t commas = count_marks(&f, ','), points = count_marks(&f, '.');
        if (commas + points > 1 && !groups_fit(&f, commas && points ? last_mark(&f) : 0)) {
            continue; /* a version, an address, a list */
        } else if (commas && points) {
            if (last_mark(&f) == '.')
                marks->comma_is_thousands = marks->point_proven = true;
            else
                marks->comma_is_decimal = true;
        } else if (commas > 1) {
            marks->comma_is_thousands = true;
        } else if (commas == 1 && !either(&f)) {
            marks->comma_is_decimal = true;
        } else if (points > 1) {
            marks->comma_is_decimal = true;
        } else if (points == 1 && !either(&f)) {
            marks->comma_is_thousands = marks->point_proven = true;
        }
    }
}

/* Which of the marks in this figure is its decimal sign; 0: none. */
static char decimal_mark(const Figure *f, const TableMarks *marks, bool *ambiguous)
{
    char last = last_mark(f);
    size_t commas = count_marks(f, ','), points = count_marks(f, '.');
    if (!last || last == ' ' || last == '\'')
        return 0;
    if (commas && points)
        return last;
    if (commas > 1 || points > 1)
        return 0;
    if (!either(f))
        return last;
    bool decimal = marks->comma_is_decimal, thousands = marks->comma_is_thousands;
    if (last == '.')
        return decimal && !thousands ? 0 : '.';
    *ambiguous = *ambiguous || decimal == thousands;
    return decimal && !thousands ? ',' : 0;
}

bool table_number_read(Slice *s, const TableMarks *marks, Number *out, bool *ambiguous)
{
    Slice rest = *s;
    Figure f;
    if (slice_starts(rest, SLICE(".")) || (slice_starts(rest, SLICE(",")) && marks->comma_is_decimal))
        return number_read_mark(s, rest.p[0], out);
    if (!scan_figure(&rest, marks->no_groups, &f) || f.text.n > LONGEST_NUMBER)
        return false;
    char decimal = decimal_mark(&f, marks, ambiguous);
    if (!groups_fit(&f, decimal))
        return false;
    if (f.groups == 1 || (f.groups == 2 && decimal)) { /* as it stands, with its exponent */
        bool read = number_read_mark(s, decimal ? decimal : '.', out);
        return read;
    }
    char plain[LONGEST_NUMBER + 1];
    size_t n = 0, group = 0;
    for (size_t i = 0; i < f.text.n; i++) {
        if (char_is_digit(f.text.p[i]))
            plain[n++] = f.text.p[i];
        else if (++group == f.groups - 1 && decimal)
            plain[n++] = '.';
    }
    Slice digits = { plain, n };
    if (!number_read(&digits, out))
        return false;
    out->text = f.text;
    *s = rest;
    return true;
}
