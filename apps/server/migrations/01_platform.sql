-- Roles, row-level security, partitions, limits, jobs and the email outbox. `parley_app` and `parley_system` are
-- replaced by the names that the database has for its roles.

-- Two login roles beside the owner. parley_app sees one account at a time (row-level security); parley_system
-- serves the few statements that must cross accounts (ingest, change feed, sign-in, schedules).
do $$
begin
  create role parley_app login;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  create role parley_system login;
exception when duplicate_object or unique_violation then null;
end $$;
grant usage on schema public to parley_app, parley_system;

-- A stalled transaction must not hold back vacuum or the change feed for ever.
do $$
begin
  if current_setting('server_version_num')::int >= 170000 then
    execute 'alter role parley_app set transaction_timeout = ''120s''';
  end if;
end $$;
alter role parley_app set idle_in_transaction_session_timeout = '60s';
alter role parley_system set idle_in_transaction_session_timeout = '60s';

/* The account of the running transaction, null when none was set: then no tenant row is visible. */
create function current_client_id() returns uuid
  language sql stable parallel safe
  as $$ select nullif(current_setting('app.client_id', true), '')::uuid $$;

/*
 * What two names have in common that people take for the same: width and other compatibility forms (NFKC), case, blanks,
 * and what nobody sees (Default_Ignorable_Code_Point). Equal to `nameKey` of the contract.
 */
create function name_key(name text) returns text
  language plpgsql immutable strict parallel safe as $$
begin
  if octet_length(name) = length(name) and name !~ '[\x01-\x1f\x7f]' then
    return btrim(regexp_replace(lower(name), ' +', ' ', 'g'));
  end if;
  name := regexp_replace(normalize(name, NFKC), '[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u2800\u3000]+', ' ', 'g');
  name := regexp_replace(name,
    '[\x01-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f'
    '\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g');
  name := lower(replace(name, 'İ', 'i̇'));
  name := normalize(replace(replace(name, 'ß', 'ss'), 'ς', 'σ'), NFKC);
  return btrim(regexp_replace(name, ' +', ' ', 'g'));
end $$;

/* Makes a table a tenant table: policies for both roles and the grants that go with them. */
create function make_tenant_table(target regclass, key_column name default 'client_id') returns void
  language plpgsql as $$
begin
  execute format('alter table %s enable row level security', target);
  execute format(
    'create policy tenant on %s to parley_app using (%I = nullif(current_setting(''app.client_id'', true), '''')::uuid)'
    ' with check (%I = nullif(current_setting(''app.client_id'', true), '''')::uuid)',
    target, key_column, key_column);
  execute format('create policy everything on %s to parley_system using (true) with check (true)', target);
  execute format('grant select, insert, update, delete on %s to parley_app, parley_system', target);
end $$;

/* A table of the whole installation: no tenant rows, reachable only by the system role. */
create function make_system_table(target regclass) returns void
  language plpgsql as $$
begin
  execute format('grant select, insert, update, delete on %s to parley_system', target);
end $$;

/*
 * Creates the range partitions of a table from `first` over `spans` spans of `span`, and a default partition that
 * catches rows of other times, so that no insert ever fails for want of a partition. Safe to call again and at once
 * by several processes. Partitions get no grants: everything goes through the parent and its policies.
 */
create function ensure_partitions(target regclass, span interval, first timestamptz, spans int) returns void
  language plpgsql as $$
declare
  base text := (select relname from pg_class where oid = target);
  lower_bound timestamptz := first;
  part text;
begin
  perform pg_advisory_xact_lock(hashtext('partitions of ' || base));
  execute format('create table if not exists %I partition of %s default', base || '_default', target);
  for i in 1..spans loop
    part := base || '_' || to_char(lower_bound at time zone 'UTC', 'YYYYMMDD');
    if to_regclass(part) is null then
      begin
        execute format('create table %I partition of %s for values from (%L) to (%L)',
          part, target, lower_bound, lower_bound + span);
      exception when check_violation then
        null; -- the default partition already holds rows of this span: they stay there until they age out
      end;
    end if;
    lower_bound := lower_bound + span;
  end loop;
end $$;

/*
 * Creates the next partitions and drops expired ones: changes and API requests after 9 days, raw events after 31 days.
 * Message events stay. Runs as the owner, because only the owner may create tables; callable by the system role.
 */
