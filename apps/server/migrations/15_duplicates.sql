/*
 * Merges of contacts. A contact that was merged into another keeps its row, in the trash, with `merged_into`; `undo` holds
 * the contacts before the merge, for thirty days. `kept` lists what an undo skipped.
 */
create table contact_merges (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  contact_id uuid not null,
  merged_ids uuid[] not null,
  cause text not null check (cause in ('manual', 'same_person', 'changed_number')),
  undo jsonb,
  created_by text not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  undone_by text,
  kept jsonb,
  request_hash bytea not null,
  primary key (client_id, id),
  foreign key (client_id, contact_id) references contacts (client_id, id) on delete cascade
);
create index contact_merges_of_contact on contact_merges (client_id, contact_id, created_at desc, id desc);
create index contact_merges_age on contact_merges (created_at) where undo is not null;
select make_tenant_table('contact_merges');

-- The conversation that a message came from, when two conversations of a channel were merged.
create table contact_merge_messages (
  client_id uuid not null,
  merge_id uuid not null,
  message_id uuid not null,
  thread_id uuid not null,
  primary key (client_id, merge_id, message_id),
  foreign key (client_id, merge_id) references contact_merges (client_id, id) on delete cascade,
  foreign key (client_id, message_id) references messages (client_id, id) on delete cascade
);
create index contact_merge_messages_message on contact_merge_messages (client_id, message_id);
select make_tenant_table('contact_merge_messages');

/*
 * Pairs that may be the same contact, smaller id first. `dismissed_at`: a member said they are not, or undid their merge;
 * they are not suggested or merged automatically again.
 */
create table contact_duplicates (
  client_id uuid not null,
  a_id uuid not null,
  b_id uuid not null,
  reason text not null check (reason in ('same_person', 'changed_number', 'number', 'name')),
  created_at timestamptz not null default now(),
  dismissed_at timestamptz,
  dismissed_by text,
  primary key (client_id, a_id, b_id),
  check (a_id < b_id),
  foreign key (client_id, a_id) references contacts (client_id, id) on delete cascade,
  foreign key (client_id, b_id) references contacts (client_id, id) on delete cascade
);
create index contact_duplicates_open on contact_duplicates (client_id, created_at desc, a_id, b_id) where dismissed_at is null;
create index contact_duplicates_b on contact_duplicates (client_id, b_id);
select make_tenant_table('contact_duplicates');

-- As `contact_merge_messages`, for internal notes.
create table contact_merge_notes (
  client_id uuid not null,
  merge_id uuid not null,
  note_id uuid not null,
  thread_id uuid not null,
  primary key (client_id, merge_id, note_id),
  foreign key (client_id, merge_id) references contact_merges (client_id, id) on delete cascade,
  foreign key (client_id, note_id) references notes (client_id, id) on delete cascade
);
create index contact_merge_notes_note on contact_merge_notes (client_id, note_id);
select make_tenant_table('contact_merge_notes');
