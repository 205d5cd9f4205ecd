-- Which worker sends for a channel. Only the database's clock counts, and the statement that marks a message started
-- names the epoch.
create table channel_leases (
  client_id uuid not null,
  channel_id uuid not null,
  holder uuid not null,
  epoch bigint not null default 1,
  expires_at timestamptz not null,
  -- The process that holds the lease: when it dies, others take the channel over before the lease ends.
  process_id int,
  primary key (client_id, channel_id),
  foreign key (client_id, channel_id) references channels (client_id, id) on delete cascade
);
select make_tenant_table('channel_leases');

create table threads (
  client_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  contact_id uuid not null,
  -- The recipient: the phone number as WhatsApp knows it, or the business-scoped user id.
  to_phone text,
  to_user_id text,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'DONE')),
  assignee_id uuid,
  window_expires_at timestamptz,
  unread_count int not null default 0 check (unread_count >= 0),
  last_message_id uuid,
  last_message_at timestamptz,
  -- `sort_at` of the last message.
  last_sort_at timestamptz(3),
  -- `arrival` of the newest incoming message that a member has read; read receipts follow it.
  read_arrival bigint not null default 0,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  -- A conversation may be assigned to a group, with or without a member of it.
  assignee_group_id uuid,
  -- The conversation of the same channel that this one was merged into; its messages are there now.
  merged_into uuid,
  -- Since when the customer waits for an answer: the first message after our last one. Null while the last is ours.
  waiting_since timestamptz,
  -- Until then an active conversation is out of the way; infinity: until the customer writes.
  snoozed_until timestamptz,
  primary key (client_id, id),
  constraint threads_snoozed_active check (snoozed_until is null or state = 'ACTIVE'),
  foreign key (client_id, channel_id) references channels (client_id, id),
  foreign key (client_id, contact_id) references contacts (client_id, id),
  foreign key (client_id, assignee_group_id) references user_groups (client_id, id)
);
create index threads_by_activity on threads (client_id, last_message_at desc nulls last, id desc);
create index threads_by_state on threads (client_id, state, last_message_at desc nulls last, id desc);
create index threads_by_assignee on threads (client_id, assignee_id, state, last_message_at desc nulls last, id desc);
create index threads_by_channel on threads (client_id, channel_id, last_message_at desc nulls last, id desc);
-- The conversations of a contact, and the one conversation of a contact and a channel.
create unique index threads_of_contact on threads (client_id, contact_id, channel_id);
create index threads_waiting on threads (client_id, waiting_since) where waiting_since is not null;
create index threads_snoozed on threads (client_id, snoozed_until) where snoozed_until is not null;
create index threads_merged on threads (client_id, merged_into) where merged_into is not null;
alter table threads set (fillfactor = 80);
select make_tenant_table('threads');
-- Merged conversations do not exist for the application; only the functions below see them.
create policy not_merged on threads as restrictive to parley_app using (merged_into is null);
create index threads_by_group on threads (client_id, assignee_group_id, last_message_at desc nulls last, id desc)
  where assignee_group_id is not null;

-- Order of arrival, across accounts; gaps mean nothing.
create sequence message_arrival;
grant usage on sequence message_arrival to parley_app, parley_system;

create table messages (
  client_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  channel_id uuid not null,
  contact_id uuid not null,
  direction text not null check (direction in ('INCOMING', 'OUTGOING')),
  "to" text,
  to_user_id text,
  source text not null,
  medium text not null,
  type text not null,
  status smallint not null default 0 check (status between -1 and 4),
  send_state text check (send_state in ('waiting', 'started', 'accepted', 'failed', 'unknown', 'held')),
  attempt int not null default 1,
  held_reason text,
  waiting_reason text,
  error jsonb,
  content jsonb not null,
  context_message_id uuid,
  context_provider_id text,
  reaction jsonb,
  provider_message_id text,
  flags text[],
  -- Hash of the request: the same id with other content is a conflict.
  request_hash bytea,
  created_at timestamptz not null default now(),
  created_by text not null,
  "timestamp" timestamptz not null,
  -- Messages of a thread are ordered by (sort_at, id), in the API as here; milliseconds, as the API shows.
  sort_at timestamptz(3) not null,
  arrival bigint not null default nextval('message_arrival'),
  version bigint not null default 1,
  -- What came with a message besides its content: referral, forwarding, product, the reason of a missing file, later
  -- edits and deletion. Null for nearly all.
  extras jsonb,
  primary key (client_id, id),
  foreign key (client_id, thread_id) references threads (client_id, id)
);
-- One row for each message of the provider.
create unique index messages_provider_id on messages (client_id, channel_id, provider_message_id)
  where provider_message_id is not null;
