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
  primary key (client_id, code),
  foreign key (client_id, campaign_id) references campaigns (client_id, id) on delete cascade
);
alter table campaign_links set (fillfactor = 90);
create unique index campaign_links_by_code on campaign_links (code);
create index campaign_links_of on campaign_links (client_id, campaign_id, variable, n);
create index campaign_links_to_count on campaign_links (client_id, campaign_id, n) where first_at is not null and not counted;
select make_tenant_table('campaign_links');

-- When the recipient first opened a tracked link.
alter table campaign_recipients add column opened_at timestamptz;

-- `TAPPED` counts who tapped a button or opened a tracked link.
create or replace function campaign_recipients_inserted() returns trigger language plpgsql as $$
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
create or replace function campaign_recipients_updated() returns trigger language plpgsql as $$
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
