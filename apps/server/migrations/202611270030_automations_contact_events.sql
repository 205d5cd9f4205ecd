-- What the published flow listens to among the events below: kind of its trigger, and the field number, the list or the
-- incoming webhook.
alter table automations add column listens text, add column listens_to text;
create index automations_listening on automations (client_id, listens, listens_to) where state = 'ON' and listens is not null;

/*
 * Events of contacts that a running automation listens to: written in the transaction of the event, whoever caused it, and
 * deleted in the one that starts runs. An automation is never started by its own change.
 */
create table automation_contact_events (
  client_id uuid not null references clients on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('field_changed', 'list_joined', 'incoming_webhook')),
  contact_id uuid not null,
  subject text not null,
  -- The new value, or the body of the call.
  value text not null default '',
  caused_by uuid,
  at timestamptz not null default clock_timestamp(),
  primary key (client_id, id),
  foreign key (client_id, contact_id) references contacts (client_id, id) on delete cascade
);
create index automation_contact_events_of_contact on automation_contact_events (client_id, contact_id);
select make_tenant_table('automation_contact_events');

-- The automation whose step this transaction takes.
create function automation_at_work() returns uuid language sql stable as
  $$ select nullif(current_setting('app.automation', true), '')::uuid $$;

create function automations_see_fields() returns trigger language plpgsql as $$
begin
  if not exists (select from automations where state = 'ON' and listens = 'field_changed') then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into automation_contact_events (client_id, kind, contact_id, subject, value, caused_by)
    select n.client_id, 'field_changed', n.id, f.key, f.value, automation_at_work()
    from new_rows n cross join lateral jsonb_each_text(n.custom_fields) f
    where n.deleted_at is null and exists (select from automations a where a.client_id = n.client_id and a.state = 'ON'
      and a.listens = 'field_changed' and a.listens_to = f.key);
  else
    insert into automation_contact_events (client_id, kind, contact_id, subject, value, caused_by)
    select n.client_id, 'field_changed', n.id, a.listens_to, coalesce(n.custom_fields->>a.listens_to, ''), automation_at_work()
    from new_rows n join old_rows o using (client_id, id)
    join (select distinct client_id, listens_to from automations where state = 'ON' and listens = 'field_changed') a
      on a.client_id = n.client_id
    where n.deleted_at is null and n.custom_fields <> o.custom_fields
      and n.custom_fields->a.listens_to is distinct from o.custom_fields->a.listens_to;
  end if;
  return null;
end $$;
create trigger automations_see_new_fields after insert on contacts referencing new table as new_rows
  for each statement execute function automations_see_fields();
create trigger automations_see_fields after update on contacts referencing old table as old_rows new table as new_rows
  for each statement execute function automations_see_fields();

create function automations_see_lists() returns trigger language plpgsql as $$
begin
  if not exists (select from automations where state = 'ON' and listens = 'list_joined') then
    return null;
  end if;
  insert into automation_contact_events (client_id, kind, contact_id, subject, caused_by)
  select r.client_id, 'list_joined', r.contact_id, r.contact_list_id, automation_at_work() from rows r
  where exists (select from automations a where a.client_id = r.client_id and a.state = 'ON'
    and a.listens = 'list_joined' and a.listens_to = r.contact_list_id::text);
  return null;
end $$;
create trigger automations_see_lists after insert on contact_list_members referencing new table as rows
  for each statement execute function automations_see_lists();

create function automations_see_calls() returns trigger language plpgsql as $$
begin
  insert into automation_contact_events (client_id, kind, contact_id, subject, value)
  select new.client_id, 'incoming_webhook', new.contact_id, new.webhook_id, coalesce(new.body, '')
  where exists (select from automations a where a.client_id = new.client_id and a.state = 'ON'
    and a.listens = 'incoming_webhook' and a.listens_to = new.webhook_id::text);
  return null;
end $$;
create trigger automations_see_calls after update on incoming_webhook_calls for each row
  when (new.state = 'accepted' and old.contact_id is null and new.contact_id is not null)
  execute function automations_see_calls();

-- A run of a contact without a conversation is written down, and did not start.
alter table automation_runs alter column thread_id drop not null, alter column channel_id drop not null;
alter table automation_runs add column contact_id uuid;
alter table automation_runs add constraint automation_runs_place
  check (thread_id is not null and channel_id is not null or contact_id is not null and ended_at is not null);
alter table automation_runs add foreign key (client_id, contact_id) references contacts (client_id, id) on delete cascade;
create index automation_runs_of_contact on automation_runs (client_id, contact_id) where contact_id is not null;
