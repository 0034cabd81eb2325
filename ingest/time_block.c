#include "ingest/time_block.h"

#include <string.h>

/* Most lines of one block: GNU time -v prints 23, BSD time -l 17. */
enum { MOST_LINES = 40, LONGEST_LINE = 4096 };

static const char *const field_names[TIME_FIELDS] = { "real", "user", "sys", "cpu" };

static bool is_end(Slice s)
{
    return s.n == 0 || char_is_blank(s.p[0]);
}

/* Minutes and hours in front of the seconds: "1m", "1m ", "1h2m", "1:", "1:02:". */
static bool skip_minutes(Slice *s, double *seconds, bool *letters)
{
    Slice rest = *s;
    uint64_t n;
    if (!slice_uint(&rest, &n) || n > 1000000000)
        return false;
    bool minutes = slice_skip(&rest, SLICE("m")), hours = !minutes && slice_skip(&rest, SLICE("h"));
    if (minutes || hours) {
        if (slice_starts(rest, SLICE("s")))
            return false;
        slice_skip_blanks(&rest);
        *letters = true;
        *seconds += (double)n * (hours ? 3600 : 60);
    } else if (slice_skip(&rest, SLICE(":"))) {
        *seconds = (*seconds + (double)n) * 60;
    } else {
        return false;
    }
    if (!rest.n || !char_is_digit(rest.p[0]))
        return false;
    *s = rest;
    return true;
}

bool time_value(Slice *s, TimeValue *out)
{
    Slice rest = *s;
    double before = 0;
    bool letters = false;
    Number n;
    for (int i = 0; i < 3 && skip_minutes(&rest, &before, &letters); i++)
        ;
    if (!rest.n || !char_is_digit(rest.p[0]) || !number_read_either(&rest, &n))
        return false;
    bool has_s = slice_starts(rest, SLICE("s")) && !(rest.n > 1 && char_is_alpha(rest.p[1]));
    rest = slice_from(rest, has_s);
    *out = (TimeValue){ .has = true,
                        .value = before + n.value,
                        .half = n.half,
                        .text = slice_first(*s, s->n - rest.n) };
    if (letters && !has_s)
        out->missing = MISSING_CUT; /* "0m0.26": the end of the paste */
    *s = rest;
    return true;
}

static bool cpu_value(Slice *s, TimeValue *out)
{
    Slice rest = *s;
    Number n;
    if (slice_skip(&rest, SLICE("?"))) { /* GNU time: no time has passed */
        *out = (TimeValue){ .has = false };
    } else {
        if (!rest.n || !char_is_digit(rest.p[0]) || !number_read_either(&rest, &n))
            return false;
        *out = (TimeValue){
            .has = true, .value = n.value / 100, .half = n.half / 100, .text = n.text
        };
    }
    if (!slice_skip(&rest, SLICE("%")))
        return false;
    *s = rest;
    return true;
}

/* --- "real 0m2.054s user 0m0.007s sys 0m1.677s", in one line or in three --- */

static bool skip_label(Slice *s, TimeField *field)
{
    static const struct {
        const char *word;
        TimeField field;
    } labels[] = {
        { "real", TIME_REAL },
        { "user", TIME_USER },
        { "system", TIME_SYS },
        { "sys", TIME_SYS },
    };
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (slice_skip(s, slice_of(labels[i].word))) {
            *field = labels[i].field;
            return true;
        }
    return false;
}

/* One "real 0m2.054s" at the front of s. */
static bool label_and_value(Slice *s, const Line *line, TimeBlock *t, bool *tabbed)
{
    Slice rest = *s;
    TimeField field, other;
    TimeValue v;
    slice_skip_blanks(&rest);
    if (!skip_label(&rest, &field) || t->field[field].has)
        return false;
    bool tab = slice_starts(rest, SLICE("\t"));
    bool glued = slice_skip_blanks(&rest) == 0 && !slice_skip(&rest, SLICE(":"));
    slice_skip_blanks(&rest);
    if (!time_value(&rest, &v))
        return false;
    Slice peek = rest; /* "real0m2.054suser0m0.011s": a page lost what was between */
    if (!is_end(rest) && !strchr(",;|)<\"\\", rest.p[0]) && !(glued && skip_label(&peek, &other)))
        return false;
    if (glued && slice_find_char(v.text, 'm') == SLICE_NONE)
        return false;
    v.line = line;
    t->field[field] = v;
    *tabbed = *tabbed || (tab && slice_find_char(v.text, 's') == SLICE_NONE &&
                          slice_find_char(v.text, ':') == SLICE_NONE);
    *s = rest;
    return true;
}

