-- Plimsoll's database, version 1.
--
-- Documents are stored byte for byte and never change. Everything under `import` is derived from
-- them and can be made again (plimsoll rebuild); what a user said is in `edit`, `release`, `track`
-- and in the facts and session of `import`, and survives that. Identity is content: sha256 of a
-- document, uid of a run; the *_id columns only join tables within one file. postgres_001_init.sql has
-- the same tables and columns for a server.
-- Times are UTC, ISO 8601. Values are base units: B, B/s, s, 1/s, ratio, count.

CREATE TABLE document (
    document_id INTEGER PRIMARY KEY,
    sha256      BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32), -- of the bytes handed in
    name        TEXT NOT NULL,    -- as the user gave it when it first came: a path, "-"
    origin      TEXT NOT NULL,    -- file, stdin, html, mail, archive
    derivation  TEXT NOT NULL,    -- how the text was made of the bytes; '': it is the bytes
    size_bytes  INTEGER NOT NULL CHECK (size_bytes >= 0), -- of the bytes handed in
    line_count  INTEGER NOT NULL CHECK (line_count >= 0), -- of the text
    added_at    TEXT NOT NULL     -- when it first came
) STRICT;

-- Apart from document, so that no row of that table drags a log along.
CREATE TABLE document_text (
    text_id     INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    part        TEXT NOT NULL CHECK (part IN ('bytes', 'text')), -- handed in; read, when that differs
    content     BLOB NOT NULL,    -- spans of runs, measures, facts, notes count in the text
    UNIQUE (document_id, part)
) STRICT;

-- One reading of one document: the same bytes with other --set facts or another session are another.
CREATE TABLE import (
    import_id   INTEGER PRIMARY KEY,
    document_id INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
    name        TEXT NOT NULL,    -- of the file, this time
    session     TEXT NOT NULL,    -- --session; '': the document is a session of its own
    facts       TEXT NOT NULL CHECK (facts LIKE '{%}'),   -- --set, JSON object, keys sorted
    options     TEXT NOT NULL CHECK (options LIKE '{%}'), -- how it was to be read: --unit and the like
    parser      TEXT NOT NULL,    -- release of Plimsoll that read it
    imported_at TEXT NOT NULL,
    added       INTEGER NOT NULL, -- microseconds since 1970: the order in which they came
    added_by    TEXT NOT NULL DEFAULT '', -- the role that imported it, where a server knows
    UNIQUE (document_id, session, facts)
) STRICT;

-- One invocation of one tool.
CREATE TABLE run (
    run_id       INTEGER PRIMARY KEY,
    uid          BLOB NOT NULL UNIQUE CHECK (length(uid) = 16), -- base/uid.h
    import_id    INTEGER NOT NULL REFERENCES import ON DELETE CASCADE,
    ordinal      INTEGER NOT NULL, -- from 0 in its document
    occurrence   INTEGER NOT NULL, -- from 0 among equal blocks of the document
    block        BLOB NOT NULL CHECK (length(block) = 16), -- hash of tool and printed figures
    tool         TEXT NOT NULL,    -- dd, ioping, bonnie++, fio, dtrace, table, stated ...
    version      TEXT NOT NULL,    -- of the tool; ''
    command      TEXT NOT NULL,    -- as typed; ''
    time         TEXT NOT NULL,    -- when it ran, as far as known; ''
    state        TEXT NOT NULL CHECK (state IN ('ok', 'partial', 'interrupted', 'error')),
    counted      INTEGER NOT NULL CHECK (counted IN (0, 1)), -- 0: left out of every comparison
    copy         TEXT NOT NULL CHECK (copy IN ('', 'echo', 'quote', 'repost')), -- what kind of copy
    duplicate_of INTEGER REFERENCES run ON DELETE SET NULL,  -- the run it is a copy of
    label        TEXT NOT NULL,    -- the configuration; '' when there is one
    label_from   TEXT NOT NULL,    -- what it was made of: heading, target, options ...; user; ''
    workload     TEXT NOT NULL,    -- what was asked for
    session      TEXT NOT NULL,    -- of the import, or as the user said
    depth        INTEGER NOT NULL, -- of quoting
    line         INTEGER NOT NULL, -- first line, from 1
    last_line    INTEGER NOT NULL,
    byte_start   INTEGER NOT NULL, -- of the whole block
    byte_end     INTEGER NOT NULL CHECK (byte_end >= byte_start),
    -- what equal runs share is read once: hashes of how it is described (schema/alike.h)
    form_hash    BLOB NOT NULL CHECK (length(form_hash) = 16), -- texts above, names and units of its figures
    fact_hash    BLOB NOT NULL CHECK (length(fact_hash) = 16), -- its facts
    UNIQUE (import_id, ordinal)
) STRICT;
CREATE INDEX run_block ON run (block);
CREATE INDEX run_tool ON run (tool);
CREATE INDEX run_label ON run (label);
CREATE INDEX run_duplicate ON run (duplicate_of) WHERE duplicate_of IS NOT NULL;
-- reposts that wait for another original, because theirs was removed
CREATE INDEX run_orphan ON run (import_id) WHERE copy = 'repost' AND duplicate_of IS NULL;

