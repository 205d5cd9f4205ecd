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
  primary key (client_id, id),
  check ((previous_secret_enc is null) = (previous_secret_until is null))
);
create unique index incoming_webhooks_id on incoming_webhooks (id);
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
