-- Messages to send later. When the time comes, one transaction deletes the row and inserts the message and its trigger
-- under the same id, so that it is sent once whatever dies when.
create table scheduled_messages (
  client_id uuid not null,
  id uuid not null,
  -- As it was scheduled; after a merge the message belongs to the conversation that this one continues in.
  thread_id uuid not null,
  send_at timestamptz(3) not null,
  -- A cancelled row stays for a while: a repetition of the request that created it must not schedule it again.
  cancelled_at timestamptz,
  source text not null,
  medium text not null,
  type text not null,
  content jsonb not null,
  marketing boolean not null,
  context_message_id uuid,
  request_hash bytea not null,
  created_at timestamptz not null default now(),
  created_by text not null,
  meta_type text not null,
  version bigint not null default 1,
  primary key (client_id, id),
  foreign key (client_id, thread_id) references threads (client_id, id) on delete cascade
);
create index scheduled_messages_due on scheduled_messages (send_at) where cancelled_at is null;
create index scheduled_messages_of_thread on scheduled_messages (client_id, thread_id, send_at, id);
select make_tenant_table('scheduled_messages');
create trigger limit_rows after insert on scheduled_messages referencing new table as added
  for each statement execute function limit_account_rows('10000', 'cancelled_at is null');

create index threads_merged on threads (client_id, merged_into) where merged_into is not null;

/* A conversation and those that were merged into it, directly or through others. */
create function merged_threads(client uuid, thread uuid) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if client is distinct from current_client_id() then
    raise exception 'another account' using errcode = '42501';
  end if;
  return query with recursive chain as (
    select thread as id
    union
    select t.id from chain c join threads t on t.client_id = client and t.merged_into = c.id
  ) select c.id from chain c;
end $$;
revoke execute on function merged_threads(uuid, uuid) from public;
grant execute on function merged_threads(uuid, uuid) to parley_app;
