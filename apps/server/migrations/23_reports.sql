
/*
 * Figures of reports, so that a year is read in a second. A worker counts the change feed, by quarter of an hour: every
 * time zone begins its days on one. They name no customer and no conversation, and stay when messages are deleted by
 * retention or erasure. Each batch of changes adds its own rows; `merge_report_counts` adds up what has gathered.
 */

-- The position in the change feed up to which an account is counted; moves in the same transaction. Whoever writes an
-- account's figures holds its row. Null: not counted yet, its figures are made from its messages.
create table report_cursors (
  client_id uuid not null references clients on delete cascade,
  pos bigint,
  -- A recount of what is stored, beside the feed: which rows, those up to which id are done, and how many.
  recount text check (recount in ('messages', 'thread_events')),
  recounted_id uuid,
  -- Events before this quarter of an hour keep their figures.
  recount_from int,
  recounted bigint,
  recount_total bigint,
  primary key (client_id),
  check (num_nulls(recount, recounted_id, recount_from, recounted, recount_total) in (0, 5))
);
select make_tenant_table('report_cursors');

-- The messages that are counted, by `arrival`: bit n of a block is message 512 * block + n. The feed may call a message
-- new twice, and a recount meets those of the feed.
create table report_counted (
  client_id uuid not null,
  block bigint not null,
  messages bit(512) not null default repeat('0', 512)::bit(512),
  -- Those whose charge is counted: every status of a message tells it.
  charged bit(512) not null default repeat('0', 512)::bit(512),
  primary key (client_id, block)
);
select make_tenant_table('report_counted');

-- The same for conversations that began again.
create table report_reopenings (
  client_id uuid not null,
  event_id uuid not null,
  quarter int not null,
  primary key (client_id, event_id)
);
select make_tenant_table('report_reopenings');

create table report_counts (
  client_id uuid not null,
  -- Quarters of an hour since 1970.
  quarter int not null,
  channel_id uuid not null,
  -- To whom the conversation was assigned then.
  assignee_id uuid,
  assignee_group_id uuid,
  received int not null,
  sent int not null,
  -- Conversations that a customer began, or began again after they were done.
  opened int not null,
  -- Counted days after its time, as after an import of history: no longer rolled up.
  delayed boolean not null default false
);
create index report_counts_by_time on report_counts (client_id, quarter);
create index report_counts_delayed on report_counts (client_id, quarter) where delayed;
create index report_counts_of_assignee on report_counts (client_id, assignee_id, quarter) where assignee_id is not null;
create index report_counts_of_group on report_counts (client_id, assignee_group_id, quarter)
  where assignee_group_id is not null;
select make_tenant_table('report_counts');

-- How long customers waited for a reply, and how long conversations were open.
create table report_times (
  client_id uuid not null,
  -- The message or event that ended it.
  source_id uuid not null,
  kind text not null check (kind in ('reply', 'resolution')),
  quarter int not null,
  -- Rounded down, see `report_seconds`.
  seconds int not null,
  channel_id uuid not null,
  -- Who replied or marked the conversation as done; null: no member.
  user_id uuid,
  assignee_id uuid,
  assignee_group_id uuid,
  delayed boolean not null default false,
  -- A reply that failed answered nothing, until it is sent again.
  failed boolean not null default false,
  -- A reply of the last two hours of the customer's reply window saved it, a later one missed it; null: there was time.
  -- The quarter of an hour in which the window closed.
  window_saved boolean,
  window_quarter int,
  primary key (client_id, source_id),
  check ((window_saved is null) = (window_quarter is null))
);
create index report_times_of_windows on report_times (client_id, window_quarter) where window_saved is not null;
create index report_times_by_time on report_times (client_id, quarter);
create index report_times_delayed on report_times (client_id, quarter) where delayed;
create index report_times_of_assignee on report_times (client_id, assignee_id, quarter) where assignee_id is not null;
create index report_times_of_group on report_times (client_id, assignee_group_id, quarter)
  where assignee_group_id is not null;
select make_tenant_table('report_times');

-- Delivered messages by what WhatsApp bills them as, at the time of the first such status.
create table report_charges (
  client_id uuid not null,
  quarter int not null,
  channel_id uuid not null,
  -- As WhatsApp names it; `free_entry_point` for all that is free because the customer came by an ad.
  category text not null,
  -- The first digits of the recipient's number, for the rates of countries; empty: unknown.
  digits text not null,
  billable boolean not null,
  n int not null,
  primary key (client_id, quarter, channel_id, category, digits, billable)
);
select make_tenant_table('report_charges');