create function maintain_partitions() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old record;
begin
  perform ensure_partitions('api_key_requests', interval '1 day', date_trunc('day', now()), 9);
  perform ensure_partitions('changes', interval '1 day', date_trunc('day', now()), 9);
  perform ensure_partitions('webhook_events', interval '1 day', date_trunc('day', now()), 9);
  perform ensure_partitions('message_events', interval '1 month', date_trunc('month', now()), 3);
  for old in
    select c.oid::regclass as part
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    join pg_class p on p.oid = i.inhparent
    where (p.relname in ('api_key_requests', 'changes') and c.relname ~ '_[0-9]{8}$'
           and to_date(right(c.relname, 8), 'YYYYMMDD') < (now() - interval '9 days')::date)
       or (p.relname = 'webhook_events' and c.relname ~ '_[0-9]{8}$'
           and to_date(right(c.relname, 8), 'YYYYMMDD') < (now() - interval '31 days')::date)
  loop
    execute format('drop table if exists %s', old.part);
  end loop;
end $$;
revoke execute on function maintain_partitions() from public;
grant execute on function maintain_partitions() to parley_system;
revoke execute on function ensure_partitions(regclass, interval, timestamptz, int) from public;

/*
 * Limits how many rows of a table one account may have, so that no account slows down the others. Arguments of the
 * trigger: the limit, and a condition for the rows that count (default: all). It runs after the insert, so that a
 * repeated call, which inserts nothing, still succeeds; and it takes a lock, so that the second of two concurrent calls
 * counts the rows of the first. Only our own roles are limited: the owner and a restore may write any number.
 */
create function limit_account_rows() returns trigger language plpgsql as $$
declare
  account uuid;
  held bigint;
begin
  if current_user not in ('parley_app', 'parley_system') then return null; end if;
  for account in select distinct client_id from added order by client_id loop
    perform pg_advisory_xact_lock(hashtextextended(tg_table_name || account, 0));
    execute format('select count(*) from (select from %I where client_id = $1 and (%s) limit %s) counted',
      tg_table_name, coalesce(tg_argv[1], 'true'), tg_argv[0]::int + 1) into held using account;
    if held > tg_argv[0]::int then
      raise exception 'account limit reached' using errcode = 'PAR01', table = tg_table_name, detail = tg_argv[0];
    end if;
  end loop;
  return null;
end $$;

