-- What a message came with besides its content: where the customer came from, forwarding, a product asked about, why a
-- file is missing, and what was edited or deleted since. Null for nearly all.
alter table messages add column extras jsonb;

-- A number or user id that its owner has left. What they wrote before still finds them; what somebody writes with it
-- afterwards is somebody else.
alter table contact_identities add column retired_at timestamptz;

/*
 * Templates of a WhatsApp Business account. `status` is ours (ACTIVE can be sent), `provider_status` WhatsApp's word.
 * A webhook may tell of one that was never fetched: then `components` is null. Each kind of news has a time of its own,
 * because they come in any order and more than once.
 */
create table templates (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  waba_id text not null,
  provider_template_id text,
  name text not null,
  language text not null,
  category text,
  parameter_format text,
  components jsonb,
  status text not null default 'PENDING',
  provider_status text,
  status_reason text,
  status_detail jsonb,
  status_at timestamptz,
  quality text,
  quality_at timestamptz,
  -- The category it had before, and the one it will get on a day that was announced.
  previous_category text,
  next_category text,
  next_category_at timestamptz,
  category_at timestamptz,
  components_at timestamptz,
  fetched_at timestamptz,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (client_id, id),
  unique (client_id, waba_id, name, language)
);
create index templates_by_name on templates (client_id, status, name, language);
select make_tenant_table('templates');

/*
 * What WhatsApp told about a channel's number or account, one row a thing, the newest by the provider's time: quality,
 * limit, display name, review, restrictions, alerts. A fact that is over keeps its row with `active` false.
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

/*
 * Why a person gets no marketing: one row a source, the newest word of it. `contacts.opted_out_at` is set while any
 * source says so, and is what senders look at.
 */
create table suppressions (
  client_id uuid not null,
  contact_id uuid not null,
  -- 'platform' they told WhatsApp, 'provider' a send was refused for it; others come with contacts and automations.
  source text not null,
  active boolean not null,
  detail text,
  provider_at timestamptz not null,
  received_at timestamptz not null default now(),
  primary key (client_id, contact_id, source),
  foreign key (client_id, contact_id) references contacts (client_id, id) on delete cascade
);
select make_tenant_table('suppressions');

-- The receiver's books, a row a channel and day: every event that came is stored or refused.
create table webhook_books (
  client_id uuid not null references clients on delete cascade,
  channel_id uuid not null,
  day date not null,
  deliveries bigint not null default 0,
  received bigint not null default 0,
  stored bigint not null default 0,
  refused bigint not null default 0,
  primary key (client_id, channel_id, day)
);
alter table webhook_books set (fillfactor = 70);
select make_tenant_table('webhook_books');

-- True for a remark about a part that did become rows (a character was mended): it is in the books as stored.
alter table webhook_refusals add column stored boolean not null default false;
create index webhook_refusals_open on webhook_refusals (client_id, channel_id, received_at desc, id desc) where not stored;
