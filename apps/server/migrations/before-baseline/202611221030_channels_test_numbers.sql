-- Phones that test sends (BROADCAST_SANDBOX) may reach for real: at most ten an account, each proven by a message from it.
create table test_numbers (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  slot smallint not null check (slot between 1 and 10),
  name text not null,
  phone_number text not null,
  match_key text not null,
  -- What that phone has to write to a number of the account.
  code text not null,
  verified_at timestamptz,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (client_id, id),
  unique (client_id, slot),
  unique (client_id, match_key)
);
select make_tenant_table('test_numbers');
