/*
 * The last broadcast somebody was sent, for the column, the order and the filters of the table of contacts. Kept by the
 * database in the statement that writes a recipient; whoever was left out was sent nothing and stays out. Rows are taken in
 * the order of contacts.
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

-- Of a contact the broadcasts in the order in which they were given to the lane.
alter table campaign_recipients add column fed_at timestamptz;
create index campaign_recipients_sent on campaign_recipients (client_id, contact_id, fed_at desc, campaign_id)
  where contact_id is not null and fed_at is not null;

create function campaign_recipients_fed_now() returns trigger language plpgsql as $$
begin
  new.fed_at := clock_timestamp();
  return new;
end $$;
create trigger campaign_recipients_fed_now before update on campaign_recipients for each row
  when (old.message_id is null and new.message_id is not null) execute function campaign_recipients_fed_now();

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
    select g.client_id, g.contact_id, x.campaign_id, x.message_id, x.state, x.fed_at
    from (
      select distinct o.client_id, o.contact_id from new_rows r join old_rows o using (client_id, campaign_id, n)
      where o.contact_id is distinct from r.contact_id and o.contact_id is not null and o.message_id is not null
    ) g cross join lateral (
      select campaign_id, message_id, state, fed_at from campaign_recipients c
      where c.client_id = g.client_id and c.contact_id = g.contact_id and c.fed_at is not null
      order by c.fed_at desc limit 1
    ) x order by 1, 2
    on conflict do nothing;
  end if;

  insert into contact_last_campaigns as l (client_id, contact_id, campaign_id, message_id, state, at)
  select distinct on (r.client_id, r.contact_id) r.client_id, r.contact_id, r.campaign_id, r.message_id, r.state,
    r.fed_at
  from new_rows r join old_rows o using (client_id, campaign_id, n)
  where r.contact_id is not null and r.fed_at is not null
    and (o.message_id is null or o.contact_id is distinct from r.contact_id)
  order by r.client_id, r.contact_id, r.fed_at desc
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
