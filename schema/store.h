/*
 * store.h - documents and what was read from them, kept in a database.
 *
 * One interface whatever the engine behind it. Every function that changes something is one
 * transaction: it happens wholly or not at all. Functions that can fail return false and set err
 * (ERR_DATABASE, ERR_LIMIT, ERR_OUTPUT). What they return lives in the arena given.
 *
 * Two engines: a file of SQLite, or a server that speaks PostgreSQL's protocol (store_is_server).
 *
 * Identity is content: a document is its sha256, a run its uid (base/uid.h). Run.id and import ids
 * are handles within one open store.
 */
#ifndef SCHEMA_STORE_H
#define SCHEMA_STORE_H

#include "base/buf.h"
#include "base/error.h"
#include "base/model.h"

typedef struct Store Store;

typedef enum StoreMode { STORE_READ, STORE_WRITE, STORE_CREATE } StoreMode;

/* path is the address of a server: postgresql://..., postgres://... */
bool store_is_server(const char *path);
void store_libraries(Buf *b); /* a line for each engine's library and its version */
const char *store_shown(Arena *a, const char *path); /* to be printed: without a password */

/*
 * path ":memory:" for a passing one. program: the release that writes, kept with imports. An older
 * schema is migrated (STORE_READ refuses it and says so), after a copy PATH.v1.backup; a newer one is
 * refused.
 */
MUST_CHECK bool store_open(Store **out, const char *path, StoreMode mode, const char *program,
                           Error *err);
void store_close(Store *s); /* NULL is fine */

/* --- putting in --- */

typedef struct StorePut {
    /* Not NULL: same bytes, facts, session and options came before, by this name; nothing was done. */
    const char *known_as;
    bool reread; /* was there, and was read again with other options: replaced */
    size_t runs; /* that count */
    size_t copies;  /* echoes and quotes within the document */
    size_t reposts; /* blocks that stand in another document */
    size_t notes;
} StorePut;

/*
 * options: JSON object of strings that says how the document was to be read; kept for rebuild. "{}"
 * asks for nothing: it knows a document whatever it was read with. known_as: as in StorePut; in d's
 * arena.
 */
MUST_CHECK bool store_knows(Store *s, const Document *d, const char *options, const char **known_as,
                            Error *err);
/*
 * Fills uids; marks reposts in d (counted = false, copy = COPY_REPOST, a note). Edits of an earlier
 * life of the runs are applied in the database, not in d.
 */
MUST_CHECK bool store_put(Store *s, Document *d, const char *options, StorePut *out, Error *err);

/* One of many, and what became of it. */
typedef struct StoreItem {
    Document *document;
    StorePut put; /* known_as set: it is there already, and is left alone */
    bool stored;  /* wholly; else not at all, and why says why */
    Error why;
} StoreItem;

/*
 * Puts many documents in one transaction, as each one alone costs a wait for the disk. When that fails,
 * each is put on its own, so that none takes the others along; when STORE_GIVE_UP in a row fail with
 * the same words, the rest is not tried and is said to have failed so, too. Read the documents before:
 * nobody else can write in between.
 */
enum { STORE_GIVE_UP = 3 };
void store_put_all(Store *s, StoreItem *items, size_t n, const char *options);

/* told is asked now and then while a document is put: how many of its runs are through. NULL: nobody is. */
typedef void (*StorePutTold)(void *context, size_t runs, size_t of);
void store_listen(Store *s, StorePutTold told, void *context);

/* --- taking out --- */

/* Runs whose key has one of the values. key: tool, label, or a fact in whatever scope. */
typedef struct StoreTerm {
    const char *key;
    size_t n;
    const char *const *values;
} StoreTerm;

typedef struct StoreQuery {
    size_t n_terms;
    const StoreTerm *terms; /* all must hold; 0 terms: every run */
    bool copies;            /* runs that do not count, too */
    bool headline_only;     /* measures; with spread and count that go along with them */
    const char *metric;     /* measures of this name only; NULL: all */
    bool samples;           /* series and histograms, too */
    bool notes;             /* and the facts of documents, too */
    bool bare;              /* runs without measures and facts */
    bool no_measures;
    /*
     * Runs described alike may share what is read: lines of facts, bytes of measures, depth and
     * occurrence of runs may be missing, and arrays of facts belong to several runs.
     */
    bool alike;
    int64_t import;         /* runs of this import only; 0: all */
} StoreQuery;

/* Documents have no bytes and no text (store_text gives them); one for each import. */
typedef struct StoreRuns {
    VEC(Run *) runs; /* by import, then in the order of the text */
    VEC(Document *) documents;
    VEC(int64_t) imports; /* of documents[i] */
} StoreRuns;

/* The values a key has, each once: of a fact, or of `tool`. */
typedef VEC(const char *) StoreValues;
MUST_CHECK bool store_values(Store *s, const char *key, Arena *a, StoreValues *out, Error *err);

MUST_CHECK bool store_select(Store *s, const StoreQuery *q, Arena *a, StoreRuns *out, Error *err);

typedef struct StoreImport {
    int64_t id;
    const char *name, *session, *facts, *options, *parser, *time;
    const char *origin, *derivation;
    uint8_t sha256[SHA256_BYTES];
    uint64_t bytes, lines;
    size_t runs, counted, notes;
} StoreImport;
typedef VEC(StoreImport) StoreImports;

/* In the order in which they came. */
MUST_CHECK bool store_imports(Store *s, Arena *a, StoreImports *out, Error *err);

/* The bytes of a document and the text that was read from it (often the same memory). */
MUST_CHECK bool store_text(Store *s, const uint8_t sha256[SHA256_BYTES], Arena *a, Slice *bytes,
                           Slice *text, Error *err);

