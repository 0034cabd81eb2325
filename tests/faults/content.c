#include "content.h"

#include <sqlite3.h>

enum { SQL_BYTES = 4096 };

static void add(uint64_t *hash, const void *bytes, size_t n)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < n; i++)
        *hash = (*hash ^ p[i]) * 1099511628211u;
    *hash = (*hash ^ n) * 1099511628211u;
}

static bool add_rows(sqlite3 *db, const char *sql, uint64_t *hash)
{
    sqlite3_stmt *st;
    if (sqlite3_prepare_v2(db, sql, -1, &st, NULL) != SQLITE_OK)
        return false;
    int rc;
    while ((rc = sqlite3_step(st)) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(st); i++) {
            int type = sqlite3_column_type(st, i);
            add(hash, &type, sizeof type);
            const void *bytes = sqlite3_column_blob(st, i);
            add(hash, bytes, (size_t)sqlite3_column_bytes(st, i));
        }
    sqlite3_finalize(st);
    return rc == SQLITE_DONE;
}

/* SELECT of every column but those that say when, in a fixed order. */
static bool add_table(sqlite3 *db, const char *table, uint64_t *hash)
{
    char sql[SQL_BYTES], order[SQL_BYTES] = "";
    size_t n = (size_t)snprintf(sql, sizeof sql, "SELECT ''"), k = 0;
    sqlite3_stmt *st;
    int columns = 1;
    if (sqlite3_prepare_v2(db, "SELECT name FROM pragma_table_info(?)", -1, &st, NULL) != SQLITE_OK)
        return false;
    sqlite3_bind_text(st, 1, table, -1, SQLITE_STATIC);
    while (sqlite3_step(st) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(st, 0);
        size_t length = strlen(name);
        if (strcmp(name, "added") == 0 || (length > 3 && strcmp(name + length - 3, "_at") == 0))
            continue;
        n += (size_t)snprintf(sql + n, sizeof sql - n, ", \"%s\"", name);
        k += (size_t)snprintf(order + k, sizeof order - k, "%s%d", k ? "," : " ORDER BY ", ++columns);
    }
    sqlite3_finalize(st);
    snprintf(sql + n, sizeof sql - n, " FROM \"%s\"%s", table, order);
    add(hash, table, strlen(table));
    return add_rows(db, sql, hash);
}

static bool add_tables(sqlite3 *db, uint64_t *hash)
{
    sqlite3_stmt *st;
    bool good = sqlite3_prepare_v2(db, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY 1", -1,
                                   &st, NULL) == SQLITE_OK;
    while (good && sqlite3_step(st) == SQLITE_ROW)
        good = add_table(db, (const char *)sqlite3_column_text(st, 0), hash);
    sqlite3_finalize(st);
    return good && add_rows(db, "PRAGMA user_version", hash) && add_rows(db, "PRAGMA application_id", hash);
}

/* The statement gives no row, or the one word "ok". */
static bool is_sound(sqlite3 *db, const char *pragma, char why[256])
{
    sqlite3_stmt *st;
    if (sqlite3_prepare_v2(db, pragma, -1, &st, NULL) != SQLITE_OK) {
        snprintf(why, 256, "%s: %s", pragma, sqlite3_errmsg(db));
        return false;
    }
    int rc = sqlite3_step(st);
    const char *said = rc == SQLITE_ROW ? (const char *)sqlite3_column_text(st, 0) : NULL;
    bool good = rc == SQLITE_DONE || (said && strcmp(said, "ok") == 0);
    if (!good)
        snprintf(why, 256, "%s: %s", pragma, said ? said : sqlite3_errmsg(db));
    sqlite3_finalize(st);
    return good;
}

bool content_of(const char *path, uint64_t *hash, char why[256])
{
    sqlite3 *db;
    *hash = 14695981039346656037u;
    if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL) != SQLITE_OK) {
        snprintf(why, 256, "cannot be opened: %s", sqlite3_errmsg(db));
        sqlite3_close(db);
        return false;
    }
    bool good = is_sound(db, "PRAGMA integrity_check", why) && is_sound(db, "PRAGMA foreign_key_check", why);
    if (good && !add_tables(db, hash)) {
        snprintf(why, 256, "cannot be read: %s", sqlite3_errmsg(db));
        good = false;
    }
    sqlite3_close(db);
    return good;
}
