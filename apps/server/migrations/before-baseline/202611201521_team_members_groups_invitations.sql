-- What is set for a member: limits in the shape of the contract (null: none), and what colleagues see.
alter table client_users
  add column restrictions jsonb,
  add column away boolean not null default false,
  add column working_hours jsonb not null default '[]',
  -- When the member last began to see less or more: readers of the feed from before start afresh.
  add column access_changed_at timestamptz,
  add column checklist_dismissed_at timestamptz;

-- The same for all Users of an account at once.
alter table clients
  add column user_restrictions jsonb not null default '{}',
  add column users_may_delete_all_contacts boolean not null default false,
  add column users_access_changed_at timestamptz;

-- The trigger of the last Owner looks only at what can take one away.
drop trigger keep_one_owner on client_users;
create trigger keep_one_owner before delete or update of role, suspended_at on client_users
  for each row execute function keep_one_owner();

-- Who left or was removed, for the name on what they wrote.
create table former_members (
  client_id uuid not null references clients on delete cascade,
  user_id uuid not null references users,
  name text not null,
  role text not null,
  removed_at timestamptz not null default now(),
  version bigint not null,
  primary key (client_id, user_id)
);
create index former_members_recent on former_members (client_id, removed_at desc);
select make_tenant_table('former_members');

-- Apart from the membership, because it is written once a minute.
create table member_presence (
  client_id uuid not null,
  user_id uuid not null,
  online_until timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (client_id, user_id),
  foreign key (client_id, user_id) references client_users (client_id, user_id) on delete cascade
);
alter table member_presence set (fillfactor = 70);
select make_tenant_table('member_presence');

create table user_groups (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (client_id, id)
);
create unique index user_groups_name on user_groups (client_id, lower(name));
select make_tenant_table('user_groups');

create table user_group_members (
  client_id uuid not null,
  group_id uuid not null,
  user_id uuid not null,
  primary key (client_id, group_id, user_id),
  foreign key (client_id, group_id) references user_groups (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references client_users (client_id, user_id) on delete cascade
);
create index user_group_members_user on user_group_members (client_id, user_id);
select make_tenant_table('user_group_members');

/*
 * Two links lead to an invitation: the one in the letter proves the address, the one that is copied does not. Both are
 * made from the installation's key, the id and `serial`; a higher serial makes the ones before it worthless.
 */
create table invitations (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  email text not null,
  role text not null check (role in ('Owner', 'Admin', 'User')),
  restrictions jsonb,
  group_ids uuid[] not null default '{}',
  note text not null default '',
  invited_by uuid not null references users,
  serial int not null default 1,
  mail_hash bytea not null,
  copy_hash bytea not null,
  -- The letter that carries the present link.
  letter_id uuid,
  request_hash bytea not null,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  expires_at timestamptz not null,
  asked_again_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid references users,
  declined_at timestamptz,
  revoked_at timestamptz,
  primary key (client_id, id)
);
create unique index invitations_open on invitations (client_id, email)
  where accepted_at is null and declined_at is null and revoked_at is null;
create index invitations_by_created on invitations (client_id, created_at desc, id desc)
  where accepted_at is null and declined_at is null and revoked_at is null;
-- A link is opened before its account is known, and a person's invitations come from any account.
create index invitations_mail_hash on invitations (mail_hash);
create index invitations_copy_hash on invitations (copy_hash);
create index invitations_waiting on invitations (email)
  where accepted_at is null and declined_at is null and revoked_at is null;
select make_tenant_table('invitations');

-- An Owner offered the account to a member; at most one offer an account, gone when it is settled.
create table client_transfers (
  client_id uuid primary key references clients on delete cascade,
  id uuid not null,
  from_user uuid not null,
  to_user uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (client_id, from_user) references client_users (client_id, user_id) on delete cascade,
  foreign key (client_id, to_user) references client_users (client_id, user_id) on delete cascade
);
select make_tenant_table('client_transfers');
