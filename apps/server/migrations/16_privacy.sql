-- Everything stored about one contact, collected into a file that is deleted after a week.
create table contact_data_exports (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  contact_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  error text,
  -- Where the export continues: the conversation, and the last message that was written.
  thread_id uuid,
  sort_at timestamptz,
  message_id uuid,
  parts int not null default 0,
  size_bytes bigint not null default 0,
  messages int not null default 0,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  primary key (client_id, id),
  foreign key (client_id, contact_id) references contacts (client_id, id) on delete cascade
);
create index contact_data_exports_of_contact on contact_data_exports (client_id, contact_id, created_at desc, id desc);
create index contact_data_exports_age on contact_data_exports (expires_at);
select make_tenant_table('contact_data_exports');

create table contact_data_export_parts (
  client_id uuid not null,
  export_id uuid not null,
  part int not null,
  body text not null,
  primary key (client_id, export_id, part),
  foreign key (client_id, export_id) references contact_data_exports (client_id, id) on delete cascade
);
select make_tenant_table('contact_data_export_parts');

/*
 * Erasure of a contact, in steps; the row is the request and then the receipt. `subject` holds what is searched for (phone
 * numbers and user ids) and is emptied when the erasure is done, so that the receipt names nobody.
 */
create table erasures (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  contact_id uuid,
  subject jsonb,
  subject_hashes text[] not null default '{}',
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  error text,
  counts jsonb not null default '{}',
  -- Files whose rows are deleted and that the storage still has to delete.
  file_ids uuid[] not null default '{}',
  -- Position in the raw events: partition and sequence.
  partition bigint not null default 0,
  seq bigint not null default 0,
  requested_by text not null,
  requested_at timestamptz not null default now(),
  done_at timestamptz,
  request_hash bytea not null,
  primary key (client_id, id)
);
create index erasures_by_time on erasures (client_id, requested_at desc, id desc);
create unique index erasures_of_contact on erasures (client_id, contact_id) where contact_id is not null;
select make_tenant_table('erasures');

create table retention_rules (
  client_id uuid primary key references clients on delete cascade,
  messages_days int check (messages_days > 0),
  updated_by text not null,
  updated_at timestamptz not null default now()
);
select make_tenant_table('retention_rules');

create trigger limit_rows after insert on contact_data_exports referencing new table as added
  for each statement execute function limit_account_rows('50', 'state in (''waiting'', ''running'')');
