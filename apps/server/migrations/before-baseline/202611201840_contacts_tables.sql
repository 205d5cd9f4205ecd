-- Fragments of names and numbers; comes with PostgreSQL's own extras, also with the embedded one.
create extension if not exists pg_trgm;

/*
 * What a contact is known to have agreed to, where it came from, and whether it lies in the trash. Deleting keeps the row
 * for thirty days, and for good while a conversation hangs on it: who writes again is the same person in the same thread.
 */
alter table contacts
  add column opted_in_at timestamptz,
  add column opt_in_source text,
  add column origin text not null default 'WEBHOOK',
  add column created_by text not null default 'webhook',
  add column updated_at timestamptz not null default now(),
  add column deleted_at timestamptz,
  add column deletion_id uuid,
  -- The lists it was in when it was deleted.
  add column trashed_list_ids uuid[],
  -- Set when another contact took this one over: everything that named this one now means that one.
  add column merged_into uuid,
  add column request_hash bytea,
  add column sort_name text collate "C" generated always as (lower(name)) stored,
  add column search_text text collate "C" generated always as
    (lower(name) || ' ' || coalesce(phone_number, '') || ' ' || lower(coalesce(username, ''))) stored;
drop index contacts_by_created;
create index contacts_by_created on contacts (client_id, created_at desc, id desc) where deleted_at is null;
create index contacts_by_name on contacts (client_id, sort_name, id) where deleted_at is null;
create index contacts_by_phone on contacts (client_id, phone_number, id) where deleted_at is null and phone_number is not null;
create index contacts_by_opt_in on contacts (client_id, opted_in_at, id) where deleted_at is null and opted_in_at is not null;
create index contacts_by_opt_out on contacts (client_id, opted_out_at, id) where deleted_at is null and opted_out_at is not null;
create index contacts_trash on contacts (client_id, deleted_at desc, id desc) where deleted_at is not null;
create index contacts_trash_age on contacts (deleted_at) where deleted_at is not null;
create index contacts_fragments on contacts using gin (search_text gin_trgm_ops) where deleted_at is null;

alter table contact_lists
  add column color text,
  add column updated_at timestamptz not null default now(),
  add column request_hash bytea,
  add column deleting boolean not null default false;
create index contact_lists_by_name on contact_lists (client_id, lower(name), id) where not deleting;

/*
 * Fields that an account gave its contacts. Values are kept under `no`, so that a new name is one row, whatever a million
 * contacts hold. `clients.custom_fields` has the names in order, for everybody who only reads.
 */
create sequence contact_field_no as int;
grant usage on sequence contact_field_no to parley_app, parley_system;

create table contact_fields (
  client_id uuid not null references clients on delete cascade,
  no int not null,
  name text not null,
  type text not null default 'text' check (type in ('text', 'number', 'date', 'choice', 'yes_no')),
  choices text[] not null default '{}',
  position int not null,
  -- Out of sight, values kept.
  hidden boolean not null default false,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (client_id, no)
);
create unique index contact_fields_name on contact_fields (client_id, lower(name));
select make_tenant_table('contact_fields');

-- The values again, one row each, for sorting and filtering; kept by triggers below, for contacts outside the trash.
create table contact_field_values (
  client_id uuid not null,
  contact_id uuid not null,
  field_no int not null,
  value_text text collate "C" not null,
  value_number float8,
  primary key (client_id, contact_id, field_no)
);
create index contact_field_values_text on contact_field_values (client_id, field_no, value_text, contact_id);
create index contact_field_values_number on contact_field_values (client_id, field_no, value_number, contact_id)
  where value_number is not null;
select make_tenant_table('contact_field_values');

/*
 * How many: scope 'all', 'list:<id>', 'field:<no>'. Sixteen slots each, by connection, so that writers of one account do not
 * wait for each other; the number is their sum.
 */
create table contact_counts (
  client_id uuid not null,
  scope text not null,
  slot smallint not null,
  n bigint not null,
  primary key (client_id, scope, slot)
);
alter table contact_counts set (fillfactor = 50);
select make_tenant_table('contact_counts');

