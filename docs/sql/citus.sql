-- For Citus: run once, by the owner of the tables, after the first `plimsoll doctor --db URI` has
-- made them and before they hold much (docs/SHARED.md). What a run holds lies beside it; documents
-- lie by themselves; what is small is everywhere.
SELECT create_reference_table('document');
SELECT create_distributed_table('document_text', 'document_id');
SELECT create_reference_table('import');
SELECT create_distributed_table('run', 'run_id', colocate_with => 'none');
SELECT create_distributed_table('measure', 'run_id', colocate_with => 'run');
SELECT create_distributed_table('series', 'run_id', colocate_with => 'run');
SELECT create_distributed_table('histogram', 'run_id', colocate_with => 'run');
SELECT create_distributed_table('fact', 'run_id', colocate_with => 'run');
SELECT create_reference_table('document_fact');
SELECT create_reference_table('note');
SELECT create_reference_table('edit');
SELECT create_reference_table('release');
SELECT create_reference_table('track');
SELECT create_reference_table('track_release');
SELECT create_reference_table('change_point');
SELECT create_reference_table('plimsoll_schema');