static size_t decimals(Slice text)
{
    size_t at = slice_find_char(text, '.');
    return at == SLICE_NONE ? 0 : text.n - at - 1;
}

/*
 * toybox prints microseconds without their leading zeros unless -p is given: 0.007271 as 0.7271.
 * Its form has a tab and no "m"; where tabs got lost, unequal decimals give it away.
 */
static void distrust_toybox(TimeBlock *t, bool tabbed)
{
    bool plain = true, uneven = false;
    for (int i = TIME_REAL; i <= TIME_SYS; i++) {
        Slice text = t->field[i].text;
        if (!t->field[i].has)
            continue;
        plain = plain && slice_find_char(text, 'm') == SLICE_NONE &&
                slice_find_char(text, 's') == SLICE_NONE &&
                slice_find_char(text, ':') == SLICE_NONE &&
                slice_find_char(text, '.') != SLICE_NONE;
        uneven = uneven || decimals(text) != decimals(t->field[TIME_REAL].text);
    }
    if (!plain || !(tabbed || uneven))
        return;
    for (int i = TIME_REAL; i <= TIME_SYS; i++)
        if (t->field[i].has && decimals(t->field[i].text) < 6)
            t->field[i].missing = MISSING_UNTRUSTED;
}

/* All that follows ptime -m and others print below the three lines. */
static bool is_ptime_extra(Slice text)
{
    static const char *const words[] = { "trap", "tflt", "dflt", "kflt",
                                         "lock", "slp",  "lat",  "stop" };
    Slice word, rest = text;
    TimeValue v;
    if (!slice_word(&rest, &word))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (slice_is(word, words[i])) {
            slice_skip_blanks(&rest);
            return time_value(&rest, &v) && rest.n == 0;
        }
    return false;
}

static bool read_label_first(Lines *ls, size_t at, TimeBlock *t)
{
    bool tabbed = false;
    size_t next = at;
    for (size_t i = at; i < at + MOST_LINES; i++) {
        const Line *line = lines_at(ls, i);
        if (!line)
            break;
        if (!line->text.n)
            continue;
        Slice rest = line->text;
        if (i == at && !slice_starts(slice_trim(rest), SLICE("real")))
            return false;
        size_t n = 0;
        while (label_and_value(&rest, line, t, &tabbed))
            n++;
        if (n == 0 && !(next > at && is_ptime_extra(line->text)))
            break;
        next = i + 1;
    }
    if (!t->field[TIME_REAL].has || !t->field[TIME_USER].has)
        return false;
    distrust_toybox(t, tabbed);
    t->next = next;
    return true;
}

/* "2.31 real 0.00 user 0.41 sys" at the front of s */
static bool values_first(Slice *s, const Line *line, TimeBlock *t)
{
    for (int i = 0; i < 3; i++) {
        TimeValue v;
        TimeField field;
        slice_skip_blanks(s);
        if (!time_value(s, &v) || !slice_skip_some_blanks(s) || !skip_label(s, &field) ||
            !(is_end(*s) || strchr("\"\\,<", s->p[0])) || t->field[field].has)
            return false;
        v.line = line;
        t->field[field] = v;
    }
    return true;
}

bool time_block_inline(const Line *line, size_t from, TimeBlock *out)
{
    *out = (TimeBlock){ 0 };
    Slice rest = slice_from(line->text, from), near = slice_first(rest, 24);
    size_t at = slice_find(near, SLICE("real"));
    if (at == SLICE_NONE)
        return false;
    Slice front = slice_trim(slice_first(rest, at));
    if (front.n) { /* "133 MB/s  2.31 real  0.00 user": its value stands in front */
        size_t start = front.n;
        while (start > 0 && !char_is_blank(front.p[start - 1]))
            start--;
        Slice values = slice_from(rest, (size_t)(front.p - rest.p) + start);
        if (values_first(&values, line, out))
            return true;
        *out = (TimeBlock){ 0 };
    }
    rest = slice_from(rest, at);
    bool tabbed = false;
    while (label_and_value(&rest, line, out, &tabbed))
        ;
    distrust_toybox(out, tabbed);
    return out->field[TIME_REAL].has && out->field[TIME_USER].has;
}