create function count_contacts(deltas jsonb) returns void
  language sql as $$
  insert into contact_counts as c (client_id, scope, slot, n)
  select (d->>'c')::uuid, d->>'s', pg_backend_pid() % 16, sum((d->>'n')::bigint) from jsonb_array_elements(deltas) d
  group by 1, 2 having sum((d->>'n')::bigint) <> 0 order by 1, 2
  on conflict (client_id, scope, slot) do update set n = c.n + excluded.n
$$;

/* The sortable form of a value: what people compare, without case, and short enough for an index. */
create function field_sort_text(value text) returns text
  language sql immutable parallel safe as $$ select left(lower(value), 200) $$;
create function field_sort_number(value text) returns float8
  language sql immutable parallel safe as $$
  select case when value ~ '^\s*[-+]?\d{1,15}([.]\d{1,12})?\s*$' then trim(value)::float8 end
$$;

create function contacts_inserted() returns trigger language plpgsql as $$
begin
  insert into contact_field_values (client_id, contact_id, field_no, value_text, value_number)
  select n.client_id, n.id, v.key::int, field_sort_text(v.value), field_sort_number(v.value)
  from new_rows n cross join lateral jsonb_each_text(n.custom_fields) v
  where n.deleted_at is null and n.custom_fields <> '{}';
  perform count_contacts(jsonb_agg(jsonb_build_object('c', x.client_id, 's', x.scope, 'n', x.n))) from (
    select client_id, 'all' as scope, count(*) as n from new_rows where deleted_at is null group by 1
    union all
    select n.client_id, 'field:' || k, count(*) from new_rows n cross join lateral jsonb_object_keys(n.custom_fields) k
    where n.deleted_at is null and n.custom_fields <> '{}' group by 1, 2) x having count(*) > 0;
  return null;
end $$;

create function contacts_updated() returns trigger language plpgsql as $$
begin
  -- Most updates give a name or a version: those end here.
  if not exists (
    select from new_rows n join old_rows o using (client_id, id)
    where (n.deleted_at is null) <> (o.deleted_at is null) or n.custom_fields <> o.custom_fields
  ) then
    return null;
  end if;
  delete from contact_field_values f using old_rows o join new_rows n using (client_id, id)
  where f.client_id = o.client_id and f.contact_id = o.id
    and (n.deleted_at is not null or f.field_no::text not in (select jsonb_object_keys(n.custom_fields)));
  insert into contact_field_values as f (client_id, contact_id, field_no, value_text, value_number)
  select n.client_id, n.id, v.key::int, field_sort_text(v.value), field_sort_number(v.value)
  from new_rows n join old_rows o using (client_id, id) cross join lateral jsonb_each_text(n.custom_fields) v
  where n.deleted_at is null and (o.deleted_at is not null or o.custom_fields->v.key is distinct from n.custom_fields->v.key)
  on conflict (client_id, contact_id, field_no) do update
    set value_text = excluded.value_text, value_number = excluded.value_number;
  perform count_contacts(jsonb_agg(jsonb_build_object('c', x.client_id, 's', x.scope, 'n', x.n))) from (
    select client_id, scope, sum(n) as n from (
      select client_id, 'all' as scope, 1 as n from new_rows where deleted_at is null
      union all select client_id, 'all', -1 from old_rows where deleted_at is null
      union all select n.client_id, 'field:' || k, 1 from new_rows n cross join lateral jsonb_object_keys(n.custom_fields) k
        where n.deleted_at is null
      union all select o.client_id, 'field:' || k, -1 from old_rows o cross join lateral jsonb_object_keys(o.custom_fields) k
        where o.deleted_at is null) d
    group by 1, 2) x where x.n <> 0 having count(*) > 0;
  return null;
end $$;

create function contacts_deleted() returns trigger language plpgsql as $$
begin
  delete from contact_field_values f using old_rows o where f.client_id = o.client_id and f.contact_id = o.id;
  perform count_contacts(jsonb_agg(jsonb_build_object('c', x.client_id, 's', x.scope, 'n', x.n))) from (
    select client_id, 'all' as scope, -count(*) as n from old_rows where deleted_at is null group by 1
    union all
    select o.client_id, 'field:' || k, -count(*) from old_rows o cross join lateral jsonb_object_keys(o.custom_fields) k
    where o.deleted_at is null group by 1, 2) x having count(*) > 0;
  return null;
end $$;

