-- Similarity search; the extension comes with PostgreSQL, also with the embedded one.
create extension if not exists pg_trgm;

/*
 * Texts are searched as people type them, in all scripts: Arabic without vowel marks and with either alef, yeh, teh or
 * kaf, Hebrew without points, katakana as hiragana, the digits of every script, straight quotes. Equal to `foldText` of
 * the contract. Tables of letters are asked for only where a text has one of them: each costs a comparison for every
 * letter.
 */
create function fold_text(value text) returns text
  language plpgsql immutable strict parallel safe as $$
declare
  folded text;
begin
  if octet_length(value) = length(value) then
    return lower(value);
  end if;
  folded := lower(regexp_replace(normalize(value, NFKD),
    '[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f'
    '\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u093c\u09bc\u0a3c\u0abc\u0b3c\u0cbc'
    '\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff\U0001f3fb-\U0001f3ff]', '', 'g'));
  if folded ~ '[ßæœþøłđðħıŧəɓɗƙŋɛɔςґ’‘ʼʻ՚“”„‟‐‒–—−]' then
    folded := replace(replace(replace(replace(translate(folded,
      'øłđðħıŧəɓɗƙŋɛɔςґ’‘ʼʻ՚“”„‟‐‒–—−', 'olddhitebdkneoσг''''''''''""""-----'),
      'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  end if;
  if folded ~ '[ٱىیةہۃەھکڪ]' then
    folded := translate(folded, 'ٱىیةہۃەھکڪ', 'اييهههههكك');
  end if;
  if folded ~ '[\u30a1-\u30f6]' then
    folded := translate(folded,
      'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ',
      'ぁあぃいぅうぇえぉおかがきぎくぐけげこごさざしじすずせぜそぞただちぢっつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもゃやゅゆょよらりるれろゎわゐゑをんゔゕゖ');
  end if;
  if folded ~ '[٠-٩۰-۹߀-߉०-९০-৯੦-੯૦-૯୦-୯௦-௯౦-౯೦-೯൦-൯෦-෯๐-๙໐-໙༠-༩၀-၉႐-႙០-៩᠐-᠙]' then
    folded := translate(folded,
      '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹߀߁߂߃߄߅߆߇߈߉०१२३४५६७८९০১২৩৪৫৬৭৮৯੦੧੨੩੪੫੬੭੮੯૦૧૨૩૪૫૬૭૮૯୦୧୨୩୪୫୬୭୮୯௦௧௨௩௪௫௬௭௮௯౦౧౨౩౪౫౬౭౮౯'
      '೦೧೨೩೪೫೬೭೮೯൦൧൨൩൪൫൬൭൮൯෦෧෨෩෪෫෬෭෮෯๐๑๒๓๔๕๖๗๘๙໐໑໒໓໔໕໖໗໘໙༠༡༢༣༤༥༦༧༨༩၀၁၂၃၄၅၆၇၈၉႐႑႒႓႔႕႖႗႘႙០១២៣៤៥៦៧៨៩᠐᠑᠒᠓᠔᠕᠖᠗᠘᠙',
      '0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789'
      '0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789');
  end if;
  return normalize(folded, NFC);
end $$;

/*
 * The custom fields that a contact has a value for, as ' 12 15 ': contacts without a value are found by an index scan
 * alone. Null: too many fields for an index entry.
 */
create function filled_fields(fields jsonb) returns text
  language plpgsql immutable parallel safe as $$
declare
  filled text;
begin
  if fields = '{}' then
    return '';
  end if;
  select ' ' || string_agg(f.key, ' ' order by f.key::int) || ' ' into filled from jsonb_each_text(fields) f where f.value <> '';
  return case when length(filled) > 600 then null else coalesce(filled, '') end;
end $$;

create table contacts (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null default '',
  phone_number text,
  user_id text,
  username text,
  custom_fields jsonb not null default '{}',
  opted_out_at timestamptz,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  opted_in_at timestamptz,
  opt_in_source text,
  origin text not null default 'WEBHOOK',
  created_by text not null default 'webhook',
  updated_at timestamptz not null default now(),
  -- In the trash. The row stays for thirty days, and for good while a conversation refers to it: a customer who writes
  -- again is the same contact in the same thread.
  deleted_at timestamptz,
  deletion_id uuid,
  -- The lists it was in when it was deleted, for restoring it.
  trashed_list_ids uuid[],
  -- Set when this contact was merged into another.
  merged_into uuid,
  request_hash bytea,
  -- A sandbox contact: excluded from counts and exports.
  sandbox boolean not null default false,
  -- A WhatsApp group is no contact: its conversation has a row here for its name, which is nowhere among the contacts
  -- and never becomes one.
  constraint contacts_group check (origin <> 'GROUP' or deleted_at is not null and deletion_id is null),
  filled_fields text collate "C" generated always as (filled_fields(custom_fields)) stored,
  sort_name text collate "C" generated always as (fold_text(name)) stored,
  search_text text collate "C" generated always as
    (fold_text(name) || ' ' || coalesce(phone_number, '') || ' ' || fold_text(coalesce(username, ''))) stored,
  primary key (client_id, id)
);
select make_tenant_table('contacts');
create index contacts_by_phone on contacts (client_id, phone_number, id) where deleted_at is null and phone_number is not null;
create index contacts_by_opt_in on contacts (client_id, opted_in_at, id) where deleted_at is null and opted_in_at is not null;
create index contacts_by_opt_out on contacts (client_id, opted_out_at, id) where deleted_at is null and opted_out_at is not null;
create index contacts_trash on contacts (client_id, deleted_at desc, id desc) where deleted_at is not null;
create index contacts_trash_age on contacts (deleted_at) where deleted_at is not null;
create index contacts_of_sandbox on contacts (client_id, id) where sandbox;
create index contacts_by_origin on contacts (client_id, origin, id) where deleted_at is null;
create index contacts_merged on contacts (client_id, merged_into) where merged_into is not null;
-- Few contacts have a value for these, so a filter by one must not scan all contacts. Ingest writes none of them, except
-- for contacts with a username.
create index contacts_by_opt_in_source on contacts (client_id, opt_in_source, id)
  where deleted_at is null and opt_in_source is not null;
create index contacts_by_username on contacts (client_id, username, id) where deleted_at is null and username is not null;
-- A few thousand contacts, such as those of a list, are sorted and searched by index-only scans.
create index contacts_by_id on contacts (client_id, id) include (sort_name, created_at, search_text, filled_fields) where deleted_at is null;
create index contacts_by_filled on contacts (client_id, filled_fields, id) where deleted_at is null;
create index contacts_by_created on contacts (client_id, created_at desc, id desc) include (search_text, filled_fields)
  where deleted_at is null;
create index contacts_by_name on contacts (client_id, sort_name, id) include (search_text, filled_fields) where deleted_at is null;
-- Deleted contacts too: their conversations can still be found.
create index contacts_fragments on contacts using gin (search_text gin_trgm_ops);

/*
 * Phone numbers and user ids of contacts. `key` is the match key: for phones the digits with the variants of Brazil,
 * Mexico and Argentina normalized, for business-scoped user ids the id itself. One contact for each key.
 */
create table contact_identities (
  client_id uuid not null,
  -- `group`: a WhatsApp group of a channel, `<channel id>/<group id>`.
  kind text not null check (kind in ('phone', 'user', 'group')),
  key text not null,
  contact_id uuid not null,
  value text not null,
  created_at timestamptz not null default now(),
  -- The customer no longer uses it. Earlier messages still belong to this contact; a later message from it comes from
  -- another customer.
  retired_at timestamptz,
  -- What failed sends said: it cannot be reached, until a later message from or delivery to it; or WhatsApp's marketing
  -- limit is reached, until a time.
  unreachable_at timestamptz,
  -- Null: it is not on WhatsApp.
  unreachable_reason text check (unreachable_reason in ('not_on_whatsapp', 'blocked_by_us', 'identity_changed')),
  capped_until timestamptz,
  primary key (client_id, kind, key),
  foreign key (client_id, contact_id) references contacts (client_id, id) on delete cascade
);
create index contact_identities_contact on contact_identities (client_id, contact_id);
select make_tenant_table('contact_identities');
create index contact_identities_marked on contact_identities (client_id, contact_id)
  where unreachable_at is not null or capped_until is not null;

/* The contact that one was merged into, directly or through others; itself where it was not. */
create function current_contact(client uuid, contact uuid) returns uuid language sql stable as $$
  with recursive chain as (
    select id, merged_into, 1 as step from contacts where client_id = client and id = contact
    union all
    select c.id, c.merged_into, h.step + 1 from chain h
    join contacts c on c.client_id = client and c.id = h.merged_into where h.step < 50
  ) select id from chain where merged_into is null
$$;
grant execute on function current_contact(uuid, uuid) to parley_app, parley_system;

create table contact_lists (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  color text,
  updated_at timestamptz not null default now(),
  request_hash bytea,
  deleting boolean not null default false,
  primary key (client_id, id)
);
select make_tenant_table('contact_lists');
create index contact_lists_by_name on contact_lists (client_id, name_key(name), id) where not deleting;

create table contact_list_members (
  client_id uuid not null,
  contact_list_id uuid not null,
  contact_id uuid not null,
  primary key (client_id, contact_list_id, contact_id),
  foreign key (client_id, contact_list_id) references contact_lists (client_id, id) on delete cascade,
  foreign key (client_id, contact_id) references contacts (client_id, id) on delete cascade
);
create index contact_list_members_contact on contact_list_members (client_id, contact_id);
select make_tenant_table('contact_list_members');

/*
 * Why a contact gets no marketing: one row for each source, its newest statement. `contacts.opted_out_at` is set while
 * any source is active, and is what senders check.
 */
create table suppressions (
  client_id uuid not null,
  contact_id uuid not null,
  -- 'platform': the customer told WhatsApp; 'provider': WhatsApp refused a send; others: members and automations.
  source text not null,
  active boolean not null,
  detail text,
  provider_at timestamptz not null,
  received_at timestamptz not null default now(),
  -- 'all' stops replies in conversations too.
  scope text not null default 'marketing' check (scope in ('marketing', 'all')),
  note text,
  created_by text not null default 'webhook',
  primary key (client_id, contact_id, source),
  foreign key (client_id, contact_id) references contacts (client_id, id) on delete cascade
);
select make_tenant_table('suppressions');

/*
 * Custom fields of an account. Contacts keep values by `no`, so that renaming a field changes one row, not a million.
 * `clients.custom_fields` repeats the names in order, for readers that need only those.
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
  -- Not offered anywhere; values stay.
  hidden boolean not null default false,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (client_id, no)
);
create unique index contact_fields_name on contact_fields (client_id, name_key(name));
select make_tenant_table('contact_fields');

-- The values as rows, for sorting and filtering; maintained by the triggers below, for contacts outside the trash.
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
create index contact_field_values_fragments on contact_field_values using gin (value_text gin_trgm_ops);
-- Fields belong to one account and values to one field; taken as independent, rows are estimated much too low.
create statistics contact_field_values_together (dependencies, mcv) on client_id, field_no, value_text from contact_field_values;

/*
 * Numbers of contacts by scope: 'all', 'list:<id>', 'field:<no>', and of sandbox contacts, which the former include:
 * 'sandbox', 'sandbox:list:<id>', 'sandbox:field:<no>'. Each is the sum of sixteen shards, chosen by connection, so that
 * writers of one account do not wait for each other.
 */
create table contact_counts (
  client_id uuid not null,
  scope text not null,
  shard smallint not null,
  n bigint not null,
  primary key (client_id, scope, shard)
);
alter table contact_counts set (fillfactor = 50);
select make_tenant_table('contact_counts');

create function count_contacts(deltas jsonb) returns void
  language sql as $$
  insert into contact_counts as c (client_id, scope, shard, n)
  select (d->>'c')::uuid, d->>'s', pg_backend_pid() % 16, sum((d->>'n')::bigint) from jsonb_array_elements(deltas) d
  group by 1, 2 having sum((d->>'n')::bigint) <> 0 order by 1, 2
  on conflict (client_id, scope, shard) do update set n = c.n + excluded.n
$$;

/* The comparable form of a value: folded as names are, and short enough for an index. */
create function field_sort_text(value text) returns text
  language sql immutable parallel safe as $$ select left(fold_text(value), 200) $$;

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

/* Locks sandbox contacts, so that the mark cannot change between what two transactions see of each other. */
create function contact_list_members_changed() returns trigger language plpgsql as $$
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
create trigger contact_list_members_inserted after insert on contact_list_members referencing new table as rows
  for each statement execute function contact_list_members_changed();
create trigger contact_list_members_deleted after delete on contact_list_members referencing old table as rows
  for each statement execute function contact_list_members_changed();

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

-- The history of a contact: created, changed, lists, merged, restored. Rows are deleted after two years.
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

-- Named filters, evaluated whenever they are used.
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
create unique index segments_name on segments (client_id, name_key(name));
select make_tenant_table('segments');

/*
 * A bulk operation, run as a job. `cursor` is the last contact processed, in the order of ids; it moves in the
 * transaction of the batch.
 */
create table contact_bulk_operations (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  kind text not null,
  operation jsonb not null,
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
  -- Size of the file of an export.
  file_bytes bigint,
  primary key (client_id, id)
);
create index contact_bulk_operations_ended on contact_bulk_operations (ended_at) where ended_at is not null;
select make_tenant_table('contact_bulk_operations');
create index contact_bulk_operations_recent on contact_bulk_operations (client_id, created_at desc, id desc);

-- Counts of sandbox contacts.
create function contacts_sandbox_counted() returns trigger language plpgsql as $$
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
create trigger contacts_sandbox_inserted after insert on contacts referencing new table as new_rows
  for each statement execute function contacts_sandbox_counted();
create trigger contacts_sandbox_updated after update on contacts referencing old table as old_rows new table as new_rows
  for each statement execute function contacts_sandbox_counted();
create trigger contacts_sandbox_deleted after delete on contacts referencing old table as old_rows
  for each statement execute function contacts_sandbox_counted();

/* As `contacts_like`, for the values of one field. */
create function field_values_with_fragment(client uuid, field int, fragment text, most int) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if client is distinct from current_client_id() then
    raise exception 'another account' using errcode = '42501';
  end if;
  return query execute
    'select contact_id from contact_field_values where client_id = $1 and field_no = $2 and value_text like $3 limit $4'
    using client, field, '%' || replace(replace(replace(lower(fragment), '\', '\\'), '%', '\%'), '_', '\_') || '%', most;
end $$;
revoke execute on function field_values_with_fragment(uuid, int, text, int) from public;
grant execute on function field_values_with_fragment(uuid, int, text, int) to parley_app;

-- The file of an export, a thousand contacts in a part: there for seven days, or until a contact is erased.
create table contact_export_parts (
  client_id uuid not null,
  operation_id uuid not null,
  part int not null,
  body text not null,
  primary key (client_id, operation_id, part),
  foreign key (client_id, operation_id) references contact_bulk_operations (client_id, id) on delete cascade
);
select make_tenant_table('contact_export_parts');

-- List memberships that are deleted with their contact are counted before: afterwards the contact cannot be read.
create function contacts_sandbox_leaving() returns trigger language plpgsql as $$
begin
  perform count_contacts(jsonb_agg(jsonb_build_object('c', m.client_id, 's', 'sandbox:list:' || m.contact_list_id, 'n', -1)))
  from contact_list_members m where m.client_id = old.client_id and m.contact_id = old.id having count(*) > 0;
  return old;
end $$;
create trigger contacts_sandbox_leaving before delete on contacts
  for each row when (old.sandbox) execute function contacts_sandbox_leaving();

/*
 * The number of lists a contact is in, for sorting by it; no row: none. Rows are locked in the order of contacts, so that
 * concurrent changes do not deadlock.
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

/*
 * Contacts whose text matches one of some patterns. Row-level security keeps this operator from using an index, so the
 * function runs as the owner and checks the account itself. Returns at most `most` rows; as many mean there may be more.
 */
create function contacts_like(client uuid, patterns text[], with_deleted boolean, most int) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if client is distinct from current_client_id() then
    raise exception 'another account' using errcode = '42501';
  end if;
  -- Planned for these very patterns: how rare they are decides about the road.
  return query execute (
    select 'select id from contacts where client_id = $1 and ($2 or deleted_at is null) and ('
      || string_agg(format('search_text like %L', p), ' or ') || ') limit $3' from unnest(patterns) p)
    using client, with_deleted, most;
end $$;
revoke execute on function contacts_like(uuid, text[], boolean, int) from public;
grant execute on function contacts_like(uuid, text[], boolean, int) to parley_app;

create trigger limit_rows after insert on segments referencing new table as added
  for each statement execute function limit_account_rows('200');
create trigger limit_rows after insert on contact_lists referencing new table as added
  for each statement execute function limit_account_rows('1000');
create trigger limit_rows after insert on contact_fields referencing new table as added
  for each statement execute function limit_account_rows('500');

-- Only operations that have not ended count.
create trigger limit_rows after insert on contact_bulk_operations referencing new table as added
  for each statement execute function limit_account_rows('50', 'state in (''waiting'', ''running'')');
