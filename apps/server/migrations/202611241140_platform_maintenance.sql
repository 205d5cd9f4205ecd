-- Maintenance that keeps up with many sends a second.

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

-- The last backup that was finished, so that a forgotten one is noticed.
alter table installation add column last_backup_at timestamptz;
