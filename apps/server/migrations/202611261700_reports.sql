/*
 * Figures of reports, so that a year is read in a second. Triggers write them in the transaction of what they count, by
 * quarter of an hour: every time zone begins its days on one. They name no customer and no conversation, and stay when
 * messages are deleted by retention or erasure. Rows are only added, so that writers never wait for each other;
 * `merge_report_counts` adds up what has gathered.
 */
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
  -- Written days after its time, as by an import of history: no longer rolled up.
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
  primary key (client_id, source_id)
);
create index report_times_by_time on report_times (client_id, quarter);
create index report_times_delayed on report_times (client_id, quarter) where delayed;
create index report_times_of_assignee on report_times (client_id, assignee_id, quarter) where assignee_id is not null;
create index report_times_of_group on report_times (client_id, assignee_group_id, quarter)
  where assignee_group_id is not null;
select make_tenant_table('report_times');

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

create table report_months (
  client_id uuid not null,
  month date not null,
  channel_id uuid not null,
  kind text not null,
  -- Counted in all and by member, by group and by hour of the day; `key` says which, null: none.
  by text not null check (by in ('total', 'member', 'group', 'hour')),
  key text,
  seconds int not null,
  n int not null
);
create index report_months_by_time on report_months (client_id, by, month);
select make_tenant_table('report_months');

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

/*
 * Replies among these messages. A wait begins with the first unanswered message of a customer and ends with the next
 * outgoing message; it counts when that is a reply, as in `team.list_reply_times`.
 */
create function insert_report_replies(accounts uuid[], ids uuid[]) returns void language plpgsql
  -- Every look-up is by key, also while the statistics of a new table say that it is empty.
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  set enable_sort = off as $$
begin
  insert into report_times (client_id, source_id, kind, quarter, seconds, channel_id, user_id, assignee_id,
    assignee_group_id, delayed)
  select r.client_id, r.id, 'reply', report_quarter(r.sort_at), report_seconds(r.created_at - began.at), r.channel_id,
    report_member(r.created_by), t.assignee_id, t.assignee_group_id, report_delayed(report_quarter(r.sort_at))
  from (select distinct * from unnest(accounts, ids) as given(client_id, id)) given
  join messages r on r.client_id = given.client_id and r.id = given.id
  join threads t on t.client_id = r.client_id and t.id = r.thread_id
  cross join lateral (
    select b.direction from messages b
    where b.client_id = r.client_id and b.thread_id = r.thread_id and (b.sort_at, b.id) < (r.sort_at, r.id)
    order by b.sort_at desc, b.id desc limit 1
  ) before
  left join lateral (
    select o.sort_at, o.id from messages o
    where o.client_id = r.client_id and o.thread_id = r.thread_id and o.direction = 'OUTGOING'
      and (o.sort_at, o.id) < (r.sort_at, r.id)
    order by o.sort_at desc, o.id desc limit 1
  ) answered on true
  cross join lateral (
    select i."timestamp" as at from messages i
    where i.client_id = r.client_id and i.thread_id = r.thread_id and i.direction = 'INCOMING'
      and (i.sort_at, i.id) > (coalesce(answered.sort_at, '-infinity'), coalesce(answered.id, i.id))
    order by i.sort_at, i.id limit 1
  ) began
  where r.direction = 'OUTGOING' and r.source = 'INBOX' and r.status >= 0 and before.direction = 'INCOMING'
  on conflict (client_id, source_id) do nothing;
end $$;

create function report_inserted_messages() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off
  set enable_sort = off as $$
declare
  replies record;
