#include "ingest/fio_lines.h"

#include <string.h>

enum { MOST_JOINED = 16 }; /* a list format re-flows paragraphs */

bool fio_lines_pair(Slice *s, Slice *key, Slice *value)
{
    while (s->n && (char_is_blank(s->p[0]) || s->p[0] == ',' || s->p[0] == ';'))
        *s = slice_from(*s, 1);
    if (!s->n)
        return false;
    int depth = 0;
    size_t end = 0, equals = SLICE_NONE;
    for (; end < s->n && !(s->p[end] == ',' && depth <= 0); end++) {
        char c = s->p[end];
        if (c == '=' && equals == SLICE_NONE && depth == 0)
            equals = end;
        depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    }
    Slice item = slice_first(*s, end);
    *key = equals == SLICE_NONE ? SLICE("") : slice_trim(slice_first(item, equals));
    while (key->n && (key->p[0] == '*' || key->p[0] == '_')) /* "*iops=463*": emphasised */
        *key = slice_from(*key, 1);
    *value = slice_trim(equals == SLICE_NONE ? item : slice_from(item, equals + 1));
    *s = slice_from(*s, end);
    return true;
}

bool fio_lines_inside(FioKind kind)
{
    return kind >= FIO_LINE_LATENCY && kind <= FIO_LINE_INNER;
}

/* --- what a line is --- */

static bool has(Slice s, const char *text)
{
    return slice_has_nocase(s, slice_of(text));
}

/* Blanks, a comment sign that somebody put in front, and the "}" of JSON that ended in this line. */
static Slice front(Slice text)
{
    slice_skip_blanks(&text);
    while (text.n && (text.p[0] == '#' || text.p[0] == '}')) {
        text = slice_from(text, 1);
        slice_skip_blanks(&text);
    }
    return text;
}

/* Splits at the last `mark`: what stands in front of it is the name of the job. */
static bool name_before(Slice text, Slice mark, Slice *name, Slice *rest)
{
    for (size_t n = text.n; n >= mark.n; n--) {
        Slice tail = slice_from(text, n - mark.n);
        if (tail.p[0] != mark.p[0] || !slice_starts_nocase(tail, mark)) /* ":" has no case */
            continue;
        *name = slice_trim(slice_first(text, n - mark.n));
        *rest = slice_from(tail, mark.n);
        return true;
    }
    return false;
}

/* "<host> NAME": client mode puts the host in front. */
static Slice without_host(Slice name)
{
    size_t end = slice_find_char(name, '>');
    if (name.n && name.p[0] == '<' && end != SLICE_NONE && end + 2 < name.n)
        return slice_trim(slice_from(name, end + 1));
    return name;
}

/* "Jobs: 1 (f=1): [r(1)][100.0%]...[eta 00m:00s]NAME": the CR behind the progress was lost. */
static Slice without_eta(Slice name)
{
    size_t eta =
        slice_starts_nocase(name, SLICE("jobs:")) ? slice_rfind(name, SLICE("[eta ")) : SLICE_NONE;
    if (eta == SLICE_NONE)
        return name;
    Slice rest = slice_from(name, eta);
    return slice_skip_past(&rest, SLICE("]")) && slice_trim(rest).n ? slice_trim(rest) : name;
}

static bool is_version(Slice t, Slice *version)
{
    Slice rest = slice_trim(t);
    if (!slice_skip_nocase(&rest, SLICE("fio-")) && !slice_skip_nocase(&rest, SLICE("fio ")))
        return false;
    Slice word = rest;
    for (size_t i = 0; i < word.n; i++)
        if (!char_is_alnum(word.p[i]) && word.p[i] != '.' && word.p[i] != '-')
            return false;
    *version = word;
    return word.n && word.n < 40 && char_is_digit(word.p[0]) && slice_has(word, SLICE("."));
}

static bool is_bare_version(Slice t)
{
    Slice rest = slice_trim(t), digits;
    int parts = 0;
    while (slice_digits(&rest, &digits)) {
        parts++;
        if (!slice_skip(&rest, SLICE(".")))
            break;
    }
    return rest.n == 0 && parts == 3;
}

