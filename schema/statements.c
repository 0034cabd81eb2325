/*
 * The SQL of the store: the whole surface to carry to another engine. Only what SQLite and
 * PostgreSQL both speak: ON CONFLICT, RETURNING, no rowid, no double quotes, an ORDER BY wherever
 * order matters.
 */
#include "schema/statements.h"

#include <string.h>

#define RUN_COLUMNS                                                                              \
    "run.run_id, run.uid, run.import_id, run.ordinal, run.occurrence, run.tool, run.version, "   \
    "run.command, run.time, run.state, run.counted, run.copy, run.duplicate_of, run.label, "     \
    "run.label_from, run.workload, run.session, run.depth, run.line, run.last_line, run.byte_start, "            \
    "run.byte_end"
#define IMPORT_COLUMNS                                                                           \
    "import_id, import.name, session, facts, options, parser, imported_at, origin, derivation, " \
    "sha256, size_bytes, line_count"
#define SPAN_COLUMNS "line, byte_start, byte_end"
#define SPAN_VALUES ":line, :byte_start, :byte_end"
#define MEASURE_COLUMNS                                                                          \
    "run_id, scope, metric, value, half_width, missing, unit, better, headline, raw, raw_unit, " \
    "raw_factor, workload, " SPAN_COLUMNS ", seq"
#define VALUE_COLUMNS "run_id, seq, value, half_width, missing, raw, line"
#define SHOWN "(headline = 1 OR metric LIKE '%.sd' OR metric LIKE '%.n' OR metric = 'requests')"
#define FACT_COLUMNS "scope, key, value, origin, " SPAN_COLUMNS
#define SERIES_COLUMNS                                                                           \
    "run_id, scope, metric, unit, n, value, time_s, excluded, number, " SPAN_COLUMNS
#define HISTOGRAM_COLUMNS "run_id, scope, metric, unit, is_share, n, bucket, " SPAN_COLUMNS
#define RELEASE_COLUMNS "release_id, product, label, released_on, aliases"

