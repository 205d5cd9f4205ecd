/*
 * Webhook deliveries are stored as bytes and committed before they are answered. Each receiving process writes a
 * partition of its own; `seq` is the order of commit. `applied_seq` moves in the transaction that applies the events, and
 * only from the position where that transaction began: two workers on one partition cannot both commit.
 */
create table ingest_partitions (
  partition bigint generated always as identity primary key,
  applied_seq bigint not null default 0,
  holder uuid not null,
  lease_until timestamptz not null,
  created_at timestamptz not null default now(),
  -- The process that holds the lease: when it dies, others take the partition over before the lease ends.
  process_id int
);
select make_system_table('ingest_partitions');

create table webhook_events (
  partition bigint not null,
  seq bigint not null,
  received_at timestamptz not null default now(),
  channel_id uuid not null,
  client_id uuid not null,
  body bytea not null,
  primary key (partition, seq, received_at)
) partition by range (received_at);
select ensure_partitions('webhook_events', interval '1 day', date_trunc('day', now()), 9);
select make_system_table('webhook_events');

-- Parts of deliveries that were refused, with the reason, for the account whose address they came to.
create table webhook_refusals (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  channel_id uuid not null,
  partition bigint not null,
  seq bigint not null,
  part int not null,
  received_at timestamptz not null,
  reason text not null,
  detail jsonb,
  -- True for a warning about a part that was stored (a character was replaced): the statistics count it as stored.
  stored boolean not null default false,
  primary key (client_id, id),
  unique (client_id, partition, seq, part)
);
create index webhook_refusals_time on webhook_refusals (client_id, channel_id, received_at desc);
select make_tenant_table('webhook_refusals');
create index webhook_refusals_open on webhook_refusals (client_id, channel_id, received_at desc, id desc) where not stored;

-- Deliveries with a wrong signature are counted; their bodies are not stored.
create table webhook_counters (
  client_id uuid not null references clients on delete cascade,
  channel_id uuid not null,
  bad_signatures bigint not null default 0,
  last_bad_signature_at timestamptz,
  primary key (client_id, channel_id)
);
select make_tenant_table('webhook_counters');

-- Webhook statistics, a row for each channel and day: every event received is stored or refused.
create table webhook_statistics (
  client_id uuid not null references clients on delete cascade,
  channel_id uuid not null,
  day date not null,
  deliveries bigint not null default 0,
  received bigint not null default 0,
  stored bigint not null default 0,
  refused bigint not null default 0,
  primary key (client_id, channel_id, day)
);
alter table webhook_statistics set (fillfactor = 70);
select make_tenant_table('webhook_statistics');

/*
 * Stops applying events until the transaction ends, for a merge of contacts: a batch that has read which contact an
 * identity belongs to ends first, and the next batch finds the new contact. Deliveries are stored and answered meanwhile.
 */
create function lock_ingest() returns void
  language sql security definer set search_path = public, pg_temp as $$ lock table ingest_partitions in share mode $$;
revoke execute on function lock_ingest() from public;
grant execute on function lock_ingest() to parley_app;

-- When each member last got a new conversation by the account's assignment rule: who waited longest is next.
create table assignment_turns (
  client_id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references client_users (client_id, user_id) on delete cascade
);
select make_tenant_table('assignment_turns');
