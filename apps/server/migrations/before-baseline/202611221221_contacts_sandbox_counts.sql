/*
 * What is of a sandbox is counted beside the rest: scopes 'sandbox:list:<id>' and 'sandbox:field:<no>', each a part of the
 * scope without that word, as 'sandbox' is a part of 'all'. Somebody who loses the mark leaves all of them at once.
 *
 * Who counts members holds the row of those who are marked: the mark cannot go between what two transactions see of each
 * other. Only marked people are held.
 */
create or replace function contact_list_members_changed() returns trigger language plpgsql as $$
declare
  step int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform count_contacts(jsonb_agg(jsonb_build_object('c', x.client_id, 's', x.scope, 'n', x.n * step))) from (
    select client_id, 'list:' || contact_list_id as scope, count(*) as n from rows group by 1, 2
    union all
    select m.client_id, 'sandbox:list:' || m.contact_list_id, count(*)
    from (select * from rows order by client_id, contact_id) m cross join lateral (
      select from contacts c where c.client_id = m.client_id and c.id = m.contact_id and c.sandbox for no key update) c
    group by 1, 2) x having count(*) > 0;
  return null;
end $$;

create or replace function contacts_sandbox_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform count_contacts(jsonb_agg(jsonb_build_object('c', x.client_id, 's', x.scope, 'n', x.n))) from (
      select client_id, 'sandbox' as scope, count(*) as n from new_rows where sandbox and deleted_at is null group by 1
      union all
      select n.client_id, 'sandbox:field:' || k, count(*) from new_rows n cross join lateral jsonb_object_keys(n.custom_fields) k
      where n.sandbox and n.deleted_at is null group by 1, 2) x
    having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform count_contacts(jsonb_agg(jsonb_build_object('c', x.client_id, 's', x.scope, 'n', -x.n))) from (
      select client_id, 'sandbox' as scope, count(*) as n from old_rows where sandbox and deleted_at is null group by 1
      union all
      select o.client_id, 'sandbox:field:' || k, count(*) from old_rows o cross join lateral jsonb_object_keys(o.custom_fields) k
      where o.sandbox and o.deleted_at is null group by 1, 2) x
    having count(*) > 0;
  else
    -- Hardly any update meets somebody of a sandbox.
    if not exists (select from old_rows where sandbox) and not exists (select from new_rows where sandbox) then
      return null;
    end if;
    perform count_contacts(jsonb_agg(jsonb_build_object('c', x.client_id, 's', x.scope, 'n', x.n))) from (
      select client_id, scope, sum(n) as n from (
        select client_id, 'sandbox' as scope, 1 as n from new_rows where sandbox and deleted_at is null
        union all select client_id, 'sandbox', -1 from old_rows where sandbox and deleted_at is null
        union all select n.client_id, 'sandbox:field:' || k, 1 from new_rows n cross join lateral jsonb_object_keys(n.custom_fields) k
          where n.sandbox and n.deleted_at is null
        union all select o.client_id, 'sandbox:field:' || k, -1 from old_rows o cross join lateral jsonb_object_keys(o.custom_fields) k
          where o.sandbox and o.deleted_at is null
        union all select m.client_id, 'sandbox:list:' || m.contact_list_id, case when n.sandbox then 1 else -1 end
          from new_rows n join old_rows o using (client_id, id)
          join contact_list_members m on m.client_id = n.client_id and m.contact_id = n.id
          where n.sandbox <> o.sandbox) d
      group by 1, 2) x
    where x.n <> 0 having count(*) > 0;
  end if;
  return null;
end $$;

-- Memberships that go with their contact are counted before it goes: afterwards nobody knows whose they were.
create function contacts_sandbox_leaving() returns trigger language plpgsql as $$
begin
  perform count_contacts(jsonb_agg(jsonb_build_object('c', m.client_id, 's', 'sandbox:list:' || m.contact_list_id, 'n', -1)))
  from contact_list_members m where m.client_id = old.client_id and m.contact_id = old.id having count(*) > 0;
  return old;
end $$;
create trigger contacts_sandbox_leaving before delete on contacts
  for each row when (old.sandbox) execute function contacts_sandbox_leaving();

-- What was there before.
insert into contact_counts (client_id, scope, slot, n)
  select m.client_id, 'sandbox:list:' || m.contact_list_id, 0, count(*)
  from contacts c join contact_list_members m on m.client_id = c.client_id and m.contact_id = c.id
  where c.sandbox group by m.client_id, m.contact_list_id;
insert into contact_counts (client_id, scope, slot, n)
  select c.client_id, 'sandbox:field:' || k, 0, count(*)
  from contacts c cross join lateral jsonb_object_keys(c.custom_fields) k
  where c.sandbox and c.deleted_at is null group by c.client_id, k;
