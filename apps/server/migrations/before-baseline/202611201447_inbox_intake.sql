/*
 * What a webhook brought, as bytes, committed before it was answered. A lane is one intake process; its sequence is
 * the order of commit. How far a lane is understood moves in the transaction that wrote the meaning, and only from
 * where that transaction began: two appliers of one lane cannot both commit.
 */
create table intake_lanes (
  lane bigint generated always as identity primary key,
  done bigint not null default 0,
  holder uuid not null,
  lease_until timestamptz not null,
  created_at timestamptz not null default now()
);
select make_system_table('intake_lanes');

create table webhook_events (
  lane bigint not null,
  seq bigint not null,
  received_at timestamptz not null default now(),
  channel_id uuid not null,
  client_id uuid not null,
  body bytea not null,
  primary key (lane, seq, received_at)
) partition by range (received_at);
select ensure_partitions('webhook_events', interval '1 day', date_trunc('day', now()), 9);
select make_system_table('webhook_events');

-- Parts of deliveries that were kept but not turned into messages, with the reason, in the books of whose address
-- they came to.
create table webhook_refusals (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  channel_id uuid not null,
  lane bigint not null,
  seq bigint not null,
  part int not null,
  received_at timestamptz not null,
  reason text not null,
  detail jsonb,
  primary key (client_id, id),
  unique (client_id, lane, seq, part)
);
create index webhook_refusals_time on webhook_refusals (client_id, channel_id, received_at desc);
select make_tenant_table('webhook_refusals');

-- Wrong signatures are counted, their bodies are not kept.
create table webhook_counters (
  client_id uuid not null references clients on delete cascade,
  channel_id uuid not null,
  bad_signatures bigint not null default 0,
  last_bad_signature_at timestamptz,
  primary key (client_id, channel_id)
);
select make_tenant_table('webhook_counters');
