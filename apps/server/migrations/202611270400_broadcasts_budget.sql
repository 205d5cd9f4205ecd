-- What a recipient's message was billed as: the first status of its delivery that names a price, as in the reports.
alter table campaign_recipients
  -- The first digits of the number, for the rates of countries; they stay when the recipient is erased.
  add column digits text not null default '',
  -- The day of that status in the account's time zone; null: not billed yet.
  add column billed_day date,
  add column billed_as text,
  add column billable boolean,
  add check (num_nulls(billed_day, billed_as, billable) in (0, 3));
update campaign_recipients set digits = left(phone_number, 4) where phone_number is not null;

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
);
create index campaign_costs_by_day on campaign_costs (client_id, day) where kind = 'billed';
alter table campaign_costs set (fillfactor = 50);
select make_tenant_table('campaign_costs');

create function campaign_cost_kind(r campaign_recipients) returns text language sql immutable as $$
  select case when r.billed_day is not null then case when r.billable then 'billed' else 'free' end
    when r.state = 'QUEUED' and (r.message_id is null or r.resend) then 'waiting'
    when r.message_id is not null and r.state in ('QUEUED', 'SENT', 'UNKNOWN') then 'open' end
$$;

insert into campaign_costs (client_id, campaign_id, kind, day, category, digits, n)
select r.client_id, r.campaign_id, s.kind, '-infinity', '', r.digits, count(*) from campaign_recipients r cross join lateral (
  values (case when r.state <> 'SKIPPED' then 'expected' end), (campaign_cost_kind(r))) s(kind)
where s.kind is not null group by 1, 2, 3, r.digits;

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
  version int not null default 1
);
select make_tenant_table('broadcast_settings');

-- The most it was expected to cost when it was started; counts for the budget until its recipients are fixed.
alter table campaigns add column start_estimate numeric(16, 6);
