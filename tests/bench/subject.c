/*
 * subject - one measured piece of work in a process of its own. Prints CPU seconds and how much was done.
 *
 * subject scan FILE         what `plimsoll parse` does, its output counted: bytes, runs, measures
 * subject split FILE        reference: the text split at newlines with memchr
 * subject hash FILE         SHA-256
 * subject insert FROM TO    reference: the rows of a database by prepared inserts, a row a statement, into one with
 *                           the same schema, in one transaction
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include <sqlite3.h>

#include "base/sha.h"
#include "ingest/load.h"

static double cpu_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static double user_seconds(void)
{
    struct rusage r;
    getrusage(RUSAGE_SELF, &r);
    return (double)r.ru_utime.tv_sec + (double)r.ru_utime.tv_usec / 1e6;
}

static void die(const char *what)
{
    fprintf(stderr, "subject: %s\n", what);
    exit(3);
}

static Slice read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f || fseek(f, 0, SEEK_END) != 0)
        die(path);
    size_t n = (size_t)ftell(f);
    char *bytes = malloc(n + 1);
    rewind(f);
    if (!bytes || fread(bytes, 1, n, f) != n)
        die(path);
    fclose(f);
    bytes[n] = 0;
    return (Slice){ bytes, n };
}

static void split(const char *path)
{
    Slice text = read_file(path);
    double start = cpu_seconds();
    size_t lines = 0, longest = 0;
    for (const char *p = text.p, *end = text.p + text.n; p < end;) {
        const char *feed = memchr(p, '\n', (size_t)(end - p));
        feed = feed ? feed : end;
        longest = (size_t)(feed - p) > longest ? (size_t)(feed - p) : longest;
        lines++;
        p = feed + 1;
    }
    printf("%.9f %zu lines=%zu longest=%zu\n", cpu_seconds() - start, text.n, lines, longest);
}

static void hash(const char *path)
{
    Slice text = read_file(path);
    uint8_t digest[SHA_BYTES];
    double start = cpu_seconds();
    Sha *sha = sha_new();
    sha_add(sha, text);
    sha_end(sha, digest);
    printf("%.9f %zu first=%02x\n", cpu_seconds() - start, text.n, digest[0]);
}

static void scan(const char *path)
{
    Document *d = document_new(path, 0);
    d->bytes = read_file(path);
    Error err = { 0 };
    double start = cpu_seconds(), user_start = user_seconds();
    if (!reader_read(d, NULL, &err))
        die(err.text);
    double took = cpu_seconds() - start, user = user_seconds() - user_start;
    size_t measures = 0;
    for (size_t i = 0; i < d->runs.n; i++)
        measures += d->runs.v[i]->measures.n;
    printf("%.9f %zu runs=%zu measures=%zu notes=%zu lines=%u user=%.6f\n", took, d->bytes.n, d->runs.n, measures,
           d->notes.n, d->lines, user);
    document_free(d);
}

/* --- rows --- */

static const char *const tables[] = { "document", "document_text", "import", "run",          "measure",
                                      "series",   "histogram",     "fact",   "document_fact", "note" };
enum { TABLES = sizeof tables / sizeof *tables };

typedef struct Rows {
    sqlite3_value **v;
    size_t n, cap;
    int columns;
} Rows;

static void must(sqlite3 *db, int status)
{
    if (status != SQLITE_OK && status != SQLITE_DONE && status != SQLITE_ROW)
        die(sqlite3_errmsg(db));
}

static Rows read_rows(sqlite3 *db, const char *table)
{
    char sql[128];
    sqlite3_stmt *st;
    Rows rows = { 0 };
    snprintf(sql, sizeof sql, "SELECT * FROM %s", table);
    must(db, sqlite3_prepare_v2(db, sql, -1, &st, NULL));
    rows.columns = sqlite3_column_count(st);
    while (sqlite3_step(st) == SQLITE_ROW)
        for (int i = 0; i < rows.columns; i++) {
            if (rows.n == rows.cap) {
                rows.cap = rows.cap ? 2 * rows.cap : 1024;
                rows.v = realloc(rows.v, rows.cap * sizeof *rows.v);
                if (!rows.v)
                    die("no memory");
            }
            rows.v[rows.n++] = sqlite3_value_dup(sqlite3_column_value(st, i));
        }
    sqlite3_finalize(st);
    return rows;
}

static void copy_schema(sqlite3 *from, sqlite3 *to)
{
    sqlite3_stmt *st;
    must(from, sqlite3_prepare_v2(from, "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE "
                                        "'sqlite_%' ORDER BY rowid", -1, &st, NULL));
    while (sqlite3_step(st) == SQLITE_ROW)
        must(to, sqlite3_exec(to, (const char *)sqlite3_column_text(st, 0), NULL, NULL, NULL));
    sqlite3_finalize(st);
}

static void insert_rows(sqlite3 *db, const char *table, const Rows *rows)
{
    char sql[256];
    int n = snprintf(sql, sizeof sql, "INSERT INTO %s VALUES (?", table);
    for (int i = 1; i < rows->columns; i++)
        n += snprintf(sql + n, sizeof sql - (size_t)n, ",?");
    snprintf(sql + n, sizeof sql - (size_t)n, ")");
    sqlite3_stmt *st;
    must(db, sqlite3_prepare_v2(db, sql, -1, &st, NULL));
    for (size_t i = 0; i < rows->n; i += (size_t)rows->columns) {
        for (int c = 0; c < rows->columns; c++)
            sqlite3_bind_value(st, c + 1, rows->v[i + (size_t)c]);
        must(db, sqlite3_step(st));
        sqlite3_reset(st);
    }
    sqlite3_finalize(st);
}

static void insert(const char *from_path, const char *to_path)
{
    sqlite3 *from, *to;
    Rows rows[TABLES];
    size_t n = 0;
    if (sqlite3_open_v2(from_path, &from, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        die(from_path);
    unlink(to_path);
    must(NULL, sqlite3_open(to_path, &to));
    for (size_t i = 0; i < TABLES; i++) {
        rows[i] = read_rows(from, tables[i]);
        n += rows[i].n / (size_t)rows[i].columns;
    }
    copy_schema(from, to);
    double start = cpu_seconds();
    must(to, sqlite3_exec(to, "BEGIN", NULL, NULL, NULL));
    for (size_t i = 0; i < TABLES; i++)
        insert_rows(to, tables[i], &rows[i]);
    must(to, sqlite3_exec(to, "COMMIT", NULL, NULL, NULL));
    printf("%.9f %zu\n", cpu_seconds() - start, n);
    sqlite3_close(to);
    sqlite3_close(from);
    unlink(to_path);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "split") == 0)
        split(argv[2]);
    else if (argc == 3 && strcmp(argv[1], "hash") == 0)
        hash(argv[2]);
    else if (argc == 3 && strcmp(argv[1], "scan") == 0)
        scan(argv[2]);
    else if (argc == 4 && strcmp(argv[1], "insert") == 0)
        insert(argv[2], argv[3]);
    else
        die("scan|split|hash FILE, insert FROM TO");
    return 0;
}
