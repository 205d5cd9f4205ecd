/*
 * Everything of an account in one file, written by a job and kept for a week. The bytes are in the media storage under the
 * row's id. `restarts` grows when the contents must be collected again, because a contact was erased meanwhile.
 */
create table account_exports (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  error text,
  -- Collections and media files that are in the file, of all.
  done int not null default 0,
  total int not null default 0,
  size_bytes bigint,
  restarts int not null default 0,
  created_by uuid not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  ended_at timestamptz,
  expires_at timestamptz,
  primary key (client_id, id),
  check ((state = 'done') = (size_bytes is not null)),
  check ((state in ('done', 'failed')) = (ended_at is not null and expires_at is not null))
);
create unique index account_exports_open on account_exports (client_id) where state in ('waiting', 'running');
create index account_exports_age on account_exports (expires_at) where expires_at is not null;
create index account_exports_by_time on account_exports (client_id, created_at desc, id desc);
select make_tenant_table('account_exports');
