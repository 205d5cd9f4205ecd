create table channels (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  kind text not null check (kind in ('WHATSAPP', 'SESSION')),
  channel_label text not null,
  phone_number text not null,
  phone_number_id text not null,
  waba_id text not null,
  sandbox boolean not null default false,
  proven boolean not null default false,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PAUSED')),
  state_reason text,
  pace int not null default 80 check (pace > 0),
  clock_offset_ms bigint not null default 0,
  credentials_enc bytea not null,
  secrets_last4 jsonb not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version bigint not null default 1,
  primary key (client_id, id)
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
  proven boolean not null,
  created_at timestamptz not null default now()
);
-- A number belongs to one proven channel; an unproven claim blocks nobody.
create unique index channel_routes_proven on channel_routes (phone_number_id) where proven;
create index channel_routes_secret on channel_routes (secret_hash, phone_number_id);
select make_system_table('channel_routes');
grant insert, update, delete, select on channel_routes to parley_app;
alter table channel_routes enable row level security;
create policy tenant on channel_routes to parley_app
  using (client_id = nullif(current_setting('app.client_id', true), '')::uuid)
  with check (client_id = nullif(current_setting('app.client_id', true), '')::uuid);
create policy everything on channel_routes to parley_system using (true) with check (true);

-- Who sends for a channel. Only the database's clock counts, and marking a message started names the epoch.
create table channel_leases (
  client_id uuid not null,
  channel_id uuid not null,
  holder uuid not null,
  epoch bigint not null default 1,
  expires_at timestamptz not null,
  primary key (client_id, channel_id),
  foreign key (client_id, channel_id) references channels (client_id, id) on delete cascade
);
select make_tenant_table('channel_leases');