/* "read : io=", "READ: bw=": a line of a job or of a group. The words alone are no sign. */
static FioKind direction_kind(Slice t, FioLine *out)
{
    Slice rest = t;
    if (!fio_dir_skip(&rest, &out->dir))
        return FIO_LINE_NONE;
    bool upper = t.p[0] >= 'A' && t.p[0] <= 'Z' && t.p[1] >= 'A' && t.p[1] <= 'Z';
    slice_skip_blanks(&rest);
    if (!slice_skip(&rest, SLICE(":")))
        return FIO_LINE_NONE;
    slice_skip_blanks(&rest);
    out->rest = rest;
    bool io = slice_starts_nocase(rest, SLICE("io=")), bw = slice_starts_nocase(rest, SLICE("bw="));
    if (slice_starts_nocase(rest, SLICE("iops=")))
        return FIO_LINE_JOB;
    if (!io && !bw)
        return FIO_LINE_NONE;
    if (has(rest, "aggrb=") || (upper && !has(rest, "iops=")))
        return FIO_LINE_GROUP;
    if (bw && has(rest, "run=") && has(rest, "io="))
        return FIO_LINE_GROUP;
    return has(rest, "iops=") || has(rest, "runt=") || has(rest, "bw=") ? FIO_LINE_JOB
                                                                        : FIO_LINE_NONE;
}

/* One kind of line of a job block: the word at its front, and what must stand in it. */
typedef struct InnerRow {
    const char *word;
    const char *needs; /* NULL: nothing */
    FioKind kind;
} InnerRow;

static const InnerRow inner_rows[] = {
    { "slat", "percentiles", FIO_LINE_PERCENTILES },
    { "clat", "percentiles", FIO_LINE_PERCENTILES },
    { "lat", "percentiles", FIO_LINE_PERCENTILES },
    { "sync", "percentiles", FIO_LINE_PERCENTILES },
    { "slat", "min=", FIO_LINE_LATENCY },
    { "clat", "min=", FIO_LINE_LATENCY },
    { "lat", "min=", FIO_LINE_LATENCY },
    { "sync", "min=", FIO_LINE_LATENCY },
    { "lat", "sec)", FIO_LINE_BUCKETS },
    { "bw", "min=", FIO_LINE_BW_SAMPLES },
    { "iops", "min=", FIO_LINE_IOPS_SAMPLES },
    { "cpu", "usr=", FIO_LINE_CPU },
    { "issued", "total=", FIO_LINE_ISSUED },
    { "errors", "total=", FIO_LINE_ERRORS },
    { "steadystate", "attained=", FIO_LINE_STEADY },
    { "description", "[", FIO_LINE_DESCRIPTION },
    { "fsync/fdatasync/sync_file_range", NULL, FIO_LINE_SYNC },
    { "io depths", "=", FIO_LINE_INNER },
    { "submit", "0=", FIO_LINE_INNER },
    { "complete", "0=", FIO_LINE_INNER },
    { "latency", "target=", FIO_LINE_INNER },
    { "high prio", NULL, FIO_LINE_INNER }, /* 3.18 to 3.29 */
    { "low prio", NULL, FIO_LINE_INNER },
    { "block lifetime percentiles", NULL, FIO_LINE_INNER },
    { "states", "trimmed", FIO_LINE_INNER },
    { "short=", NULL, FIO_LINE_INNER },
    { "dropped=", NULL, FIO_LINE_INNER },
};

static FioKind inner_kind(Slice t, FioLine *out)
{
    for (size_t i = 0; i < sizeof inner_rows / sizeof *inner_rows; i++) {
        const InnerRow *row = &inner_rows[i];
        Slice rest = t;
        if (!slice_skip_nocase(&rest, slice_of(row->word)) ||
            (rest.n && char_is_alnum(rest.p[0]) && row->kind != FIO_LINE_INNER) ||
            (row->needs && !has(rest, row->needs)))
            continue;
        out->name = slice_first(t, strlen(row->word));
        out->rest = rest;
        if (row->kind >= FIO_LINE_CPU && row->kind <= FIO_LINE_DESCRIPTION &&
            !slice_skip_past(&out->rest, SLICE(":")))
            continue;
        return row->kind;
    }
    return FIO_LINE_NONE;
}

