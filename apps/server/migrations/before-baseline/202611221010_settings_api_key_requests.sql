/*
 * What programs called: counted by the hour, and listed for a week. A line says which route, its answer and where it came from, and nothing
 * of what was sent or answered.
 */
create table api_key_hours (
  client_id uuid not null,
  key_id uuid not null,
  hour timestamptz not null,
  -- The process that counts. It writes its whole count of the hour each time, so writing twice counts nothing twice.
  writer uuid not null,
  requests int not null,
  -- Those answered with 400 or more, or never.
  refused int not null,
  -- Counted only: more came at once than are listed.
  unlisted int not null,
  primary key (client_id, key_id, hour, writer),
  foreign key (client_id, key_id) references api_keys on delete cascade
);
create index api_key_hours_age on api_key_hours (hour);
select make_tenant_table('api_key_hours');

create table api_key_requests (
  client_id uuid not null references clients on delete cascade,
  id uuid not null,
  at timestamptz(3) not null,
  key_id uuid not null,
  -- As the contract writes it, without ids: GET /api/threads/{id}.
  route text not null,
  -- Null: the caller left before the answer.
  status smallint,
  took_ms int not null,
  ip text not null,
  request_id text not null,
  primary key (client_id, at, id)
) partition by range (at);
select ensure_partitions('api_key_requests', interval '1 day', date_trunc('day', now()), 9);
create index api_key_requests_by_key on api_key_requests (client_id, key_id, at, id);
create index api_key_requests_refused on api_key_requests (client_id, at, id) where status is null or status >= 400;
select make_tenant_table('api_key_requests');

create or replace function maintain_partitions() returns void
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
