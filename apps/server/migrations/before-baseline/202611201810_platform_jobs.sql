/*
 * Work behind the answers: imports, bulk acts, copies of media. What a job is about stands in its feature's own tables;
 * here are ids, whose turn it is, and who holds it. `epoch` counts the holders: each transaction of a run names its own,
 * so a run that lost its lease writes nothing.
 */
create table jobs (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  kind text not null,
  -- Jobs of one account with the same key never run at once.
  key text not null,
  -- 'heavy' work keeps the database busy, 'light' work waits for others; each has slots of its own.
  lane text not null check (lane in ('heavy', 'light')),
  payload jsonb not null,
  -- Smaller first, among the jobs of one account.
  priority smallint not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  run_at timestamptz not null default now(),
  turn_at timestamptz not null default clock_timestamp(),
  -- Runs since something of the job was last committed.
  attempts int not null default 0,
  epoch bigint not null default 0,
  lease_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (client_id, id)
);
create index jobs_waiting on jobs (lane, client_id, priority, turn_at) where state = 'waiting';
create index jobs_due on jobs (run_at) where state = 'waiting';
create index jobs_leases on jobs (lease_until) where state = 'running';
create unique index jobs_one_of_a_key on jobs (client_id, key) where state = 'running';
create index jobs_ended on jobs (ended_at) where ended_at is not null;
alter table jobs set (fillfactor = 70);
select make_tenant_table('jobs');

-- When an account was last served, so that the one that waited longest is next.
create table job_turns (
  client_id uuid not null references clients on delete cascade,
  lane text not null,
  served_at timestamptz not null,
  primary key (client_id, lane)
);
select make_tenant_table('job_turns');
