-- Keys of programs. The text of a key is random, so a plain hash hides it; it is compared in constant time.
create table api_keys (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  last4 text not null,
  key_hash bytea not null,
  scopes text[] not null,
  channel_ids uuid[],
  allowed_addresses text[] not null default '{}',
  created_by uuid not null references users,
  request_hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  last_used_ip text,
  revoked_at timestamptz,
  primary key (client_id, id)
);
create index api_keys_by_created on api_keys (client_id, created_at desc, id desc) where revoked_at is null;
-- A call names the key before its account is known.
create index api_keys_id on api_keys (id);
select make_tenant_table('api_keys');