-- What an account pays for a message, as its members enter it.
create table report_currencies (
  client_id uuid primary key references clients on delete cascade,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  version int not null default 1,
  -- Free-form replies of each number that WhatsApp does not bill in a month.
  free_replies int not null default 1000 check (free_replies between 0 and 1000000)
);
select make_tenant_table('report_currencies');

create table report_rates (
  client_id uuid not null references report_currencies on delete cascade,
  -- The first day it is valid; until the next one of the same category and market.
  starts date not null,
  category text not null,
  -- A country (ISO 3166), a group of WhatsApp's price list, or empty: all others.
  market text not null check (market ~ '^([A-Z]{2}|[a-z-]{1,40})?$'),
  price numeric(12, 6) not null check (price >= 0),
  -- Of the messages after so many in a month.
  above int not null default 0 check (above >= 0),
  primary key (client_id, category, market, starts, above)
);
select make_tenant_table('report_rates');

/*
 * The same for whole days and months of the account's time zone, without the assignment: a year is read from these, and
 * from the rows above for what they do not cover. Valid for days before `before` in this time zone; without delayed rows.
 */
create table report_rollups (
  client_id uuid primary key,
  time_zone text not null,
  before date not null
);
select make_tenant_table('report_rollups');

create table report_days (
  client_id uuid not null,
  day date not null,
  channel_id uuid not null,
  hour smallint not null,
  received int not null,
  sent int not null,
  opened int not null,
  primary key (client_id, day, channel_id, hour)
);
select make_tenant_table('report_days');


create function report_quarter(at timestamptz) returns int
  language sql immutable parallel safe as $$ select floor(extract(epoch from at) / 900)::int $$;

/* Whether a row is written so long after its time that the roll-up may have passed it. */
create function report_delayed(quarter int) returns boolean
  language sql stable parallel safe as $$ select quarter < report_quarter(now()) - 192 $$;

/*
 * A duration as it is stored: whole seconds below a minute, then steps of 5 seconds, from 5 minutes of 15 seconds, from 15
 * minutes of a minute, from an hour of 5 minutes, from 4 hours of 15 minutes, from a day of 2 hours, from 3 days of 6
 * hours, from 30 days of a day. That is at most 8 % less, and keeps the number of different durations small.
 */
create function report_seconds(duration interval) returns int
  language sql immutable parallel safe as $$
  select (s - s % case when s < 60 then 1 when s < 300 then 5 when s < 900 then 15 when s < 3600 then 60
    when s < 14400 then 300 when s < 86400 then 900 when s < 259200 then 7200 when s < 2592000 then 21600 else 86400 end)::int
  from (select least(greatest(floor(extract(epoch from duration)), 0), 2000000000)::bigint as s) whole $$;

create function report_member(author text) returns uuid
  language sql immutable parallel safe as $$
  select case when author ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then author::uuid end $$;

/* Adds up rows of equal keys in the oldest quarters of an hour that have several. @returns how many rows it saved */
create function merge_report_counts(before int, most int) returns int language plpgsql as $$
declare
  merged int := 0;
  added int;
begin
  with quarters as (
    select client_id, quarter from report_counts where quarter < before
    group by client_id, quarter, channel_id, assignee_id, assignee_group_id, delayed having count(*) > 1 limit most
  ), held as materialized (
    select client_id from report_cursors where client_id in (select client_id from quarters) for update skip locked
  ), gone as (
    delete from report_counts c using (select distinct q.client_id, q.quarter from quarters q join held using (client_id)) s
    where c.client_id = s.client_id and c.quarter = s.quarter returning c.*
  ), sums as (
    insert into report_counts (client_id, quarter, channel_id, assignee_id, assignee_group_id, delayed, received, sent, opened)
    select client_id, quarter, channel_id, assignee_id, assignee_group_id, delayed, sum(received), sum(sent), sum(opened)
    from gone group by 1, 2, 3, 4, 5, 6 returning 1
  )
  select (select count(*) from gone), (select count(*) from sums) into merged, added;
  return merged - added;
end $$;

/*
 * Rolls up the next day of an account that nobody writes any more, and its month when that is over. After a change of the
 * account's time zone it begins anew. @returns false when there is none
 */
create function roll_up_report_day(client uuid) returns boolean language plpgsql as $$
declare
  zone constant text := (select time_zone from clients where id = client);
  done report_rollups;
  first int;
  next int;
  start date;