-- One printed figure.
CREATE TABLE measure (
    run_id     INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    seq        INTEGER NOT NULL,  -- from 0 in the run
    scope      TEXT NOT NULL,     -- part of the run: job0, group0, disk.sda, a dtrace key; ''
    metric     TEXT NOT NULL,     -- read.clat.p99: operation, quantity, statistic
    value      REAL,              -- base unit; NULL: printed, but no value
    half_width REAL NOT NULL CHECK (half_width >= 0), -- half a unit of the last printed digit
    missing    TEXT NOT NULL CHECK (missing IN ('', 'too-fast', 'nan', 'cut', 'untrusted', 'censored', 'blank')),
    unit       TEXT NOT NULL,     -- of value; '': the paste does not say
    better     INTEGER NOT NULL CHECK (better IN (-1, 0, 1)), -- 1 higher, -1 lower, 0 neither
    headline   INTEGER NOT NULL CHECK (headline IN (0, 1)),   -- shown by default
    workload   TEXT,              -- of its scope, where that is not the workload of the run
    raw        TEXT NOT NULL,     -- as printed
    raw_unit   TEXT NOT NULL,     -- as printed; ''
    raw_factor REAL NOT NULL,     -- base units in one printed unit
    line       INTEGER NOT NULL,
    byte_start INTEGER NOT NULL,
    byte_end   INTEGER NOT NULL,
    PRIMARY KEY (run_id, seq),
    CHECK ((value IS NULL) = (missing <> ''))
) STRICT, WITHOUT ROWID;

-- All that is compared by default, without the other figures between. headline stands in it so that
-- the index suffices: SQLite looks up every column of a WHERE.
CREATE INDEX measure_headline ON measure (run_id, seq, value, half_width, missing, raw, line, headline)
    WHERE headline = 1;

-- Many samples of one measure, packed: doubles, little-endian.
CREATE TABLE series (
    run_id     INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    seq        INTEGER NOT NULL,
    scope      TEXT NOT NULL,
    metric     TEXT NOT NULL,
    unit       TEXT NOT NULL,
    n          INTEGER NOT NULL CHECK (n >= 0),
    value      BLOB NOT NULL CHECK (length(value) = 8 * n), -- base unit, in the order of time
    time_s     BLOB CHECK (length(time_s) = 8 * n),         -- seconds since the run began
    excluded   BLOB CHECK (length(excluded) = n),           -- bytes; 1: warm-up and the like
    number     BLOB CHECK (length(number) = 4 * n),         -- as printed, 32 bits, little-endian; NULL: 1, 2 ...
    line       INTEGER NOT NULL,
    byte_start INTEGER NOT NULL,
    byte_end   INTEGER NOT NULL,
    PRIMARY KEY (run_id, seq)
) STRICT, WITHOUT ROWID;

