/*
 * bonnie++ 1.00 to 2.00a, classic Bonnie 1.x, and their converters: finds the copies of one run.
 *
 * With -q the table goes to stderr and the CSV to stdout, so that either may come first and other
 * lines may stand between. Results are written down after the last line, when all copies are known.
 */
#include <string.h>

#include "ingest/bonnie.h"
#include "ingest/format.h"

typedef struct Kept {
    BonnieResults results;
    BonnieProgress progress;
} Kept;

enum {
    MOST_TABLES_BACK = 64,  /* how far a copy is looked for */
    MOST_LINES_BETWEEN = 8, /* two parts of one table */
};

static Kept *kept(Reader *r)
{
    void **place = reader_memory(r, "bonnie");
    if (!*place)
        *place = ARENA_NEW(r->arena, Kept);
    return *place;
}

/* --- runs --- */

/* Extends the run of the first copy over lines up to `last`. */
static void extend(Reader *r, Run *run, size_t last)
{
    if (lines_at(r->lines, last)->number > run->last_line)
        reader_run_extend(r, run, last);
}

static BonnieResult *find_copy(Kept *k, const BonnieResult *b)
{
    size_t back = 0;
    for (size_t i = k->results.n; i-- > 0 && back < MOST_TABLES_BACK; back++) {
        BonnieResult *other = k->results.v[i];
        if (!other->copy && bonnie_result_same(other, b))
            return other;
    }
    return NULL;
}

/*
 * The second part of the table above, parted from it by something that is not its own: a fence, a
 * remark. It has no version line, or the one above had its header already.
 */
static BonnieResult *find_first_part(Kept *k, const BonnieResult *b)
{
    BonnieResult *above = k->results.n ? k->results.v[k->results.n - 1] : NULL;
    if (!above || b->source != BONNIE_TEXT || above->source != BONNIE_TEXT || above->copy)
        return NULL;
    bool fits = b->file_row && !b->row && above->row && !above->file_row;
    bool near = b->first <= above->last + MOST_LINES_BETWEEN;
    return fits && near && (!b->version[0] || above->partial) ? above : NULL;
}

static void join_parts(Reader *r, BonnieResult *one, const BonnieResult *two)
{
    for (size_t t = BONNIE_SEQ_CREATE; t < BONNIE_TESTS; t++)
        one->cell[t] = two->cell[t];
    for (size_t i = 0; i < BONNIE_KEYS; i++)
        if (!one->fact[i].value)
            one->fact[i] = two->fact[i];
    one->file_row = two->file_row;
    one->partial = two->partial;
    one->last = two->last;
    one->rates_untrusted =
        bonnie_is_2x(one->version) && strcmp(one->format, "bon_csv2txt 2.x") != 0;
    if (one->run)
        extend(r, one->run, two->last);
}

static void add_result(Reader *r, BonnieResult *b)
{
    Kept *k = kept(r);
    BonnieResult *first_part = find_first_part(k, b);
    if (first_part) {
        join_parts(r, first_part, b);
        return;
    }
    BonnieResult *copy = find_copy(k, b);
    if (k->progress.open && !b->version[0] && k->progress.version[0])
        b->version = k->progress.version;
    if (copy) {
        copy->copy = b;
        b->copy = copy;
        b->run = copy->run;
    }
    if (!b->run && !b->n_loose) {
        b->run = reader_run(r, "bonnie++", b->first);
        const Command *c = reader_command(r, "bonnie++", b->first);
        if (c)
            b->run->command = c->text;
    }
    if (b->run)
        extend(r, b->run, b->last);
    if (copy)
        copy->run = b->run;
    *VEC_PUSH(r->arena, &k->results) = b;
}

/* The progress lines in front of a table are its own; alone they are all there is of the run. */
static void close_progress(Reader *r, bool by_result)
{
    BonnieProgress *p = &kept(r)->progress;
    bool has_figures = false;
    for (size_t t = 0; p->result && t < BONNIE_TESTS; t++)
        has_figures = has_figures || p->result->cell[t].rate.text.n;
    if (p->open && !by_result && has_figures) {
        p->result->version = p->version;
        p->result->partial = true;
        add_result(r, p->result);
        p->open = false;
    }
    if (by_result)
        p->open = false;
}

/* --- lines --- */

typedef enum Piece {
    PIECE_NONE,
    PIECE_PROGRESS,
    PIECE_TABLE,
    PIECE_HTML,
    PIECE_CSV,
    PIECE_REFUSAL
} Piece;

static Piece piece_at(Reader *r, size_t at)
{
    const Line *line = lines_at(r->lines, at);
    if (bonnie_html_starts(line))
        return PIECE_HTML;
    if (bonnie_table_starts(line))
        return PIECE_TABLE;
    if (bonnie_progress_is(line->text))
        return PIECE_PROGRESS;
    if (bonnie_refusal(line->text).n)
        return PIECE_REFUSAL;
    return bonnie_csv_starts(r, at) ? PIECE_CSV : PIECE_NONE;
}

static int probe(Reader *r, size_t at)
{
    return piece_at(r, at) == PIECE_NONE ? 0 : 95;
}

static size_t read_refusal(Reader *r, size_t at)
{
    const Line *line = lines_at(r->lines, at);
    Slice message = bonnie_refusal(line->text);
    reader_note(r, NULL, "bonnie.usage_error", line, "nothing was measured: %.*s",
                SLICE_ARG(message));
    kept(r)->progress.open = false;
    return bonnie_refusal_end(r, at);
}