begin
  -- While an account is recounted, days are not complete.
  perform from report_cursors where client_id = client and recount is null for update skip locked;
  if not found then
    return false;
  end if;
  select * into done from report_rollups where client_id = client;
  if done.client_id is null or done.time_zone <> zone then
    delete from report_days where client_id = client;
    delete from report_durations where client_id = client;
    delete from report_rollups where client_id = client;
    select (to_timestamp(least((select quarter from report_counts where client_id = client order by quarter limit 1),
      (select quarter from report_times where client_id = client order by quarter limit 1)) * 900.0) at time zone zone)::date
    into start;
    if start is null then
      return false;
    end if;
    insert into report_rollups values (client, zone, date_trunc('month', start)) returning * into done;
  end if;
  first := report_quarter(done.before::timestamp at time zone zone);
  next := report_quarter((done.before + 1)::timestamp at time zone zone);
  if next > report_quarter(now()) - 288 then
    return false;
  end if;
  insert into report_days (client_id, day, channel_id, hour, received, sent, opened)
  select client, done.before, channel_id, extract(hour from to_timestamp(quarter * 900.0) at time zone zone),
    sum(received), sum(sent), sum(opened)
  from report_counts where client_id = client and quarter >= first and quarter < next and not delayed group by 3, 4;
  perform roll_up_report_durations(client, 'day', done.before, zone, first, next);
  if extract(day from done.before + 1) = 1 then
    start := date_trunc('month', done.before);
    perform roll_up_report_durations(client, 'month', start, zone, report_quarter(start::timestamp at time zone zone), next);
  end if;
  update report_rollups set before = done.before + 1 where client_id = client;
  return true;
end $$;

/* Rolls up at most so many days of all accounts. @returns how many */
create function roll_up_reports(most int) returns int language plpgsql as $$
declare
  account uuid;
  days int := 0;
begin
  for account in select id from clients where deleted_at is null loop
    while days < most and roll_up_report_day(account) loop
      days := days + 1;
    end loop;
  end loop;
  return days;
end $$;

-- When conversations were done and opened again, for how many were open at the end of a day.
create index thread_events_of_state on thread_events (client_id, at) include (thread_id, kind)
  where kind in ('done', 'reopened');

create table report_durations (
  client_id uuid not null,
  unit text not null check (unit in ('day', 'month')),
  -- The first day, in the account's time zone.
  starts date not null,
  channel_id uuid not null,
  kind text not null,
  -- Counted in all and by member, by group and by hour of the day; `key` says which, null: none.
  by text not null check (by in ('total', 'member', 'group', 'hour')),
  key text,
  -- For each duration its seconds and how often it was, as two 32-bit numbers: read thousands at a time, by the server only.
  distribution bytea not null check (octet_length(distribution) % 8 = 0)
);
create index report_durations_by_time on report_durations (client_id, unit, starts);
select make_tenant_table('report_durations');

/* Rolls up the times of a day or month, from `first` before `next`. */
create function roll_up_report_durations(client uuid, span text, start date, zone text, first int, next int) returns void
  language sql as $$
  insert into report_durations (client_id, unit, starts, channel_id, kind, by, key, distribution)
  select client, span, start, channel_id, kind, by, key, string_agg(int4send(seconds) || int4send(n::int), '')
  from (
    select r.channel_id, r.kind, k.by, k.key, r.seconds, count(*) as n
    from report_times r cross join lateral (
      values ('total', null), ('member', r.user_id::text), ('group', r.assignee_group_id::text),
        ('hour', extract(hour from to_timestamp(r.quarter * 900.0) at time zone zone)::text)) as k(by, key)
    where r.client_id = client and r.quarter >= first and r.quarter < next and not r.delayed and not r.failed
    group by 1, 2, 3, 4, 5
  ) counted group by channel_id, kind, by, key $$;

-- Reports that a member keeps, for themselves or for everyone.
create table saved_reports (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  owner_id uuid not null,
  shared boolean not null,
  name text not null,
  -- As `GET /api/reports`, and whether tables are shown.
  query jsonb not null,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (client_id, id)
);
-- Each of a member has a name of its own.
create unique index saved_reports_of_owner on saved_reports (client_id, owner_id, name_key(name));
select make_tenant_table('saved_reports');
create trigger limit_rows after insert on saved_reports referencing new table as added
  for each statement execute function limit_account_rows('1000');

-- Who gets a saved report by email every week.
create table report_emails (
  client_id uuid not null,
  report_id uuid not null,
  user_id uuid not null,
  day text not null check (day in ('mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun')),
  at text not null check (at ~ '^[0-2][0-9]:[0-5][0-9]$'),
  -- The account's when `next_at` was computed.
  time_zone text not null,
  next_at timestamptz(3) not null,
  primary key (client_id, report_id, user_id),
  foreign key (client_id, report_id) references saved_reports (client_id, id) on delete cascade
);
create index report_emails_due on report_emails (next_at);
select make_tenant_table('report_emails');
create trigger limit_rows after insert on report_emails referencing new table as added
  for each statement execute function limit_account_rows('1000');
