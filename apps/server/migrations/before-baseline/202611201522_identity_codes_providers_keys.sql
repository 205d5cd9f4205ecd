/*
 * Codes and links. `hash` is that of the handle (codes) or of the link itself; the six digits are kept as a keyed hash
 * with the handle. `attempts` is counted in the statement that looks.
 */
alter table one_time_tokens
  drop column handle_hash,
  add column code_hash bytea,
  add column user_id uuid references users on delete cascade,
  add column payload_enc bytea;

-- Somebody's accounts at providers. Found by issuer and subject, never by an address alone.
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

-- People on their way to a provider and back; a row is taken out by the one who comes back.
create table oidc_flows (
  state_hash bytea primary key,
  provider_id text not null,
  -- Nonce and code verifier.
  secrets_enc bytea not null,
  -- SHA-256 of the verifier that the tab keeps; without one nobody can take what the flow brings.
  challenge bytea,
  expires_at timestamptz not null
);
select make_system_table('oidc_flows');

-- What a provider said about somebody, waiting for the tab that began.
create table auth_handoffs (
  hash bytea primary key,
  challenge bytea,
  identity_enc bytea not null,
  expires_at timestamptz not null
);
select make_system_table('auth_handoffs');

-- Keys whose tokens the operator lets sign people in, and the tokens that were used.
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
