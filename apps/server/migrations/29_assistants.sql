-- Applications that registered themselves to ask members for access (RFC 7591), of the whole installation. Anybody may
-- register, so one that nobody lets in is deleted after a day.
create table assistant_applications (
  id uuid primary key,
  name text not null,
  redirect_uris text[] not null,
  -- Where it registered from, as the group of addresses that is counted together.
  address text not null,
  created_at timestamptz not null default now(),
  -- When a member last let it in.
  used_at timestamptz
);
create index assistant_applications_unused on assistant_applications (created_at) where used_at is null;
create index assistant_applications_by_address on assistant_applications (address, created_at);
select make_system_table('assistant_applications');

/*
 * Applications that members let in. `id` is also that of the session, by which access ends with whatever ends sessions;
 * while the code was not exchanged there are no other tokens. All tokens are kept as hashes.
 */
create table assistant_grants (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  user_id uuid not null references users on delete cascade,
  -- The id of a registered application, or the address of the document that describes it.
  application_id text not null,
  name text not null,
  redirect_uri text not null,
  -- `read`, or `read` and `write`.
  scopes text[] not null,
  code_hash bytea not null,
  challenge text not null,
  code_expires_at timestamptz not null,
  code_used_at timestamptz,
  refresh_hash bytea,
  previous_hash bytea,
  rotated_at timestamptz,
  access_hash bytea,
  access_expires_at timestamptz,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz,
  last_used_ip text,
  primary key (client_id, id),
  check ((code_used_at is null) = (refresh_hash is null)),
  check ((access_hash is null) = (access_expires_at is null))
);
-- Codes and tokens name the grant before its account is known.
create unique index assistant_grants_id on assistant_grants (id);
create unique index assistant_grants_code on assistant_grants (code_hash);
create unique index assistant_grants_access on assistant_grants (access_hash) where access_hash is not null;
create index assistant_grants_application on assistant_grants (application_id);
select make_tenant_table('assistant_grants');
create trigger limit_rows after insert on assistant_grants referencing new table as added
  for each statement execute function limit_account_rows('200');