const char *const statements[STATEMENT_END] = {
    /* documents */
    [DOCUMENT_FIND] = "SELECT document_id FROM document WHERE sha256 = :sha256",
    [DOCUMENT_ADD] =
        "INSERT INTO document (document_id, sha256, name, origin, derivation, size_bytes, line_count, added_at)"
        " VALUES (:id, :sha256, :name, :origin, :derivation, :size, :lines, :now) RETURNING document_id",
    [DOCUMENT_DROP_ORPHAN] =
        "DELETE FROM document WHERE document_id = :document AND NOT EXISTS"
        " (SELECT 1 FROM import WHERE import.document_id = document.document_id)",
    [TEXT_LIST] =
        "SELECT document.document_id, part, length(content) FROM document_text JOIN document"
        " ON document.document_id = document_text.document_id WHERE sha256 = :sha256 ORDER BY part",

    [DOCUMENT_TOUCH] = "UPDATE document SET derivation = :derivation, line_count = :lines"
                       " WHERE document_id = :document",
    [TEXT_DROP] = "DELETE FROM document_text WHERE document_id = :document AND part = 'text'",

    /* imports */
    [IMPORT_FIND] =
        "SELECT import_id, import.document_id, options, import.name FROM import JOIN document"
        " ON document.document_id = import.document_id"
        " WHERE sha256 = :sha256 AND session = :session AND facts = :facts",
    [IMPORT_ADD] =
        "INSERT INTO import (import_id, document_id, name, session, facts, options, parser, imported_at,"
        " added) VALUES (:id, :document, :name, :session, :facts, :options, :parser, :now, :added)"
        " RETURNING import_id",
    [IMPORT_TOUCH] = "UPDATE import SET options = :options, parser = :parser"
                     " WHERE import_id = :import",
    [IMPORT_LIST] =
        "SELECT " IMPORT_COLUMNS ","
        " (SELECT count(*) FROM run WHERE run.import_id = import.import_id),"
        " (SELECT count(*) FROM run WHERE run.import_id = import.import_id AND counted = 1),"
        " (SELECT count(*) FROM note WHERE note.import_id = import.import_id)"
        " FROM import JOIN document ON document.document_id = import.document_id"
        " ORDER BY added, import_id",
    [IMPORT_SOURCES] =
        "SELECT " IMPORT_COLUMNS " FROM import JOIN document"
        " ON document.document_id = import.document_id ORDER BY added, import_id",
    [IMPORT_DOCUMENT] = "SELECT document_id FROM import WHERE import_id = :import",
    [IMPORT_DROP] = "DELETE FROM import WHERE import_id = :import",

    /* runs */
    [RUN_ADD] =
        "INSERT INTO run (run_id, uid, import_id, ordinal, occurrence, block, tool, version, command, time,"
        " state, counted, copy, duplicate_of, label, label_from, workload, session, depth,"
        " last_line, " SPAN_COLUMNS ", form_hash, fact_hash) VALUES (:id, :uid, :import, :ordinal, :occurrence, :block, :tool, :version,"
        " :command, :time, :state, :counted, :copy, :duplicate_of, :label, :label_from, :workload,"
        " :session,"
        " :depth, :last_line, " SPAN_VALUES ", :form, :facts) RETURNING run_id",
    [RUN_FIND_BLOCK] =
        "SELECT run_id, run.line, import.name, document_id FROM run JOIN import"
        " ON import.import_id = run.import_id"
        " WHERE block = :block AND counted = 1 AND copy = '' AND document_id <> :document"
        " ORDER BY added, run.import_id, ordinal LIMIT 1",
    [RUN_DROP_OF_IMPORT] = "DELETE FROM run WHERE import_id = :import",
    [RUN_COUNT_OF_IMPORT] = "SELECT count(*) FROM run WHERE import_id = :import",
    [RUN_UIDS_OF_IMPORT] = "SELECT uid FROM run WHERE import_id = :import ORDER BY ordinal",
    [RUN_ORPHANS] =
        "SELECT run_id, block, document_id FROM run JOIN import"
        " ON import.import_id = run.import_id"
        " WHERE copy = 'repost' AND duplicate_of IS NULL"
        " ORDER BY added, run.import_id, ordinal",
    /* what no foreign key does, since it would cross the shards of a distributed database */
    [RUN_UNLINK] = "UPDATE run SET duplicate_of = NULL WHERE duplicate_of IN"
                   " (SELECT run_id FROM run WHERE import_id = :import)",
    [RUN_LINK] = "UPDATE run SET duplicate_of = :original WHERE run_id = :run",
    [RUN_PROMOTE] = /* unless the user said whether it counts */
        "UPDATE run SET copy = '', counted = CASE WHEN EXISTS (SELECT 1 FROM edit"
        " WHERE edit.uid = run.uid AND key = 'counted') THEN counted ELSE 1 END, form_hash = uid"
        " WHERE run_id = :run",
    [RUN_SET_LABEL] = "UPDATE run SET label = :value, label_from = 'user'"
                      " WHERE run_id = :run AND label <> :value",
    [RUN_SET_SESSION] = "UPDATE run SET session = :value WHERE run_id = :run AND session <> :value",
    [RUN_SET_COUNTED] = "UPDATE run SET counted = :value WHERE run_id = :run AND counted <> :value",
    [RUN_HASHES] = "SELECT form_hash, fact_hash FROM run WHERE run_id = :run",
    [RUN_SET_HASHES] = "UPDATE run SET form_hash = :form, fact_hash = :facts WHERE run_id = :run",
    /* DISTINCT, but from one value to the next: a step for each tool, not for each run */
    [RUN_TOOLS] =
        "WITH RECURSIVE each_tool (tool) AS (SELECT min(tool) FROM run UNION ALL"
        " SELECT (SELECT min(tool) FROM run WHERE tool > each_tool.tool) FROM each_tool"
        " WHERE each_tool.tool IS NOT NULL)"
        " SELECT tool FROM each_tool WHERE tool IS NOT NULL ORDER BY tool",
    /* as many runs, or more: ids are given upwards */
    [RUN_MOST] = "SELECT (SELECT max(run_id) FROM run) - (SELECT min(run_id) FROM run) + 1",

    /* what runs hold */
    [MEASURE_ADD] =
        "INSERT INTO measure (run_id, seq, scope, metric, value, half_width, missing, unit, better,"
        " headline, raw, raw_unit, raw_factor, workload, " SPAN_COLUMNS ") VALUES (:run, :seq, :scope,"
        " :metric, :value, :half_width, :missing, :unit, :better, :headline, :raw, :raw_unit,"
        " :raw_factor, :workload, " SPAN_VALUES ")",
    [SERIES_ADD] =
        "INSERT INTO series (run_id, seq, scope, metric, unit, n, value, time_s, excluded,"
        " number, " SPAN_COLUMNS ") VALUES (:run, :seq, :scope, :metric, :unit, :n, :samples, :time_s,"
        " :excluded, :number, " SPAN_VALUES ")",
    [HISTOGRAM_ADD] =
        "INSERT INTO histogram (run_id, seq, scope, metric, unit, is_share, n, bucket, "
        SPAN_COLUMNS ") VALUES (:run, :seq, :scope, :metric, :unit, :is_share, :n, :buckets, "
        SPAN_VALUES ")",
    [FACT_ADD] = "INSERT INTO fact (run_id, seq, " FACT_COLUMNS ") VALUES (:run, :seq, :scope,"
                 " :key, :value, :origin, " SPAN_VALUES ")",
    [FACT_NEXT] = "SELECT COALESCE(max(seq) + 1, 0) FROM fact WHERE run_id = :run",
    /* without a scope: in every scope */
    [FACT_SET] = "UPDATE fact SET value = :value, origin = 'user'"
                 " WHERE run_id = :run AND key = :key AND (:scope = '' OR scope = :scope)",
    [FACT_THERE] = "SELECT 1 FROM fact WHERE run_id = :run AND key = :key AND scope = :scope LIMIT 1",
    [FACT_UNSET] = "DELETE FROM fact"
                   " WHERE run_id = :run AND key = :key AND (:scope = '' OR scope = :scope)",
    [FACT_VALUES] = "SELECT DISTINCT value FROM fact WHERE key = :key ORDER BY value",

    /* documents' facts and notes */
    [DOCUMENT_FACT_ADD] =
        "INSERT INTO document_fact (import_id, seq, " FACT_COLUMNS ") VALUES (:import, :seq, :scope,"
        " :key, :value, :origin, " SPAN_VALUES ")",
    [DOCUMENT_FACT_DROP] = "DELETE FROM document_fact WHERE import_id = :import",
    [DOCUMENT_FACT_LIST] = "SELECT import_id, " FACT_COLUMNS " FROM document_fact"
                           " WHERE import_id = :import ORDER BY seq",
    [NOTE_ADD] =
        "INSERT INTO note (import_id, seq, run_id, code, message, " SPAN_COLUMNS ") VALUES (:import,"
        " :seq, :run, :code, :message, " SPAN_VALUES ")",
    [NOTE_DROP] = "DELETE FROM note WHERE import_id = :import",
    [NOTE_LIST] = "SELECT run_id, code, message, " SPAN_COLUMNS " FROM note"
                  " WHERE import_id = :import ORDER BY seq",

    /* what the user said */
    [EDIT_PUT] =
        "INSERT INTO edit (uid, scope, key, value, edited_at) VALUES (:uid, :scope, :key, :value,"
        " :now) ON CONFLICT (uid, scope, key) DO UPDATE SET value = excluded.value,"
        " edited_at = excluded.edited_at, edited_by = excluded.edited_by",
    [EDIT_ADD] =
        "INSERT INTO edit (uid, scope, key, value, edited_at) VALUES (:uid, :scope, :key, :value,"
        " :now) ON CONFLICT (uid, scope, key) DO NOTHING",
    [EDIT_OF_UID] = "SELECT scope, key, value FROM edit WHERE uid = :uid ORDER BY scope, key",
    [EDIT_ANY] = "SELECT 1 FROM edit LIMIT 1",
    [EDIT_LIST] = "SELECT uid, scope, key, value, edited_at FROM edit ORDER BY uid, scope, key",
    [EDIT_DROP] = "DELETE FROM edit WHERE uid = :uid",
    [EDIT_LOST] = "SELECT count(*) FROM edit WHERE NOT EXISTS"
                  " (SELECT 1 FROM run WHERE run.uid = edit.uid)",

    /* reading runs: all in one go, or one run */
    [MEASURE_ALL] = "SELECT " MEASURE_COLUMNS " FROM measure ORDER BY run_id, seq",
    [MEASURE_ALL_WANTED] =
        "SELECT " MEASURE_COLUMNS " FROM measure"
        " WHERE (:headline = 0 OR " SHOWN ") AND (:metric = '' OR metric = :metric)"
                    " ORDER BY run_id, seq",
    /* of runs that are described like others (select_alike.c) */
    [RUN_OF_ID] = "SELECT " RUN_COLUMNS " FROM run WHERE run_id = :run",
    [MEASURE_VALUES_ALL] = "SELECT " VALUE_COLUMNS " FROM measure ORDER BY run_id, seq",
    [MEASURE_VALUES_HEADLINE] = "SELECT " VALUE_COLUMNS " FROM measure WHERE headline = 1"
                                " ORDER BY run_id, seq",
    [MEASURE_VALUES_OF_RUN] = "SELECT " VALUE_COLUMNS " FROM measure WHERE run_id = :run ORDER BY seq",
    [MEASURE_OF_RUN] = "SELECT " MEASURE_COLUMNS " FROM measure WHERE run_id = :run"
                       " AND (:headline = 0 OR " SHOWN ") AND (:metric = '' OR metric = :metric)"
                       " ORDER BY seq",
    [FACT_ALL] = "SELECT run_id, " FACT_COLUMNS " FROM fact ORDER BY run_id, seq",
    [FACT_OF_RUN] = "SELECT run_id, " FACT_COLUMNS " FROM fact WHERE run_id = :run ORDER BY seq",
    [SERIES_ALL] = "SELECT " SERIES_COLUMNS " FROM series ORDER BY run_id, seq",
    [SERIES_OF_RUN] = "SELECT " SERIES_COLUMNS " FROM series WHERE run_id = :run ORDER BY seq",
    [HISTOGRAM_ALL] = "SELECT " HISTOGRAM_COLUMNS " FROM histogram ORDER BY run_id, seq",
    [HISTOGRAM_OF_RUN] = "SELECT " HISTOGRAM_COLUMNS " FROM histogram WHERE run_id = :run ORDER BY seq",

    /* releases and tracks */
    [RELEASE_LIST] = "SELECT " RELEASE_COLUMNS ", 0 FROM release ORDER BY product, added, release_id",
    [RELEASE_FIND] = "SELECT " RELEASE_COLUMNS ", 0 FROM release"
                     " WHERE product = :product AND label = :label",
    [RELEASE_ADD] = "INSERT INTO release (release_id, product, label, released_on, aliases, added)"
                    " VALUES (:id, :product, :label, :date, :aliases, :added) RETURNING release_id",
    [RELEASE_SET] = "UPDATE release SET released_on = :date, aliases = :aliases"
                    " WHERE release_id = :release",
    [RELEASE_DROP] = "DELETE FROM release WHERE product = :product AND label = :label",
    [TRACK_LIST] = "SELECT track_id, name, key,"
                   " (SELECT count(*) FROM track_release WHERE track_release.track_id = track.track_id)"
                   " FROM track ORDER BY name",
    [TRACK_FIND] = "SELECT track_id, name, key, 0 FROM track WHERE name = :name",
    [TRACK_PUT] = "INSERT INTO track (track_id, name, key) VALUES (:id, :name, :key)"
                  " ON CONFLICT (name) DO UPDATE SET key = excluded.key RETURNING track_id",
    [TRACK_CLEAR] = "DELETE FROM track_release WHERE track_id = :track",
    [TRACK_DROP] = "DELETE FROM track WHERE name = :name",
    [TRACK_RELEASE_ADD] = "INSERT INTO track_release (track_id, position, release_id)"
                          " VALUES (:track, :position, :release)",
    [TRACK_RELEASE_LIST] =
        "SELECT release.release_id, product, label, released_on, aliases, position"
        " FROM track_release JOIN release ON release.release_id = track_release.release_id"
        " WHERE track_id = :track ORDER BY position",

    /* changes along a track */
    [CHANGE_LIST] =
        "SELECT change_id, series, b.label, a.label, method, params, input, ratio, ci_low, ci_high,"
        " p, p_adjusted, state, remark, first_seen, last_seen FROM change_point"
        " JOIN release b ON b.release_id = before_release"
        " JOIN release a ON a.release_id = after_release"
        " WHERE track_id = :track ORDER BY change_point.added, change_id",
    [CHANGE_PUT] =
        "INSERT INTO change_point (change_id, series, track_id, before_release, after_release, method, params,"
        " input, ratio, ci_low, ci_high, p, p_adjusted, state, remark, first_seen, last_seen,"
        " added) VALUES (:id, :series, :track, :before, :after, :method, :params, :input, :ratio, :lo, :hi, :p,"
        " :p_adjusted, 'new', '', :now, :now, :added)"
        " ON CONFLICT (series, track_id, after_release, method) DO UPDATE SET"
        " before_release = excluded.before_release, params = excluded.params,"
        " input = excluded.input, ratio = excluded.ratio, ci_low = excluded.ci_low,"
        " ci_high = excluded.ci_high, p = excluded.p, p_adjusted = excluded.p_adjusted,"
        " last_seen = excluded.last_seen,"
        " state = CASE WHEN change_point.state = 'gone' THEN 'new' ELSE change_point.state END",
    [CHANGE_GONE] = "UPDATE change_point SET state = 'gone'"
                    " WHERE change_id = :change AND state IN ('new', 'confirmed')",
    [CHANGE_SAY] = "UPDATE change_point SET state = :state WHERE change_id = :change",
    [CHANGE_REMARK] = "UPDATE change_point SET remark = :remark WHERE change_id = :change",
};