/* --- "2.31 real 0.00 user 0.41 sys" (BSD, mksh) --- */

static bool is_rusage(Slice text)
{
    static const char *const names[] = {
        "maximum resident set size",
        "average shared memory size",
        "average unshared data size",
        "average unshared stack size",
        "page reclaims",
        "page faults",
        "swaps",
        "block input operations",
        "block output operations",
        "messages sent",
        "messages received",
        "signals received",
        "voluntary context switches",
        "involuntary context switches",
        "instructions retired",
        "cycles elapsed",
        "peak memory footprint",
    };
    Slice rest = slice_trim(text), digits;
    if (!slice_digits(&rest, &digits) || !slice_skip_some_blanks(&rest))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (slice_is(rest, names[i]))
            return true;
    return false;
}

static bool read_value_first(Lines *ls, size_t at, TimeBlock *t)
{
    const Line *line = lines_at(ls, at);
    Slice rest = line->text;
    if (!values_first(&rest, line, t))
        return false;
    t->next = at + 1;
    while (t->next < at + MOST_LINES && (line = lines_at(ls, t->next)) && is_rusage(line->text))
        t->next++;
    return slice_trim(rest).n == 0;
}

/* --- zsh: "dd if=... bs=1M  0.01s user 0.03s system 27% cpu 0.132 total" --- */

static void put(TimeBlock *t, TimeField field, TimeValue v, const Line *line)
{
    v.line = line;
    t->field[field] = v;
}

static bool read_zsh_line(const Line *line, TimeBlock *t)
{
    Slice text = line->text;
    size_t user_at = slice_rfind(text, SLICE("s user "));
    if (user_at == SLICE_NONE)
        return false;
    size_t start = user_at;
    while (start > 0 && !char_is_blank(text.p[start - 1]))
        start--;
    Slice rest = slice_from(text, start);
    TimeValue user, sys, cpu, real;
    if (!time_value(&rest, &user) || !slice_skip(&rest, SLICE(" user ")))
        return false;
    slice_skip_blanks(&rest);
    if (!time_value(&rest, &sys) || !slice_skip(&rest, SLICE(" system ")))
        return false;
    slice_skip_blanks(&rest);
    if (!cpu_value(&rest, &cpu) || !slice_skip(&rest, SLICE(" cpu ")))
        return false;
    slice_skip_blanks(&rest);
    if (!time_value(&rest, &real) || !slice_skip(&rest, SLICE(" total")))
        return false;
    put(t, TIME_USER, user, line);
    put(t, TIME_SYS, sys, line);
    put(t, TIME_CPU, cpu, line);
    put(t, TIME_REAL, real, line);
    return true;
}

/* The command in front makes the line long: mailers wrap it, between the figures or before them. */
static bool read_zsh(Lines *ls, size_t at, TimeBlock *t)
{
    enum { SHORTEST_WRAPPED = 40 };
    const Line *line = lines_at(ls, at), *next = lines_at(ls, at + 1);
    if (slice_has(line->text, SLICE("s user ")) && read_zsh_line(line, t)) {
        t->next = at + 1;
        return true;
    }
    if (line->text.n < SHORTEST_WRAPPED || !next || !slice_ends(next->text, SLICE(" total")) ||
        next->text.n > LONGEST_LINE || !read_zsh_line(lines_joined(ls, at, 2), t))
        return false;
    t->next = at + 2;
    return true;
}

/* --- csh: "0.006u 0.019s 0:00.08 12.5% 0+0k 0+65536io 0pf+0w" --- */

