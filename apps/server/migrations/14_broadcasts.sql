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
  -- The local time at which every recipient's turn is, as 2026-11-30T09:00; null: everyone's turn is at the start.
  local_start text check (local_start ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$'),
  -- A first share is sent, or was sent and the rest waits until `rest_at` by the channel's clock; null: nobody waits.
  share_state text check (share_state in ('SENDING', 'WAITING')),
  rest_at timestamptz,
  -- The earliest of its recipients' retries.
  next_retry_at timestamptz,
  -- The most it was expected to cost when it was started; counts for the budget until its recipients are fixed.
  start_estimate numeric(16, 6),
  -- Recurring broadcasts: a scheduled campaign with `schedule.repeat` is a series; each due time makes one campaign of it.
  series_id uuid,
  -- The local time that made it, as 2026-11-30T09:00.
  occurrence text check (occurrence ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$'),
  -- A/B test of two templates: the campaign's own message is variant A.
  -- Variant B and the rule: template_id, variables, percent, winner, wait_hours; null: no test.
  ab_test jsonb check (jsonb_typeof(ab_test) = 'object'),
  -- The template of variant B as it was at the start.
  ab_template jsonb,
  -- The variant that the rest gets, and why: why, by, at, and the figures of then.
  ab_winner text check (ab_winner in ('A', 'B')),
  ab_choice jsonb,
  -- A limit of recipients per day: when the current day began, and how many got it since. A day begins with its first one.
  day_from timestamptz,
  day_count int not null default 0,
  exclude jsonb not null default '{}',
  variables jsonb not null default '{}',
  schedule jsonb not null default '{}',
  stop_rules jsonb,
  state text not null default 'DRAFT'
    check (state in ('DRAFT', 'SCHEDULED', 'RUNNING', 'PAUSED', 'FINISHED', 'CANCELLED')),
  -- Why it pauses; null otherwise.
  state_reason text,
  -- The snapshot of recipients is being taken; nothing is sent before it is complete.
  preparing boolean not null default false,
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
  -- While the messaging limit of the channel's portfolio is used up: when the next recipient may get it.
  limit_until timestamptz,
  -- Earlier trouble no longer stops it: a member resumed the campaign after seeing it.
  failures_counted_from timestamptz,
  -- How many results of its messages became known, and how many of them before that: the stop rule looks at the latest.
  results int not null default 0,
  results_reviewed int not null default 0,
  -- The visibility scope of the member who chose the audience: nobody outside it becomes a recipient.
  viewer jsonb not null default '{}',
  -- Position of the snapshot; null while none is being taken.
  snapshot_cursor jsonb,
  primary key (client_id, id),
  foreign key (client_id, channel_id) references channels (client_id, id),
  check (state in ('DRAFT', 'CANCELLED') or template_id is not null),
  check (state <> 'SCHEDULED' or start_at is not null),
  check ((share_state = 'WAITING') is true = (rest_at is not null)),
  constraint campaigns_series foreign key (client_id, series_id) references campaigns (client_id, id) on delete set null (series_id),
  check ((ab_winner is null) = (ab_choice is null))
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
  -- Of a failure that the stop rule counts: which of the results of the broadcast it was, from 1.
  failure_no int,
  -- When the message was written to the outbox.
  enqueued_at timestamptz,
  -- When a recipient's turn is: their own time zone, sending hours there, and a first share before all others.
  -- Not before this, by the channel's clock.
  due_at timestamptz not null default '-infinity',
  -- Known only when the broadcast leaves at the recipients' local time.
  time_zone text,
  -- 0: the first share, or everyone when there is none; 1: the rest.
  share smallint not null default 0 check (share in (0, 1)),
  -- Retries of recipients whose message WhatsApp held back (131049): after 12, 24 and 48 hours.
  retries smallint not null default 0,
  -- By the channel's clock; null: no retry is scheduled.
  retry_at timestamptz,
  -- What a recipient's message was billed as: the first status of its delivery that names a price, as in the reports.
  -- The first digits of the number, for the rates of countries; they stay when the recipient is erased.
  digits text not null default '',
  -- The day of that status in the account's time zone; null: not billed yet.
  billed_day date,
  billed_as text,
  billable boolean,
  -- When the recipient first opened a tracked link.
  opened_at timestamptz,
  -- Decided when the recipients are fixed; of the rest when their message is written, by the winner.
  variant text check (variant in ('A', 'B')),
  -- Of the rest (share 1): the values of variant B, until it is decided which one they get.
  values_b jsonb,
  -- The state as far as indexes follow it. What becomes of a message that WhatsApp accepted changes no column of an index
  -- unless it fails, so that the row is updated in place (heap-only). WAITING: to be queued, for the first time or again.
  stage text not null generated always as (
    case when state = 'QUEUED' then case when message_id is null or resend then 'WAITING' else 'IN_QUEUE' end
      when state in ('SENT', 'DELIVERED', 'READ') then 'OUT' else state end) stored,
  primary key (client_id, campaign_id, n),
  unique (client_id, campaign_id, recipient_key),
  foreign key (client_id, campaign_id) references campaigns (client_id, id) on delete cascade,
  check (num_nulls(billed_day, billed_as, billable) in (0, 3)),
  check (values_b is null or variant is null and message_id is null)
);
create unique index campaign_recipients_message on campaign_recipients (client_id, message_id) where message_id is not null;
create index campaign_recipients_by_stage on campaign_recipients (client_id, campaign_id, stage, n);
create index campaign_recipients_contact on campaign_recipients (client_id, contact_id, campaign_id)
  where contact_id is not null;
-- Room for the next version of each row.
alter table campaign_recipients set (fillfactor = 50);
select make_tenant_table('campaign_recipients');
create index campaign_recipients_failures on campaign_recipients (client_id, campaign_id, failure_no)
  where failure_no is not null;

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

-- `TAPPED` counts who tapped a button or opened a tracked link.
create function campaign_recipients_inserted() returns trigger language plpgsql as $$
begin
  insert into campaign_counters as c (client_id, campaign_id, state, n)
  select r.client_id, r.campaign_id, s.state, count(*) from new_rows r cross join lateral (
    values (r.state), (case when r.replied_at is not null then 'REPLIED' end),
      (case when r.tapped is not null or r.opened_at is not null then 'TAPPED' end),
      (case when r.opted_out_at is not null then 'OPTED_OUT' end)
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
        (case when r.tapped is not null or r.opened_at is not null then 'TAPPED' end),
        (case when r.opted_out_at is not null then 'OPTED_OUT' end)
    ) s(state) where s.state is not null
    union all
    select r.client_id, r.campaign_id, s.state, -1 from old_rows r cross join lateral (
      values (r.state), (case when r.replied_at is not null then 'REPLIED' end),
        (case when r.tapped is not null or r.opened_at is not null then 'TAPPED' end),
        (case when r.opted_out_at is not null then 'OPTED_OUT' end)
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
 * writes a recipient; excluded recipients are not in it. What became of it is read from the recipient, so a result writes
 * no row here. Rows are locked in the order of contacts.
 */
create table contact_last_campaigns (
  client_id uuid not null,
  contact_id uuid not null,
  campaign_id uuid not null,
  -- The recipient's position.
  n int not null,
  at timestamptz not null,
  primary key (client_id, contact_id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id) on delete cascade
);
create index contact_last_campaigns_by_time on contact_last_campaigns (client_id, at, contact_id);
-- From recipients of a rare state to the contacts whose last one it is.
create index contact_last_campaigns_by_recipient on contact_last_campaigns (client_id, campaign_id, n, contact_id);
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
    insert into contact_last_campaigns (client_id, contact_id, campaign_id, n, at)
    select g.client_id, g.contact_id, x.campaign_id, x.n, x.enqueued_at
    from (
      select distinct o.client_id, o.contact_id from new_rows r join old_rows o using (client_id, campaign_id, n)
      where o.contact_id is distinct from r.contact_id and o.contact_id is not null and o.message_id is not null
    ) g cross join lateral (
      select campaign_id, n, enqueued_at from campaign_recipients c
      where c.client_id = g.client_id and c.contact_id = g.contact_id and c.enqueued_at is not null
      order by c.enqueued_at desc limit 1
    ) x order by 1, 2
    on conflict do nothing;
  end if;

  insert into contact_last_campaigns as l (client_id, contact_id, campaign_id, n, at)
  select distinct on (r.client_id, r.contact_id) r.client_id, r.contact_id, r.campaign_id, r.n, r.enqueued_at
  from new_rows r join old_rows o using (client_id, campaign_id, n)
  where r.contact_id is not null and r.enqueued_at is not null
    and (o.message_id is null or o.contact_id is distinct from r.contact_id)
  order by r.client_id, r.contact_id, r.enqueued_at desc
  on conflict (client_id, contact_id) do update set campaign_id = excluded.campaign_id, n = excluded.n, at = excluded.at
    where excluded.at >= l.at;
  return null;
end $$;
create trigger campaign_recipients_last after update on campaign_recipients
  referencing old table as old_rows new table as new_rows
  for each statement execute function campaign_recipients_last();

create trigger limit_rows after insert on campaigns referencing new table as added
  for each statement execute function limit_account_rows('10000');
create index campaign_recipients_to_enqueue on campaign_recipients (client_id, campaign_id, share, due_at, n)
  where stage = 'WAITING';
create index campaign_recipients_retries on campaign_recipients (client_id, campaign_id, retry_at)
  where retry_at is not null;
create index campaigns_to_retry on campaigns (next_retry_at) where next_retry_at is not null;

/*
 * Recipients of a broadcast by what they cost, counted by triggers in the transaction that changes them. `expected`: were
 * to be sent to when the recipients were fixed; `waiting`: no message was written for them, or not the next attempt;
 * `open`: a message was written, and its result is not known; `billed` and `free`: as WhatsApp said.
 */
create table campaign_costs (
  client_id uuid not null,
  campaign_id uuid not null,
  kind text not null check (kind in ('expected', 'waiting', 'open', 'billed', 'free')),
  -- Of what was billed; else -infinity.
  day date not null,
  -- WhatsApp's category; empty unless billed.
  category text not null,
  digits text not null,
  n int not null,
  primary key (client_id, campaign_id, kind, day, category, digits),
  foreign key (client_id, campaign_id) references campaigns (client_id, id) on delete cascade
) with (fillfactor = 50);
create index campaign_costs_by_day on campaign_costs (client_id, day) where kind = 'billed';
select make_tenant_table('campaign_costs');

create function campaign_cost_kind(r campaign_recipients) returns text language sql immutable as $$
  select case when r.billed_day is not null then case when r.billable then 'billed' else 'free' end
    when r.state = 'QUEUED' and (r.message_id is null or r.resend) then 'waiting'
    when r.message_id is not null and r.state in ('QUEUED', 'SENT', 'UNKNOWN') then 'open' end
$$;

create function campaign_costs_inserted() returns trigger language plpgsql as $$
begin
  insert into campaign_costs as c (client_id, campaign_id, kind, day, category, digits, n)
  select r.client_id, r.campaign_id, s.kind, case when s.kind in ('billed', 'free') then r.billed_day else '-infinity' end,
    case when s.kind in ('billed', 'free') then r.billed_as else '' end, r.digits, count(*)
  from new_rows r cross join lateral (
    values (case when r.state <> 'SKIPPED' then 'expected' end), (campaign_cost_kind(r))) s(kind)
  where s.kind is not null group by 1, 2, 3, 4, 5, 6 order by 1, 2, 3, 4, 5, 6
  on conflict (client_id, campaign_id, kind, day, category, digits) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger campaign_costs_inserted after insert on campaign_recipients referencing new table as new_rows
  for each statement execute function campaign_costs_inserted();

create function campaign_costs_updated() returns trigger language plpgsql as $$
begin
  insert into campaign_costs as c (client_id, campaign_id, kind, day, category, digits, n)
  select client_id, campaign_id, kind, day, category, digits, sum(d) from (
    select r.client_id, r.campaign_id, k.kind, coalesce(r.billed_day, '-infinity') as day, coalesce(r.billed_as, '') as category,
      r.digits, 1 as d from new_rows r cross join lateral campaign_cost_kind(r) k(kind) where k.kind is not null
    union all
    select r.client_id, r.campaign_id, k.kind, coalesce(r.billed_day, '-infinity'), coalesce(r.billed_as, ''), r.digits, -1
    from old_rows r cross join lateral campaign_cost_kind(r) k(kind) where k.kind is not null
  ) moved group by 1, 2, 3, 4, 5, 6 having sum(d) <> 0 order by 1, 2, 3, 4, 5, 6
  on conflict (client_id, campaign_id, kind, day, category, digits) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger campaign_costs_updated after update on campaign_recipients
  referencing old table as old_rows new table as new_rows
  for each statement execute function campaign_costs_updated();

-- Settings for all broadcasts of an account.
create table broadcast_settings (
  client_id uuid primary key references clients on delete cascade,
  -- In the currency of the rates, for a month of the account's time zone; null: none.
  monthly_budget numeric(14, 2) check (monthly_budget > 0),
  -- The share of the budget from which on members are warned.
  warn_percent smallint not null default 80 check (warn_percent between 1 and 100),
  -- A broadcast that may exceed the budget can be started; it pauses when the budget is used.
  start_over_budget boolean not null default false,
  version int not null default 1,
  -- At most so many marketing messages of the account in so many days reach one contact by broadcasts; null: no limit.
  limit_messages smallint check (limit_messages between 1 and 100),
  limit_days smallint check (limit_days between 1 and 90),
  check ((limit_messages is null) = (limit_days is null))
);
select make_tenant_table('broadcast_settings');

/*
 * Whether a contact has as many marketing messages as the account allows: asked when recipients are chosen, when a message
 * of a broadcast is written, and before it is sent. All marketing messages count that were not refused, whoever sent them.
 * `message` and `at` name the one that is about to be sent: of others that wait only earlier ones count, so that of two
 * that wait exactly one is sent.
 */
create function is_marketing_limit_reached(account uuid, contact uuid, message uuid, at timestamptz) returns boolean
language sql stable as $$
  select coalesce((
    select l.limit_messages <= (select count(*) from (
      select from threads t
      join messages m on m.client_id = account and m.thread_id = t.id
        and m.sort_at >= now() - l.limit_days * interval '1 day' - interval '1 second'
        and m."timestamp" >= now() - l.limit_days * interval '1 day'
        and m.direction = 'OUTGOING' and m.type = 'template' and m.status >= 0 and m.send_state not in ('held', 'discarded')
        and (message is null or m.id <> message and (m.send_state <> 'waiting' or (m.sort_at, m.id) < (at, message)))
      join templates tp on tp.client_id = account and tp.id::text = m.content->>'id' and tp.category = 'MARKETING'
      where t.client_id = account and t.contact_id = contact
      limit l.limit_messages) found)
    from broadcast_settings l where l.client_id = account and l.limit_messages is not null
  ), false)
$$;
create unique index campaigns_of_series on campaigns (client_id, series_id, occurrence) where series_id is not null;

-- Tracked links: one code for each recipient and link. The redirect leads to the address stored with the code and nowhere else.
create table campaign_links (
  client_id uuid not null,
  code text not null,
  campaign_id uuid not null,
  -- The recipient's position.
  n int not null,
  -- The template variable that holds the link.
  variable text not null,
  -- The text of the button, or the address as it was written.
  label text not null,
  url text not null,
  taps int not null default 0,
  -- Calls of programs, such as link previews.
  bot_taps int not null default 0,
  first_at timestamptz,
  -- The recipient shows that it was opened.
  counted boolean not null default false,
  variant text check (variant in ('A', 'B')),
  primary key (client_id, code),
  foreign key (client_id, campaign_id) references campaigns (client_id, id) on delete cascade
) with (fillfactor = 90);
create unique index campaign_links_by_code on campaign_links (code);
create index campaign_links_of on campaign_links (client_id, campaign_id, variable, n);
create index campaign_links_to_count on campaign_links (client_id, campaign_id, n) where first_at is not null and not counted;
select make_tenant_table('campaign_links');

/*
 * Files of recipients for one broadcast. The bytes are uploaded in parts and read into rows by a job; a draft names its
 * file in `audience.file_id`. The columns are sources of variables until the recipients are fixed.
 */
create table campaign_files (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  -- mapping: read, but the column of the phone numbers is not known.
  state text not null default 'uploading' check (state in ('uploading', 'reading', 'mapping', 'ready', 'failed')),
  format text,
  encoding text,
  delimiter text,
  has_header boolean not null default true,
  received_bytes bigint not null default 0,
  -- [{name, samples}]
  columns jsonb not null default '[]',
  -- Positions in columns, from 0.
  phone_column int,
  code_column int,
  name_column int,
  -- Counts how often it was read: a run of an earlier reading writes nothing.
  reading int not null default 0,
  rows_done bigint not null default 0,
  -- Rows with a number, without a valid one, and with one of an earlier row.
  good int not null default 0,
  invalid int not null default 0,
  duplicates int not null default 0,
  error text,
  created_by text not null,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  -- When its rows were deleted; the name stays.
  purged_at timestamptz,
  request_hash bytea not null,
  primary key (client_id, id)
) with (fillfactor = 70);

-- Files by age, across accounts.
create index campaign_files_age on campaign_files (created_at) where purged_at is null;
select make_tenant_table('campaign_files');
create trigger limit_rows after insert on campaign_files referencing new table as added
  for each statement execute function limit_account_rows('200', 'purged_at is null');

create table campaign_file_parts (
  client_id uuid not null,
  file_id uuid not null,
  at_byte bigint not null,
  bytes bytea not null,
  primary key (client_id, file_id, at_byte),
  foreign key (client_id, file_id) references campaign_files (client_id, id) on delete cascade
);
select make_tenant_table('campaign_file_parts');

create table campaign_file_rows (
  client_id uuid not null,
  file_id uuid not null,
  row_no int not null,
  kind text not null check (kind in ('good', 'invalid', 'duplicate')),
  -- Of good ones: E.164 digits and the key that contacts are found by.
  digits text,
  key text,
  name text not null default '',
  cells text[] not null,
  -- Why it is invalid, or the row that had the number first.
  problem text,
  first_row int,
  primary key (client_id, file_id, row_no),
  foreign key (client_id, file_id) references campaign_files (client_id, id) on delete cascade
);
create unique index campaign_file_rows_number on campaign_file_rows (client_id, file_id, key) where kind = 'good';
create index campaign_file_rows_left on campaign_file_rows (client_id, file_id, kind, row_no) where kind <> 'good';
select make_tenant_table('campaign_file_rows');

-- Broadcasts by the file of their audience.
create index campaigns_by_file on campaigns (client_id, (audience->>'file_id')) where audience ? 'file_id';

/*
 * What counts as a conversion of a broadcast, from its start on, and the recipients who converted: noted in the transaction
 * that changes the field or gives the label, whoever does it.
 */
create table campaign_goals (
  client_id uuid not null,
  campaign_id uuid not null,
  -- The number of a custom field, and the value that it has to get; null: any.
  field_no text,
  value text,
  label_id uuid,
  -- How long after delivery.
  days int not null,
  -- Nobody can convert any more.
  ends_at timestamptz not null,
  primary key (client_id, campaign_id),
  foreign key (client_id, campaign_id) references campaigns (client_id, id) on delete cascade,
  check ((field_no is null) <> (label_id is null))
);
select make_tenant_table('campaign_goals');

create table campaign_conversions (
  client_id uuid not null,
  campaign_id uuid not null,
  -- The recipient's position.
  n int not null,
  at timestamptz not null default now(),
  primary key (client_id, campaign_id, n),
  foreign key (client_id, campaign_id) references campaigns (client_id, id) on delete cascade
);
select make_tenant_table('campaign_conversions');

/* When the message of a recipient was delivered: its status may be known before the broadcast has counted it. */
create function recipient_delivered_at(r campaign_recipients) returns timestamptz language sql stable as $$
  select coalesce(r.delivered_at, r.read_at, (select now() from messages m
    where m.client_id = r.client_id and m.id = r.message_id and m.status >= 2))
$$;

create function campaigns_see_fields() returns trigger language plpgsql as $$
begin
  if not exists (select from campaign_goals where field_no is not null and ends_at > now()) then
    return null;
  end if;
  insert into campaign_conversions (client_id, campaign_id, n)
  select r.client_id, r.campaign_id, r.n
  from new_rows c join old_rows o using (client_id, id)
  join campaign_goals g on g.client_id = c.client_id and g.ends_at > now() and g.field_no is not null
  join campaign_recipients r on r.client_id = c.client_id and r.contact_id = c.id and r.campaign_id = g.campaign_id
  where c.custom_fields <> o.custom_fields and c.custom_fields->g.field_no is distinct from o.custom_fields->g.field_no
    and coalesce(c.custom_fields->>g.field_no, '') <> ''
    and (g.value is null or lower(c.custom_fields->>g.field_no) = lower(g.value))
    and now() <= recipient_delivered_at(r) + g.days * interval '1 day'
  on conflict do nothing;
  return null;
end $$;
create trigger campaigns_see_fields after update on contacts referencing old table as old_rows new table as new_rows
  for each statement execute function campaigns_see_fields();

create function campaigns_see_labels() returns trigger language plpgsql as $$
begin
  if not exists (select from campaign_goals where label_id is not null and ends_at > now()) then
    return null;
  end if;
  insert into campaign_conversions (client_id, campaign_id, n)
  select distinct r.client_id, r.campaign_id, r.n
  from new_rows l
  join campaign_goals g on g.client_id = l.client_id and g.label_id = l.label_id and g.ends_at > now()
  join threads t on t.client_id = l.client_id and t.id = l.thread_id
  join campaign_recipients r on r.client_id = l.client_id and r.contact_id = t.contact_id and r.campaign_id = g.campaign_id
  where now() <= recipient_delivered_at(r) + g.days * interval '1 day'
  on conflict do nothing;
  return null;
end $$;
create trigger campaigns_see_labels after insert on thread_labels referencing new table as new_rows
  for each statement execute function campaigns_see_labels();
create index campaign_recipients_of_variant on campaign_recipients (client_id, campaign_id, variant)
  where stage in ('WAITING', 'IN_QUEUE') and variant is not null;

-- Recipients of an A/B test by variant and state, counted by triggers as `campaign_counters`.
create table campaign_ab_counters (
  client_id uuid not null,
  campaign_id uuid not null,
  variant text not null check (variant in ('A', 'B')),
  -- Not in the test: got the winner.
  rest boolean not null,
  state text not null,
  n int not null,
  primary key (client_id, campaign_id, variant, rest, state),
  foreign key (client_id, campaign_id) references campaigns (client_id, id) on delete cascade
) with (fillfactor = 50);
select make_tenant_table('campaign_ab_counters');

-- Nobody is counted who is in no test.
create function campaign_ab_states(r campaign_recipients) returns setof text language sql immutable as $$
  select s.state from (values (r.state), (case when r.replied_at is not null then 'REPLIED' end),
    (case when r.tapped is not null or r.opened_at is not null then 'TAPPED' end),
    (case when r.opted_out_at is not null then 'OPTED_OUT' end)) s(state)
  where s.state is not null and r.variant is not null
$$;

create function campaign_ab_inserted() returns trigger language plpgsql as $$
begin
  if not exists (select from new_rows where variant is not null) then return null; end if;
  insert into campaign_ab_counters as c (client_id, campaign_id, variant, rest, state, n)
  select r.client_id, r.campaign_id, r.variant, r.share = 1, s.state, count(*)
  from new_rows r cross join lateral campaign_ab_states(r) s(state)
  group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (client_id, campaign_id, variant, rest, state) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger campaign_ab_inserted after insert on campaign_recipients referencing new table as new_rows
  for each statement execute function campaign_ab_inserted();

create function campaign_ab_updated() returns trigger language plpgsql as $$
begin
  if not exists (select from new_rows where variant is not null) then return null; end if;
  insert into campaign_ab_counters as c (client_id, campaign_id, variant, rest, state, n)
  select client_id, campaign_id, variant, rest, state, sum(d) from (
    select r.client_id, r.campaign_id, r.variant, r.share = 1 as rest, s.state, 1 as d
    from new_rows r cross join lateral campaign_ab_states(r) s(state)
    union all
    select r.client_id, r.campaign_id, r.variant, r.share = 1, s.state, -1
    from old_rows r cross join lateral campaign_ab_states(r) s(state)
  ) moved group by 1, 2, 3, 4, 5 having sum(d) <> 0 order by 1, 2, 3, 4, 5
  on conflict (client_id, campaign_id, variant, rest, state) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger campaign_ab_updated after update on campaign_recipients
  referencing old table as old_rows new table as new_rows
  for each statement execute function campaign_ab_updated();

/*
 * When recipients of a broadcast were sent to, and what came of it: numbers by minute, counted by triggers in the
 * transaction that changes them, so that the chart of a running broadcast reads no recipients. The sums are the figures of
 * the broadcast.
 */
create table campaign_minutes (
  client_id uuid not null,
  campaign_id uuid not null,
  kind text not null check (kind in ('sent', 'delivered', 'read', 'replied', 'failed')),
  minute timestamptz not null,
  n int not null,
  primary key (client_id, campaign_id, kind, minute),
  foreign key (client_id, campaign_id) references campaigns (client_id, id) on delete cascade
) with (fillfactor = 50);
select make_tenant_table('campaign_minutes');

-- Where WhatsApp named no time: when the result was known here, or when the message was written.
create function campaign_moments(r campaign_recipients) returns table (kind text, minute timestamptz)
language sql immutable as $$
  select m.kind, date_trunc('minute', m.at, 'UTC') from (values
    ('sent', case when r.state in ('SENT', 'DELIVERED', 'READ', 'FAILED', 'UNKNOWN', 'CAPPED')
      then coalesce(r.sent_at, r.settled_at, r.enqueued_at) end),
    ('delivered', case when r.state in ('DELIVERED', 'READ') then coalesce(r.delivered_at, r.read_at, r.settled_at, r.enqueued_at) end),
    ('read', case when r.state = 'READ' then coalesce(r.read_at, r.settled_at, r.enqueued_at) end),
    ('replied', r.replied_at),
    ('failed', case when r.state = 'FAILED' then coalesce(r.settled_at, r.sent_at, r.enqueued_at) end)) m(kind, at)
  where m.at is not null
$$;

create function campaign_minutes_inserted() returns trigger language plpgsql as $$
begin
  if not exists (select from new_rows where state not in ('QUEUED', 'SKIPPED') or replied_at is not null) then return null; end if;
  insert into campaign_minutes as c (client_id, campaign_id, kind, minute, n)
  select r.client_id, r.campaign_id, m.kind, m.minute, count(*)
  from new_rows r cross join lateral campaign_moments(r) m group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (client_id, campaign_id, kind, minute) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger campaign_minutes_inserted after insert on campaign_recipients referencing new table as new_rows
  for each statement execute function campaign_minutes_inserted();

create function campaign_minutes_updated() returns trigger language plpgsql as $$
begin
  -- Most often messages were only written.
  if not exists (select from new_rows where state not in ('QUEUED', 'SKIPPED') or replied_at is not null)
    and not exists (select from old_rows where state not in ('QUEUED', 'SKIPPED') or replied_at is not null) then return null; end if;
  insert into campaign_minutes as c (client_id, campaign_id, kind, minute, n)
  select client_id, campaign_id, kind, minute, sum(d) from (
    select r.client_id, r.campaign_id, m.kind, m.minute, 1 as d from new_rows r cross join lateral campaign_moments(r) m
    union all
    select r.client_id, r.campaign_id, m.kind, m.minute, -1 from old_rows r cross join lateral campaign_moments(r) m
  ) moved group by 1, 2, 3, 4 having sum(d) <> 0 order by 1, 2, 3, 4
  on conflict (client_id, campaign_id, kind, minute) do update set n = c.n + excluded.n;
  return null;
end $$;
create trigger campaign_minutes_updated after update on campaign_recipients
  referencing old table as old_rows new table as new_rows
  for each statement execute function campaign_minutes_updated();