const char statements_shown[] = SHOWN;

bool statements_goes_along(const char *metric)
{
    Slice m = slice_of(metric);
    return slice_ends(m, SLICE(".sd")) || slice_ends(m, SLICE(".n")) || slice_is(m, "requests");
}

const char statements_runs[] = "SELECT " RUN_COLUMNS " FROM run JOIN import"
                               " ON import.import_id = run.import_id WHERE 1 = 1";
const char statements_run_ids[] = "SELECT run.run_id FROM run WHERE 1 = 1";
const char statements_alike[] =
    "SELECT run.run_id, run.form_hash, run.fact_hash, run.import_id, run.ordinal, run.uid, run.time,"
    " run.session, run.line, run.last_line, run.byte_start, run.byte_end, run.duplicate_of FROM run"
    " WHERE 1 = 1";
const char statements_alike_order[] = " ORDER BY run.run_id";
const char statements_runs_order[] = " ORDER BY run.import_id, run.ordinal";

/* Keys that are columns; each text is what stands in front of "IN (...)". */
static const struct {
    const char *key, *column;
} run_columns[] = {
    { "tool", "run.tool" },
    { "label", "run.label" },
};

bool statements_term(Buf *sql, const char *key, size_t term, size_t n)
{
    const char *column = NULL;
    for (size_t i = 0; i < sizeof run_columns / sizeof *run_columns; i++)
        if (strcmp(run_columns[i].key, key) == 0)
            column = run_columns[i].column;
    if (column)
        buf_printf(sql, " AND %s IN (", column);
    else
        buf_printf(sql, " AND run.run_id IN (SELECT run_id FROM fact WHERE key = :t%zuk"
                        " AND value IN (", term);
    if (n == 0)
        buf_str(sql, "NULL"); /* nothing is equal to it */
    for (size_t i = 0; i < n; i++)
        buf_printf(sql, "%s:t%zuv%zu", i ? ", " : "", term, i);
    buf_str(sql, column ? ")" : "))");
    return !column;
}

void statements_bulk(Buf *sql, StatementId id, size_t columns, size_t rows)
{
    Slice one = slice_of(statements[id]);
    buf_add(sql, slice_first(one, slice_find(one, SLICE("VALUES")) + 6));
    for (size_t i = 0; i < rows * columns; i++)
        buf_printf(sql, "%s:p%zu%s", i % columns ? ", " : i ? ", (" : " (", i,
                   (i + 1) % columns ? "" : ")");
}