/* "|  1.00th=[    2],  5.00th=[..." or, in 1.58 to 1.99.5, without bar and brackets. */
static bool is_percentile_row(Slice t)
{
    slice_skip(&t, SLICE("|"));
    slice_skip_blanks(&t);
    Number n;
    return number_read(&t, &n) && slice_skip_nocase(&t, SLICE("th="));
}

typedef struct NoiseRow {
    const char *front; /* of the line; NULL: anywhere */
    const char *needs;
    FioKind kind;
} NoiseRow;

static const NoiseRow noise_rows[] = {
    { "jobs: ", "(f=", FIO_LINE_ETA },
    { "jobs=", "(f=", FIO_LINE_ETA },
    { "[eta ", NULL, FIO_LINE_ETA },
    { "fio: terminating", NULL, FIO_LINE_INTERRUPT },
    { "starting ", "process", FIO_LINE_NOISE },
    { "starting ", "thread", FIO_LINE_NOISE },
    { NULL, ": laying out io file", FIO_LINE_NOISE },
    { "fio: ", NULL, FIO_LINE_NOISE },
    { "file:", "func=", FIO_LINE_NOISE },
    { "note: both iodepth", NULL, FIO_LINE_NOISE },
    { "clock setaffinity", NULL, FIO_LINE_NOISE },
};

static FioKind noise_kind(Slice t)
{
    if (slice_is(slice_trim(t), "..."))
        return FIO_LINE_NOISE;
    for (size_t i = 0; i < sizeof noise_rows / sizeof *noise_rows; i++) {
        const NoiseRow *row = &noise_rows[i];
        if ((!row->front || slice_starts_nocase(t, slice_of(row->front))) &&
            (!row->needs || has(t, row->needs)))
            return row->kind;
    }
    return FIO_LINE_NONE;
}

static FioKind named_kind(Slice t, FioLine *out)
{
    if (name_before(t, SLICE(": (groupid="), &out->name, &out->rest) ||
        name_before(t, SLICE(":(groupid="), &out->name, &out->rest)) {
        out->name = without_host(without_eta(out->name));
        return has(out->rest, "jobs=") || has(out->rest, "err=") ? FIO_LINE_HEADING : FIO_LINE_NONE;
    }
    if (name_before(t, SLICE(": (g="), &out->name, &out->rest)) {
        out->name = without_host(out->name);
        return has(out->rest, "rw=") ? FIO_LINE_BANNER : FIO_LINE_NONE;
    }
    if (name_before(t, SLICE(": ios="), &out->name, &out->rest)) {
        out->rest = (Slice){ out->rest.p - 4, out->rest.n + 4 };
        return out->name.n && !slice_has(out->name, SLICE(" ")) ? FIO_LINE_DISK : FIO_LINE_NONE;
    }
    return FIO_LINE_NONE;
}

static bool client_version(Slice t, Slice *version)
{
    Slice key, value;
    if (!slice_starts_nocase(t, SLICE("hostname=")))
        return false;
    while (fio_lines_pair(&t, &key, &value))
        if (slice_eq_nocase(key, SLICE("fio")))
            return is_version(value, version);
    return false;
}

FioKind fio_lines_kind(Slice text, FioLine *out)
{
    enum { LONGEST = 4096 }; /* no line of fio's own is as long */
    Slice t = slice_first(front(text), LONGEST), rest = t;
    out->name = out->rest = slice_first(t, 0);
    if (!t.n)
        return out->kind = FIO_LINE_NONE;
    if (slice_skip_nocase(&rest, SLICE("run status group "))) {
        out->rest = rest;
        return out->kind = FIO_LINE_GROUP_HEADING;
    }
    if (slice_starts_nocase(t, SLICE("disk stats (")))
        return out->kind = FIO_LINE_DISK_HEADING;
    if (slice_skip_nocase(&rest, SLICE("fio: pid=")) && slice_skip_past(&rest, SLICE("err="))) {
        out->rest = rest;
        return out->kind = FIO_LINE_ERROR;
    }
    if (is_version(t, &out->name))
        return out->kind = FIO_LINE_VERSION;
    if (is_bare_version(t)) {
        out->name = slice_trim(t);
        return out->kind = FIO_LINE_BARE_VERSION;
    }
    if (client_version(t, &out->name))
        return out->kind = FIO_LINE_CLIENT;
    if (is_percentile_row(t)) {
        out->rest = t;
        return out->kind = FIO_LINE_PERCENTILE_ROW;
    }
    if ((out->kind = named_kind(t, out)) || (out->kind = direction_kind(t, out)) ||
        (out->kind = inner_kind(t, out)))
        return out->kind;
    return out->kind = noise_kind(t);
}

