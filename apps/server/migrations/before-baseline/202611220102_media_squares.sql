/*
 * Photos of people and logos of accounts: small squares, made anew from what was uploaded. They are rows because they
 * are small, are asked for by every screen, and so go with every backup. `id` changes with every picture and is random:
 * whoever has an address was given it, and it can be kept for ever.
 */
create table user_photos (
  user_id uuid primary key references users on delete cascade,
  id uuid not null,
  bytes bytea not null check (octet_length(bytes) between 1 and 200000),
  created_at timestamptz not null default now()
);
create unique index user_photos_id on user_photos (id);
select make_system_table('user_photos');

create table client_logos (
  client_id uuid primary key references clients on delete cascade,
  id uuid not null,
  bytes bytea not null check (octet_length(bytes) between 1 and 200000),
  created_at timestamptz not null default now()
);
create unique index client_logos_id on client_logos (id);
select make_tenant_table('client_logos');

-- Repeated where they are read with every list; null: none.
alter table client_users add column photo_url text;
update client_users m set photo_url = u.photo_url from users u where u.id = m.user_id and u.photo_url is not null;
alter table clients add column logo_url text;
