/*
 * Makes tomorrow's partitions and drops those past their keeping time: changes 7 days, raw deliveries 30 days.
 * Message events stay. Runs as the owner, because only the owner may create tables; callable by the system role.
 */
create function maintain_partitions() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old record;
begin
  perform ensure_partitions('changes', interval '1 day', date_trunc('day', now()), 9);
  perform ensure_partitions('webhook_events', interval '1 day', date_trunc('day', now()), 9);
  perform ensure_partitions('message_events', interval '1 month', date_trunc('month', now()), 3);
  for old in
    select c.oid::regclass as part
    from pg_inherits i
    join pg_class c on c.oid = i.inhrelid
    join pg_class p on p.oid = i.inhparent
    where (p.relname = 'changes' and c.relname ~ '_[0-9]{8}$'
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
