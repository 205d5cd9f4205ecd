-- A broadcast. What it says and to whom stands here; who that was when it started, in campaign_recipients.
create table campaigns (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  purpose text,
  area text not null check (area in ('BROADCAST', 'BROADCAST_SANDBOX')),
  channel_id uuid not null,
  template_id uuid,
  -- The template as it was at the start: name, language, category, parameter_format, components.
  template jsonb,
  audience jsonb not null,
  exclude jsonb not null default '{}',
  variables jsonb not null default '{}',
  schedule jsonb not null default '{}',
  stop_rules jsonb,
  state text not null default 'DRAFT'
    check (state in ('DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED', 'FINISHED', 'CANCELLED')),
  -- Why it pauses; null otherwise.
  state_reason text,
  -- Recipients are being written down: nothing is fed before that has ended.
  freezing boolean not null default false,
  total int,
  -- When a planned one starts.
  start_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  archived_at timestamptz,
  -- Fingerprint of what its maker asked for: the same id with other content is a conflict.
  request_hash bytea,
  created_by text not null,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (client_id, id),
  foreign key (client_id, channel_id) references channels (client_id, id),
  check (state in ('DRAFT', 'CANCELLED') or template_id is not null),
  check (state <> 'SCHEDULED' or start_at is not null)
);
create index campaigns_by_start on campaigns (client_id, coalesce(started_at, start_at, created_at) desc, id desc);
create index campaigns_under_way on campaigns (client_id, id) where state in ('RUNNING', 'PAUSED');
create index campaigns_due on campaigns (start_at) where state = 'SCHEDULED';
select make_tenant_table('campaigns');

-- Everybody of an audience when it started, once, with what they get; whoever was left out too, with the reason.
create table campaign_recipients (
  client_id uuid not null,
  campaign_id uuid not null,
  -- The order in which they are sent to.
  n int not null,
  -- Who it is, however often named: 'c:' and the contact, 'p:' and a number's match key, 'x:' and what was typed.
  person_key text not null,
  contact_id uuid,
  phone_number text,
  to_user_id text,
  name text not null default '',
  -- What stands in the variables of the template, by slot; never read from the contact again.
  "values" jsonb not null default '{}',
  state text not null
    check (state in ('QUEUED', 'SENT', 'DELIVERED', 'READ', 'FAILED', 'UNKNOWN', 'SKIPPED', 'CAPPED')),
  reason text,
  error jsonb,
  -- Written with the message and its trigger: whoever has one is never fed again.
  message_id uuid,
  attempt int not null default 1,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  replied_at timestamptz,
  -- The words of the button that was tapped.
  tapped text,
  opted_out_at timestamptz,
  primary key (client_id, campaign_id, n),
  unique (client_id, campaign_id, person_key),
  foreign key (client_id, campaign_id) references campaigns (client_id, id) on delete cascade
);
create unique index campaign_recipients_message on campaign_recipients (client_id, message_id) where message_id is not null;
create index campaign_recipients_to_feed on campaign_recipients (client_id, campaign_id, n)
  where state = 'QUEUED' and message_id is null;
create index campaign_recipients_by_state on campaign_recipients (client_id, campaign_id, state, n);
create index campaign_recipients_contact on campaign_recipients (client_id, contact_id, campaign_id)
  where contact_id is not null;
alter table campaign_recipients set (fillfactor = 80);
select make_tenant_table('campaign_recipients');

/*
 * How many stand where: what a screen shows is never counted. Kept by the database with every statement that writes
 * recipients, one row a campaign and state, taken in their order. `REPLIED`, `TAPPED` and `OPTED_OUT` count besides.
 */
create table campaign_counters (
  client_id uuid not null,
  campaign_id uuid not null,
  state text not null,
  n int not null,
  primary key (client_id, campaign_id, state),
  foreign key (client_id, campaign_id) references campaigns (client_id, id) on delete cascade
);
alter table campaign_counters set (fillfactor = 50);
select make_tenant_table('campaign_counters');

create function campaign_recipients_written() returns trigger language plpgsql as $$
begin
  insert into campaign_counters as c (client_id, campaign_id, state, n)
  select r.client_id, r.campaign_id, s.state, count(*) from new_rows r cross join lateral (
    values (r.state), (case when r.replied_at is not null then 'REPLIED' end),
      (case when r.tapped is not null then 'TAPPED' end), (case when r.opted_out_at is not null then 'OPTED_OUT' end)
  ) s(state) where s.state is not null group by 1, 2, 3 order by 1, 2, 3
  on conflict (client_id, campaign_id, state) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger campaign_recipients_written after insert on campaign_recipients referencing new table as new_rows
  for each statement execute function campaign_recipients_written();

create function campaign_recipients_moved() returns trigger language plpgsql as $$
begin
  insert into campaign_counters as c (client_id, campaign_id, state, n)
  select client_id, campaign_id, state, sum(d) from (
    select r.client_id, r.campaign_id, s.state, 1 as d from new_rows r cross join lateral (
      values (r.state), (case when r.replied_at is not null then 'REPLIED' end),
        (case when r.tapped is not null then 'TAPPED' end), (case when r.opted_out_at is not null then 'OPTED_OUT' end)
    ) s(state) where s.state is not null
    union all
    select r.client_id, r.campaign_id, s.state, -1 from old_rows r cross join lateral (
      values (r.state), (case when r.replied_at is not null then 'REPLIED' end),
        (case when r.tapped is not null then 'TAPPED' end), (case when r.opted_out_at is not null then 'OPTED_OUT' end)
    ) s(state) where s.state is not null
  ) moved group by 1, 2, 3 having sum(d) <> 0 order by 1, 2, 3
  on conflict (client_id, campaign_id, state) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger campaign_recipients_moved after update on campaign_recipients
  referencing old table as old_rows new table as new_rows
  for each statement execute function campaign_recipients_moved();

-- Who did what with a broadcast.
create table campaign_events (
  client_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  kind text not null,
  actor text not null,
  detail jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id) on delete cascade
);
create index campaign_events_of on campaign_events (client_id, campaign_id, at desc, id desc);
select make_tenant_table('campaign_events');

-- How far in an account's feed its messages have been counted into its broadcasts; moves in the same transaction.
create table campaign_cursors (
  client_id uuid not null references clients on delete cascade,
  pos bigint not null,
  primary key (client_id)
);
select make_tenant_table('campaign_cursors');
