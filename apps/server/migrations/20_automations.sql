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
  -- What the published flow listens to among the events below: kind of its trigger, and the field number, the list or the
  -- incoming webhook.
  listens text,
  listens_to text,
  -- Why an automation paused; null unless it did.
  paused_by text check (paused_by in ('errors', 'slow_words')),
  primary key (client_id, id),
  constraint automations_on check (state <> 'ON' or published_version is not null and on_since is not null),
  constraint automations_paused check ((state = 'PAUSED') = (paused_by is not null))
);
-- The accounts that run something.
create index automations_live on automations (client_id, position, id) where state = 'ON';
select make_tenant_table('automations');
create trigger limit_rows after insert on automations referencing new table as added
  for each statement execute function limit_account_rows('200');

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
  thread_id uuid,
  channel_id uuid,
  event_key text not null,
  -- The customer's message that started it, then the last answer.
  message_id uuid,
  answered boolean not null default false,
  -- Answers are messages that came after the question.
  asked_at timestamptz,
  state text not null default 'RUNNING',
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
  contact_id uuid,
  primary key (client_id, id),
  unique (client_id, automation_id, event_key),
  foreign key (client_id, automation_id) references automations (client_id, id) on delete cascade,
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade,
  constraint automation_runs_open check ((due_at is null) = (ended_at is not null)),
  constraint automation_runs_state_check check (state in ('RUNNING', 'WAITING', 'ASKING', 'CALLING', 'FINISHED', 'STOPPED', 'FAILED')),
  constraint automation_runs_place check (thread_id is not null and channel_id is not null or contact_id is not null and ended_at is not null),
  foreign key (client_id, contact_id) references contacts (client_id, id) on delete cascade
);
alter table automation_runs set (fillfactor = 80);
create unique index automation_runs_one_open on automation_runs (client_id, thread_id, automation_id) where ended_at is null;
create index automation_runs_of_automation on automation_runs (client_id, automation_id, started_at desc, id desc);
create index automation_runs_of_thread on automation_runs (client_id, thread_id, started_at desc, id desc);
create index automation_runs_recent on automation_runs (client_id, started_at);
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
create index automation_runs_of_channel on automation_runs (client_id, channel_id, due_at)
  where due_at is not null and state <> 'CALLING';
create index automation_runs_calling on automation_runs (client_id, channel_id, due_at) where state = 'CALLING';

-- Values of headers that are never shown again. Each is sent to the host that it was entered for only.
create table automation_secrets (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  origin text not null,
  value_enc bytea not null,
  created_by text not null,
  created_at timestamptz not null default now(),
  primary key (client_id, id)
);
select make_tenant_table('automation_secrets');
create trigger limit_rows after insert on automation_secrets referencing new table as added
  for each statement execute function limit_account_rows('500');
create index automations_listening on automations (client_id, listens, listens_to) where state = 'ON' and listens is not null;

/*
 * Events of contacts that a running automation listens to: written in the transaction of the event, whoever caused it, and
 * deleted in the one that starts runs. An automation is never started by its own change.
 */
create table automation_contact_events (
  client_id uuid not null references clients on delete cascade,
  id bigint generated always as identity,
  kind text not null check (kind in ('field_changed', 'list_joined', 'incoming_webhook')),
  contact_id uuid not null,
  subject text not null,
  -- The new value, or the body of the call.
  value text not null default '',
  caused_by uuid,
  at timestamptz not null default clock_timestamp(),
  primary key (client_id, id),
  foreign key (client_id, contact_id) references contacts (client_id, id) on delete cascade
);
create index automation_contact_events_of_contact on automation_contact_events (client_id, contact_id);
select make_tenant_table('automation_contact_events');

-- The automation whose step this transaction takes.
create function automation_at_work() returns uuid language sql stable as
  $$ select nullif(current_setting('app.automation', true), '')::uuid $$;

