-- Members: the users of an account.
create table client_users (
  client_id uuid not null references clients on delete cascade,
  user_id uuid not null references users,
  role text not null check (role in ('Owner', 'Admin', 'User')),
  name text not null,
  email text not null,
  created_at timestamptz not null default now(),
  suspended_at timestamptz,
  last_used_at timestamptz,
  version bigint not null default 1,
  -- Permissions of this member, as the contract has them; null: no restrictions.
  restrictions jsonb,
  -- Until then they are away; `infinity`: until they are back.
  away_until timestamptz,
  working_hours jsonb not null default '[]',
  -- When the member's visibility last changed: clients with an older cursor of the change feed reload everything.
  access_changed_at timestamptz,
  -- A copy, because lists of members show it.
  photo_url text,
  checklist_dismissed_at timestamptz,
  -- The name of a member for customers, in transcripts; null: the one the team sees.
  customer_name text,
  primary key (client_id, user_id)
);
-- Sign-in reads all accounts of one user before any account is chosen.
create index client_users_user on client_users (user_id, client_id);
select make_tenant_table('client_users');

-- The last Owner cannot be removed: who removes or demotes one locks the account row first, then one must remain.
create function keep_one_owner() returns trigger language plpgsql as $$
begin
  if old.role = 'Owner' and (tg_op = 'DELETE' or new.role <> 'Owner' or new.suspended_at is not null) then
    perform 1 from clients where id = old.client_id for update;
    if found and not exists (
      select from client_users
      where client_id = old.client_id and role = 'Owner' and suspended_at is null
        and user_id <> old.user_id
    ) then
      raise exception 'an account needs one Owner' using errcode = 'PL001';
    end if;
  end if;
  return coalesce(new, old);
end $$;
create trigger keep_one_owner before delete or update of role, suspended_at on client_users
  for each row execute function keep_one_owner();

-- Members who left or were removed, for the name on what they wrote.
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

-- Not a column of `client_users`, because it is written once a minute.
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
create unique index user_groups_name on user_groups (client_id, name_key(name));
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
 * Two links open an invitation: the one in the email verifies the address, the one that is copied does not. Both are
 * derived from the installation's key, the id and `serial`; raising `serial` invalidates earlier links.
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
  email_token_hash bytea not null,
  link_token_hash bytea not null,
  -- The email that carries the current link.
  email_id uuid,
  request_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz,
  expires_at timestamptz not null,
  asked_again_at timestamptz,
  accepted_at timestamptz,
  accepted_by uuid references users,
  declined_at timestamptz,
  revoked_at timestamptz,
  -- The role when the current links were sent; null: unchanged since. Tells the invited person about a change.
  sent_role text check (sent_role in ('Owner', 'Admin', 'User')),
  -- Emails that callers cause are counted by day: how often an invitation was emailed in the day that began then, and when a
  -- report was delivered.
  day_began_at timestamptz,
  sent_in_day int not null default 0,
  primary key (client_id, id)
);
create unique index invitations_open on invitations (client_id, email)
  where accepted_at is null and declined_at is null and revoked_at is null;
create index invitations_by_created on invitations (client_id, created_at desc, id desc)
  where accepted_at is null and declined_at is null and revoked_at is null;
-- A link is opened before its account is known, and a user's invitations come from any account.
create index invitations_waiting on invitations (email)
  where accepted_at is null and declined_at is null and revoked_at is null;
select make_tenant_table('invitations');
-- The daily limit of invitations counts across accounts.
create index invitations_by_inviter on invitations (invited_by, created_at);

-- An Owner's offer to transfer the account to a member; at most one for each account.
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

-- Requests to join without an invitation: one row for each user and account, reused by a new request.
create table join_requests (
  client_id uuid not null references clients on delete cascade,
  user_id uuid not null references users,
  name text not null,
  -- The address whose domain allowed the request.
  email text not null,
  created_at timestamptz(3) not null default date_trunc('milliseconds', now()),
  state text not null default 'open' check (state in ('open', 'accepted', 'declined')),
  answered_at timestamptz,
  answered_by uuid references users,
  primary key (client_id, user_id),
  check ((state = 'open') = (answered_at is null))
);
create index join_requests_open on join_requests (client_id, created_at desc, user_id desc) where state = 'open';
select make_tenant_table('join_requests');

create trigger limit_rows after insert on user_groups referencing new table as added
  for each statement execute function limit_account_rows('200');
create trigger limit_rows after insert on invitations referencing new table as added
  for each statement execute function limit_account_rows('5000');

-- Filters of a table that a member saved under names, as the contract's `SavedFilter`.
create table saved_filters (
  client_id uuid not null,
  user_id uuid not null,
  page text not null check (page in ('broadcasts', 'sent_messages')),
  filters jsonb not null check (jsonb_typeof(filters) = 'array'),
  primary key (client_id, user_id, page),
  foreign key (client_id, user_id) references client_users (client_id, user_id) on delete cascade
);
select make_tenant_table('saved_filters');

-- Links are derived from the account, the invitation and its serial: each is one in the whole installation.
create unique index invitations_email_token on invitations (email_token_hash);
create unique index invitations_link_token on invitations (link_token_hash);