-- Buckets of one measure, packed: three doubles each (from, to, count), little-endian.
CREATE TABLE histogram (
    run_id     INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    seq        INTEGER NOT NULL,
    scope      TEXT NOT NULL,
    metric     TEXT NOT NULL,
    unit       TEXT NOT NULL,
    is_share   INTEGER NOT NULL CHECK (is_share IN (0, 1)), -- 1: shares of the whole, not counts
    n          INTEGER NOT NULL CHECK (n >= 0),
    bucket     BLOB NOT NULL CHECK (length(bucket) = 24 * n),
    line       INTEGER NOT NULL,
    byte_start INTEGER NOT NULL,
    byte_end   INTEGER NOT NULL,
    PRIMARY KEY (run_id, seq)
) STRICT, WITHOUT ROWID;

-- What is known of a run, the user's edits included.
CREATE TABLE fact (
    run_id     INTEGER NOT NULL REFERENCES run ON DELETE CASCADE,
    seq        INTEGER NOT NULL,
    scope      TEXT NOT NULL,     -- '': the whole run
    key        TEXT NOT NULL,
    value      TEXT NOT NULL,
    origin     TEXT NOT NULL CHECK (origin IN ('parsed', 'inferred', 'user')),
    line       INTEGER NOT NULL,  -- 0: not from a line
    byte_start INTEGER NOT NULL,
    byte_end   INTEGER NOT NULL,
    PRIMARY KEY (run_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX fact_key ON fact (key, value);

-- What is known of a whole document.
CREATE TABLE document_fact (
    import_id  INTEGER NOT NULL REFERENCES import ON DELETE CASCADE,
    seq        INTEGER NOT NULL,
    scope      TEXT NOT NULL,
    key        TEXT NOT NULL,
    value      TEXT NOT NULL,
    origin     TEXT NOT NULL CHECK (origin IN ('parsed', 'inferred', 'user')),
    line       INTEGER NOT NULL,
    byte_start INTEGER NOT NULL,
    byte_end   INTEGER NOT NULL,
    PRIMARY KEY (import_id, seq)
) STRICT, WITHOUT ROWID;

-- What the reader wants the user to know.
CREATE TABLE note (
    import_id  INTEGER NOT NULL REFERENCES import ON DELETE CASCADE,
    seq        INTEGER NOT NULL,
    run_id     INTEGER REFERENCES run ON DELETE CASCADE, -- NULL: about the document
    code       TEXT NOT NULL,     -- a row of base/code.c
    message    TEXT NOT NULL,
    line       INTEGER NOT NULL,
    byte_start INTEGER NOT NULL,
    byte_end   INTEGER NOT NULL,
    PRIMARY KEY (import_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX note_run ON note (run_id) WHERE run_id IS NOT NULL;

-- What the user changed on a run. Keyed by uid, not by run: it waits for a run that is read again.
CREATE TABLE edit (
    uid       BLOB NOT NULL CHECK (length(uid) = 16),
    scope     TEXT NOT NULL,
    key       TEXT NOT NULL,      -- of a fact; or label, counted, session
    value     TEXT,               -- NULL: the fact was taken away
    edited_at TEXT NOT NULL,
    edited_by TEXT NOT NULL DEFAULT '', -- as in import
    PRIMARY KEY (uid, scope, key)
) STRICT, WITHOUT ROWID;

-- Releases of a product under test.
CREATE TABLE release (
    release_id  INTEGER PRIMARY KEY,
    product     TEXT NOT NULL,    -- ''
    label       TEXT NOT NULL,    -- "6.1"
    released_on TEXT NOT NULL,    -- date, or ''
    aliases     TEXT NOT NULL CHECK (aliases LIKE '[%]'), -- JSON array: other names in pastes
    added       INTEGER NOT NULL, -- as in import
    UNIQUE (product, label)
) STRICT;

-- A named order of releases; it may cross products.
CREATE TABLE track (
    track_id INTEGER PRIMARY KEY,
    name     TEXT NOT NULL UNIQUE,
    key      TEXT NOT NULL        -- the fact whose value names the release: release, kernel ...
) STRICT;

CREATE TABLE track_release (
    track_id   INTEGER NOT NULL REFERENCES track ON DELETE CASCADE,
    position   INTEGER NOT NULL,  -- spaced, so that one can be put between two
    release_id INTEGER NOT NULL REFERENCES release ON DELETE CASCADE,
    PRIMARY KEY (track_id, position),
    UNIQUE (track_id, release_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX track_release_release ON track_release (release_id);

-- A change along a track, and what became of it.
CREATE TABLE change_point (
    change_id      INTEGER PRIMARY KEY,
    series         BLOB NOT NULL CHECK (length(series) = 32), -- hash of workload, setup, scope, metric
    track_id       INTEGER NOT NULL REFERENCES track ON DELETE CASCADE,
    before_release INTEGER NOT NULL REFERENCES release ON DELETE CASCADE,
    after_release  INTEGER NOT NULL REFERENCES release ON DELETE CASCADE,
    method         TEXT NOT NULL,
    params         TEXT NOT NULL CHECK (params LIKE '{%}'),
    input          BLOB NOT NULL CHECK (length(input) = 32), -- hash of the values it was found in
    ratio          REAL NOT NULL, -- level after / level before
    ci_low         REAL,          -- of the ratio, 95 %
    ci_high        REAL,
    p              REAL,
    p_adjusted     REAL,
    state          TEXT NOT NULL CHECK (state IN ('new', 'confirmed', 'ignored', 'explained', 'gone')),
    remark         TEXT NOT NULL, -- the user's; ''
    first_seen     TEXT NOT NULL,
    last_seen      TEXT NOT NULL,
    added          INTEGER NOT NULL, -- as in import
    UNIQUE (series, track_id, after_release, method)
) STRICT;
CREATE INDEX change_point_track ON change_point (track_id);
CREATE INDEX change_point_before ON change_point (before_release);
CREATE INDEX change_point_after ON change_point (after_release);

-- Names that stay: for the sqlite3 shell, DuckDB, Grafana. Tables may change from one version to the
-- next, these views only gain columns.
CREATE VIEW v_runs AS
SELECT lower(hex(run.uid)) AS run, tool, version, command, time, state, counted, label, workload,
       run.session AS session, lower(hex(document.sha256)) AS document, import.name AS file,
       run.line AS line, imported_at
FROM run JOIN import ON import.import_id = run.import_id
         JOIN document ON document.document_id = import.document_id;

-- The figures with a value, of runs that count.
CREATE VIEW v_results AS
SELECT lower(hex(run.uid)) AS run, tool, label, coalesce(measure.workload, run.workload) AS workload,
       run.session AS session, time, scope, metric, value, unit, better, headline, half_width, raw,
       raw_unit, import.name AS file, measure.line AS line
FROM measure JOIN run ON run.run_id = measure.run_id
             JOIN import ON import.import_id = run.import_id
WHERE counted = 1 AND value IS NOT NULL;

-- The same along each track: a run is of the release that the track's fact names.
CREATE VIEW v_history AS
SELECT track.name AS track, position, release.product AS product, release.label AS release,
       released_on, lower(hex(run.uid)) AS run, tool, run.label AS label,
       coalesce(measure.workload, run.workload) AS workload, run.session AS session,
       measure.scope AS scope, metric, measure.value AS value, unit, better, headline
FROM track JOIN track_release ON track_release.track_id = track.track_id
           JOIN release ON release.release_id = track_release.release_id
           JOIN fact ON fact.key = track.key AND fact.scope = ''
                AND (fact.value = release.label
                     OR fact.value IN (SELECT json_each.value FROM json_each(release.aliases)))
           JOIN run ON run.run_id = fact.run_id
           JOIN measure ON measure.run_id = run.run_id
WHERE counted = 1 AND measure.value IS NOT NULL;
