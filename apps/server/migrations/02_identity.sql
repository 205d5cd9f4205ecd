-- Users and their sessions belong to the installation, not to one account.
create table users (
  id uuid primary key,
  email text not null,
  email_verified_at timestamptz,
  display_name text not null,
  phone_number text,
  photo_url text,
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  last_login_at timestamptz,
  -- The account the user starts in; null: the one used last. The foreign key follows with `clients`.
  default_client_id uuid,
  -- The zone times are shown in; null: that of the device.
  time_zone text,
  -- How dates, times and numbers are written for the user; null: as the browser does.
  region text,
  hour_format text check (hour_format in ('12', '24')),
  week_start text check (week_start in ('mon', 'sat', 'sun')),
  -- The language that a page last showed the user: that of emails while `preferences` names none.
  page_language text,
  -- Appearance and keys of the user on all devices, as the contract's `preferences`; what was never chosen is absent.
  preferences jsonb not null default '{}' constraint users_preferences check (jsonb_typeof(preferences) = 'object')
);
-- One user per email address, in any case.
create unique index users_email on users (lower(email));
select make_system_table('users');
-- Accounts to join are found by the domain of a verified address.
create index users_domain on users (split_part(lower(email), '@', 2)) where email_verified_at is not null;

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
  revoked_reason text,
  -- The first session of the sign-in, for sessions in other accounts made from it: reuse of a stolen refresh token ends
  -- them together. Null: this is the first.
  family_id uuid,
  -- Where the client keeps the session's refresh token: in a cookie that scripts cannot read, or itself.
  in_cookie boolean not null default false,
  -- The name of the application that a user let in with this session; null: the user signed in.
  application text
);
create unique index sessions_token_hash on sessions (token_hash);
create index sessions_prev_hash on sessions (prev_hash) where prev_hash is not null;
create index sessions_user on sessions (user_id) where revoked_at is null;
select make_system_table('sessions');
create index sessions_family on sessions (family_id) where family_id is not null and revoked_at is null;

create table auth_throttle (
  key_hash bytea primary key,
  failures int not null default 0,
  blocked_until timestamptz,
  updated_at timestamptz not null default now()
);
select make_system_table('auth_throttle');

/*
 * One-time codes and links. `hash` is that of the handle (codes) or of the link itself; the six digits are kept as a
 * keyed hash together with the handle. `attempts` is counted in the statement that reads the row.
 */
create table one_time_tokens (
  hash bytea primary key,
  purpose text not null,
  email text,
  attempts int not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  code_hash bytea,
  user_id uuid references users on delete cascade,
  payload_enc bytea
);
select make_system_table('one_time_tokens');

-- At most one row: the first user exists. The primary key decides between concurrent set-ups.
create table setup_claims (
  one boolean primary key default true check (one),
  user_id uuid not null references users on delete cascade,
  claimed_at timestamptz not null default now()
);
select make_system_table('setup_claims');

-- Sign-in accounts at identity providers. Found by issuer and subject, never by an email address alone.
create table user_identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null references users on delete cascade,
  provider_id text not null,
  name text,
  email text,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  primary key (issuer, subject)
);
create index user_identities_user on user_identities (user_id);
select make_system_table('user_identities');

-- Sign-ins that were sent to a provider; the return deletes the row.
create table oidc_flows (
  state_hash bytea primary key,
  provider_id text not null,
  -- Nonce and code verifier.
  secrets_enc bytea not null,
  -- SHA-256 of the verifier that the browser tab keeps; only it can exchange the result.
  challenge bytea,
  expires_at timestamptz not null
);
select make_system_table('oidc_flows');

-- Identities returned by a provider, waiting for the browser tab that began the sign-in.
create table auth_handoffs (
  hash bytea primary key,
  challenge bytea,
  identity_enc bytea not null,
  expires_at timestamptz not null
);
select make_system_table('auth_handoffs');

-- Keys whose custom tokens may sign users in, and the tokens that were used.
create table custom_token_keys (
  kid text primary key,
  name text not null,
  alg text not null,
  public_jwk jsonb not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
select make_system_table('custom_token_keys');

create table custom_token_uses (
  kid text not null,
  jti text not null,
  expires_at timestamptz not null,
  primary key (kid, jti)
);
select make_system_table('custom_token_uses');

/*
 * Avatars: small square images made from the upload. They are rows because they are small and every screen asks for
 * them, and so they are part of every backup. `id` is random and changes with every image, so an address cannot be
 * guessed and can be cached for ever.
 */
create table user_avatars (
  user_id uuid primary key references users on delete cascade,
  id uuid not null,
  bytes bytea not null check (octet_length(bytes) between 1 and 200000),
  created_at timestamptz not null default now()
);
create unique index user_avatars_id on user_avatars (id);
select make_system_table('user_avatars');

/*
 * Browsers from which a user has signed in: a cookie holds the random value whose hash this is. Wrong passwords from
 * elsewhere do not count against them, so nobody can lock users out of their own devices.
 */
create table known_devices (
  user_id uuid not null references users on delete cascade,
  device_hash bytea not null check (length(device_hash) = 32),
  created_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  primary key (user_id, device_hash)
);
select make_system_table('known_devices');

-- What a user shows besides the first proof at a sign-in: codes of an authenticator app, and recovery codes that work once.
create table user_factors (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('totp', 'recovery')),
  -- The shared secret of an authenticator app.
  secret_enc bytea,
  -- The time step of the last code that was used: it and those before it are refused.
  last_counter bigint,
  -- Of a recovery code its first characters, and the hash of all of it.
  selector text,
  hash text,
  -- Null until the first code has shown that the app has the secret.
  confirmed_at timestamptz,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  check ((kind = 'totp') = (secret_enc is not null)),
  check ((kind = 'recovery') = (selector is not null and hash is not null))
);
create unique index user_factors_totp on user_factors (user_id) where kind = 'totp';
create unique index user_factors_recovery on user_factors (user_id, selector) where kind = 'recovery';
select make_system_table('user_factors');

/*
 * Passkeys: public keys whose private halves never leave a device or a password manager. Browsers name a key by its
 * credential id. `counter` is the last one that the key has shown; keys that do not count stay at 0.
 */
create table user_passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  credential_id bytea not null check (octet_length(credential_id) between 1 and 1023),
  public_key bytea not null,
  counter bigint not null,
  -- How the browser reaches the key again, such as `usb` or `internal`.
  transports text[] not null,
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz
);
create unique index user_passkeys_credential on user_passkeys (credential_id);
create index user_passkeys_user on user_passkeys (user_id);
select make_system_table('user_passkeys');
