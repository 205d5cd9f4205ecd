-- An account ("client").
create table clients (
  id uuid primary key,
  name text not null,
  country text not null,
  time_zone text not null,
  industry text,
  website text,
  team_size text,
  referral_source text,
  custom_fields text[] not null default '{}',
  created_by uuid not null,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version bigint not null default 1,
  -- Hash of the request that created the account: a repeated call is recognised even after the account was edited, and
  -- the same id with other content is a conflict.
  request_hash bytea,
  -- Restrictions of all members with the role User.
  user_restrictions jsonb not null default '{}',
  users_may_delete_all_contacts boolean not null default false,
  users_access_changed_at timestamptz,
  -- Users with an email address of the same domain may ask to join.
  join_by_domain boolean not null default false,
  logo_url text,
  -- An Owner may demand two-step verification of every member of the account.
  require_two_step_verification boolean not null default false
);
select make_tenant_table('clients', 'id');

-- Tables of earlier files that refer to it.
alter table users add foreign key (default_client_id) references clients on delete set null;
alter table jobs add foreign key (client_id) references clients on delete cascade;
alter table job_turns add foreign key (client_id) references clients on delete cascade;

-- Square images, as `user_avatars`.
create table client_logos (
  client_id uuid primary key references clients on delete cascade,
  id uuid not null,
  bytes bytea not null check (octet_length(bytes) between 1 and 200000),
  created_at timestamptz not null default now()
);
create unique index client_logos_id on client_logos (id);
select make_tenant_table('client_logos');
