/*
 * Contacts that turned out to be one person. The contact that was taken over keeps its row, in the trash, with
 * `merged_into`; `undo` holds what each was, for thirty days. What an undo leaves as it is stands in `kept`.
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

-- Which messages came from which conversation when two of one channel became one.
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
 * Pairs that may be one person, smaller id first. `dismissed_at`: somebody said they are not, or took a merge of them
 * back; then nothing suggests or merges them by itself again.
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

create index contacts_merged on contacts (client_id, merged_into) where merged_into is not null;

/*
 * A conversation that was joined to another of the same channel: its messages are there now. For an account's own role
 * it does not exist any more, whatever statement asks; only the two functions below see and set it.
 */
alter table threads add column merged_into uuid;
create policy not_joined on threads as restrictive to parley_app using (merged_into is null);

create function join_thread(client uuid, thread uuid, into_thread uuid) returns bigint
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  now_version bigint;
begin
  if client is distinct from current_client_id() then
    raise exception 'another account' using errcode = '42501';
  end if;
  update threads set merged_into = into_thread, version = version + 1 where client_id = client and id = thread
  returning version into now_version;
  return now_version;
end $$;
revoke execute on function join_thread(uuid, uuid, uuid) from public;
grant execute on function join_thread(uuid, uuid, uuid) to parley_app;

/* Where a conversation goes on; null when it is nobody's. A joined one may have been joined again. */
create function thread_now(client uuid, thread uuid) returns uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  place uuid;
begin
  if client is distinct from current_client_id() then
    raise exception 'another account' using errcode = '42501';
  end if;
  with recursive chain as (
    select t.id, t.merged_into, 1 as step from threads t where t.client_id = client and t.id = thread
    union all
    select t.id, t.merged_into, c.step + 1 from chain c
    join threads t on t.client_id = client and t.id = c.merged_into where c.step < 50
  ) select id into place from chain where merged_into is null;
  return place;
end $$;
revoke execute on function thread_now(uuid, uuid) from public;
grant execute on function thread_now(uuid, uuid) to parley_app;

/*
 * While a merge runs nothing is understood that came in: a batch that has read whom an identity belongs to ends first,
 * and the next one finds it with its new owner. Deliveries are stored and answered meanwhile as always.
 */
create function hold_understanding() returns void
  language sql security definer set search_path = public, pg_temp as $$ lock table intake_lanes in share mode $$;
revoke execute on function hold_understanding() from public;
grant execute on function hold_understanding() to parley_app;
