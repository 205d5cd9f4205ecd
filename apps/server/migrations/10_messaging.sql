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
  -- Unread for each member. `received_count` only grows; `reads` holds, by member, how much of it they have read. Under `*`
  -- is what the team had answered at the last reading: for members who never opened the conversation.
  received_count int not null default 0,
  reads jsonb not null default '{}',
  -- A member blocked the customer at WhatsApp, on the channel of the conversation.
  blocked_at timestamptz(3),
  blocked_by text,
  -- By member: until when they get no notifications of the conversation; `infinity` without end.
  mutes jsonb not null default '{}',
  -- Until when the waiting customer is to be answered, on the clock of the channel; null without a target. A wait ended
  -- since the conversation began or was opened again: the target of the next one is that of later replies.
  reply_due_at timestamptz,
  answered boolean not null default false,
  -- Since when it is to be resolved: the first wait since it began, or its last reopening. Null while it is done.
  resolve_since timestamptz,
  resolve_due_at timestamptz,
  -- Who answers the customer, in conversations that another sender of the number has answered: we, Meta's agent, or
  -- another application. `holder_at` is the provider's time of what said so last, of any message of the customer too:
  -- something older changes nothing.
  holder text check (holder in ('us', 'ai_agent', 'other')),
  holder_at timestamptz,
  -- Where it stands on the board, and what it is worth: in the smallest unit of the account's currency.
  stage_id uuid,
  value_minor bigint constraint threads_value check (value_minor between 0 and 1000000000000),
  -- A conversation with a WhatsApp group: its id there, and what WhatsApp says of it with the times of it: `state`
  -- (suspended, deleted; none: active), `state_at`, `subject_at`, `description`.
  group_id text,
  group_facts jsonb not null default '{}',
  primary key (client_id, id),
  constraint threads_snoozed_active check (snoozed_until is null or state = 'ACTIVE'),
  foreign key (client_id, channel_id) references channels (client_id, id),
  foreign key (client_id, contact_id) references contacts (client_id, id),
  foreign key (client_id, assignee_group_id) references user_groups (client_id, id),
  constraint threads_blocked_by check ((blocked_at is null) = (blocked_by is null))
);
create index threads_by_activity on threads (client_id, last_message_at desc nulls last, id desc);
create index threads_by_state on threads (client_id, state, last_message_at desc nulls last, id desc);
create index threads_by_assignee on threads (client_id, assignee_id, state, last_message_at desc nulls last, id desc);
create index threads_by_channel on threads (client_id, channel_id, last_message_at desc nulls last, id desc);
-- The conversations of a contact, and the one conversation of a contact and a channel.
create unique index threads_of_contact on threads (client_id, contact_id, channel_id);
create unique index threads_of_group on threads (client_id, channel_id, group_id) where group_id is not null;
create index threads_waiting on threads (client_id, waiting_since) where waiting_since is not null;
-- A column of the board; conversations without a stage cost nothing.
create index threads_by_stage on threads (client_id, stage_id, last_message_at desc nulls last, id desc)
  where stage_id is not null;
create index threads_snoozed on threads (client_id, snoozed_until) where snoozed_until is not null;
create index threads_merged on threads (client_id, merged_into) where merged_into is not null;
alter table threads set (fillfactor = 80);
select make_tenant_table('threads');
-- Merged conversations do not exist for the application; only the functions below see them.
create policy not_merged on threads as restrictive to parley_app using (merged_into is null);
create index threads_by_group on threads (client_id, assignee_group_id, last_message_at desc nulls last, id desc)
  where assignee_group_id is not null;

/*
 * Who is or was in a group, as far as WhatsApp said: by its updates, messages and statuses. `told_at` is the provider's time
 * of the newest of these, `since` that of the one that brought the person in. Messages name their sender by the contact that
 * it was then (`sender_id` of `extras`), which a merge does not change here.
 */
