-- Plimsoll's database on a server that speaks PostgreSQL's protocol, version 1: the tables and columns
-- of 001_init.sql, which says what they mean.
--
-- What a distributed engine asks for (docs/SHARED.md, docs/sql/citus.sql): run, measure, series,
-- histogram and fact lie where their run_id says; every unique key of theirs begins with it, and no
-- foreign key of theirs names another distributed table by anything else. Hence none on
-- run.duplicate_of and note.run_id (the statements see to that), and uid is unique because run_id is
-- made of it. No sequences: ids are made of contents. COLLATE "C" orders text as SQLite does.

CREATE TABLE document (
    document_id BIGINT PRIMARY KEY,
    sha256      BYTEA NOT NULL UNIQUE CHECK (length(sha256) = 32),
    name        TEXT COLLATE "C" NOT NULL,
    origin      TEXT COLLATE "C" NOT NULL,
    derivation  TEXT COLLATE "C" NOT NULL,
    size_bytes  BIGINT NOT NULL CHECK (size_bytes >= 0),
    line_count  INTEGER NOT NULL CHECK (line_count >= 0),
    added_at    TEXT COLLATE "C" NOT NULL
);

-- Apart from document, so that no row of that table drags a log along.
CREATE TABLE document_text (
    document_id BIGINT NOT NULL REFERENCES document ON DELETE CASCADE,
    part        TEXT COLLATE "C" NOT NULL CHECK (part IN ('bytes', 'text')),
    content     BYTEA NOT NULL,
    PRIMARY KEY (document_id, part)
);

-- One reading of one document: the same bytes with other --set facts or another session are another.
CREATE TABLE import (
    import_id   BIGINT PRIMARY KEY,
    document_id BIGINT NOT NULL REFERENCES document ON DELETE CASCADE,
    name        TEXT COLLATE "C" NOT NULL,
    session     TEXT COLLATE "C" NOT NULL,
    facts       TEXT COLLATE "C" NOT NULL CHECK (facts LIKE '{%}'),
    options     TEXT COLLATE "C" NOT NULL CHECK (options LIKE '{%}'),
    parser      TEXT COLLATE "C" NOT NULL,
    imported_at TEXT COLLATE "C" NOT NULL,
    added       BIGINT NOT NULL,
    added_by    TEXT COLLATE "C" NOT NULL DEFAULT session_user -- the role that imported it
);
CREATE INDEX import_document ON import (document_id);

-- One invocation of one tool.
CREATE TABLE run (
    run_id       BIGINT PRIMARY KEY,
    uid          BYTEA NOT NULL CHECK (length(uid) = 16),
    import_id    BIGINT NOT NULL REFERENCES import ON DELETE CASCADE,
    ordinal      INTEGER NOT NULL,
    occurrence   INTEGER NOT NULL,
    block        BYTEA NOT NULL CHECK (length(block) = 16),
    tool         TEXT COLLATE "C" NOT NULL,
    version      TEXT COLLATE "C" NOT NULL,
    command      TEXT COLLATE "C" NOT NULL,
    time         TEXT COLLATE "C" NOT NULL,
    state        TEXT COLLATE "C" NOT NULL CHECK (state IN ('ok', 'partial', 'interrupted', 'error')),
    counted      SMALLINT NOT NULL CHECK (counted IN (0, 1)),
    copy         TEXT COLLATE "C" NOT NULL CHECK (copy IN ('', 'echo', 'quote', 'repost')),
    duplicate_of BIGINT,
    label        TEXT COLLATE "C" NOT NULL,
    label_from   TEXT COLLATE "C" NOT NULL,
    workload     TEXT COLLATE "C" NOT NULL,
    session      TEXT COLLATE "C" NOT NULL,
    depth        INTEGER NOT NULL,
    line         INTEGER NOT NULL,
    last_line    INTEGER NOT NULL,
    byte_start   BIGINT NOT NULL,
    byte_end     BIGINT NOT NULL CHECK (byte_end >= byte_start),
    form_hash    BYTEA NOT NULL CHECK (length(form_hash) = 16),
    fact_hash    BYTEA NOT NULL CHECK (length(fact_hash) = 16),
    CHECK (ordinal >= 0)
);
CREATE INDEX run_uid ON run (uid);
CREATE INDEX run_import ON run (import_id, ordinal);
CREATE INDEX run_block ON run (block);
CREATE INDEX run_tool ON run (tool);
CREATE INDEX run_label ON run USING hash (label); -- of any length
CREATE INDEX run_duplicate ON run (duplicate_of) WHERE duplicate_of IS NOT NULL;
-- reposts that wait for another original, because theirs was removed
CREATE INDEX run_orphan ON run (import_id) WHERE copy = 'repost' AND duplicate_of IS NULL;

