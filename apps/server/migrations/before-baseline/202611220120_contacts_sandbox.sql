-- People who were only met in a sandbox: left out of counts and exports.
alter table contacts add column sandbox boolean not null default false;
create index contacts_of_sandbox on contacts (client_id, id) where sandbox;

update contacts c set sandbox = true
where c.origin = 'WEBHOOK'
  and exists (select from threads t join channels h on h.client_id = t.client_id and h.id = t.channel_id
    where t.client_id = c.client_id and t.contact_id = c.id and h.sandbox)
  and not exists (select from threads t join channels h on h.client_id = t.client_id and h.id = t.channel_id
    where t.client_id = c.client_id and t.contact_id = c.id and not h.sandbox);

insert into contact_counts (client_id, scope, slot, n)
  select client_id, 'sandbox', 0, count(*) from contacts where sandbox and deleted_at is null group by 1;

-- Scope 'sandbox' of the counts: those outside the trash who are marked.
create function contacts_sandbox_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform count_contacts(jsonb_agg(jsonb_build_object('c', x.client_id, 's', 'sandbox', 'n', x.n))) from (
      select client_id, count(*) as n from new_rows where sandbox and deleted_at is null group by 1) x
    having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform count_contacts(jsonb_agg(jsonb_build_object('c', x.client_id, 's', 'sandbox', 'n', -x.n))) from (
      select client_id, count(*) as n from old_rows where sandbox and deleted_at is null group by 1) x
    having count(*) > 0;
  else
    perform count_contacts(jsonb_agg(jsonb_build_object('c', x.client_id, 's', 'sandbox', 'n', x.n))) from (
      select client_id, sum(n) as n from (
        select client_id, 1 as n from new_rows where sandbox and deleted_at is null
        union all select client_id, -1 from old_rows where sandbox and deleted_at is null) d
      group by 1) x
    where x.n <> 0 having count(*) > 0;
  end if;
  return null;
end $$;
create trigger contacts_sandbox_inserted after insert on contacts referencing new table as new_rows
  for each statement execute function contacts_sandbox_counted();
create trigger contacts_sandbox_updated after update on contacts referencing old table as old_rows new table as new_rows
  for each statement execute function contacts_sandbox_counted();
create trigger contacts_sandbox_deleted after delete on contacts referencing old table as old_rows
  for each statement execute function contacts_sandbox_counted();