-- Workers analyze tables after a burst of writing. It runs as the owner: PostgreSQL before 17 lets only owners analyze.
create function analyze_tables(names text[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  found regclass;
begin
  for found in
    select c.oid from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname = any (names)
    order by c.relname
  loop
    execute format('analyze %s', found);
  end loop;
end $$;
revoke execute on function analyze_tables(text[]) from public;
grant execute on function analyze_tables(text[]) to parley_system;

-- One row: the key that encrypts this installation's secrets. A process with another key is refused before it changes
-- anything.
create table installation (
  only_one boolean primary key default true check (only_one),
  key_id text not null,
  created_at timestamptz not null default now(),
  -- The last backup that was finished, so that a forgotten one is noticed.
  last_backup_at timestamptz,
  -- The time of the schedule for which the last backup was made.
  scheduled_backup_for timestamptz,
  -- The last scheduled one, when it failed.
  backup_failed_at timestamptz,
  backup_failure text,
  check ((backup_failed_at is null) = (backup_failure is null))
);
select make_system_table('installation');

-- The server processes of this installation. While one lives, its session in the database holds an advisory lock on its
-- id; the lock ends with the session, however the process ends.
create table server_processes (
  id int primary key,
  role text not null,
  host text not null,
  pid int not null,
  started_at timestamptz not null default now()
);
select make_system_table('server_processes');

-- Keys that sign ID tokens.
create table signing_keys (
  kid text primary key,
  alg text not null,
  public_jwk jsonb not null,
  private_enc bytea not null,
  not_before timestamptz not null default now(),
  retired_at timestamptz
);
select make_system_table('signing_keys');

/*
 * Background jobs: imports, bulk operations, copies of media. The data of a job is in the tables of its feature; here
 * are ids, the order, and the lease. `epoch` counts the leases: each transaction of a run names its own, so a run that
 * lost its lease writes nothing. The foreign keys to `clients` follow with that table.
 */
create table jobs (
  client_id uuid not null,
  id uuid not null,
  kind text not null,
  -- Jobs of one account with the same key never run at once.
  key text not null,
  -- 'heavy' work keeps the database busy, 'light' work waits for other systems; each has workers of its own.
  weight text not null check (weight in ('heavy', 'light')),
  payload jsonb not null,
  -- Smaller first, among the jobs of one account.
  priority smallint not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  run_at timestamptz not null default now(),
  turn_at timestamptz not null default clock_timestamp(),
  -- Runs since the job last committed something.
  attempts int not null default 0,
  epoch bigint not null default 0,
  lease_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Those of them that failed by themselves, not because their process was killed.
  failures int not null default 0,
  -- The process that holds the lease: when it dies, others take the job over before the lease ends.
  process_id int,
  primary key (client_id, id)
);
create index jobs_waiting on jobs (weight, client_id, priority, turn_at) where state = 'waiting';
create index jobs_due on jobs (run_at) where state = 'waiting';
create index jobs_leases on jobs (lease_until) where state = 'running';
create unique index jobs_one_of_a_key on jobs (client_id, key) where state = 'running';
create index jobs_ended on jobs (ended_at) where ended_at is not null;
alter table jobs set (fillfactor = 70);
select make_tenant_table('jobs');

-- When an account was last served, so that the one that waited longest comes next.
create table job_turns (
  client_id uuid not null,
  weight text not null,
  served_at timestamptz not null,
  primary key (client_id, weight)
);
select make_tenant_table('job_turns');

-- Emails to send, written in the transaction that causes them. Bodies are encrypted: a link in one opens an account.
create table email_outbox (
  id uuid primary key,
  kind text not null,
  recipient text not null,
  subject text not null,
  -- Null once sent.
  body_enc bytea,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  attempts int not null default 0,
  next_try_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  expires_at timestamptz not null,
  -- Emails of an account, counted by the hour for two days; those of a user's sign-in belong to no account.
  client_id uuid
);
create index email_outbox_waiting on email_outbox (next_try_at) where state = 'waiting';
create index email_outbox_expired on email_outbox (expires_at);
select make_system_table('email_outbox');

-- Query planning.

/*
 * Every statement is written for one plan that uses an index. By default PostgreSQL plans statements with short lists
 * anew at each run, because a list of five looks cheaper than the ten it assumes: 0.2 ms of processor time, several
 * times a batch (measured).
 */
alter role parley_app set plan_cache_mode = 'force_generic_plan';
alter role parley_system set plan_cache_mode = 'force_generic_plan';

/*
 * A plan is made once for a connection, often while the tables are still small: reading a table of ten rows whole is
 * then cheapest, and stays the plan until the table is analyzed again, thousands of rows later. Every statement has an
 * index it can use, so sequential scans are off.
 */
alter role parley_app set enable_seqscan = off;
alter role parley_system set enable_seqscan = off;

-- Plans are chosen and tested for solid state disks. The settings of an external PostgreSQL may assume others.
alter role parley_app set random_page_cost = 1.1;
alter role parley_system set random_page_cost = 1.1;
alter role parley_app set effective_cache_size = '1GB';
alter role parley_system set effective_cache_size = '1GB';

/*
 * Deletes rows from default partitions that are as old as the partitions that are dropped. They are there when nobody
 * made partitions for a while: a server that was off for over a week, or a clock that jumped. Returns the largest
 * number of one table.
 */
create function delete_expired_default_rows(most int) returns int
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  gone int;
  largest int := 0;
begin
  delete from changes_default where ctid = any(array(
    select ctid from changes_default where created_at < now() - interval '9 days' limit most));
  get diagnostics gone = row_count;
  largest := greatest(largest, gone);
  delete from api_key_requests_default where ctid = any(array(
    select ctid from api_key_requests_default where at < now() - interval '9 days' limit most));
  get diagnostics gone = row_count;
  largest := greatest(largest, gone);
  delete from webhook_events_default where ctid = any(array(
    select ctid from webhook_events_default where received_at < now() - interval '31 days' limit most));
  get diagnostics gone = row_count;
  return greatest(largest, gone);
end $$;
revoke execute on function delete_expired_default_rows(int) from public;
grant execute on function delete_expired_default_rows(int) to parley_system;

-- A statement that waits for ever keeps its connection. PostgreSQL before 17 has no time limit for transactions.
alter role parley_app set lock_timeout = '30s';
do $$
begin
  if current_setting('server_version_num')::int < 170000 then
    execute 'alter role parley_app set statement_timeout = ''120s''';
  end if;
end $$;
create index email_outbox_of_account on email_outbox (client_id) where client_id is not null and state = 'waiting';

-- Emails of accounts, sent and failed by the hour.
create table email_hours (
  client_id uuid not null,
  hour timestamptz not null,
  sent int not null default 0,
  failed int not null default 0,
  primary key (client_id, hour)
);
select make_tenant_table('email_hours');
create index email_hours_age on email_hours (hour);

/*
 * A plan is made for unknown values, so the planner assumes that a page is a tenth of a table, and for a large table it
 * chose parallel workers: starting one takes 10 ms, reading the page 2 ms (measured with 200,000 conversations).
 * Statements that read much of an account are planned for their values, and allow a second process themselves.
 */
alter role parley_app set max_parallel_workers_per_gather = 0;
alter role parley_system set max_parallel_workers_per_gather = 0;

-- A process that stands still inside a transaction keeps its locks: shorter than the lease of a channel (25 s), so that
-- the process that follows it does not wait for them.
alter role parley_app set idle_in_transaction_session_timeout = '20s';
alter role parley_system set idle_in_transaction_session_timeout = '20s';

-- Statements that cross accounts are short or work in slices; one that waits for ever keeps one of few connections.
alter role parley_system set statement_timeout = '300s';
alter role parley_system set lock_timeout = '30s';