-- One printed figure.
CREATE TABLE measure (
    run_id     BIGINT NOT NULL REFERENCES run ON DELETE CASCADE,
    seq        INTEGER NOT NULL,
    scope      TEXT COLLATE "C" NOT NULL,
    metric     TEXT COLLATE "C" NOT NULL,
    value      DOUBLE PRECISION,
    half_width DOUBLE PRECISION NOT NULL CHECK (half_width >= 0),
    missing    TEXT COLLATE "C" NOT NULL CHECK (missing IN ('', 'too-fast', 'nan', 'cut', 'untrusted', 'censored', 'blank')),
    unit       TEXT COLLATE "C" NOT NULL,
    better     SMALLINT NOT NULL CHECK (better IN (-1, 0, 1)),
    headline   SMALLINT NOT NULL CHECK (headline IN (0, 1)),
    workload   TEXT COLLATE "C",
    raw        TEXT COLLATE "C" NOT NULL,
    raw_unit   TEXT COLLATE "C" NOT NULL,
    raw_factor DOUBLE PRECISION NOT NULL,
    line       INTEGER NOT NULL,
    byte_start BIGINT NOT NULL,
    byte_end   BIGINT NOT NULL,
    PRIMARY KEY (run_id, seq),
    CHECK ((value IS NULL) = (missing <> ''))
);

-- Many samples of one measure, packed: doubles, little-endian.
CREATE TABLE series (
    run_id     BIGINT NOT NULL REFERENCES run ON DELETE CASCADE,
    seq        INTEGER NOT NULL,
    scope      TEXT COLLATE "C" NOT NULL,
    metric     TEXT COLLATE "C" NOT NULL,
    unit       TEXT COLLATE "C" NOT NULL,
    n          INTEGER NOT NULL CHECK (n >= 0),
    value      BYTEA NOT NULL CHECK (length(value) = 8 * n),
    time_s     BYTEA CHECK (length(time_s) = 8 * n),
    excluded   BYTEA CHECK (length(excluded) = n),
    number     BYTEA CHECK (length(number) = 4 * n),
    line       INTEGER NOT NULL,
    byte_start BIGINT NOT NULL,
    byte_end   BIGINT NOT NULL,
    PRIMARY KEY (run_id, seq)
);

-- Buckets of one measure, packed: three doubles each (from, to, count), little-endian.
CREATE TABLE histogram (
    run_id     BIGINT NOT NULL REFERENCES run ON DELETE CASCADE,
    seq        INTEGER NOT NULL,
    scope      TEXT COLLATE "C" NOT NULL,
    metric     TEXT COLLATE "C" NOT NULL,
    unit       TEXT COLLATE "C" NOT NULL,
    is_share   SMALLINT NOT NULL CHECK (is_share IN (0, 1)),
    n          INTEGER NOT NULL CHECK (n >= 0),
    bucket     BYTEA NOT NULL CHECK (length(bucket) = 24 * n),
    line       INTEGER NOT NULL,
    byte_start BIGINT NOT NULL,
    byte_end   BIGINT NOT NULL,
    PRIMARY KEY (run_id, seq)
);

-- What is known of a run, the user's edits included.
CREATE TABLE fact (
    run_id     BIGINT NOT NULL REFERENCES run ON DELETE CASCADE,
    seq        INTEGER NOT NULL,
    scope      TEXT COLLATE "C" NOT NULL,
    key        TEXT COLLATE "C" NOT NULL,
    value      TEXT COLLATE "C" NOT NULL,
    origin     TEXT COLLATE "C" NOT NULL CHECK (origin IN ('parsed', 'inferred', 'user')),
    line       INTEGER NOT NULL,
    byte_start BIGINT NOT NULL,
    byte_end   BIGINT NOT NULL,
    PRIMARY KEY (run_id, seq)
);
CREATE INDEX fact_key ON fact (key); -- values may be too long for an index

-- What is known of a whole document.
CREATE TABLE document_fact (
    import_id  BIGINT NOT NULL REFERENCES import ON DELETE CASCADE,
    seq        INTEGER NOT NULL,
    scope      TEXT COLLATE "C" NOT NULL,
    key        TEXT COLLATE "C" NOT NULL,
    value      TEXT COLLATE "C" NOT NULL,
    origin     TEXT COLLATE "C" NOT NULL CHECK (origin IN ('parsed', 'inferred', 'user')),
    line       INTEGER NOT NULL,
    byte_start BIGINT NOT NULL,
    byte_end   BIGINT NOT NULL,
    PRIMARY KEY (import_id, seq)
);

-- What the reader wants the user to know.
CREATE TABLE note (
    import_id  BIGINT NOT NULL REFERENCES import ON DELETE CASCADE,
    seq        INTEGER NOT NULL,
    run_id     BIGINT,
    code       TEXT COLLATE "C" NOT NULL,
    message    TEXT COLLATE "C" NOT NULL,
    line       INTEGER NOT NULL,
    byte_start BIGINT NOT NULL,
    byte_end   BIGINT NOT NULL,
    PRIMARY KEY (import_id, seq)
);
CREATE INDEX note_run ON note (run_id) WHERE run_id IS NOT NULL;

