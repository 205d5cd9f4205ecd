-- What features above may read.
create view shared_imports with (security_invoker = true) as select
  client_id, id, ended_at
  from imports;

grant select on shared_imports to parley_app, parley_system;
