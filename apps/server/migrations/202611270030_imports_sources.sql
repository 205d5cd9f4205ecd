-- Addresses of CSV files that are imported on a schedule.
create table import_sources (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  url text not null,
  -- A header that gives access.
  header_name text,
  header_value_enc bytea,
  -- [{column, target, field}], by the names of columns.
  mapping jsonb not null,
  rules jsonb not null,
  schedule jsonb not null,
  -- The account's, when next_at was found with it.
  time_zone text not null,
  state text not null default 'active' check (state in ('active', 'paused')),
  pause_reason text check (pause_reason in ('manual', 'failing')),
  next_at timestamptz,
  failures int not null default 0,
  -- Of the file that was imported last, with these settings.
  file_hash bytea,
  etag text,
  last_modified text,
  created_by text not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  version bigint not null default 1,
  request_hash bytea not null,
  primary key (client_id, id),
  check ((header_name is null) = (header_value_enc is null)),
  check ((state = 'active') = (next_at is not null)),
  check ((state = 'paused') = (pause_reason is not null))
);
create index import_sources_by_time on import_sources (client_id, created_at desc, id desc);
select make_tenant_table('import_sources');
create trigger limit_rows after insert on import_sources referencing new table as added
  for each statement execute function limit_account_rows('20');

-- Runs of the last thirty days. A due time has one run, and a source one at a time.
create table import_source_runs (
  client_id uuid not null,
  id uuid not null,
  source_id uuid not null,
  cause text not null check (cause in ('schedule', 'manual')),
  due_at timestamptz not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'fetching', 'importing', 'done', 'unchanged', 'failed', 'skipped')),
  started_at timestamptz,
  ended_at timestamptz,
  bytes bigint,
  file_hash bytea,
  etag text,
  last_modified text,
  problem_code text,
  problem_detail text,
  import_id uuid,
  -- The version of the source that the file was fetched with.
  source_version bigint,
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  primary key (client_id, id),
  foreign key (client_id, source_id) references import_sources (client_id, id) on delete cascade
);
create unique index import_source_runs_due on import_source_runs (client_id, source_id, due_at);
create unique index import_source_runs_open on import_source_runs (client_id, source_id)
  where state in ('waiting', 'fetching', 'importing');
create index import_source_runs_by_time on import_source_runs (client_id, source_id, created_at desc, id desc);
create index import_source_runs_age on import_source_runs (created_at);
select make_tenant_table('import_source_runs');
