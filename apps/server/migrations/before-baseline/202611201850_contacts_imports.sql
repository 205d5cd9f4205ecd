/*
 * Files of contacts on their way in. The bytes come in parts, are read once into pages of a thousand rows, whatever the
 * format was, and everything after that (check, run) goes page by page and knows where it is.
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
  -- [{name, samples}] and what each column is.
  columns jsonb not null default '[]',
  mapping jsonb,
  rules jsonb,
  rows_total bigint not null default 0,
  -- The page that the present step begins with next, and rows it has been through.
  page int not null default 0,
  rows_done bigint not null default 0,
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
  kept bigint not null default 0,
  -- What the import made besides contacts, for undoing.
  list_id uuid,
  list_made boolean not null default false,
  field_numbers int[] not null default '{}',
  error text,
  created_by text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  step_at timestamptz,
  ended_at timestamptz,
  -- Its pages and what it changed are gone; the row stays as history.
  purged_at timestamptz,
  request_hash bytea not null,
  primary key (client_id, id)
);
create index imports_by_created on imports (client_id, created_at desc, id desc);
create index imports_age on imports (ended_at) where ended_at is not null and purged_at is null;
alter table imports set (fillfactor = 70);
select make_tenant_table('imports');

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

-- Rows that a person mended after the check, or left out.
create table import_edits (
  client_id uuid not null,
  import_id uuid not null,
  row_no int not null,
  row_values jsonb,
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
  primary key (client_id, import_id, row_no),
  foreign key (client_id, import_id) references imports (client_id, id) on delete cascade
);
select make_tenant_table('import_problems');

-- What an import did to a contact, and what it was before (null: not there), for seven days of undo.
create table import_changes (
  client_id uuid not null,
  import_id uuid not null,
  contact_id uuid not null,
  was jsonb,
  version bigint not null,
  list_ids uuid[] not null default '{}',
  -- Not undone, because it changed since.
  kept boolean not null default false,
  primary key (client_id, import_id, contact_id),
  foreign key (client_id, import_id) references imports (client_id, id) on delete cascade
);
select make_tenant_table('import_changes');

-- What columns of the same names meant the last time.
create table import_mappings (
  client_id uuid not null references clients on delete cascade,
  header_hash bytea not null,
  mapping jsonb not null,
  used_at timestamptz not null default now(),
  primary key (client_id, header_hash)
);
select make_tenant_table('import_mappings');
