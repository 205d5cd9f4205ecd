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
);
alter table campaign_minutes set (fillfactor = 50);
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

insert into campaign_minutes (client_id, campaign_id, kind, minute, n)
select r.client_id, r.campaign_id, m.kind, m.minute, count(*)
from campaign_recipients r cross join lateral campaign_moments(r) m group by 1, 2, 3, 4;

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
