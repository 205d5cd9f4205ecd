-- What other features may read of this one.
create view shared_history_imports with (security_invoker = true) as select
  client_id, id, ended_at
  from history_imports;
grant select on shared_history_imports to parley_app, parley_system;
