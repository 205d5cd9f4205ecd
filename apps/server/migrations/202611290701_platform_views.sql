-- What features above may read.
create view shared_email_outbox with (security_invoker = true) as select
  state, created_at, expires_at, client_id
  from email_outbox;
create view shared_installation with (security_invoker = true) as select
  created_at, last_backup_at, backup_failure
  from installation;
create view shared_jobs with (security_invoker = true) as select
  client_id, state, run_at, epoch, created_at, ended_at
  from jobs;
create view shared_server_processes with (security_invoker = true) as select
  id, host
  from server_processes;

-- What this feature reads of features above it, which replace these empty views.
create view platform_accounts with (security_invoker = true) as select
  null::uuid as id, null::text as name
  where false;
create view platform_recipients with (security_invoker = true) as select
  null::uuid as id, null::text as email, null::text as language
  where false;
create view platform_users with (security_invoker = true) as select
  null::uuid as id
  where false;

grant select on platform_accounts, shared_jobs to parley_app, parley_system;
grant select on platform_recipients, platform_users, shared_email_outbox, shared_installation, shared_server_processes to parley_system;

-- What platform records in the audit log; the feature that owns the log replaces it.
create function record_audit_event(account uuid, id uuid, actor text, action text, target text, ip text, request text,
  detail jsonb) returns void language sql as $$ select $$;
grant execute on function record_audit_event(uuid, uuid, text, text, text, text, text, jsonb) to parley_app, parley_system;
