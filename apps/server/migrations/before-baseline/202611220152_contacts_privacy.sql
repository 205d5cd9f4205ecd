-- Everything that is kept of one person, collected into a file that goes after a week.
create table person_exports (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  contact_id uuid not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  error text,
  -- Where it goes on: the conversation and the place in it.
  thread_id uuid,
  sort_at timestamptz,
  arrival bigint,
  parts int not null default 0,
  size_bytes bigint not null default 0,
  messages int not null default 0,
  created_by text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  primary key (client_id, id),
  foreign key (client_id, contact_id) references contacts (client_id, id) on delete cascade
);
create index person_exports_of_contact on person_exports (client_id, contact_id, created_at desc, id desc);
create index person_exports_age on person_exports (expires_at);
select make_tenant_table('person_exports');

create table person_export_parts (
  client_id uuid not null,
  export_id uuid not null,
  part int not null,
  body text not null,
  primary key (client_id, export_id, part),
  foreign key (client_id, export_id) references person_exports (client_id, id) on delete cascade
);
select make_tenant_table('person_export_parts');

/*
 * A person is erased step by step; the row is the order and then the receipt. `subject` is what is looked for (their
 * numbers and ids) and is emptied when the work is done: what stays names nobody.
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
  -- Bytes whose rows are gone and that the storage still has to let go of.
  file_ids uuid[] not null default '{}',
  -- Raw deliveries looked through: which lane, and how far in it.
  lane bigint not null default 0,
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

/* Conversations that were joined to others are seen by nobody; with their person they go for good. */
create function forget_joined_threads(client uuid, contacts uuid[]) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  n bigint;
begin
  if client is distinct from current_client_id() then
    raise exception 'another account' using errcode = '42501';
  end if;
  delete from threads where client_id = client and contact_id = any(contacts) and merged_into is not null;
  get diagnostics n = row_count;
  return n;
end $$;
revoke execute on function forget_joined_threads(uuid, uuid[]) from public;
grant execute on function forget_joined_threads(uuid, uuid[]) to parley_app;