/* --- wrapped lines --- */

static bool bracket_open(Slice s)
{
    int depth = 0;
    for (size_t i = 0; i < s.n; i++)
        depth += (s.p[i] == '(' || s.p[i] == '[') - (s.p[i] == ')' || s.p[i] == ']');
    return depth > 0;
}

/* Keys at which a line may be broken. */
static bool starts_with_key(Slice t)
{
    static const char *const keys[] = {
        "io",          "bw",      "iops",       "runt",    "aggrb",     "minb",      "maxb",
        "mint",        "maxt",    "run",        "min",     "max",       "avg",       "stdev",
        "per",         "samples", "usr",        "sys",     "ctx",       "majf",      "minf",
        "short",       "drop",    "dropped",    "merge",   "ticks",     "util",      "sectors",
        "rw",          "bs",      "ioengine",   "iodepth", "total",     "ios",       "pid",
        "err",         "jobs",    "in_queue",   "aggrios", "aggrmerge", "aggrticks", "aggrin_queue",
        "aggrutil",    "window",  "percentile", "depth",   "target",    "error",     "func",
        "first_error",
    };
    slice_skip(&t, SLICE("=")); /* ">=64=0.0%" whose ">" was taken for a quote mark */
    size_t n = 0;
    while (n < t.n && (char_is_alnum(t.p[n]) || t.p[n] == '_' || t.p[n] == '>' || t.p[n] == '='))
        if (t.p[n++] == '=' && n > 1 && t.p[0] != '>')
            break;
    Slice word = slice_first(t, n);
    if (word.n < 2 || word.p[word.n - 1] != '=')
        return slice_starts(t, SLICE(">=")) && t.n > 2 && char_is_digit(t.p[2]);
    word.n--;
    bool digits = true;
    for (size_t i = 0; i < word.n; i++)
        digits = digits && char_is_digit(word.p[i]);
    for (size_t i = 0; !digits && i < sizeof keys / sizeof *keys; i++)
        if (slice_eq_nocase(word, slice_of(keys[i])))
            return true;
    return digits;
}

/* "07:20:54 2026", "30 07:20:54 2026", "2026": the rest of a date. */
static bool starts_with_date(Slice t)
{
    static const char *const months[] = { "Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec" };
    for (size_t i = 0; i < sizeof months / sizeof *months; i++)
        if (slice_starts_nocase(t, slice_of(months[i])))
            return true;
    return t.n && char_is_digit(t.p[0]);
}

/* Is the ctime of a heading cut off behind its day or its month? */
static bool date_is_cut(Slice rest)
{
    Slice digits;
    if (!slice_skip_past(&rest, SLICE("pid=")) || !slice_digits(&rest, &digits) ||
        !slice_skip(&rest, SLICE(":")))
        return false;
    size_t words = 0;
    for (Slice word; slice_word(&rest, &word);)
        words++;
    return words > 0 && words < 5;
}

static bool may_go_on(const FioLine *now, Slice text, Slice next)
{
    Slice end = slice_trim(text), start = front(next);
    char last = end.n ? end.p[end.n - 1] : ' ';
    if (!start.n)
        return false;
    if (now->kind == FIO_LINE_HEADING)
        return bracket_open(text) || !has(now->rest, "pid=")
                   ? starts_with_key(start) || bracket_open(text)
                   : date_is_cut(now->rest) && starts_with_date(start);
    if (now->kind == FIO_LINE_BANNER)
        return !has(text, "iodepth=") && slice_find_char(start, '=') != SLICE_NONE;
    if (bracket_open(text) || last == '=')
        return true;
    if (now->kind == FIO_LINE_PERCENTILE_ROW && slice_find_char(text, ':') == SLICE_NONE)
        return false;
    if (starts_with_key(start) || start.p[0] == '(')
        return true;
    return last == ',' && slice_find_char(start, '=') != SLICE_NONE;
}

