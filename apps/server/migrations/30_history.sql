/*
 * Conversations from other tools. A file is uploaded in parts and read once into pages, whatever its format; what a tool
 * has is fetched page by page. A page is written in one transaction, which also moves the number of the next.
 */
create table history_imports (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  state text not null default 'uploading' check (state in ('uploading', 'reading', 'ready', 'running', 'paused', 'tried',
    'done', 'failed', 'cancelled', 'undoing', 'undone')),
  format text check (format in ('chat_export', 'parley', 'chatwoot', 'respond_io', 'wati')),
  channel_id uuid not null,
  received_bytes bigint not null default 0,
  -- Of a chat export: what reading found, and what a member said about it.
  chat jsonb,
  chat_settings jsonb,
  -- Of a tool that is read by its API: its account, what of it is wanted, and where reading continues.
  source jsonb,
  -- The key of that account, sealed; gone with the end of the import.
  key_enc bytea,
  -- The next page to write, and its first row that is not written.
  page int not null default 0,
  row_at int not null default 0,
  -- Whose rows a running trial has written, as match keys of numbers: a person counts once, wherever the rows are.
  seen jsonb not null default '[]',
  -- It stops after the first conversations.
  trial boolean not null default false,
  found jsonb not null default '{}',
  imported jsonb not null default '{}',
  known bigint not null default 0,
  -- How many by reason.
  skipped jsonb not null default '{}',
  done bigint not null default 0,
  error text,
  created_by text not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  started_at timestamptz,
  step_at timestamptz,
  -- `done` when the step began.
  step_done bigint not null default 0,
  ended_at timestamptz,
  -- When what undoing needs was deleted; the row stays.
  purged_at timestamptz,
  request_hash bytea not null,
  primary key (client_id, id),
  foreign key (client_id, channel_id) references channels (client_id, id) on delete cascade
);
create index history_imports_by_time on history_imports (client_id, created_at desc, id desc);
create index history_imports_channel on history_imports (client_id, channel_id);
create index history_imports_age on history_imports (ended_at) where purged_at is null and ended_at is not null;
create index history_imports_open on history_imports (created_at) where ended_at is null;
alter table history_imports set (fillfactor = 70);
select make_tenant_table('history_imports');
create trigger limit_rows after insert on history_imports referencing new table as added
  for each statement execute function limit_account_rows('50', 'state not in (''done'', ''failed'', ''cancelled'', ''undone'')');

create table history_uploads (
  client_id uuid not null,
  import_id uuid not null,
  at_byte bigint not null,
  bytes bytea not null,
  primary key (client_id, import_id, at_byte),
  foreign key (client_id, import_id) references history_imports (client_id, id) on delete cascade
);
-- Files and archives are compressed already.
alter table history_uploads alter column bytes set storage external;
select make_tenant_table('history_uploads');

create table history_pages (
  client_id uuid not null,
  import_id uuid not null,
  page int not null,
  -- JSON: a list of rows of the file.
  rows text not null,
  primary key (client_id, import_id, page),
  foreign key (client_id, import_id) references history_imports (client_id, id) on delete cascade
);
select make_tenant_table('history_pages');

-- What was left out, in the order of the file; the first thousand of an import.
create table history_skips (
  client_id uuid not null,
  import_id uuid not null,
  no int not null,
  place text not null,
  reason text not null,
  sample text not null,
  primary key (client_id, import_id, no),
  foreign key (client_id, import_id) references history_imports (client_id, id) on delete cascade
);
select make_tenant_table('history_skips');

-- Rows that an import made, for undo; its messages name the import themselves.
create table history_rows (
  client_id uuid not null,
  import_id uuid not null,
  kind text not null check (kind in ('contact', 'thread', 'note', 'reply')),
  row_id uuid not null,
  primary key (client_id, import_id, kind, row_id),
  foreign key (client_id, import_id) references history_imports (client_id, id) on delete cascade
);
select make_tenant_table('history_rows');