create table thread_participants (
  client_id uuid not null,
  thread_id uuid not null,
  contact_id uuid not null,
  is_in boolean not null,
  since timestamptz not null,
  told_at timestamptz not null,
  primary key (client_id, thread_id, contact_id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade,
  foreign key (client_id, contact_id) references contacts (client_id, id) on delete cascade
);
create index thread_participants_of_contact on thread_participants (client_id, contact_id);
alter table thread_participants set (fillfactor = 80);
select make_tenant_table('thread_participants');

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
  send_state text check (send_state in ('waiting', 'started', 'accepted', 'failed', 'unknown', 'held', 'discarded')),
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
-- The orders of a contact, which few conversations have.
create index messages_orders on messages (client_id, thread_id, sort_at desc, id desc)
  where type = 'order' and direction = 'INCOMING';
-- Messages with which customers came from an ad or a post: of a conversation, and of the account by time.
create index messages_from_ads on messages (client_id, thread_id, sort_at desc) where extras ? 'referral';
create index messages_from_ads_by_time on messages (client_id, sort_at desc) where extras ? 'referral';
-- What an import of conversations brought, for undo.
create index messages_imported on messages (client_id, (extras->'imported'->>'import_id'), id) where extras ? 'imported';

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
  -- Who of a group it is about, as a contact; empty in other conversations.
  participant text not null default '',
  primary key (client_id, message_id, status, provider_at, participant)
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
  participant text not null default '',
  primary key (client_id, channel_id, provider_message_id, status, provider_at, participant)
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
  -- In the queue of its channel: taking it changes no column of an index, so that its row is updated in place (heap-only).
  queued boolean not null generated always as (state in ('waiting', 'started')) stored,
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
create index triggers_queued on triggers (client_id, channel_id, priority, seq) where queued;
create index triggers_of_message on triggers (client_id, message_id);
-- Room for the version of each row that is taken.
alter table triggers set (fillfactor = 50);
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
  kind text not null,
  detail jsonb not null default '{}',
  at timestamptz(3) not null default now(),
  -- A uid, `webhook` for a customer's message, or `api:<key id>`.
  created_by text not null,
  version bigint not null default 1,
  primary key (client_id, id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade,
  constraint thread_events_kind_check check (kind in ('assigned', 'assistant', 'done', 'reopened', 'snoozed', 'snooze_ended', 'labels_changed', 'stage_changed', 'value_changed', 'blocked', 'unblocked', 'rated', 'bot_loop', 'holder', 'group'))
);
create index thread_events_of_thread on thread_events (client_id, thread_id, at desc, id desc);
create index thread_events_done on thread_events (client_id, at) where kind = 'done';
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
-- All that an account has scheduled, the next first.
create index scheduled_messages_in_order on scheduled_messages (client_id, send_at, id) where cancelled_at is null;
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

/*
 * What is unread for a member. Without a reading of their own: what nobody has read, or what was read and still waits for
 * an answer.
 */
create function unread_for(member text, unread int, received int, reads jsonb, waiting_since timestamptz, state text)
  returns int language sql immutable parallel safe as $$
  select case
    when member is null then unread
    when reads ? member then greatest(received - (reads->>member)::int, 0)
    when waiting_since is not null and state = 'ACTIVE' and reads ? '*'
      then greatest(received - (reads->>'*')::int, unread)
    else unread end
$$;
grant execute on function unread_for(text, int, int, jsonb, timestamptz, text) to parley_app, parley_system;

-- A message that waits for the customer's next message has `infinity` as its time.
create index scheduled_messages_parked on scheduled_messages (client_id, thread_id)
  where send_at = 'infinity' and cancelled_at is null and held_reason is null;

-- Finished triggers are removed by age; without an index each slice would read the whole table.
create index triggers_done on triggers (done_at) where done_at is not null;

-- Conversations that wait for an answer, by the end of their reply window.
create index threads_closing on threads (client_id, channel_id, window_expires_at)
  where waiting_since is not null and state = 'ACTIVE';

-- A table of an earlier file that refers to it.
alter table chat_link_uses add foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade;

-- The few accounts that have one are looked for every few seconds.
create index clients_auto_close on clients (id) where auto_close_rule is not null and deleted_at is null;
create index threads_reply_due on threads (client_id, channel_id, reply_due_at) where reply_due_at is not null;
create index threads_resolve_due on threads (client_id, channel_id, resolve_due_at) where resolve_due_at is not null;

-- Working hours may end on the day after they begin, as 21:00 until 02:00.
create function after_working_minutes(since timestamptz, minutes int, hours jsonb) returns timestamptz
language plpgsql stable as $$
declare
  zone text := hours->>'time_zone';
  first date := (since at time zone zone)::date;
  left_over interval := minutes * interval '1 minute';
  day date;
  range jsonb;
  begins timestamptz;
  ends timestamptz;
begin
  if not jsonb_path_exists(hours->'days', '$.*[*]') then return null; end if;
  for ahead in -1..400 loop
    day := first + ahead;
    continue when hours->'holidays' @> jsonb_build_array(jsonb_build_object('date', day::text));
    for range in select jsonb_array_elements(
      hours->'days'->((array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'])[extract(isodow from day)::int])) loop
      begins := greatest(since, (day + (range->>'from')::time) at time zone zone);
      ends := (day + (case when range->>'to' < range->>'from' then 1 else 0 end) + (range->>'to')::time) at time zone zone;
      continue when ends <= begins;
      if left_over <= ends - begins then return begins + left_over; end if;
      left_over := left_over - (ends - begins);
    end loop;
  end loop;
  return null;
end $$;

-- When a timer of a conversation that began then is over; null without a target. The first target of the account's list
-- that fits channel and labels decides alone. @param timer the name of its minutes in the target
create function target_due(thread threads, timer text, since timestamptz) returns timestamptz
language plpgsql stable as $$
declare
  targets jsonb := (select reply_targets->'targets' from clients where id = thread.client_id);
  target jsonb;
  minutes int;
  hours jsonb;
begin
  if since is null or targets = '[]' then return null; end if;
  select t.value into target from jsonb_array_elements(targets) with ordinality t(value, place)
  where (t.value->'channel_ids' = '[]' or t.value->'channel_ids' ? thread.channel_id::text)
    and (t.value->'label_ids' = '[]' or exists (select from thread_label_ids l
      where l.client_id = thread.client_id and l.thread_id = thread.id and t.value->'label_ids' ? l.label_id::text))
  order by t.place limit 1;
  minutes := target->>timer;
  if minutes is null then return null; end if;
  if target->>'hours' = 'working' then
    select coalesce(c.working_hours, a.working_hours || jsonb_build_object('time_zone', a.time_zone)) into hours
    from clients a join channels c on c.client_id = a.id where a.id = thread.client_id and c.id = thread.channel_id;
    if hours is not null then return after_working_minutes(since, minutes, hours); end if;
  end if;
  return since + minutes * interval '1 minute';
end $$;

-- A customer who waited before it was opened again waits anew since then.
create function reply_due(thread threads) returns timestamptz language sql stable as $$
  select target_due(thread, case when thread.answered then 'next_minutes' else 'first_minutes' end,
    case when thread.waiting_since is not null then greatest(thread.waiting_since, thread.resolve_since) end)
$$;

create function channel_now(client uuid, channel uuid) returns timestamptz language sql stable as $$
  select now() + clock_offset_ms * interval '1 millisecond' from channels where client_id = client and id = channel
$$;

-- Where a wait begins or ends, and where a conversation is done or opened again, in the statement that does it.
create function set_targets_due() returns trigger language plpgsql as $$
begin
  if old.state = 'DONE' and new.state = 'ACTIVE' then
    -- From the message that opened it, or from now.
    new.resolve_since := case when old.waiting_since is null and new.waiting_since is not null then new.waiting_since
      when new.last_message_at > old.last_message_at then new.last_message_at
      else channel_now(new.client_id, new.channel_id) end;
    new.answered := false;
  elsif new.state = 'ACTIVE' then
    new.resolve_since := coalesce(old.resolve_since, new.waiting_since);
  else
    new.resolve_since := null;
  end if;
  if new.state = 'DONE' or new.waiting_since is null then
    new.reply_due_at := null;
    new.answered := new.state = 'ACTIVE' and old.state = 'ACTIVE' and (old.answered or old.waiting_since is not null);
  else
    new.reply_due_at := reply_due(new);
  end if;
  if new.resolve_since is distinct from old.resolve_since then
    new.resolve_due_at := target_due(new, 'resolve_minutes', new.resolve_since);
  end if;
  return new;
end $$;
create trigger set_targets_due before update of waiting_since, state on threads for each row
  when (new.waiting_since is distinct from old.waiting_since or new.state is distinct from old.state)
  execute function set_targets_due();

-- Replies and resolutions that had a target, once they came: kept if that was not after it was due. By the channel's clock.
create table target_results (
  client_id uuid not null,
  id uuid not null default gen_random_uuid(),
  thread_id uuid not null,
  channel_id uuid not null,
  kind text not null check (kind in ('first', 'next', 'resolution')),
  due_at timestamptz not null,
  ended_at timestamptz not null,
  -- Who had the conversation then.
  assignee_id uuid,
  assignee_group_id uuid,
  primary key (client_id, id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade
);
create index target_results_by_time on target_results (client_id, least(due_at, ended_at));
create index target_results_of_thread on target_results (client_id, thread_id);
select make_tenant_table('target_results');

create function add_target_results() returns trigger language plpgsql as $$
declare
  at timestamptz := channel_now(new.client_id, new.channel_id);
begin
  -- Done without a reply: missed if it was due before, else nothing was promised any more.
  if old.reply_due_at is not null and new.reply_due_at is null
    and (new.waiting_since is null or old.reply_due_at < at) then
    insert into target_results (client_id, thread_id, channel_id, kind, due_at, ended_at, assignee_id, assignee_group_id)
    values (new.client_id, new.id, new.channel_id, case when old.answered then 'next' else 'first' end,
      old.reply_due_at, at, new.assignee_id, new.assignee_group_id);
  end if;
  if old.resolve_due_at is not null and new.state = 'DONE' and old.state = 'ACTIVE' then
    insert into target_results (client_id, thread_id, channel_id, kind, due_at, ended_at, assignee_id, assignee_group_id)
    values (new.client_id, new.id, new.channel_id, 'resolution', old.resolve_due_at, at,
      new.assignee_id, new.assignee_group_id);
  end if;
  return null;
end $$;
create trigger add_target_results after update of waiting_since, state on threads for each row
  when (old.state = 'ACTIVE' and (old.reply_due_at is not null or old.resolve_due_at is not null)
    and (new.waiting_since is null or new.state = 'DONE')
    and (new.waiting_since is distinct from old.waiting_since or new.state is distinct from old.state))
  execute function add_target_results();

-- How much was answered, for members without a reading of their own, is of one wait: the next one begins without it.
create function forget_answered() returns trigger language plpgsql as $$
begin
  new.reads := new.reads - '*';
  return new;
end $$;
create trigger forget_answered before update of waiting_since on threads for each row
  when (new.waiting_since is null and old.waiting_since is not null and new.reads ? '*')
  execute function forget_answered();

-- What happened to a channel or a template of conversations: one row for all of them. Which conversations show it is
-- decided when their activity is read.
create table thread_notices (
  client_id uuid not null references clients on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  channel_id uuid,
  waba_id text,
  template_name text,
  template_language text,
  reason text,
  -- By the clock of the channel, like messages.
  at timestamptz(3) not null,
  primary key (client_id, id),
  foreign key (client_id, channel_id) references channels (client_id, id) on delete cascade,
  constraint thread_notices_subject check (case
    when kind in ('channel_connected', 'channel_disconnected', 'channel_paused', 'channel_removed', 'channel_resumed')
      then channel_id is not null and template_name is null
    when kind in ('template_disabled', 'template_paused', 'template_resumed')
      then channel_id is null and num_nonnulls(waba_id, template_name, template_language) = 3
    else false end)
);
create index thread_notices_of_channel on thread_notices (client_id, channel_id, at desc) where channel_id is not null;
create index thread_notices_of_template on thread_notices (client_id, waba_id, template_name, template_language, at desc)
  where template_name is not null;
create index thread_notices_by_age on thread_notices (at);
select make_tenant_table('thread_notices');

-- In the statement that changes the state, so that no way of pausing, resuming or removing can forget it.
create function add_channel_notice() returns trigger language plpgsql as $$
declare
  by_member constant text := 'Paused by a person';
  said text;
begin
  if new.deleted_at is not null then
    if new.state_reason is distinct from 'removed' then return null; end if;
    said := 'channel_removed';
  elsif new.state = 'PAUSED' then
    said := case when new.state_reason = by_member then 'channel_paused' else 'channel_disconnected' end;
  else
    said := case when old.state_reason = by_member then 'channel_resumed' else 'channel_connected' end;
  end if;
  insert into thread_notices (client_id, kind, channel_id, reason, at)
  values (new.client_id, said, new.id, case when said = 'channel_disconnected' then left(new.state_reason, 500) end,
    clock_timestamp() + new.clock_offset_ms * interval '1 millisecond');
  -- A channel that comes and goes keeps its latest ones.
  delete from thread_notices n using (
    select id from thread_notices where client_id = new.client_id and channel_id = new.id order by at desc offset 200
  ) old_ones where n.client_id = new.client_id and n.id = old_ones.id;
  return null;
end $$;
create trigger add_notice after update of state, deleted_at on channels for each row
  when (old.state <> new.state or old.deleted_at is null and new.deleted_at is not null)
  execute function add_channel_notice();

create function add_template_notice() returns trigger language plpgsql as $$
begin
  insert into thread_notices (client_id, kind, waba_id, template_name, template_language, reason, at)
  values (new.client_id,
    case new.status when 'PAUSED' then 'template_paused' when 'DISABLED' then 'template_disabled' else 'template_resumed' end,
    new.waba_id, new.name, new.language, case when new.status <> 'ACTIVE' then left(new.status_reason, 500) end,
    clock_timestamp() + (select coalesce(max(clock_offset_ms), 0) from channels
      where client_id = new.client_id and waba_id = new.waba_id and deleted_at is null) * interval '1 millisecond');
  delete from thread_notices n using (
    select id from thread_notices where client_id = new.client_id and waba_id = new.waba_id
      and template_name = new.name and template_language = new.language order by at desc offset 20
  ) old_ones where n.client_id = new.client_id and n.id = old_ones.id;
  return null;
end $$;
create trigger add_notice after update of status on templates for each row
  when (old.status is distinct from new.status
    and (new.status in ('PAUSED', 'DISABLED') and old.status in ('ACTIVE', 'PAUSED')
      or new.status = 'ACTIVE' and old.status in ('PAUSED', 'DISABLED')))
  execute function add_template_notice();