/* --- what the user says --- */

/* key "label", "session": of the run; "counted": "1" or "0"; else a fact. value NULL: take it away. */
typedef struct StoreEdit {
    const char *scope, *key, *value;
} StoreEdit;

/* changed: runs that are not as they were. */
MUST_CHECK bool store_edit(Store *s, const Run *const *runs, size_t n, const StoreEdit *edits,
                           size_t n_edits, size_t *changed, Error *err);
/* Every fact `from` of these runs is called `to` from now on. */
MUST_CHECK bool store_rename_fact(Store *s, const Run *const *runs, size_t n, const char *from,
                                  const char *to, size_t *changed, Error *err);

typedef struct StoreRemoved {
    size_t imports, documents, runs, promoted; /* promoted: reposts that now count */
} StoreRemoved;
MUST_CHECK bool store_remove(Store *s, const int64_t *imports, size_t n, StoreRemoved *out,
                             Error *err);

/* --- the whole --- */

/* Sets text, runs, notes, facts of a document whose name, bytes, sha256, set, session are set. */
typedef bool (*StoreReader)(Document *d, const char *options, void *context, Error *err);

typedef struct StoreRebuilt {
    size_t imports, runs_before, runs, edits_lost; /* edits_lost: whose run is no longer found */
} StoreRebuilt;
/* Reads every document again, in one transaction. */
MUST_CHECK bool store_rebuild(Store *s, StoreReader read, void *context, StoreRebuilt *out,
                              Error *err);

typedef struct StoreMerged {
    size_t imports, known, runs, edits, releases, tracks;
} StoreMerged;
typedef void (*StoreTold)(void *context, uint64_t imports); /* how many are through */
/* told: NULL, or asked at each import; context: its first argument. */
MUST_CHECK bool store_merge(Store *into, Store *from, StoreTold told, void *context, StoreMerged *out,
                            Error *err);

MUST_CHECK bool store_backup(Store *s, const char *path, Error *err); /* path must be new */

/* report: "ok", or what is wrong. */
MUST_CHECK bool store_check(Store *s, char *report, size_t n, Error *err);

/* --- plain SQL, reading only --- */

typedef struct StoreCell {
    bool null, number;
    Slice text; /* blobs as hexadecimal */
} StoreCell;
/* Called once a row; names: of the columns. false stops. */
typedef bool (*StoreRow)(void *context, size_t n, const char *const *names, const StoreCell *cells);
MUST_CHECK bool store_sql(Store *s, const char *sql, StoreRow row, void *context, Error *err);

/* --- releases and tracks --- */

typedef struct StoreRelease {
    int64_t id;
    const char *product, *label, *date;
    size_t n_aliases;
    const char *const *aliases;
    int64_t position; /* on the track that was asked for */
} StoreRelease;
typedef VEC(StoreRelease) StoreReleases;

typedef struct StoreTrack {
    int64_t id;
    const char *name, *key; /* key: the fact that names the release */
    size_t releases;
} StoreTrack;
typedef VEC(StoreTrack) StoreTracks;

MUST_CHECK bool store_releases(Store *s, Arena *a, StoreReleases *out, Error *err);
/* Adds the release, or changes its date and adds aliases. */
MUST_CHECK bool store_release_put(Store *s, const StoreRelease *r, Error *err);
MUST_CHECK bool store_release_remove(Store *s, const char *product, const char *label, bool *found,
                                     Error *err);
MUST_CHECK bool store_tracks(Store *s, Arena *a, StoreTracks *out, Error *err);
/* The releases of a track in its order; found: there is such a track. */
MUST_CHECK bool store_track(Store *s, const char *name, Arena *a, StoreTrack *track,
                            StoreReleases *out, bool *found, Error *err);
/* Makes the track anew with these labels in this order; unknown releases are added. */
MUST_CHECK bool store_track_put(Store *s, const char *name, const char *key,
                                const char *const *labels, size_t n, Error *err);
MUST_CHECK bool store_track_remove(Store *s, const char *name, bool *found, Error *err);

/* --- changes along a track --- */

/* Named by series, track, first release after it, and method. */
typedef struct StoreChange {
    int64_t id;
    uint8_t series[SHA256_BYTES]; /* hash of workload, setup, scope, metric: the caller's */
    const char *before, *after;   /* labels of releases on the track */
    const char *method;
    const char *params;           /* JSON object */
    uint8_t input[SHA256_BYTES];  /* hash of the values it was found in: the caller's */
    double ratio;                 /* level after / level before */
    double lo, hi, p, p_adjusted; /* NAN: there is none */
    const char *state;            /* new, confirmed, ignored, explained, gone */
    const char *remark;           /* the user's; "" */
    const char *first_seen, *last_seen;
} StoreChange;
typedef VEC(StoreChange) StoreChanges;

MUST_CHECK bool store_changes(Store *s, const char *track, Arena *a, StoreChanges *out, Error *err);
/*
 * What an analysis of the track found (id, state, remark and times are not read). Series that were
 * looked at: a change of theirs that was not found again is gone; a dismissal stays, found or not.
 */
MUST_CHECK bool store_changes_put(Store *s, const char *track, const StoreChange *found, size_t n,
                                  const uint8_t (*looked_at)[SHA256_BYTES], size_t n_looked_at,
                                  Error *err);
/* What the user says of one. remark NULL: as it was. */
MUST_CHECK bool store_change_say(Store *s, int64_t id, const char *state, const char *remark,
                                 bool *found, Error *err);

#endif