begin
  insert into report_counts (client_id, quarter, channel_id, assignee_id, assignee_group_id, delayed, received, sent, opened)
  select m.client_id, report_quarter(m.sort_at), m.channel_id, t.assignee_id, t.assignee_group_id,
    report_delayed(report_quarter(m.sort_at)), count(*) filter (where m.direction = 'INCOMING'), count(*) filter (where m.direction = 'OUTGOING'),
    count(*) filter (where m.direction = 'INCOMING' and m.place = 1 and t.received_count <= m.places and m.id = (
      select b.id from messages b where b.client_id = m.client_id and b.thread_id = m.thread_id
        and b.direction = 'INCOMING' order by b.sort_at, b.id limit 1))
  from (
    select client_id, id, thread_id, channel_id, direction, sort_at,
      row_number() over (partition by client_id, thread_id, direction order by sort_at, id) as place,
      count(*) over (partition by client_id, thread_id, direction) as places
    from new_rows
  ) m join threads t on t.client_id = m.client_id and t.id = m.thread_id
  group by 1, 2, 3, 4, 5, 6;
  select array_agg(client_id) as clients, array_agg(id) as ids into replies
  from new_rows where direction = 'OUTGOING' and source = 'INBOX';
  if replies.ids is not null then
    perform insert_report_replies(replies.clients, replies.ids);
  end if;
  return null;
end $$;
create trigger report_inserted_messages after insert on messages referencing new table as new_rows
  for each statement execute function report_inserted_messages();

/* A failed reply answered nothing, unless it fails days later; one that is sent again does. */
create function report_failed_reply() returns trigger language plpgsql as $$
begin
  if new.status = -1 then
    delete from report_times where client_id = new.client_id and source_id = new.id and (delayed or not report_delayed(quarter));
  else
    perform insert_report_replies(array[new.client_id], array[new.id]);
  end if;
  return null;
end $$;
create trigger report_failed_reply after update of status on messages for each row
  when (old.status is distinct from new.status and (old.status = -1 or new.status = -1)
    and new.direction = 'OUTGOING' and new.source = 'INBOX')
  execute function report_failed_reply();

/* A conversation is open since it was created or last reopened, until it is done. */
create function report_inserted_thread_events() returns trigger language plpgsql as $$
begin
  insert into report_times (client_id, source_id, kind, quarter, seconds, channel_id, user_id, assignee_id,
    assignee_group_id, delayed)
  select e.client_id, e.id, 'resolution', report_quarter(e.at), report_seconds(e.at - coalesce(reopened.at, t.created_at)),
    t.channel_id, report_member(e.created_by), t.assignee_id, t.assignee_group_id, report_delayed(report_quarter(e.at))
  from new_rows e join threads t on t.client_id = e.client_id and t.id = e.thread_id
  left join lateral (
    select r.at from thread_events r where r.client_id = e.client_id and r.thread_id = e.thread_id
      and r.kind = 'reopened' and (r.at, r.id) < (e.at, e.id) order by r.at desc, r.id desc limit 1
  ) reopened on true
  where e.kind = 'done'
  on conflict (client_id, source_id) do nothing;
  insert into report_counts (client_id, quarter, channel_id, assignee_id, assignee_group_id, delayed, received, sent, opened)
  select e.client_id, report_quarter(e.at), t.channel_id, t.assignee_id, t.assignee_group_id, report_delayed(report_quarter(e.at)),
    0, 0, count(*)
  from new_rows e join threads t on t.client_id = e.client_id and t.id = e.thread_id
  where e.kind = 'reopened' and e.created_by = 'webhook' group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;
create trigger report_inserted_thread_events after insert on thread_events referencing new table as new_rows
  for each statement execute function report_inserted_thread_events();

/* Adds up rows of equal keys in the oldest quarters of an hour that have several. @returns how many rows it saved */
create function merge_report_counts(before int, most int) returns int language plpgsql as $$
declare
  merged int := 0;
  added int;
