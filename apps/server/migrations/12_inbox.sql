-- Internal notes in a conversation. Never sent to a customer: no trigger is made of one.
create table notes (
  client_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  body text not null,
  -- Members and groups it mentions, as written; `note_mentions` has the members.
  user_ids uuid[] not null default '{}',
  group_ids uuid[] not null default '{}',
  request_hash bytea not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  created_by text not null,
  version bigint not null default 1,
  -- Notes are edited and deleted by their authors; a deleted note keeps no text at all.
  edited_at timestamptz(3),
  deleted_at timestamptz(3),
  -- Earlier texts, oldest first: {body, until}.
  earlier jsonb,
  primary key (client_id, id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade
);
create index notes_of_thread on notes (client_id, thread_id, created_at desc, id desc);
select make_tenant_table('notes');

-- One row for each member and note; a group stands for its members at that moment.
create table note_mentions (
  client_id uuid not null,
  user_id uuid not null,
  note_id uuid not null,
  thread_id uuid not null,
  created_at timestamptz not null,
  read_at timestamptz,
  primary key (client_id, user_id, note_id),
  foreign key (client_id, note_id) references notes (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references client_users (client_id, user_id) on delete cascade
);
create index note_mentions_of_note on note_mentions (client_id, note_id);
create index note_mentions_by_time on note_mentions (client_id, user_id, created_at desc, note_id desc);
create index note_mentions_unread on note_mentions (client_id, user_id, thread_id) where read_at is null;
select make_tenant_table('note_mentions');

create table labels (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  color text not null,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (client_id, id)
);
create unique index labels_by_name on labels (client_id, lower(name));
select make_tenant_table('labels');
create trigger limit_rows after insert on labels referencing new table as added
  for each statement execute function limit_account_rows('500');

create table thread_labels (
  client_id uuid not null,
  thread_id uuid not null,
  label_id uuid not null,
  primary key (client_id, thread_id, label_id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade,
  foreign key (client_id, label_id) references labels (client_id, id) on delete cascade
);
create index thread_labels_by_label on thread_labels (client_id, label_id, thread_id);
select make_tenant_table('thread_labels');
