-- Addresses that get the events of an account. `feed_pos` is the place in the change feed up to which an endpoint has
-- deliveries: a paused endpoint keeps its place.
create table webhook_endpoints (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text,
  url text not null,
  events text[] not null check (cardinality(events) > 0),
  secret_enc bytea not null,
  previous_secret_enc bytea,
  previous_secret_until timestamptz,
  state text not null default 'active' check (state in ('active', 'paused')),
  pause_reason text check (pause_reason in ('manual', 'failing', 'gone')),
  failing_since timestamptz,
  feed_pos bigint not null,
  created_by text not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  version bigint not null default 1,
  request_hash bytea not null,
  -- The last characters of a secret, to tell secrets apart.
  secret_end text,
  -- How bodies are written and signed: `cloud_api` is WhatsApp's own form.
  format text not null default 'parley' check (format in ('parley', 'cloud_api')),
  primary key (client_id, id),
  check ((state = 'paused') = (pause_reason is not null)),
  check ((previous_secret_enc is null) = (previous_secret_until is null))
);
create index webhook_endpoints_by_time on webhook_endpoints (client_id, created_at desc, id desc);
select make_tenant_table('webhook_endpoints');
create trigger limit_rows after insert on webhook_endpoints referencing new table as added
  for each statement execute function limit_account_rows('20');

-- One event for one endpoint. Bodies are built from the rows when they are sent, so nothing of a message or contact is
-- stored here.
create table webhook_deliveries (
  client_id uuid not null,
  id uuid not null,
  endpoint_id uuid not null,
  event_id uuid not null,
  type text not null,
  collection text,
  row_id text,
  marker text check (marker in ('NEW', 'MODIFIED', 'DELETED')),
  event_at timestamptz not null,
  -- In WhatsApp's form: what of a message it tells.
  part text,
  is_test boolean not null default false,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  attempts int not null default 0,
  -- When it is due. While an attempt runs: when it counts as lost.
  due_at timestamptz not null default now(),
  is_claimed boolean not null default false,
  -- The process of the attempt; null among several: none, or the only process.
  process_id int,
  last_status int,
  last_duration_ms int,
  last_error text,
  log jsonb not null default '[]',
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  ended_at timestamptz,
  primary key (client_id, id),
  foreign key (client_id, endpoint_id) references webhook_endpoints (client_id, id) on delete cascade,
  check ((state = 'waiting') = (ended_at is null)),
  check (is_test or (collection is not null and row_id is not null and marker is not null))
);
create index webhook_deliveries_due on webhook_deliveries (client_id, endpoint_id, due_at, id) where state = 'waiting';
create index webhook_deliveries_by_time on webhook_deliveries (client_id, endpoint_id, created_at desc, id desc);
create index webhook_deliveries_failed on webhook_deliveries (client_id, endpoint_id, created_at desc, id desc)
  where state = 'failed';
create index webhook_deliveries_by_row on webhook_deliveries (client_id, endpoint_id, row_id);
create index webhook_deliveries_ended on webhook_deliveries (ended_at) where ended_at is not null;
create index webhook_deliveries_claimed on webhook_deliveries (process_id) where is_claimed;
alter table webhook_deliveries set (autovacuum_vacuum_scale_factor = 0.02);
select make_tenant_table('webhook_deliveries');

-- Addresses to which other systems post contacts and messages.
create table incoming_webhooks (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  -- Which values of a body become which properties of the contact, and what is sent to it.
  contact jsonb not null,
  message jsonb,
  secret_enc bytea not null,
  previous_secret_enc bytea,
  previous_secret_until timestamptz,
  state text not null default 'active' check (state in ('active', 'paused')),
  created_by text not null,
  created_at timestamptz not null default date_trunc('milliseconds', now()),
  version bigint not null default 1,
  request_hash bytea not null,
  -- What a call names before its account is known. Not the id, because callers choose that.
  address uuid not null default gen_random_uuid(),
  primary key (client_id, id),
  check ((previous_secret_enc is null) = (previous_secret_until is null))
);
create index incoming_webhooks_by_time on incoming_webhooks (client_id, created_at desc, id desc);
select make_tenant_table('incoming_webhooks');
create trigger limit_rows after insert on incoming_webhooks referencing new table as added
  for each statement execute function limit_account_rows('20');

-- Calls of the last seven days. The id is derived from the webhook and the `webhook-id` of the call: the same call again
-- finds its row. An accepted call and its effects are one transaction; a failed one has none.
create table incoming_webhook_calls (
  client_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  call_id text not null,
  state text not null check (state in ('accepted', 'failed')),
  status int not null,
  error text,
  error_field text,
  -- Null: erased with the contact.
  body text,
  contact_id uuid,
  message_id uuid,
  attempts int not null default 1,
  duration_ms int not null default 0,
  created_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  primary key (client_id, id),
  foreign key (client_id, webhook_id) references incoming_webhooks (client_id, id) on delete cascade
);
create index incoming_webhook_calls_by_time on incoming_webhook_calls (client_id, webhook_id, created_at desc, id desc);
create index incoming_webhook_calls_age on incoming_webhook_calls (created_at);
select make_tenant_table('incoming_webhook_calls');
create unique index incoming_webhooks_address on incoming_webhooks (address);
