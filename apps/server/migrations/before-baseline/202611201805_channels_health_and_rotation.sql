-- A channel of our own open protocol (SESSION) calls an adapter; a WhatsApp channel calls Graph.
alter table channels add column adapter_url text;
alter table channels add constraint channels_adapter check ((kind = 'SESSION') = (adapter_url is not null));
-- Until then the credentials before the last rotation are good as well; they lie sealed beside the present ones.
alter table channels add column previous_until timestamptz;

alter table channel_routes add column previous_secret_hash bytea;
alter table channel_routes add column previous_until timestamptz;
-- Closing an account takes its numbers off the network: found by the account, not by reading the routes of all.
create index if not exists channel_routes_client on channel_routes (client_id);
create index channel_routes_previous on channel_routes (previous_secret_hash, phone_number_id)
  where previous_secret_hash is not null;

/*
 * What is known about a channel's state beyond its settings. Not on `channels`: this changes all the time, and every
 * version of a channel travels to every screen.
 */
create table channel_health (
  client_id uuid not null,
  channel_id uuid not null,
  -- The last delivery with a right signature, noted every few seconds.
  last_webhook_at timestamptz,
  -- The last time WhatsApp or the adapter was asked, whatever came of it.
  asked_at timestamptz,
  -- What the last look said, as the contract's report has it.
  report jsonb,
  primary key (client_id, channel_id),
  foreign key (client_id, channel_id) references channels (client_id, id) on delete cascade
);
create index channel_health_asked on channel_health (asked_at);
select make_tenant_table('channel_health');

/*
 * A sign-up by redirect between the provider's answer and the choice of a number: the token stays here, sealed, and
 * never travels to the browser.
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
