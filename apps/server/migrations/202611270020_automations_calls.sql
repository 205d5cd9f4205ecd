-- Runs whose next step calls an address; while it is called, `due_at` is when another process may call it again.
alter table automation_runs drop constraint automation_runs_state_check;
alter table automation_runs add constraint automation_runs_state_check
  check (state in ('RUNNING', 'WAITING', 'ASKING', 'CALLING', 'FINISHED', 'STOPPED', 'FAILED'));
-- Steps and calls are taken apart, so that many slow addresses delay nothing else.
drop index automation_runs_of_channel;
create index automation_runs_of_channel on automation_runs (client_id, channel_id, due_at)
  where due_at is not null and state <> 'CALLING';
create index automation_runs_calling on automation_runs (client_id, channel_id, due_at) where state = 'CALLING';

-- Values of headers that are never shown again. Each is sent to the host that it was entered for only.
create table automation_secrets (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  host text not null,
  value_enc bytea not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);
select make_tenant_table('automation_secrets');
create trigger limit_rows after insert on automation_secrets referencing new table as added
  for each statement execute function limit_account_rows('500');
