/*
 * Files of recipients for one broadcast. The bytes are uploaded in parts and read into rows by a job; a draft names its
 * file in `audience.file_id`. The columns are sources of variables until the recipients are fixed.
 */
create table campaign_files (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  -- mapping: read, but the column of the phone numbers is not known.
  state text not null default 'uploading' check (state in ('uploading', 'reading', 'mapping', 'ready', 'failed')),
  format text,
  encoding text,
  delimiter text,
  has_header boolean not null default true,
  received_bytes bigint not null default 0,
  -- [{name, samples}]
  columns jsonb not null default '[]',
  -- Positions in columns, from 0.
  phone_column int,
  code_column int,
  name_column int,
  -- Counts how often it was read: a run of an earlier reading writes nothing.
  reading int not null default 0,
  rows_done bigint not null default 0,
  -- Rows with a number, without a valid one, and with one of an earlier row.
  good int not null default 0,
  invalid int not null default 0,
  duplicates int not null default 0,
  error text,
  created_by text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- When its rows were deleted; the name stays.
  purged_at timestamptz,
  request_hash bytea not null,
  primary key (client_id, id)
);
alter table campaign_files set (fillfactor = 70);
-- Files by age, across accounts.
create index campaign_files_age on campaign_files (created_at) where purged_at is null;
select make_tenant_table('campaign_files');
create trigger limit_rows after insert on campaign_files referencing new table as added
  for each statement execute function limit_account_rows('200', 'purged_at is null');

create table campaign_file_parts (
  client_id uuid not null,
  file_id uuid not null,
  at_byte bigint not null,
  bytes bytea not null,
  primary key (client_id, file_id, at_byte),
  foreign key (client_id, file_id) references campaign_files (client_id, id) on delete cascade
);
select make_tenant_table('campaign_file_parts');

create table campaign_file_rows (
  client_id uuid not null,
  file_id uuid not null,
  row_no int not null,
  kind text not null check (kind in ('good', 'invalid', 'duplicate')),
  -- Of good ones: E.164 digits and the key that contacts are found by.
  digits text,
  key text,
  name text not null default '',
  cells text[] not null,
  -- Why it is invalid, or the row that had the number first.
  problem text,
  first_row int,
  primary key (client_id, file_id, row_no),
  foreign key (client_id, file_id) references campaign_files (client_id, id) on delete cascade
);
create unique index campaign_file_rows_number on campaign_file_rows (client_id, file_id, key) where kind = 'good';
create index campaign_file_rows_left on campaign_file_rows (client_id, file_id, kind, row_no) where kind <> 'good';
select make_tenant_table('campaign_file_rows');

-- Broadcasts by the file of their audience.
create index campaigns_by_file on campaigns (client_id, (audience->>'file_id')) where audience ? 'file_id';
