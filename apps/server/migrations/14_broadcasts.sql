-- A campaign ("broadcast" on screens): content and audience. `campaign_recipients` is the snapshot taken at its start.
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
  -- The snapshot of recipients is being taken; nothing is sent before it is complete.
  freezing boolean not null default false,
  total int,
  -- When a scheduled campaign starts.
  start_at timestamptz,
  started_at timestamptz,
  ended_at timestamptz,
  archived_at timestamptz,
  -- Hash of the request: the same id with other content is a conflict.
  request_hash bytea,
  created_by text not null,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  -- Messages sent in a second, and what it is computed from: how many had been sent, and when.
  rate real,
  rate_left int,
  rate_at timestamptz,
  -- For a campaign spread over hours: when the next recipient may be enqueued.
  spread_at timestamptz,
  -- Earlier failures no longer stop it: a member resumed the campaign after seeing them.
  failures_counted_from timestamptz,
  -- The visibility scope of the member who chose the audience: nobody outside it becomes a recipient.
  viewer jsonb not null default '{}',
  -- Position of the snapshot; null while none is being taken.
  snapshot_cursor jsonb,
  primary key (client_id, id),
  foreign key (client_id, channel_id) references channels (client_id, id),
  check (state in ('DRAFT', 'CANCELLED') or template_id is not null),
  check (state <> 'SCHEDULED' or start_at is not null)
);
create index campaigns_by_start on campaigns (client_id, coalesce(started_at, start_at, created_at) desc, id desc);
create index campaigns_under_way on campaigns (client_id, id) where state in ('RUNNING', 'PAUSED');
create index campaigns_due on campaigns (start_at) where state = 'SCHEDULED';
select make_tenant_table('campaigns');

-- The audience when the campaign started, each recipient once; excluded ones too, with the reason.
create table campaign_recipients (
  client_id uuid not null,
  campaign_id uuid not null,
  -- The order of sending.
  n int not null,
  -- Identifies the recipient: 'c:' and the contact, 'p:' and the match key of a number, 'x:' and invalid input.
  recipient_key text not null,
  contact_id uuid,
  phone_number text,
  to_user_id text,
  name text not null default '',
  -- Values of the template variables; never read from the contact again.
  "values" jsonb not null default '{}',
  state text not null
    check (state in ('QUEUED', 'SENT', 'DELIVERED', 'READ', 'FAILED', 'UNKNOWN', 'SKIPPED', 'CAPPED')),
  reason text,
  error jsonb,
  -- Written with the message and its trigger: a recipient who has one is never enqueued again.
  message_id uuid,
  attempt int not null default 1,
  sent_at timestamptz,
  delivered_at timestamptz,
  read_at timestamptz,
  replied_at timestamptz,
  -- The text of the button that was tapped.
  tapped text,
  opted_out_at timestamptz,
  -- Send the same message again; it waits as recipients that were never sent to.
  resend boolean not null default false,
  -- The message left before a member resumed the broadcast: the stop rule ignores its failure, which the member has
  -- already decided about.
  left_before_resume boolean not null default false,
  -- When the outcome of this attempt was known.
  settled_at timestamptz,
  -- When the message was written to the outbox.
  enqueued_at timestamptz,
  primary key (client_id, campaign_id, n),
  unique (client_id, campaign_id, recipient_key),
  foreign key (client_id, campaign_id) references campaigns (client_id, id) on delete cascade
);
create unique index campaign_recipients_message on campaign_recipients (client_id, message_id) where message_id is not null;
create index campaign_recipients_by_state on campaign_recipients (client_id, campaign_id, state, n);
create index campaign_recipients_contact on campaign_recipients (client_id, contact_id, campaign_id)
  where contact_id is not null;
alter table campaign_recipients set (fillfactor = 80);
select make_tenant_table('campaign_recipients');
create index campaign_recipients_to_enqueue on campaign_recipients (client_id, campaign_id, n)
  where state = 'QUEUED' and (message_id is null or resend);
create index campaign_recipients_enqueued on campaign_recipients (client_id, campaign_id, n)
  where state = 'QUEUED' and message_id is not null and not resend;
create index campaign_recipients_settled on campaign_recipients (client_id, campaign_id, settled_at desc, n desc)
  where settled_at is not null;
create index campaign_recipients_sent on campaign_recipients (client_id, contact_id, enqueued_at desc, campaign_id)
  where contact_id is not null and enqueued_at is not null;