/*
 * Room for updates in place: an outgoing message is updated four times within seconds. A status updates the row in place
 * (heap-only) only while no index, conditions of partial indexes included, depends on what it changes. Measured: half
 * the processor time for a status. So there is no index on `status` or `send_state`.
 */
alter table messages set (fillfactor = 70);
select make_tenant_table('messages');
-- Replies of members by author and time, for response times. Broadcasts and incoming messages cost nothing.
create index messages_replies on messages (client_id, created_by, created_at)
  where direction = 'OUTGOING' and source = 'INBOX';
-- The history of compose.
create index messages_composed on messages (client_id, created_at desc, id desc) where source = 'COMPOSE';
-- Results of templates in the last days. `content` never changes, so a status still updates the row in place.
create index messages_of_template on messages (client_id, created_at) where type = 'template' and direction = 'OUTGOING';
create index messages_of_thread on messages (client_id, thread_id, sort_at desc, id desc);

-- Provider ids of earlier attempts: a late status of one may still prove delivery.
create table message_attempts (
  client_id uuid not null,
  channel_id uuid not null,
  provider_message_id text not null,
  message_id uuid not null,
  attempt int not null,
  primary key (client_id, channel_id, provider_message_id),
  foreign key (client_id, message_id) references messages (client_id, id) on delete cascade
);
create index message_attempts_message on message_attempts (client_id, message_id);
select make_tenant_table('message_attempts');

-- Every status event with the provider's time; the primary key rejects repeats.
create table message_events (
  client_id uuid not null,
  message_id uuid not null,
  status text not null,
  provider_at timestamptz not null,
  received_at timestamptz not null default now(),
  detail jsonb,
  primary key (client_id, message_id, status, provider_at)
) partition by range (provider_at);
select ensure_partitions('message_events', interval '1 month', date_trunc('month', now()) - interval '1 month', 4);
select make_tenant_table('message_events');

-- Statuses that came before their message was known, by the provider's message id. `message_id` is the id that came
-- with the status.
create table parked_statuses (
  client_id uuid not null references clients on delete cascade,
  channel_id uuid not null,
  provider_message_id text not null,
  status text not null,
  provider_at timestamptz not null,
  rank smallint,
  message_id uuid,
  detail jsonb,
  received_at timestamptz not null default now(),
  primary key (client_id, channel_id, provider_message_id, status, provider_at)
);
select make_tenant_table('parked_statuses');
-- For polling recent statuses, and deleting those that nobody claimed in a month.
create index parked_statuses_time on parked_statuses (received_at);

-- The outbox of messages, written with the message in one transaction; workers send what it says.
create sequence trigger_order;
grant usage on sequence trigger_order to parley_app, parley_system;

create table triggers (
  client_id uuid not null,
  id uuid not null,
  message_id uuid not null,
  channel_id uuid not null,
  thread_id uuid not null,
  kind text not null check (kind in ('message', 'reaction')),
  meta_data jsonb not null,
  payload jsonb not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  -- 'parked': its campaign is paused, so the dispatcher does not see it.
  state text not null default 'waiting' check (state in ('waiting', 'parked', 'started', 'done')),
  run_at timestamptz not null default now(),
  -- 0: replies, 10: broadcasts. Smaller is sent first.
  priority smallint not null default 0,
  seq bigint not null default nextval('trigger_order'),
  tries int not null default 0,
  epoch bigint,
  started_at timestamptz,
  done_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, message_id) references messages (client_id, id) on delete cascade
);
create index triggers_waiting on triggers (client_id, channel_id, priority, seq) where state = 'waiting';
create index triggers_started on triggers (client_id, channel_id, id) where state = 'started';
create index triggers_of_message on triggers (client_id, message_id);
alter table triggers set (fillfactor = 70);
select make_tenant_table('triggers');

