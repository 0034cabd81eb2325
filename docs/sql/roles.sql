-- Roles for a shared database (docs/SHARED.md); run by the owner of the tables, once
-- `plimsoll doctor --db URI` has made them. Give people's logins one of the two:
-- GRANT plimsoll_writer TO alice; what alice imports or edits is recorded under her own name.
CREATE ROLE plimsoll_reader NOLOGIN; -- dashboards: asks, changes nothing
CREATE ROLE plimsoll_writer NOLOGIN; -- imports, labels, tracks, removes; does not change the schema
GRANT SELECT ON ALL TABLES IN SCHEMA public TO plimsoll_reader;
GRANT SELECT, INSERT, UPDATE, DELETE ON document, document_text, import, run, measure, series, histogram,
    fact, document_fact, note, edit, release, track, track_release, change_point TO plimsoll_writer;
GRANT SELECT ON plimsoll_schema TO plimsoll_writer;
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO plimsoll_reader;
