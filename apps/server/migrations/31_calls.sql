-- Calls of customers while they last, and for some days after. What became of one is a message of its conversation.
create table calls (
  client_id uuid not null,
  id uuid not null,
  channel_id uuid not null,
  thread_id uuid not null,
  provider_call_id text not null,
  from_phone text,
  from_user_id text,
  state text not null default 'ringing' check (state in ('ringing', 'answered', 'ended')),
  rang_at timestamptz(3) not null,
  -- The customer's side of the connection, for who answers.
  offer text,
  -- Who answered, and the page in which they did; who declined.
  member_id uuid,
  device_id uuid,
  -- WhatsApp connected both.
  connected_at timestamptz(3),
  outcome text check (outcome in ('missed', 'answered', 'declined')),
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
  check (state <> 'ringing' or (offer is not null and member_id is null and device_id is null)),
  check (state <> 'answered' or (member_id is not null and device_id is not null)),
  check (connected_at is null or member_id is not null),
  check (from_phone is not null or from_user_id is not null),
  check (not noted or state = 'ended')
);
create index calls_open on calls (client_id, rang_at) where not noted;
create index calls_of_thread on calls (client_id, thread_id);
create index calls_ended on calls (ended_at) where noted;
select make_tenant_table('calls');
