-- Calls while they last, and for some days after. What became of one is a message of its conversation.
create table calls (
  client_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  thread_id uuid not null,
  -- Of the customer, or of the business.
  direction text not null default 'incoming' check (direction in ('incoming', 'outgoing')),
  -- Null until WhatsApp names a call of the business.
  provider_call_id text,
  customer_phone text,
  customer_user_id text,
  state text not null default 'ringing' check (state in ('dialing', 'ringing', 'answered', 'ended')),
  rang_at timestamptz(3) not null,
  -- The customer's side of the connection: of their call, for who answers; of ours, for the page that called.
  offer text,
  answer text,
  -- Who answered or called, and the page in which they did; who declined.
  member_id uuid,
  device_id uuid,
  -- WhatsApp connected both.
  connected_at timestamptz(3),
  outcome text check (outcome in ('missed', 'answered', 'declined', 'cancelled')),
  ended_at timestamptz(3),
  -- It ended because the page of the member was closed or loaded again.
  page_left boolean not null default false,
  -- Its message is written.
  noted boolean not null default false,
  version bigint not null default 1,
  primary key (client_id, id),
  unique (client_id, channel_id, provider_call_id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade,
  check ((state = 'ended') = (outcome is not null)),
  check ((state = 'ended') = (ended_at is not null)),
  check (direction = 'outgoing' or state <> 'ringing' or (offer is not null and member_id is null and device_id is null)),
  check (direction = 'outgoing' or (state <> 'dialing' and answer is null and provider_call_id is not null)),
  check (direction = 'incoming' or (offer is null and member_id is not null and device_id is not null)),
  check (state <> 'answered' or (member_id is not null and device_id is not null)),
  check (connected_at is null or member_id is not null),
  check (customer_phone is not null or customer_user_id is not null),
  check (not noted or state = 'ended')
);
create index calls_open on calls (client_id, rang_at) where not noted;
create index calls_of_thread on calls (client_id, thread_id);
create index calls_ended on calls (ended_at) where noted;
-- A customer is called once at a time.
create unique index calls_outgoing on calls (client_id, thread_id) where direction = 'outgoing' and state <> 'ended';
select make_tenant_table('calls');

-- What customers said to calls of the business, the last word of each conversation.
create table call_permissions (
  client_id uuid not null,
  thread_id uuid not null,
  allowed boolean not null,
  -- By the clock of the channel; null: without an end.
  expires_at timestamptz(3),
  -- By the clock of the channel.
  decided_at timestamptz(3) not null,
  primary key (client_id, thread_id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade,
  check (allowed or expires_at is null)
);
select make_tenant_table('call_permissions');
