-- What happened to a channel or a template of conversations: one row for all of them. Which conversations show it is
-- decided when their activity is read.
create table thread_notices (
  client_id uuid not null references clients on delete cascade,
  id uuid not null default gen_random_uuid(),
  kind text not null,
  channel_id uuid,
  waba_id text,
  template_name text,
  template_language text,
  reason text,
  -- By the clock of the channel, like messages.
  at timestamptz(3) not null,
  primary key (client_id, id),
  foreign key (client_id, channel_id) references channels (client_id, id) on delete cascade,
  constraint thread_notices_subject check (case
    when kind in ('channel_connected', 'channel_disconnected', 'channel_paused', 'channel_removed', 'channel_resumed')
      then channel_id is not null and template_name is null
    when kind in ('template_disabled', 'template_paused', 'template_resumed')
      then channel_id is null and num_nonnulls(waba_id, template_name, template_language) = 3
    else false end)
);
create index thread_notices_of_channel on thread_notices (client_id, channel_id, at desc) where channel_id is not null;
create index thread_notices_of_template on thread_notices (client_id, waba_id, template_name, template_language, at desc)
  where template_name is not null;
create index thread_notices_by_age on thread_notices (at);
select make_tenant_table('thread_notices');

-- In the statement that changes the state, so that no way of pausing, resuming or removing can forget it.
create function add_channel_notice() returns trigger language plpgsql as $$
declare
  by_member constant text := 'Paused by a person';
  said text;
begin
  if new.deleted_at is not null then
    if new.state_reason is distinct from 'removed' then return null; end if;
    said := 'channel_removed';
  elsif new.state = 'PAUSED' then
    said := case when new.state_reason = by_member then 'channel_paused' else 'channel_disconnected' end;
  else
    said := case when old.state_reason = by_member then 'channel_resumed' else 'channel_connected' end;
  end if;
  insert into thread_notices (client_id, kind, channel_id, reason, at)
  values (new.client_id, said, new.id, case when said = 'channel_disconnected' then left(new.state_reason, 500) end,
    clock_timestamp() + new.clock_offset_ms * interval '1 millisecond');
  -- A channel that comes and goes keeps its latest ones.
  delete from thread_notices n using (
    select id from thread_notices where client_id = new.client_id and channel_id = new.id order by at desc offset 200
  ) old_ones where n.client_id = new.client_id and n.id = old_ones.id;
  return null;
end $$;
create trigger add_notice after update of state, deleted_at on channels for each row
  when (old.state <> new.state or old.deleted_at is null and new.deleted_at is not null)
  execute function add_channel_notice();

create function add_template_notice() returns trigger language plpgsql as $$
begin
  insert into thread_notices (client_id, kind, waba_id, template_name, template_language, reason, at)
  values (new.client_id,
    case new.status when 'PAUSED' then 'template_paused' when 'DISABLED' then 'template_disabled' else 'template_resumed' end,
    new.waba_id, new.name, new.language, case when new.status <> 'ACTIVE' then left(new.status_reason, 500) end,
    clock_timestamp() + (select coalesce(max(clock_offset_ms), 0) from channels
      where client_id = new.client_id and waba_id = new.waba_id and deleted_at is null) * interval '1 millisecond');
  delete from thread_notices n using (
    select id from thread_notices where client_id = new.client_id and waba_id = new.waba_id
      and template_name = new.name and template_language = new.language order by at desc offset 20
  ) old_ones where n.client_id = new.client_id and n.id = old_ones.id;
  return null;
end $$;
create trigger add_notice after update of status on templates for each row
  when (old.status is distinct from new.status
    and (new.status in ('PAUSED', 'DISABLED') and old.status in ('ACTIVE', 'PAUSED')
      or new.status = 'ACTIVE' and old.status in ('PAUSED', 'DISABLED')))
  execute function add_template_notice();
