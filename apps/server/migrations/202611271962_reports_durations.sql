/*
 * Rolled-up reply and resolution times, of days and of whole months, as one row for each distribution instead of one for
 * each duration: a year of an account with twenty members is a thousand rows, not 300,000. Days are what a report reads of
 * months that it covers in part. Everything is rolled up again, by the hourly job.
 */
drop table report_months;
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
delete from report_rollups;
delete from report_days;

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

create or replace function roll_up_report_day(client uuid) returns boolean language plpgsql as $$
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