/* A line that is one of fio's by itself never is the rest of the one above. */
static bool goes_on(const FioLine *now, Slice text, Slice next)
{
    FioLine other;
    return may_go_on(now, text, next) && fio_lines_kind(next, &other) == FIO_LINE_NONE;
}

/* Where the label that ends in front of the ":" at `colon` begins; SLICE_NONE: it is none of ours.
 */
static size_t label_before(Slice text, size_t from, size_t colon, FioLine *out)
{
    enum { MOST_WORDS = 6 };
    size_t words = 0;
    for (size_t i = colon; i > from && words < MOST_WORDS; i--) {
        if (!char_is_blank(text.p[i - 1]) || char_is_blank(text.p[i]))
            continue;
        words++;
        FioKind kind = fio_lines_kind(slice_from(text, i), out);
        if (kind == FIO_LINE_JOB || (fio_lines_inside(kind) && kind != FIO_LINE_PERCENTILE_ROW))
            return i;
    }
    return SLICE_NONE;
}

bool fio_lines_split(FioLine *first, FioLine *second)
{
    bool own_colon = first->kind >= FIO_LINE_LATENCY && first->kind <= FIO_LINE_BUCKETS &&
                     first->kind != FIO_LINE_PERCENTILE_ROW;
    own_colon = own_colon || first->kind == FIO_LINE_SYNC || first->kind == FIO_LINE_INNER;
    if (first->kind != FIO_LINE_JOB && !fio_lines_inside(first->kind))
        return false;
    size_t from = 0, at;
    while ((at = slice_find_char(slice_from(first->rest, from), ':')) != SLICE_NONE) {
        size_t colon = from + at, start;
        if (own_colon)
            own_colon = false;
        else if ((start = label_before(first->rest, from, colon, second)) != SLICE_NONE) {
            second->line = first->line;
            second->next = first->next;
            first->rest = slice_first(first->rest, start);
            return true;
        }
        from = colon + 1;
    }
    return false;
}

/* Lines that may be the first half of something: worth a try with the next one. */
static bool may_begin(Slice text)
{
    static const char *const fronts[] = { "slat",   "clat", "lat",   "sync",   "bw",
                                          "iops",   "cpu",  "IO ",   "submit", "complete",
                                          "issued", "read", "write", "trim",   "mixed" };
    Slice t = front(text);
    if (has(t, ": (groupid=") || has(t, ": (g="))
        return true;
    for (size_t i = 0; i < sizeof fronts / sizeof *fronts; i++) {
        Slice rest = t;
        if (slice_skip_nocase(&rest, slice_of(fronts[i])) && rest.n && !char_is_alnum(rest.p[0]))
            return slice_find_char(rest, ':') != SLICE_NONE ||
                   slice_find_char(rest, '(') != SLICE_NONE;
    }
    return false;
}

/* The next physical line that is not blank, one blank line between at most. */
static const Line *following(Lines *lines, size_t at, size_t *index)
{
    for (size_t i = at; i < at + 2; i++) {
        const Line *line = lines_at(lines, i);
        if (line && line->text.n) {
            *index = i;
            return line;
        }
    }
    return NULL;
}

FioKind fio_lines_read(Fio *f, size_t at, FioLine *out)
{
    Lines *lines = f->r->lines;
    const Line *line = lines_at(lines, at), *next;
    out->next = at + 1;
    out->line = line;
    if (!line)
        return out->kind = FIO_LINE_NONE;
    FioKind kind = fio_lines_kind(line->text, out);
    if (kind == FIO_LINE_NONE && !may_begin(line->text))
        return kind;
    size_t index;
    while (out->next - at < MOST_JOINED && out->kind < FIO_LINE_ETA &&
           (next = following(lines, out->next, &index)) != NULL &&
           goes_on(out, line->text, next->text)) {
        const Line *joined = lines_joined(lines, at, index + 1 - at);
        FioLine whole;
        if (!joined || fio_lines_kind(joined->text, &whole) == FIO_LINE_NONE)
            break;
        line = joined;
        whole.line = joined;
        whole.next = index + 1;
        *out = whole;
    }
    return out->kind;
}
