-- Tokens with which an identity provider manages the members of an account.
create table scim_tokens (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  last4 text not null,
  token_hash bytea not null,
  -- Of members that it creates.
  default_role text not null check (default_role in ('Admin', 'User')),
  created_by uuid not null references users,
  request_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz,
  last_used_ip text,
  primary key (client_id, id)
);
-- A call names the token before its account is known.
create unique index scim_tokens_hash on scim_tokens (token_hash);
select make_tenant_table('scim_tokens');
create trigger limit_rows after insert on scim_tokens referencing new table as added
  for each statement execute function limit_account_rows('5');

-- What the provider says of members and groups, beyond what the team knows of them.
create table scim_users (
  client_id uuid not null,
  user_id uuid not null,
  external_id text,
  given_name text,
  family_name text,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references client_users (client_id, user_id) on delete cascade
);
create unique index scim_users_external_id on scim_users (client_id, external_id);
select make_tenant_table('scim_users');

create table scim_groups (
  client_id uuid not null,
  group_id uuid not null,
  external_id text,
  primary key (client_id, group_id),
  foreign key (client_id, group_id) references user_groups (client_id, id) on delete cascade
);
create unique index scim_groups_external_id on scim_groups (client_id, external_id);
select make_tenant_table('scim_groups');

-- The last calls that were refused; each write keeps the newest twenty of the account.
create table scim_refusals (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  token_id uuid not null,
  at timestamptz(3) not null default clock_timestamp(),
  -- `PATCH /Users/{id}`
  call text not null,
  status smallint not null,
  detail text not null,
  primary key (client_id, id)
);
create index scim_refusals_by_time on scim_refusals (client_id, at desc, id desc);
select make_tenant_table('scim_refusals');
