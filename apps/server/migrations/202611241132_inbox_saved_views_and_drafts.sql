-- Views of the inbox that a member keeps, for themselves or for everyone.
create table saved_views (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  owner_id uuid not null,
  shared boolean not null,
  name text not null,
  -- View, filters and sort, as in the address of the inbox.
  conditions jsonb not null,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (client_id, id)
);
create index saved_views_of_owner on saved_views (client_id, owner_id);
select make_tenant_table('saved_views');
create trigger limit_rows after insert on saved_views referencing new table as added
  for each statement execute function limit_account_rows('1000');

-- Unsent texts, for the other devices of the same member. An empty text says that it was sent or deleted.
create table drafts (
  client_id uuid not null,
  id uuid not null,
  user_id uuid not null,
  thread_id uuid not null,
  body text not null,
  quoted_id uuid,
  -- By the clock of the device that wrote it: the later one wins.
  updated_at timestamptz(3) not null,
  version bigint not null default 1,
  primary key (client_id, id),
  unique (client_id, user_id, thread_id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references client_users (client_id, user_id) on delete cascade
);
create index drafts_of_thread on drafts (client_id, thread_id);
select make_tenant_table('drafts');
create trigger limit_rows after insert on drafts referencing new table as added
  for each statement execute function limit_account_rows('100000');