static bool read_csh(Lines *ls, size_t at, TimeBlock *t)
{
    const Line *line = lines_at(ls, at);
    Slice rest = slice_trim(line->text);
    TimeValue user, sys, real, cpu;
    Slice words;
    if (!time_value(&rest, &user) || !slice_skip(&rest, SLICE("u")) ||
        !slice_skip_some_blanks(&rest) || !time_value(&rest, &sys) ||
        !slice_ends(sys.text, SLICE("s")) || !slice_skip_some_blanks(&rest) ||
        !time_value(&rest, &real) || !slice_skip_some_blanks(&rest) || !cpu_value(&rest, &cpu) ||
        !slice_word(&rest, &words) || slice_find_char(words, '+') == SLICE_NONE)
        return false;
    put(t, TIME_USER, user, line);
    put(t, TIME_SYS, sys, line);
    put(t, TIME_REAL, real, line);
    put(t, TIME_CPU, cpu, line);
    t->next = at + 1;
    return true;
}

/* --- GNU time --- */

/* "Command exited with non-zero status 1", "Command terminated by signal 2" stand in front. */
static bool is_gnu_status(Slice text)
{
    return slice_starts(text, SLICE("Command exited with non-zero status ")) ||
           slice_starts(text, SLICE("Command terminated by signal "));
}

static bool read_gnu_short(Lines *ls, size_t at, TimeBlock *t)
{
    const Line *line = lines_at(ls, at);
    if (is_gnu_status(line->text))
        line = lines_at(ls, ++at);
    if (!line)
        return false;
    Slice rest = slice_trim(line->text);
    TimeValue user, sys, real, cpu;
    if (!time_value(&rest, &user) || !slice_skip(&rest, SLICE("user")) ||
        !slice_skip_some_blanks(&rest) || !time_value(&rest, &sys) ||
        !slice_skip(&rest, SLICE("system")) || !slice_skip_some_blanks(&rest) ||
        !time_value(&rest, &real) || !slice_skip(&rest, SLICE("elapsed")))
        return false;
    put(t, TIME_USER, user, line);
    put(t, TIME_SYS, sys, line);
    put(t, TIME_REAL, real, line);
    slice_skip_blanks(&rest);
    if (cpu_value(&rest, &cpu))
        put(t, TIME_CPU, cpu, line);
    t->next = at + 1;
    const Line *second = lines_at(ls, t->next);
    if (second && slice_has(second->text, SLICE("inputs+")))
        t->next++;
    return true;
}

typedef struct GnuLabel {
    const char *label;
    TimeField field; /* TIME_FIELDS: not stored */
} GnuLabel;

/* clang-format off */
static const GnuLabel gnu_labels[] = {
    { "Command being timed", TIME_FIELDS }, { "User time (seconds)", TIME_USER },
    { "System time (seconds)", TIME_SYS }, { "Percent of CPU this job got", TIME_CPU },
    { "Elapsed (wall clock) time (h:mm:ss or m:ss)", TIME_REAL },
    { "Average shared text size (kbytes)", TIME_FIELDS }, { "Average unshared data size (kbytes)", TIME_FIELDS },
    { "Average stack size (kbytes)", TIME_FIELDS }, { "Average total size (kbytes)", TIME_FIELDS },
    { "Maximum resident set size (kbytes)", TIME_FIELDS }, { "Average resident set size (kbytes)", TIME_FIELDS },
    { "Major (requiring I/O) page faults", TIME_FIELDS }, { "Minor (reclaiming a frame) page faults", TIME_FIELDS },
    { "Voluntary context switches", TIME_FIELDS }, { "Involuntary context switches", TIME_FIELDS },
    { "Swaps", TIME_FIELDS }, { "File system inputs", TIME_FIELDS }, { "File system outputs", TIME_FIELDS },
    { "Socket messages sent", TIME_FIELDS }, { "Socket messages received", TIME_FIELDS },
    { "Signals delivered", TIME_FIELDS }, { "Page size (bytes)", TIME_FIELDS }, { "Exit status", TIME_FIELDS },
    { "Average shared library size (kbytes)", TIME_FIELDS }, { "Context switches", TIME_FIELDS },
};
/* clang-format on */

static const GnuLabel *gnu_label(Slice *s)
{
    for (size_t i = 0; i < sizeof gnu_labels / sizeof *gnu_labels; i++) {
        Slice rest = *s;
        if (slice_skip(&rest, slice_of(gnu_labels[i].label)) && slice_skip(&rest, SLICE(":"))) {
            *s = slice_trim(rest);
            return &gnu_labels[i];
        }
    }
    return NULL;
}

