-- People and their sessions belong to the installation, not to one account.
create table users (
  id uuid primary key,
  email text not null,
  email_verified_at timestamptz,
  display_name text not null,
  phone_number text,
  photo_url text,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  last_login_at timestamptz
);
-- One person per address, however it is typed.
create unique index users_email on users (lower(email));
select make_system_table('users');

create table user_passwords (
  user_id uuid primary key references users on delete cascade,
  hash text not null,
  changed_at timestamptz not null default now()
);
select make_system_table('user_passwords');

create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  client_id uuid,
  token_hash bytea not null,
  prev_hash bytea,
  rotated_at timestamptz,
  idle_expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  ip text not null default '',
  user_agent text not null default '',
  auth_time timestamptz not null default now(),
  amr text[] not null default '{}',
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  revoked_at timestamptz,
  revoked_reason text
);
create unique index sessions_token_hash on sessions (token_hash);
create index sessions_prev_hash on sessions (prev_hash) where prev_hash is not null;
create index sessions_user on sessions (user_id) where revoked_at is null;
select make_system_table('sessions');

create table signing_keys (
  kid text primary key,
  alg text not null,
  public_jwk jsonb not null,
  private_enc bytea not null,
  not_before timestamptz not null default now(),
  retired_at timestamptz
);
select make_system_table('signing_keys');

create table auth_throttle (
  key_hash bytea primary key,
  failures int not null default 0,
  blocked_until timestamptz,
  updated_at timestamptz not null default now()
);
select make_system_table('auth_throttle');

-- The one-time link of the first run, and later codes and links by mail.
create table one_time_tokens (
  hash bytea primary key,
  purpose text not null,
  email text,
  handle_hash bytea,
  attempts int not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now()
);
select make_system_table('one_time_tokens');

-- At most one row: the first person has been made. The key decides between claims that race.
create table setup_claims (
  one boolean primary key default true check (one),
  user_id uuid not null references users on delete cascade,
  claimed_at timestamptz not null default now()
);
select make_system_table('setup_claims');