/*
 * Campaign progress: numbers of recipients by state, so that screens never count. Maintained by triggers with every
 * statement that writes recipients; rows are locked in order. `REPLIED`, `TAPPED` and `OPTED_OUT` are counted too.
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

create function campaign_recipients_inserted() returns trigger language plpgsql as $$
begin
  insert into campaign_counters as c (client_id, campaign_id, state, n)
  select r.client_id, r.campaign_id, s.state, count(*) from new_rows r cross join lateral (
    values (r.state), (case when r.replied_at is not null then 'REPLIED' end),
      (case when r.tapped is not null then 'TAPPED' end), (case when r.opted_out_at is not null then 'OPTED_OUT' end)
  ) s(state) where s.state is not null group by 1, 2, 3 order by 1, 2, 3
  on conflict (client_id, campaign_id, state) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger campaign_recipients_inserted after insert on campaign_recipients referencing new table as new_rows
  for each statement execute function campaign_recipients_inserted();

create function campaign_recipients_updated() returns trigger language plpgsql as $$
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
create trigger campaign_recipients_updated after update on campaign_recipients
  referencing old table as old_rows new table as new_rows
  for each statement execute function campaign_recipients_updated();

-- The history of a campaign.
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

-- The position in the change feed up to which messages have been counted into campaigns; moves in the same transaction.
create table campaign_cursors (
  client_id uuid not null references clients on delete cascade,
  pos bigint not null,
  primary key (client_id)
);
select make_tenant_table('campaign_cursors');

/*
 * The last campaign that a contact was sent, for columns, order and filters of contacts. Maintained by the statement that
 * writes a recipient; excluded recipients are not in it. Rows are locked in the order of contacts.
 */
create table contact_last_campaigns (
  client_id uuid not null,
  contact_id uuid not null,
  campaign_id uuid not null,
  message_id uuid not null,
  state text not null,
  at timestamptz not null,
  primary key (client_id, contact_id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id) on delete cascade
);
create index contact_last_campaigns_by_time on contact_last_campaigns (client_id, at, contact_id);
create index contact_last_campaigns_by_state on contact_last_campaigns (client_id, state, contact_id);
alter table contact_last_campaigns set (fillfactor = 80);
select make_tenant_table('contact_last_campaigns');

create function campaign_recipients_set_enqueued_at() returns trigger language plpgsql as $$
begin
  new.enqueued_at := clock_timestamp();
  return new;
end $$;
create trigger campaign_recipients_set_enqueued_at before update on campaign_recipients for each row
  when (old.message_id is null and new.message_id is not null) execute function campaign_recipients_set_enqueued_at();

create function campaign_recipients_last() returns trigger language plpgsql as $$
begin
  -- Who is somebody else's row now (contacts were merged, parted, erased) is looked at anew.
  if exists (select from new_rows r join old_rows o using (client_id, campaign_id, n)
      where o.contact_id is distinct from r.contact_id and o.message_id is not null) then
    with gone as materialized (
      select distinct o.client_id, o.contact_id from new_rows r join old_rows o using (client_id, campaign_id, n)
      where o.contact_id is distinct from r.contact_id and o.contact_id is not null and o.message_id is not null
      order by 1, 2
    )
    delete from contact_last_campaigns l using gone g where l.client_id = g.client_id and l.contact_id = g.contact_id;
    insert into contact_last_campaigns (client_id, contact_id, campaign_id, message_id, state, at)
    select g.client_id, g.contact_id, x.campaign_id, x.message_id, x.state, x.enqueued_at
    from (
      select distinct o.client_id, o.contact_id from new_rows r join old_rows o using (client_id, campaign_id, n)
      where o.contact_id is distinct from r.contact_id and o.contact_id is not null and o.message_id is not null
    ) g cross join lateral (
      select campaign_id, message_id, state, enqueued_at from campaign_recipients c
      where c.client_id = g.client_id and c.contact_id = g.contact_id and c.enqueued_at is not null
      order by c.enqueued_at desc limit 1
    ) x order by 1, 2
    on conflict do nothing;
  end if;

  insert into contact_last_campaigns as l (client_id, contact_id, campaign_id, message_id, state, at)
  select distinct on (r.client_id, r.contact_id) r.client_id, r.contact_id, r.campaign_id, r.message_id, r.state,
    r.enqueued_at
  from new_rows r join old_rows o using (client_id, campaign_id, n)
  where r.contact_id is not null and r.enqueued_at is not null
    and (o.message_id is null or o.contact_id is distinct from r.contact_id)
  order by r.client_id, r.contact_id, r.enqueued_at desc
  on conflict (client_id, contact_id) do update
    set campaign_id = excluded.campaign_id, message_id = excluded.message_id, state = excluded.state, at = excluded.at
    where excluded.at >= l.at;

  with held as materialized (
    select l.client_id, l.contact_id, r.state from new_rows r
    join contact_last_campaigns l on l.client_id = r.client_id and l.contact_id = r.contact_id and l.message_id = r.message_id
    where l.state <> r.state order by 1, 2 for no key update of l
  )
  update contact_last_campaigns l set state = h.state from held h
  where l.client_id = h.client_id and l.contact_id = h.contact_id;
  return null;
end $$;
create trigger campaign_recipients_last after update on campaign_recipients
  referencing old table as old_rows new table as new_rows
  for each statement execute function campaign_recipients_last();

create trigger limit_rows after insert on campaigns referencing new table as added
  for each statement execute function limit_account_rows('10000');
