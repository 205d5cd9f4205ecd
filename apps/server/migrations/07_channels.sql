create table channels (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('WHATSAPP', 'SESSION')),
  channel_label text not null,
  phone_number text not null,
  phone_number_id text not null,
  waba_id text not null,
  sandbox boolean not null default false,
  verified boolean not null default false,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PAUSED')),
  state_reason text,
  -- Nothing is sent before: the number is off WhatsApp for a moment, and comes back.
  held_until timestamptz,
  pace int not null default 80 check (pace > 0),
  clock_offset_ms bigint not null default 0,
  credentials_enc bytea not null,
  secrets_last4 jsonb not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version bigint not null default 1,
  -- A channel of our own open protocol (SESSION) calls an adapter; a WhatsApp channel calls Graph.
  adapter_url text,
  -- Until then the credentials before the last rotation are valid too; they are encrypted beside the current ones.
  previous_until timestamptz,
  -- As the contract's `workingHours`.
  working_hours jsonb,
  -- Templates that the composer offers first.
  window_closed_template_id uuid,
  first_message_template_id uuid,
  primary key (client_id, id),
  constraint channels_adapter check ((kind = 'SESSION') = (adapter_url is not null)),
  constraint channels_working_hours check (
    working_hours is null or coalesce(jsonb_typeof(working_hours -> 'days') = 'object'
      and jsonb_typeof(working_hours -> 'holidays') = 'array'
      and jsonb_typeof(working_hours -> 'time_zone') = 'string', false)),
  constraint channels_window_closed_template foreign key (client_id, waba_id, window_closed_template_id)
    references templates (client_id, waba_id, id),
  constraint channels_first_message_template foreign key (client_id, waba_id, first_message_template_id)
    references templates (client_id, waba_id, id)
);
create index channels_by_label on channels (client_id, channel_label, id) where deleted_at is null;
select make_tenant_table('channels');

/*
 * How a webhook finds its channel before any account is known: the id in the address names the secret, and each
 * change is routed by its phone_number_id among the channels that hold that same secret. Written with `channels` in
 * one transaction.
 */
create table channel_routes (
  channel_id uuid primary key,
  client_id uuid not null references clients on delete cascade,
  phone_number_id text not null,
  waba_id text not null,
  secret_hash bytea not null,
  verified boolean not null,
  created_at timestamptz not null default now(),
  previous_secret_hash bytea,
  previous_until timestamptz
);
-- A number belongs to one verified channel; an unverified one blocks nobody.
create unique index channel_routes_verified on channel_routes (phone_number_id) where verified;
create index channel_routes_secret on channel_routes (secret_hash, phone_number_id);
select make_tenant_table('channel_routes');
-- For closing an account.
create index channel_routes_client on channel_routes (client_id);
create index channel_routes_previous on channel_routes (previous_secret_hash, phone_number_id)
  where previous_secret_hash is not null;

/*
 * Channel status. Not columns of `channels`: it changes all the time, and every version of a channel is sent to every
 * client.
 */
create table channel_health (
  client_id uuid not null,
  channel_id uuid not null,
  -- The last delivery with a valid signature, updated every few seconds.
  last_webhook_at timestamptz,
  -- The last health check, whatever its result.
  asked_at timestamptz,
  -- The result of the last health check, as the contract's report.
  report jsonb,
  -- Set-up steps that no health check can tell: when templates were first fetched, when a message was first sent.
  templates_at timestamptz,
  sent_at timestamptz,
  primary key (client_id, channel_id),
  foreign key (client_id, channel_id) references channels (client_id, id) on delete cascade
);
create index channel_health_asked on channel_health (asked_at);
select make_tenant_table('channel_health');

/*
 * A sign-up by redirect, between the provider's answer and the choice of a number. The token stays here, encrypted, and
 * is never sent to the browser.
 */
create table channel_signups (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  created_by uuid not null,
  token_enc bytea not null,
  numbers jsonb not null,
  expires_at timestamptz not null,
  primary key (client_id, id)
);
create index channel_signups_expiry on channel_signups (expires_at);
select make_tenant_table('channel_signups');

/*
 * What WhatsApp reported about a channel's number or account, one row for each fact, the newest by the provider's time:
 * quality, limit, display name, review, restrictions, alerts. A fact that ended keeps its row with `active` false.
 */
create table channel_facts (
  client_id uuid not null,
  channel_id uuid not null,
  name text not null,
  value text not null,
  active boolean not null default true,
  detail jsonb,
  ends_at timestamptz,
  provider_at timestamptz not null,
  received_at timestamptz not null default now(),
  primary key (client_id, channel_id, name),
  foreign key (client_id, channel_id) references channels (client_id, id) on delete cascade
);
select make_tenant_table('channel_facts');

-- Saved scenarios of the sandbox; at most 200.
create table sandbox_scenarios (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  scenario jsonb not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);
create index sandbox_scenarios_newest on sandbox_scenarios (client_id, created_at desc, id desc);
select make_tenant_table('sandbox_scenarios');

-- Phones that test broadcasts (BROADCAST_SANDBOX) may reach: at most ten for each account, each verified by a message
-- from it.
create table test_numbers (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  position smallint not null check (position between 1 and 10),
  name text not null,
  phone_number text not null,
  match_key text not null,
  -- The text that the phone has to send to a number of the account.
  code text not null,
  verified_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (client_id, id),
  unique (client_id, position),
  unique (client_id, match_key)
);
select make_tenant_table('test_numbers');

create trigger limit_rows after insert on channels referencing new table as added
  for each statement execute function limit_account_rows('200');
create trigger limit_rows after insert on sandbox_scenarios referencing new table as added
  for each statement execute function limit_account_rows('200');

-- Sandbox channels whose clock was set forward: their timers are due earlier.
create index channels_shifted on channels (client_id, id) where clock_offset_ms > 0;

-- Where the one simulator of several server processes answers. It ends with the process that started it.
create table simulator_address (
  only_one boolean primary key default true check (only_one),
  process_id int not null,
  host text not null,
  -- Null while it starts.
  url text,
  -- Calls of the installation name it.
  secret_enc bytea,
  -- Where it delivers webhooks: the process that started it.
  webhook_base text,
  claimed_at timestamptz not null default now()
);
select make_system_table('simulator_address');

-- Links that open WhatsApp with a prepared message. Its reference says in a received message which link was used.
create table chat_links (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  channel_id uuid not null,
  name text not null,
  text text not null,
  code text not null,
  created_by text not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  version bigint not null default 1,
  request_hash bytea not null,
  primary key (client_id, id),
  foreign key (client_id, channel_id) references channels (client_id, id)
);
create unique index chat_links_code on chat_links (client_id, code);
create index chat_links_channel on chat_links (client_id, channel_id);
select make_tenant_table('chat_links');
create trigger limit_rows after insert on chat_links referencing new table as added
  for each statement execute function limit_account_rows('200');

-- Received messages with the reference of a link. The link may be gone later; its name stays with the conversation.
create table chat_link_uses (
  client_id uuid not null,
  message_id uuid not null,
  thread_id uuid not null,
  link_id uuid not null,
  name text not null,
  at timestamptz not null,
  primary key (client_id, message_id)
);
create index chat_link_uses_thread on chat_link_uses (client_id, thread_id, at desc);
create index chat_link_uses_link on chat_link_uses (client_id, link_id, at);
select make_tenant_table('chat_link_uses');