-- Read receipts still to send: the newest message of a thread that a member has read.
create table read_marks (
  client_id uuid not null,
  channel_id uuid not null,
  thread_id uuid not null,
  provider_message_id text not null,
  tries int not null default 0,
  run_at timestamptz not null default now(),
  primary key (client_id, thread_id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade
);
create index read_marks_of_channel on read_marks (client_id, channel_id, run_at);
select make_tenant_table('read_marks');

/* Marks a conversation as merged into another. @returns its version */
create function merge_thread(client uuid, thread uuid, into_thread uuid) returns bigint
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
revoke execute on function merge_thread(uuid, uuid, uuid) from public;
grant execute on function merge_thread(uuid, uuid, uuid) to parley_app;

/* The conversation that one was merged into, directly or through others; null when it does not exist. */
create function resolve_thread(client uuid, thread uuid) returns uuid
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
revoke execute on function resolve_thread(uuid, uuid) from public;
grant execute on function resolve_thread(uuid, uuid) to parley_app;

/* Deletes the merged conversations of contacts that are deleted for good. */
create function delete_merged_threads(client uuid, contacts uuid[]) returns bigint
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
revoke execute on function delete_merged_threads(uuid, uuid[]) from public;
grant execute on function delete_merged_threads(uuid, uuid[]) to parley_app;

-- What happened to a conversation beside its messages. `detail` names what it was about: assignee, label, time.
create table thread_events (
  client_id uuid not null,
  id uuid not null,
  thread_id uuid not null,
  kind text not null check (kind in ('assigned', 'done', 'reopened', 'snoozed', 'snooze_ended', 'labels_changed')),
  detail jsonb not null default '{}',
  at timestamptz(3) not null default now(),
  -- A uid, `webhook` for a customer's message, or `api:<key id>`.
  created_by text not null,
  version bigint not null default 1,
  primary key (client_id, id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade
);
create index thread_events_of_thread on thread_events (client_id, thread_id, at desc, id desc);
select make_tenant_table('thread_events');

-- Messages to send later. When the time comes, one transaction deletes the row and inserts the message and its trigger
-- under the same id, so that it is sent once whatever dies when.
create table scheduled_messages (
  client_id uuid not null,
  id uuid not null,
  -- As it was scheduled; after a merge the message belongs to the conversation that this one continues in.
  thread_id uuid not null,
  send_at timestamptz(3) not null,
  -- A cancelled row stays for a while: a repetition of the request that created it must not schedule it again.
  cancelled_at timestamptz,
  -- Why it was not sent when its time came: its channel was removed. A new time clears it.
  held_reason text,
  source text not null,
  medium text not null,
  type text not null,
  content jsonb not null,
  marketing boolean not null,
  context_message_id uuid,
  request_hash bytea not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  meta_type text not null,
  version bigint not null default 1,
  primary key (client_id, id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade
);
create index scheduled_messages_due on scheduled_messages (send_at) where cancelled_at is null and held_reason is null;
create index scheduled_messages_of_thread on scheduled_messages (client_id, thread_id, send_at, id);
select make_tenant_table('scheduled_messages');
create trigger limit_rows after insert on scheduled_messages referencing new table as added
  for each statement execute function limit_account_rows('10000', 'cancelled_at is null');

/* A conversation and those that were merged into it, directly or through others. */
create function merged_threads(client uuid, thread uuid) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if client is distinct from current_client_id() then
    raise exception 'another account' using errcode = '42501';
  end if;
  return query with recursive chain as (
    select thread as id
    union
    select t.id from chain c join threads t on t.client_id = client and t.merged_into = c.id
  ) select c.id from chain c;
end $$;
revoke execute on function merged_threads(uuid, uuid) from public;
grant execute on function merged_threads(uuid, uuid) to parley_app;