begin
  with quarters as (
    select client_id, quarter from report_counts where quarter < before
    group by client_id, quarter, channel_id, assignee_id, assignee_group_id, delayed having count(*) > 1 limit most
  ), gone as (
    delete from report_counts c using (select distinct * from quarters) s
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
  select * into done from report_rollups where client_id = client for update skip locked;
  if done.client_id is null and exists (select from report_rollups where client_id = client) then
    return false;
  end if;
  if done.client_id is null or done.time_zone <> zone then
    delete from report_days where client_id = client;
    delete from report_months where client_id = client;
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
  if extract(day from done.before + 1) = 1 then
    start := date_trunc('month', done.before);
    insert into report_months (client_id, month, channel_id, kind, by, key, seconds, n)
    select client, start, channel_id, kind, k.by, k.key, seconds, count(*)
    from (
      select r.*, extract(hour from to_timestamp(quarter * 900.0) at time zone zone)::text as hour from report_times r
      where client_id = client and quarter >= report_quarter(start::timestamp at time zone zone) and quarter < next and not delayed
    ) r cross join lateral (
      values ('total', null), ('member', user_id::text), ('group', assignee_group_id::text), ('hour', hour)) as k(by, key)
    group by 3, 4, 5, 6, 7;
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

/* Counts an account again from its messages and events, with today's assignment of each conversation. */
create function rebuild_reports(client uuid) returns void language plpgsql as $$
begin
  delete from report_counts where client_id = client;
  delete from report_times where client_id = client;
  delete from report_rollups where client_id = client;
  insert into report_counts (client_id, quarter, channel_id, assignee_id, assignee_group_id, received, sent, opened)
  select client, x.quarter, x.channel_id, t.assignee_id, t.assignee_group_id, sum(x.received), sum(x.sent), sum(x.opened)
  from (
    select thread_id, channel_id, report_quarter(sort_at) as quarter, (direction = 'INCOMING')::int as received,
      (direction = 'OUTGOING')::int as sent, (direction = 'INCOMING'
        and row_number() over (partition by thread_id, direction order by sort_at, id) = 1)::int as opened
    from messages where client_id = client
    union all
    select e.thread_id, o.channel_id, report_quarter(e.at), 0, 0, 1
    from thread_events e join threads o on o.client_id = client and o.id = e.thread_id
    where e.client_id = client and e.kind = 'reopened' and e.created_by = 'webhook'
  ) x join threads t on t.client_id = client and t.id = x.thread_id
  group by 2, 3, 4, 5;
  -- The same as `insert_report_replies`, for all messages in one pass.
  insert into report_times (client_id, source_id, kind, quarter, seconds, channel_id, user_id, assignee_id, assignee_group_id)
  select client, r.id, 'reply', report_quarter(r.sort_at), report_seconds(r.created_at - r.began_at), r.channel_id,
    report_member(r.created_by), t.assignee_id, t.assignee_group_id
  from (
    select m.*, lag(direction) over thread as before, first_value("timestamp") over (
      partition by thread_id, run order by sort_at, id) as began_at
    from (
      -- A run ends with an outgoing message: what the customer wrote before it began the wait.
      select id, thread_id, channel_id, direction, source, status, created_by, created_at, "timestamp", sort_at,
        count(*) filter (where direction = 'OUTGOING') over (partition by thread_id order by sort_at, id
          rows between unbounded preceding and 1 preceding) as run
      from messages where client_id = client
    ) m window thread as (partition by thread_id order by sort_at, id)
  ) r join threads t on t.client_id = client and t.id = r.thread_id
  where r.direction = 'OUTGOING' and r.source = 'INBOX' and r.status >= 0 and r.before = 'INCOMING';
  insert into report_times (client_id, source_id, kind, quarter, seconds, channel_id, user_id, assignee_id, assignee_group_id)
  select client, e.id, 'resolution', report_quarter(e.at), report_seconds(e.at - coalesce(e.reopened_at, t.created_at)),
    t.channel_id, report_member(e.created_by), t.assignee_id, t.assignee_group_id
  from (
    select id, thread_id, kind, at, created_by,
      max(at) filter (where kind = 'reopened') over (partition by thread_id order by at, id) as reopened_at
    from thread_events where client_id = client
  ) e join threads t on t.client_id = client and t.id = e.thread_id
  where e.kind = 'done';
end $$;

select rebuild_reports(id) from clients;
