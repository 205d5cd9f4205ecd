-- Two login roles beside the owner. parley_app sees one account at a time (row-level security); parley_system
-- serves the few statements that must cross accounts (intake, apply, sequencer, sign-in, schedules).
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
-- A stalled transaction must not hold back clean-up or a feed for ever.
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
