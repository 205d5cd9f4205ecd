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
  primary key (client_id, id)
);
create index contacts_by_created on contacts (client_id, created_at desc, id desc);
select make_tenant_table('contacts');

/*
 * What a person may be known by. `key` is the match key: for phones the digits with the variants of Brazil, Mexico and
 * Argentina folded, for business-scoped ids the id itself. One contact per identity, by key.
 */
create table contact_identities (
  client_id uuid not null,
  kind text not null check (kind in ('phone', 'user')),
  key text not null,
  contact_id uuid not null,
  value text not null,
  created_at timestamptz not null default now(),
  primary key (client_id, kind, key),
  foreign key (client_id, contact_id) references contacts (client_id, id) on delete cascade
);
create index contact_identities_contact on contact_identities (client_id, contact_id);
select make_tenant_table('contact_identities');

create table contact_lists (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (client_id, id)
);
select make_tenant_table('contact_lists');

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