create function automations_see_fields() returns trigger language plpgsql as $$
begin
  if not exists (select from automations where state = 'ON' and listens = 'field_changed') then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into automation_contact_events (client_id, kind, contact_id, subject, value, caused_by)
    select n.client_id, 'field_changed', n.id, f.key, f.value, automation_at_work()
    from new_rows n cross join lateral jsonb_each_text(n.custom_fields) f
    where n.deleted_at is null and exists (select from automations a where a.client_id = n.client_id and a.state = 'ON'
      and a.listens = 'field_changed' and a.listens_to = f.key);
  else
    insert into automation_contact_events (client_id, kind, contact_id, subject, value, caused_by)
    select n.client_id, 'field_changed', n.id, a.listens_to, coalesce(n.custom_fields->>a.listens_to, ''), automation_at_work()
    from new_rows n join old_rows o using (client_id, id)
    join (select distinct client_id, listens_to from automations where state = 'ON' and listens = 'field_changed') a
      on a.client_id = n.client_id
    where n.deleted_at is null and n.custom_fields <> o.custom_fields
      and n.custom_fields->a.listens_to is distinct from o.custom_fields->a.listens_to;
  end if;
  return null;
end $$;
create trigger automations_see_new_fields after insert on contacts referencing new table as new_rows
  for each statement execute function automations_see_fields();
create trigger automations_see_fields after update on contacts referencing old table as old_rows new table as new_rows
  for each statement execute function automations_see_fields();

create function automations_see_lists() returns trigger language plpgsql as $$
begin
  if not exists (select from automations where state = 'ON' and listens = 'list_joined') then
    return null;
  end if;
  insert into automation_contact_events (client_id, kind, contact_id, subject, caused_by)
  select r.client_id, 'list_joined', r.contact_id, r.contact_list_id, automation_at_work() from rows r
  where exists (select from automations a where a.client_id = r.client_id and a.state = 'ON'
    and a.listens = 'list_joined' and a.listens_to = r.contact_list_id::text);
  return null;
end $$;
create trigger automations_see_lists after insert on contact_list_members referencing new table as rows
  for each statement execute function automations_see_lists();

create function automations_see_calls() returns trigger language plpgsql as $$
begin
  insert into automation_contact_events (client_id, kind, contact_id, subject, value)
  select new.client_id, 'incoming_webhook', new.contact_id, new.webhook_id, coalesce(new.body, '')
  where exists (select from automations a where a.client_id = new.client_id and a.state = 'ON'
    and a.listens = 'incoming_webhook' and a.listens_to = new.webhook_id::text);
  return null;
end $$;
create trigger automations_see_calls after update on incoming_webhook_calls for each row
  when (new.state = 'accepted' and old.contact_id is null and new.contact_id is not null)
  execute function automations_see_calls();
create index automation_runs_of_contact on automation_runs (client_id, contact_id) where contact_id is not null;

/*
 * An AI intent of a draft, tried on messages that customers wrote. Of a step there is one, about the intents that it had:
 * with other texts it is void. It holds no text of a customer, and its answers go with their messages.
 */
create table automation_exams (
  client_id uuid not null,
  automation_id uuid not null,
  step_id text not null,
  -- Another one for the same step has another id, so that work for the former ends.
  id uuid not null,
  -- Names and descriptions, in the order of the step.
  intents jsonb not null,
  channel_ids uuid[] not null,
  needed int not null,
  -- Why it stopped before every message had an answer.
  problem text,
  created_at timestamptz not null default now(),
  created_by text not null,
  primary key (client_id, automation_id, step_id),
  foreign key (client_id, automation_id) references automations (client_id, id) on delete cascade
);
select make_tenant_table('automation_exams');

create table automation_exam_answers (
  client_id uuid not null,
  automation_id uuid not null,
  step_id text not null,
  message_id uuid not null,
  -- Number of the intent that was chosen, 0 for none; null until the provider answered.
  intent smallint,
  -- In percent; null: the provider did not say.
  confidence smallint check (confidence between 0 and 100),
  mark text check (mark in ('right', 'wrong', 'unsure')),
  primary key (client_id, automation_id, step_id, message_id),
  foreign key (client_id, automation_id, step_id) references automation_exams (client_id, automation_id, step_id)
    on delete cascade,
  foreign key (client_id, message_id) references messages (client_id, id) on delete cascade
);
create index automation_exam_answers_of_message on automation_exam_answers (client_id, message_id);
select make_tenant_table('automation_exam_answers');
