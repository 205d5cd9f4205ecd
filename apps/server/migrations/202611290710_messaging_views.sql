-- What features above may read.
create view shared_message_events with (security_invoker = true) as select
  client_id, message_id, status, provider_at, detail, participant
  from message_events;
create view shared_messages with (security_invoker = true) as select
  client_id, id, thread_id, channel_id, contact_id, direction, "to", to_user_id, source, medium, type, status,
  send_state, attempt, held_reason, waiting_reason, error, content, context_message_id, reaction,
  provider_message_id, flags, request_hash, created_at, created_by, "timestamp", sort_at, arrival, version,
  extras
  from messages;
create view shared_thread_events with (security_invoker = true) as select
  client_id, id, thread_id, kind, detail, at, created_by
  from thread_events;
create view shared_threads with (security_invoker = true) as select
  client_id, id, channel_id, contact_id, to_phone, state, assignee_id, window_expires_at, unread_count,
  last_message_id, last_message_at, created_at, version, assignee_group_id, merged_into, waiting_since,
  snoozed_until, received_count, reads, mutes, reply_due_at, answered, stage_id, value_minor, resolve_due_at,
  group_id
  from threads;
create view shared_thread_participants with (security_invoker = true) as select
  client_id, thread_id, contact_id, is_in
  from thread_participants;
create view shared_target_results with (security_invoker = true) as select
  client_id, id, thread_id, channel_id, kind, due_at, ended_at, assignee_id, assignee_group_id
  from target_results;
create view shared_triggers with (security_invoker = true) as select
  client_id, id, message_id, channel_id, kind, created_at, state, run_at, priority, seq, epoch, started_at, queued
  from triggers;

-- What this feature reads of features above it, which replace these empty views.
create view thread_label_ids with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as thread_id, null::uuid as label_id
  where false;
-- The broadcast of a message, and its retries.
create view message_campaigns with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as message_id, null::uuid as id, null::text as state,
  null::smallint as retries
  where false;
-- Locked while its messages are held, so that nobody resumes it meanwhile.
create view campaign_states with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as id, null::text as state
  where false;

grant select on shared_message_events, shared_messages, shared_target_results, shared_thread_events,
  shared_thread_participants, shared_threads, shared_triggers,
  thread_label_ids, message_campaigns, campaign_states to parley_app, parley_system;
-- For locking rows: the tables' policies and grants hold as everywhere.
grant update on campaign_states to parley_app, parley_system;

-- What features below read of this one.
create or replace view channel_messages with (security_invoker = true) as select
  client_id, id, thread_id, channel_id, contact_id, direction, type, status, provider_message_id, created_at,
  sort_at, send_state
  from messages;
create or replace view channel_threads with (security_invoker = true) as select
  client_id, id, channel_id, last_message_at
  from threads;
create or replace view contact_threads with (security_invoker = true) as select
  client_id, id, channel_id, contact_id, to_phone, assignee_id, last_message_at, created_at, assignee_group_id
  from threads;
create or replace view team_messages with (security_invoker = true) as select
  client_id, id, thread_id, channel_id, direction, source, status, flags, created_at, created_by, "timestamp",
  sort_at
  from messages;
create or replace view team_threads with (security_invoker = true) as select
  client_id, id, channel_id, contact_id, state, assignee_id, assignee_group_id
  from threads;
create or replace view template_messages with (security_invoker = true) as select
  client_id, id, thread_id, direction, type, status, content, context_message_id, created_at, sort_at
  from messages;
create or replace view template_threads with (security_invoker = true) as select
  client_id, id, channel_id, assignee_id, assignee_group_id
  from threads;
create or replace view user_threads with (security_invoker = true) as select
  client_id, state, assignee_id, unread_count, waiting_since, received_count, reads
  from threads;
create or replace view template_scheduled_messages with (security_invoker = true) as
select s.client_id, (s.content->>'id')::uuid as template_id, t.channel_id, t.assignee_id, t.assignee_group_id
from scheduled_messages s join threads t on t.client_id = s.client_id and t.id = s.thread_id
where s.type = 'template' and s.cancelled_at is null;

/*
 * Who is in the group of a thread, and who left: as the contacts that they are now. WhatsApp has eight in a group at once;
 * those who left follow, a hundred at most.
 */
create function people_of_group(client uuid, thread uuid) returns jsonb language sql stable parallel safe as $$
  select jsonb_agg(jsonb_build_object('id', p.contact_id, 'contact_id', n.id, 'name', n.name, 'phone_number', n.phone_number,
    'username', n.username, 'is_in', p.is_in) order by p.is_in desc, n.sort_name, p.contact_id)
  from (
    select contact_id, is_in from thread_participants where client_id = client and thread_id = thread
    order by is_in desc, told_at desc limit 100
  ) p
  cross join lateral (
    select * from shared_contacts c where c.client_id = client and c.id = current_contact(client, p.contact_id) offset 0
  ) n
$$;
grant execute on function people_of_group(uuid, uuid) to parley_app, parley_system;