static bool read_gnu_long(Lines *ls, size_t at, TimeBlock *t)
{
    size_t i = at;
    const Line *line = lines_at(ls, i);
    if (is_gnu_status(line->text))
        i++;
    for (; i < at + MOST_LINES && (line = lines_at(ls, i)); i++) {
        Slice rest = slice_trim(line->text);
        if (!rest.n)
            continue;
        const GnuLabel *label = gnu_label(&rest);
        TimeValue v;
        if (!label || (label->field != TIME_FIELDS && t->field[label->field].has))
            break;
        bool open = slice_starts(rest, SLICE("\"")) && !slice_ends(rest, SLICE("\""));
        const Line *tail = open ? lines_at(ls, i + 1) : NULL;
        if (tail && slice_ends(tail->text, SLICE("\""))) /* a long command, wrapped */
            i++;
        t->next = i + 1;
        if (label->field == TIME_CPU ? cpu_value(&rest, &v)
                                     : label->field != TIME_FIELDS && time_value(&rest, &v))
            put(t, label->field, v, line);
    }
    return t->field[TIME_REAL].has || (t->field[TIME_USER].has && t->field[TIME_SYS].has);
}

/* --- fish --- */

static bool fish_value(Slice s, TimeValue *out)
{
    static const UnitWord units[] = {
        { "secs", 1, UNIT_SECONDS },      { "millis", 1e-3, UNIT_SECONDS },
        { "micros", 1e-6, UNIT_SECONDS }, { "mins", 60, UNIT_SECONDS },
        { "hours", 3600, UNIT_SECONDS },  { NULL, 0, UNIT_UNKNOWN },
    };
    Number n;
    Slice word;
    slice_skip_blanks(&s);
    if (!number_read_either(&s, &n) || !slice_word(&s, &word))
        return false;
    const UnitWord *unit = unit_word(units, word);
    if (!unit)
        return false;
    *out = (TimeValue){
        .has = true, .value = n.value * unit->factor, .half = n.half * unit->factor, .text = n.text
    };
    return true;
}

static bool read_fish(Lines *ls, size_t at, TimeBlock *t)
{
    static const struct {
        const char *label;
        TimeField field;
    } rows[] = { { "Executed in", TIME_REAL },
                 { "usr time", TIME_USER },
                 { "sys time", TIME_SYS } };
    size_t next = at;
    for (size_t i = 0; i < 3; i++) {
        const Line *line = lines_at(ls, next);
        if (i && line && !line->text.n) /* doubled line ends */
            line = lines_at(ls, ++next);
        TimeValue v;
        if (!line)
            break;
        Slice rest = slice_trim(line->text);
        if (!slice_skip(&rest, slice_of(rows[i].label)) || !fish_value(rest, &v))
            break;
        put(t, rows[i].field, v, line);
        t->next = ++next;
    }
    return t->field[TIME_REAL].has;
}

bool time_block_read(Lines *ls, size_t at, TimeBlock *out)
{
    static bool (*const forms[])(Lines *, size_t, TimeBlock *) = {
        read_label_first, read_value_first, read_zsh,  read_csh,
        read_gnu_short,   read_gnu_long,    read_fish,
    };
    const Line *line = lines_at(ls, at);
    if (!line || !line->text.n || line->text.n > LONGEST_LINE)
        return false;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        *out = (TimeBlock){ 0 };
        if (forms[i](ls, at, out))
            return true;
    }
    return false;
}

void time_block_store(Reader *r, Run *run, const TimeBlock *t)
{
    for (int i = 0; i < TIME_FIELDS; i++) {
        const TimeValue *v = &t->field[i];
        if (!v->has)
            continue;
        if (v->missing) {
            reader_missing(r, run, "", field_names[i], v->line, v->text, v->missing);
            continue;
        }
        Measure *m =
            reader_measure_value(r, run, "", field_names[i], v->value, v->half, v->line, v->text);
        m->raw_unit = i == TIME_CPU ? "%" : "s";
        m->raw_factor = i == TIME_CPU ? 0.01 : 1;
    }
}
