-- Scenarios that an account keeps for its sandbox; the newest 200.
create table sandbox_scenarios (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  scenario jsonb not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);
create index sandbox_scenarios_newest on sandbox_scenarios (client_id, created_at desc, id desc);
select make_tenant_table('sandbox_scenarios');
