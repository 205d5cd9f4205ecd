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
