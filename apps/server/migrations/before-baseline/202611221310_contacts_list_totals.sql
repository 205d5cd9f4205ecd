/*
 * In how many lists a contact is, for the order of the table by its lists. Who is in none has no row. Rows are taken in the
 * order of contacts, so that two who change the same people's lists wait for each other and not for ever.
 */
create table contact_list_totals (
  client_id uuid not null,
  contact_id uuid not null,
  n int not null check (n > 0),
  primary key (client_id, contact_id)
);
create index contact_list_totals_in_order on contact_list_totals (client_id, n, contact_id);
select make_tenant_table('contact_list_totals');

create function contact_list_totals_grown() returns trigger language plpgsql as $$
begin
  insert into contact_list_totals as t (client_id, contact_id, n)
  select client_id, contact_id, count(*) from rows group by 1, 2 order by 1, 2
  on conflict (client_id, contact_id) do update set n = t.n + excluded.n;
  return null;
end $$;
create trigger contact_list_totals_grown after insert on contact_list_members referencing new table as rows
  for each statement execute function contact_list_totals_grown();

create function contact_list_totals_shrunk() returns trigger language plpgsql as $$
begin
  with held as materialized (
    select t.client_id, t.contact_id, t.n - r.n as n
    from (select client_id, contact_id, count(*)::int as n from rows group by 1, 2) r
    join contact_list_totals t using (client_id, contact_id) order by 1, 2 for no key update of t
  ), gone as (
    delete from contact_list_totals t using held h
    where h.n = 0 and t.client_id = h.client_id and t.contact_id = h.contact_id
  )
  update contact_list_totals t set n = h.n from held h
  where h.n > 0 and t.client_id = h.client_id and t.contact_id = h.contact_id;
  return null;
end $$;
create trigger contact_list_totals_shrunk after delete on contact_list_members referencing old table as rows
  for each statement execute function contact_list_totals_shrunk();

-- What was there before.
insert into contact_list_totals (client_id, contact_id, n)
  select client_id, contact_id, count(*) from contact_list_members group by 1, 2;
