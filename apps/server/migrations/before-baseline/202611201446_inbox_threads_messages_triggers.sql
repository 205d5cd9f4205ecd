create table threads (
  client_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  contact_id uuid not null,
  -- What the customer is written to by: the number as WhatsApp knows it, or the business-scoped id.
  to_phone text,
  to_user_id text,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'DONE')),
  assignee_id uuid,
  window_expires_at timestamptz,
  unread_count int not null default 0 check (unread_count >= 0),
  last_message_id uuid,
  last_message_at timestamptz,
  -- Sort position of the last message: its time by the second, then arrival.
  last_sort_at timestamptz,
  last_arrival bigint,
  -- The newest incoming message somebody has seen; the customer's blue ticks follow it.
  read_arrival bigint not null default 0,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (client_id, id),
  unique (client_id, channel_id, contact_id),
  foreign key (client_id, channel_id) references channels (client_id, id),
  foreign key (client_id, contact_id) references contacts (client_id, id)
);
create index threads_by_activity on threads (client_id, last_message_at desc nulls last, id desc);
create index threads_by_state on threads (client_id, state, last_message_at desc nulls last, id desc);
create index threads_by_assignee on threads (client_id, assignee_id, state, last_message_at desc nulls last, id desc);
create index threads_by_channel on threads (client_id, channel_id, last_message_at desc nulls last, id desc);
create index threads_by_contact on threads (client_id, contact_id);
alter table threads set (fillfactor = 80);
select make_tenant_table('threads');

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
  -- Fingerprint of what the caller asked for: the same id with other content is a conflict.
  request_hash bytea,
  created_at timestamptz not null default now(),
  created_by text not null,
  "timestamp" timestamptz not null,
  sort_at timestamptz not null,
  arrival bigint not null default nextval('message_arrival'),
  version bigint not null default 1,
  primary key (client_id, id),
  foreign key (client_id, thread_id) references threads (client_id, id)
);
-- Never twice: one row per message of the provider.
create unique index messages_provider_id on messages (client_id, channel_id, provider_message_id)
  where provider_message_id is not null;
create index messages_of_thread on messages (client_id, thread_id, sort_at desc, arrival desc);
-- What a crash may have left between "started" and an outcome, and what a person must decide about.
create index messages_unsettled on messages (client_id, channel_id, id) where send_state in ('started', 'unknown');
create index messages_failed on messages (client_id, created_at desc, id) where status = -1;
alter table messages set (fillfactor = 85);
select make_tenant_table('messages');

-- Provider ids of attempts before the present one: a late status of theirs may still prove delivery.
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

-- Every status event with the provider's own time; replays and repeats find their row taken.
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

-- Statuses that came before their message was known, by the provider's id.
create table parked_statuses (
  client_id uuid not null references clients on delete cascade,
  channel_id uuid not null,
  provider_message_id text not null,
  status text not null,
  provider_at timestamptz not null,
  rank smallint,
  our_id uuid,
  detail jsonb,
  received_at timestamptz not null default now(),
  primary key (client_id, channel_id, provider_message_id, status, provider_at)
);
select make_tenant_table('parked_statuses');

-- The outbox. Written with its message in one transaction; workers send what it says.
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
  state text not null default 'waiting' check (state in ('waiting', 'started', 'done')),
  run_at timestamptz not null default now(),
  -- 0 conversation replies, 10 broadcasts: smaller leaves first.
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