static size_t read_results(Reader *r, Piece piece, size_t at)
{
    BonnieResults found = { 0 };
    BonnieResult *one = NULL;
    size_t next = at;
    if (piece == PIECE_CSV) {
        next = bonnie_csv_read(r, at, &one);
        if (one)
            *VEC_PUSH(r->arena, &found) = one;
    } else if (piece == PIECE_TABLE) {
        next = bonnie_table_read(r, at, &found);
    } else {
        next = bonnie_html_read(r, at, &found);
    }
    for (size_t i = 0; i < found.n; i++)
        add_result(r, found.v[i]);
    if (found.n)
        close_progress(r, true);
    return next;
}

static size_t parse(Reader *r, size_t at)
{
    size_t first = at, next = at;
    while (at != SLICE_NONE) {
        Piece piece = piece_at(r, at);
        size_t end = at;
        if (piece == PIECE_NONE) {
            break;
        } else if (piece == PIECE_PROGRESS) {
            bonnie_progress_read(r, at, &kept(r)->progress);
            end = at + 1;
        } else if (piece == PIECE_REFUSAL) {
            end = read_refusal(r, at);
        } else {
            end = read_results(r, piece, at);
        }
        if (end == at)
            break;
        next = end;
        at = lines_next_text(r->lines, next);
    }
    if (next > first)
        close_progress(r, false);
    return next;
}

/* --- after the last line --- */

static void finish(Reader *r)
{
    Kept *k = kept(r);
    for (size_t i = 0; i < k->results.n; i++) {
        BonnieResult *b = k->results.v[i];
        bool poorer = b->copy && b->copy->source > b->source;
        if (!b->run)
            reader_note(r, NULL, "not-understood", b->row,
                        "%zu figures and no columns to go by: paste the CSV line as well",
                        b->n_loose);
        else if (!poorer)
            bonnie_result_write(r, b);
    }
    if (k->progress.open)
        reader_note(r, NULL, "bonnie.truncated", lines_at(r->lines, k->progress.first),
                    "bonnie++ was started here; its result is not in the paste");
}

/* clang-format off */
static const char *const anchors[] = {
    "Sequential Output", "Sequential Create", "-Per Ch", "-Create--", "/sec %CP", "Name:Size etc",
    ",0", ",1", ",2", ",3", ",4", ",5", ",6", ",7", ",8", ",9", ",+", ",,", ",file_size,",
    ",bonnie_version,",
    "putc()...", "getc()...", "at a time...", "intelligently...", "Rewriting...", "start 'em...",
    "Seeker 1...", "sequential order..", "random order..", "Using uid:", "', size: ",
    "\"-u\" switch", "double RAM", "Can't write", "Can't stat file", "Can't open file ./Bonnie",
    "Can't seek in rewrite", "drastic I/O error", "onnie++ [", "usage: Bonnie [",
    NULL,
};

static const char *const samples[] = {
    "Version 1.03d       ------Sequential Output------ --Sequential Input- --Random-\n"
    "                    -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
    "Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"
    "server           2G 10862  91 63699  27 29931  12 11483  91 83455  22 196.7   0\n",
    "Version  1.97       ------Sequential Output------ --Sequential Input- --Random-\n"
    "Concurrency   1     -Per Chr- --Block-- -Rewrite- -Per Chr- --Block-- --Seeks--\n"
    "Machine        Size K/sec %CP K/sec %CP K/sec %CP K/sec %CP K/sec %CP  /sec %CP\n"
    "box197         512M   694  99 376288  76 776780  58   716  99 +++++ +++ +++++ +++\n"
    "Latency             14479us     633us     107us   14130us      91us    8063us\n",
    "studio,1G,,,38499,68,16383,28,,,35913,34,154.5,1,16,257,99,+++++,+++,24008,98,256,99,+++++,"
    "+++,1179,98\n",
    "1.98,2.00a,x2,1,1796027168,64M,,8192,5,,,+++++,+++,+++++,+++,,,+++++,+++,+++++,+++,1,,,,,+++++,"
    "+++,+++++,+++,+++++,+++,+++++,+++,+++++,+++,+++++,+++,,117us,114us,,95us,8112us,365us,62us,204us,"
    "916us,61us,56us\n",
    "              -------Sequential Output-------- ---Sequential Input-- --Random--\n"
    "              -Per Char- --Block--- -Rewrite-- -Per Char- --Block--- --Seeks---\n"
    "Machine    MB K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU K/sec %CPU  /sec %CPU\n"
    "          100  2611 90.7  3924 86.2  3201 13.3  4763 61.4  6736 24.4 143.7  4.0\n",
    "You must use the \"-u\" switch when running as root.\n",
    NULL,
};

static const MetricInfo metrics[] = {
    { "*.cpu", UNIT_RATIO, BETTER_LOWER, false },
    { "*.lat.max", UNIT_SECONDS, BETTER_LOWER, false },
    { "*.bw", UNIT_BYTES_PER_S, BETTER_HIGHER, true },
    { "*.rate", UNIT_PER_S, BETTER_HIGHER, true },
    { NULL, UNIT_UNKNOWN, BETTER_NEITHER, false },
};
/* clang-format on */

const Format format_bonnie = {
    .name = "bonnie",
    .summary = "bonnie++ and Bonnie: text tables, CSV lines, bon_csv2txt, bon_csv2html",
    .source = "bonnie++ 1.00 to 2.00a: bon_time.cpp, bon_csv2txt, bon_csv2html; Bonnie 1.x",
    .anchors = anchors,
    .samples = samples,
    .metrics = metrics,
    .probe = probe,
    .parse = parse,
    .finish = finish,
};
