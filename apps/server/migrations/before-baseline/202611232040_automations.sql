create table automations (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  name text not null,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'ON', 'OFF', 'PAUSED')),
  -- What is edited, as the contract's `flow`; `published_version` is what runs.
  draft jsonb not null,
  published_version int,
  -- Earlier events start nothing.
  on_since timestamptz,
  -- Automations are tried in this order.
  position int not null,
  errors_in_row int not null default 0,
  -- The next time of a schedule.
  next_at timestamptz,
  request_hash bytea not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  updated_by text not null,
  version bigint not null default 1,
  primary key (client_id, id),
  constraint automations_on check (state <> 'ON' or published_version is not null and on_since is not null)
);
-- The accounts that run something.
create index automations_live on automations (client_id, position, id) where state = 'ON';
select make_tenant_table('automations');

create table automation_versions (
  client_id uuid not null,
  automation_id uuid not null,
  number int not null,
  flow jsonb not null,
  published_at timestamptz not null default now(),
  published_by text not null,
  primary key (client_id, automation_id, number),
  foreign key (client_id, automation_id) references automations (client_id, id) on delete cascade
);
select make_tenant_table('automation_versions');

-- One row for each start. The unique key is why an event never starts an automation twice.
create table automation_runs (
  client_id uuid not null,
  id uuid not null,
  automation_id uuid not null,
  version_number int not null,
  thread_id uuid not null,
  channel_id uuid not null,
  event_key text not null,
  -- The customer's message that started it, then the last answer.
  message_id uuid,
  answered boolean not null default false,
  -- Answers are messages that came after the question.
  asked_at timestamptz,
  state text not null default 'RUNNING'
    check (state in ('RUNNING', 'WAITING', 'ASKING', 'FINISHED', 'STOPPED', 'FAILED')),
  reason text,
  -- The step to take next; of a question the one that waits.
  step_id text,
  variables jsonb not null default '{}',
  -- Lines of the trace so far, and steps since it last waited.
  lines int not null default 0,
  steps_in_row int not null default 0,
  retries int not null default 0,
  -- Tries of the step that failed for an internal reason.
  tries int not null default 0,
  -- On the clock of the channel; null once it has ended.
  due_at timestamptz,
  started_at timestamptz(3) not null default now(),
  ended_at timestamptz,
  primary key (client_id, id),
  unique (client_id, automation_id, event_key),
  foreign key (client_id, automation_id) references automations (client_id, id) on delete cascade,
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade,
  constraint automation_runs_open check ((due_at is null) = (ended_at is not null))
);
alter table automation_runs set (fillfactor = 80);
create unique index automation_runs_one_open on automation_runs (client_id, thread_id, automation_id) where ended_at is null;
create index automation_runs_of_automation on automation_runs (client_id, automation_id, started_at desc, id desc);
create index automation_runs_of_thread on automation_runs (client_id, thread_id, started_at desc, id desc);
create index automation_runs_recent on automation_runs (client_id, started_at);
create index automation_runs_of_channel on automation_runs (client_id, channel_id, due_at) where due_at is not null;
create index automation_runs_due on automation_runs (due_at) where due_at is not null;
create index automation_runs_age on automation_runs (ended_at) where ended_at is not null;
select make_tenant_table('automation_runs');

-- The trace: what a run did, line by line.
create table automation_run_steps (
  client_id uuid not null,
  run_id uuid not null,
  n int not null,
  step_id text,
  kind text not null,
  outcome text not null,
  detail jsonb not null default '{}',
  message_id uuid,
  at timestamptz(3) not null default clock_timestamp(),
  primary key (client_id, run_id, n),
  foreign key (client_id, run_id) references automation_runs (client_id, id) on delete cascade
);
create index automation_run_steps_message on automation_run_steps (client_id, message_id) where message_id is not null;
select make_tenant_table('automation_run_steps');

-- Conversations in which a member, or a handover, stopped the bot.
create table automation_stops (
  client_id uuid not null,
  thread_id uuid not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  primary key (client_id, thread_id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade
);
select make_tenant_table('automation_stops');

-- Who of a round-robin got a conversation last.
create table automation_turns (
  client_id uuid not null,
  automation_id uuid not null,
  user_id uuid not null,
  at timestamptz not null,
  primary key (client_id, automation_id, user_id),
  foreign key (client_id, automation_id) references automations (client_id, id) on delete cascade,
  foreign key (client_id, user_id) references client_users (client_id, user_id) on delete cascade
);
select make_tenant_table('automation_turns');

-- How far the account's change feed was read for automations; accounts without one have none.
create table automation_cursors (
  client_id uuid primary key references clients on delete cascade,
  pos bigint not null
);
select make_tenant_table('automation_cursors');
