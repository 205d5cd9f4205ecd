-- A/B test of two templates: the campaign's own message is variant A.
alter table campaigns
  -- Variant B and the rule: template_id, variables, percent, winner, wait_hours; null: no test.
  add column ab_test jsonb check (jsonb_typeof(ab_test) = 'object'),
  -- The template of variant B as it was at the start.
  add column ab_template jsonb,
  -- The variant that the rest gets, and why: why, by, at, and the figures of then.
  add column ab_winner text check (ab_winner in ('A', 'B')),
  add column ab_choice jsonb,
  add check ((ab_winner is null) = (ab_choice is null));

alter table campaign_recipients
  -- Decided when the recipients are fixed; of the rest when their message is written, by the winner.
  add column variant text check (variant in ('A', 'B')),
  -- Of the rest (share 1): the values of variant B, until it is decided which one they get.
  add column values_b jsonb,
  add check (values_b is null or variant is null and message_id is null);
create index campaign_recipients_of_variant on campaign_recipients (client_id, campaign_id, variant)
  where state = 'QUEUED' and variant is not null;

alter table campaign_links add column variant text check (variant in ('A', 'B'));

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
);
alter table campaign_ab_counters set (fillfactor = 50);
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
