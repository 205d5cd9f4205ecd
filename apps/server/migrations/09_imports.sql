/*
 * Imports of contacts from files. The bytes are uploaded in parts and read once into pages of a thousand rows, whatever
 * the format; later steps (check, run) go page by page and record their position.
 */
create table imports (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  state text not null default 'uploading' check (state in ('uploading', 'reading', 'mapping', 'checking', 'ready',
    'running', 'paused', 'done', 'cancelled', 'failed', 'undoing', 'undone')),
  format text,
  encoding text,
  delimiter text,
  has_header boolean not null default true,
  received_bytes bigint not null default 0,
  -- [{name, samples}]
  columns jsonb not null default '[]',
  mapping jsonb,
  rules jsonb,
  rows_total bigint not null default 0,
  -- The next page of the current step, and the rows it has processed.
  page int not null default 0,
  rows_done bigint not null default 0,
  -- How long the last check of all rows took.
  check_ms int,
  check_new bigint not null default 0,
  check_updated bigint not null default 0,
  check_unchanged bigint not null default 0,
  check_duplicates bigint not null default 0,
  check_invalid bigint not null default 0,
  added bigint not null default 0,
  updated bigint not null default 0,
  unchanged bigint not null default 0,
  rejected bigint not null default 0,
  undone bigint not null default 0,
  -- Contacts that an undo skipped, because they changed since.
  kept bigint not null default 0,
  -- What the import created besides contacts, for undo.
  list_id uuid,
  list_made boolean not null default false,
  field_numbers int[] not null default '{}',
  error text,
  created_by text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  step_at timestamptz,
  ended_at timestamptz,
  -- When its pages and changes were deleted; the row stays as history.
  purged_at timestamptz,
  request_hash bytea not null,
  primary key (client_id, id)
);
create index imports_by_created on imports (client_id, created_at desc, id desc);
create index imports_age on imports (ended_at) where ended_at is not null and purged_at is null;
alter table imports set (fillfactor = 70);
select make_tenant_table('imports');
-- Abandoned imports by age: their files are deleted too.
create index imports_unbegun on imports (created_at) where ended_at is null and started_at is null;

create table import_uploads (
  client_id uuid not null,
  import_id uuid not null,
  at_byte bigint not null,
  bytes bytea not null,
  primary key (client_id, import_id, at_byte),
  foreign key (client_id, import_id) references imports (client_id, id) on delete cascade
);
select make_tenant_table('import_uploads');

create table import_pages (
  client_id uuid not null,
  import_id uuid not null,
  page int not null,
  -- JSON: a list of rows, each a list of texts.
  rows text not null,
  primary key (client_id, import_id, page),
  foreign key (client_id, import_id) references imports (client_id, id) on delete cascade
);
select make_tenant_table('import_pages');

-- Rows that a member corrected after the check, or excluded (null).
create table import_edits (
  client_id uuid not null,
  import_id uuid not null,
  row_no int not null,
  row_values jsonb,
  -- The row that this one was merged into, when both have the same number.
  merged_into int,
  primary key (client_id, import_id, row_no),
  foreign key (client_id, import_id) references imports (client_id, id) on delete cascade
);
select make_tenant_table('import_edits');

create table import_problems (
  client_id uuid not null,
  import_id uuid not null,
  row_no int not null,
  code text not null,
  field text,
  msg text not null,
  -- A suggested correction, the kind of fix it shares with other rows, and the row with the same number.
  suggestion text,
  fix text,
  other_row int,
  primary key (client_id, import_id, row_no),
  foreign key (client_id, import_id) references imports (client_id, id) on delete cascade
);
select make_tenant_table('import_problems');
create index import_problems_fix on import_problems (client_id, import_id, fix, row_no) where fix is not null;

/*
 * What an import did to a contact, and its values before (null: it is new), for seven days of undo. Written in a
 * transaction that locks the import, so a foreign key would check nothing and take as long as the insert; a trigger
 * deletes the rows with their import.
 */
create table import_changes (
  client_id uuid not null,
  import_id uuid not null,
  contact_id uuid not null,
  previous jsonb,
  version bigint not null,
  list_ids uuid[] not null default '{}',
  -- An undo skipped it, because it changed since.
  kept boolean not null default false,
  primary key (client_id, import_id, contact_id)
);
select make_tenant_table('import_changes');

-- The mapping that was last used for a file with the same columns.
create table import_mappings (
  client_id uuid not null references clients on delete cascade,
  header_hash bytea not null,
  mapping jsonb not null,
  used_at timestamptz not null default now(),
  primary key (client_id, header_hash)
);
select make_tenant_table('import_mappings');

create function imports_deleted() returns trigger language plpgsql as $$
begin
  delete from import_changes c using old_rows o where c.client_id = o.client_id and c.import_id = o.id;
  return null;
end $$;
create trigger imports_deleted after delete on imports referencing old table as old_rows
  for each statement execute function imports_deleted();

create trigger limit_rows after insert on imports referencing new table as added
  for each statement execute function limit_account_rows('100', 'state not in (''done'', ''failed'', ''cancelled'', ''undone'')');

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