create trigger contacts_inserted after insert on contacts referencing new table as new_rows
  for each statement execute function contacts_inserted();
create trigger contacts_updated after update on contacts referencing old table as old_rows new table as new_rows
  for each statement execute function contacts_updated();
create trigger contacts_deleted after delete on contacts referencing old table as old_rows
  for each statement execute function contacts_deleted();

create function contact_list_members_changed() returns trigger language plpgsql as $$
declare
  step int := case tg_op when 'INSERT' then 1 else -1 end;
begin
  perform count_contacts(jsonb_agg(jsonb_build_object('c', x.client_id, 's', 'list:' || x.contact_list_id, 'n', x.n * step))) from (
    select client_id, contact_list_id, count(*) as n from rows group by 1, 2) x having count(*) > 0;
  return null;
end $$;
create trigger contact_list_members_inserted after insert on contact_list_members referencing new table as rows
  for each statement execute function contact_list_members_changed();
create trigger contact_list_members_deleted after delete on contact_list_members referencing old table as rows
  for each statement execute function contact_list_members_changed();

-- What was there before counts were kept.
insert into contact_counts (client_id, scope, slot, n) select client_id, 'all', 0, count(*) from contacts group by 1;
insert into contact_counts (client_id, scope, slot, n)
  select client_id, 'list:' || contact_list_id, 0, count(*) from contact_list_members group by client_id, contact_list_id;

-- What a person of the team wrote down by hand has an author and a reach: 'all' stops replies in conversations too.
alter table suppressions
  add column scope text not null default 'marketing' check (scope in ('marketing', 'all')),
  add column note text,
  add column created_by text not null default 'webhook';

create table contact_notes (
  client_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  body text not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz,
  version bigint not null default 1,
  request_hash bytea not null,
  primary key (client_id, id),
  foreign key (client_id, contact_id) references contacts (client_id, id) on delete cascade
);
create index contact_notes_of_contact on contact_notes (client_id, contact_id, created_at desc, id desc);
select make_tenant_table('contact_notes');

-- What was done with a contact, by whom: created, changed, lists, merged, restored. Old rows age out after two years.
create table contact_activity (
  client_id uuid not null,
  id uuid not null,
  contact_id uuid not null,
  kind text not null,
  actor text not null,
  detail jsonb not null default '{}',
  at timestamptz not null default now(),
  primary key (client_id, id),
  foreign key (client_id, contact_id) references contacts (client_id, id) on delete cascade
);
create index contact_activity_of_contact on contact_activity (client_id, contact_id, at desc, id desc);
select make_tenant_table('contact_activity');

-- Filters with a name, evaluated whenever they are used.
create table segments (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  filter jsonb not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  request_hash bytea not null,
  primary key (client_id, id)
);
create unique index segments_name on segments (client_id, lower(name));
select make_tenant_table('segments');

/*
 * Contacts whose text holds a fragment. Under a policy no index serves such an operator, so this runs as the owner and
 * tests the account itself. Looks at no more rows than `most`; one more than that in the answer means there are more.
 */
create function contacts_with_fragment(client uuid, fragment text, most int) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if client is distinct from current_client_id() then
    raise exception 'another account' using errcode = '42501';
  end if;
  -- Planned for this very fragment: how rare it is decides about the road.
  return query execute
    'select id from contacts where client_id = $1 and deleted_at is null and search_text like $2 limit $3'
    using client, '%' || replace(replace(replace(lower(fragment), '\', '\\'), '%', '\%'), '_', '\_') || '%', most;
end $$;
revoke execute on function contacts_with_fragment(uuid, text, int) from public;
grant execute on function contacts_with_fragment(uuid, text, int) to parley_app;

/*
 * One thing done with many contacts, behind the answer. `cursor` is the last contact looked at, in the order of ids; the
 * count moves in the transaction that did it.
 */
create table contact_bulk_acts (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  kind text not null,
  act jsonb not null,
  selection jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  cursor uuid,
  seen bigint not null default 0,
  changed bigint not null default 0,
  total bigint,
  error text,
  created_by text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  request_hash bytea not null,
  primary key (client_id, id)
);
create index contact_bulk_acts_ended on contact_bulk_acts (ended_at) where ended_at is not null;
select make_tenant_table('contact_bulk_acts');
