-- What features above may read.
create view shared_change_counters with (security_invoker = true) as select
  client_id, pos
  from change_counters;
create view shared_changes with (security_invoker = true) as select
  client_id, pos, collection, row_id, marker, created_at
  from changes;
create view shared_changes_new with (security_invoker = true) as select
  client_id, created_at
  from changes_new;

grant select on shared_change_counters, shared_changes, shared_changes_new to parley_app, parley_system;
