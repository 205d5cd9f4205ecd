-- Unread for each member. `received_count` only grows; `reads` holds, by member, how much of it they have read. Under `*`
-- is what the team had answered at the last reading: for members who never opened the conversation.
alter table threads add column received_count int not null default 0;
alter table threads add column reads jsonb not null default '{}';

/*
 * What is unread for a member. Without a reading of their own: what nobody has read, or what was read and still waits for
 * an answer.
 */
create function unread_for(member text, unread int, received int, reads jsonb, waiting_since timestamptz, state text)
  returns int language sql immutable parallel safe as $$
  select case
    when member is null then unread
    when reads ? member then greatest(received - (reads->>member)::int, 0)
    when unread > 0 then unread
    when waiting_since is not null and state = 'ACTIVE' and reads ? '*'
      then greatest(received - (reads->>'*')::int, 0)
    else 0 end
$$;
grant execute on function unread_for(text, int, int, jsonb, timestamptz, text) to parley_app, parley_system;

-- A message that waits for the customer's next message has `infinity` as its time.
create index scheduled_messages_parked on scheduled_messages (client_id, thread_id)
  where send_at = 'infinity' and cancelled_at is null and held_reason is null;