-- What the user changed on a run. Keyed by uid, not by run: it waits for a run that is read again.
CREATE TABLE edit (
    uid       BYTEA NOT NULL CHECK (length(uid) = 16),
    scope     TEXT COLLATE "C" NOT NULL,
    key       TEXT COLLATE "C" NOT NULL,
    value     TEXT COLLATE "C",
    edited_at TEXT COLLATE "C" NOT NULL,
    edited_by TEXT COLLATE "C" NOT NULL DEFAULT session_user,
    PRIMARY KEY (uid, scope, key)
);

-- Releases of a product under test.
CREATE TABLE release (
    release_id  BIGINT PRIMARY KEY,
    product     TEXT COLLATE "C" NOT NULL,
    label       TEXT COLLATE "C" NOT NULL,
    released_on TEXT COLLATE "C" NOT NULL,
    aliases     TEXT COLLATE "C" NOT NULL CHECK (aliases LIKE '[%]'),
    added       BIGINT NOT NULL,
    UNIQUE (product, label)
);

-- A named order of releases; it may cross products.
CREATE TABLE track (
    track_id BIGINT PRIMARY KEY,
    name     TEXT COLLATE "C" NOT NULL UNIQUE,
    key      TEXT COLLATE "C" NOT NULL
);

CREATE TABLE track_release (
    track_id   BIGINT NOT NULL REFERENCES track ON DELETE CASCADE,
    position   BIGINT NOT NULL,
    release_id BIGINT NOT NULL REFERENCES release ON DELETE CASCADE,
    PRIMARY KEY (track_id, position),
    UNIQUE (track_id, release_id)
);
CREATE INDEX track_release_release ON track_release (release_id);

-- A change along a track, and what became of it.
CREATE TABLE change_point (
    change_id      BIGINT PRIMARY KEY,
    series         BYTEA NOT NULL CHECK (length(series) = 32),
    track_id       BIGINT NOT NULL REFERENCES track ON DELETE CASCADE,
    before_release BIGINT NOT NULL REFERENCES release ON DELETE CASCADE,
    after_release  BIGINT NOT NULL REFERENCES release ON DELETE CASCADE,
    method         TEXT COLLATE "C" NOT NULL,
    params         TEXT COLLATE "C" NOT NULL CHECK (params LIKE '{%}'),
    input          BYTEA NOT NULL CHECK (length(input) = 32),
    ratio          DOUBLE PRECISION NOT NULL,
    ci_low         DOUBLE PRECISION,
    ci_high        DOUBLE PRECISION,
    p              DOUBLE PRECISION,
    p_adjusted     DOUBLE PRECISION,
    state          TEXT COLLATE "C" NOT NULL CHECK (state IN ('new', 'confirmed', 'ignored', 'explained', 'gone')),
    remark         TEXT COLLATE "C" NOT NULL,
    first_seen     TEXT COLLATE "C" NOT NULL,
    last_seen      TEXT COLLATE "C" NOT NULL,
    added          BIGINT NOT NULL,
    UNIQUE (series, track_id, after_release, method)
);
CREATE INDEX change_point_track ON change_point (track_id);
CREATE INDEX change_point_before ON change_point (before_release);
CREATE INDEX change_point_after ON change_point (after_release);

-- Names that stay: for the sqlite3 shell, DuckDB, Grafana. Tables may change from one version to the
-- next, these views only gain columns.
CREATE VIEW v_runs AS
SELECT encode(run.uid, 'hex') AS run, tool, version, command, time, state, counted, label, workload,
       run.session AS session, encode(document.sha256, 'hex') AS document, import.name AS file,
       run.line AS line, imported_at
FROM run JOIN import ON import.import_id = run.import_id
         JOIN document ON document.document_id = import.document_id;

-- The figures with a value, of runs that count.
CREATE VIEW v_results AS
SELECT encode(run.uid, 'hex') AS run, tool, label, coalesce(measure.workload, run.workload) AS workload,
       run.session AS session, time, scope, metric, value, unit, better, headline, half_width, raw,
       raw_unit, import.name AS file, measure.line AS line
FROM measure JOIN run ON run.run_id = measure.run_id
             JOIN import ON import.import_id = run.import_id
WHERE counted = 1 AND value IS NOT NULL;

-- The same along each track: a run is of the release that the track's fact names.
CREATE VIEW v_history AS
SELECT track.name AS track, position, release.product AS product, release.label AS release,
       released_on, encode(run.uid, 'hex') AS run, tool, run.label AS label,
       coalesce(measure.workload, run.workload) AS workload, run.session AS session,
       measure.scope AS scope, metric, measure.value AS value, unit, better, headline
FROM track JOIN track_release ON track_release.track_id = track.track_id
           JOIN release ON release.release_id = track_release.release_id
           JOIN fact ON fact.key = track.key AND fact.scope = ''
                AND (fact.value = release.label
                     OR fact.value IN (SELECT json_array_elements_text(release.aliases::json)))
           JOIN run ON run.run_id = fact.run_id
           JOIN measure ON measure.run_id = run.run_id
WHERE counted = 1 AND measure.value IS NOT NULL;
