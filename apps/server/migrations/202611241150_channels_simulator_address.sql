-- Where the one simulator of several server processes answers. It ends with the process that started it.
create table simulator_address (
  only_one boolean primary key default true check (only_one),
  process_id int not null,
  host text not null,
  -- Null while it starts.
  url text,
  -- Calls of the installation name it.
  secret_enc bytea,
  -- Where it delivers webhooks: the process that started it.
  webhook_base text,
  claimed_at timestamptz not null default now()
);
select make_system_table('simulator_address');
