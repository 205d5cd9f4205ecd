/** Select list of the message that stands for a thread; messages are `m`. */
export const messageSummary = `m.id as lm_id, m.direction as lm_direction, m.type as lm_type,
    left(coalesce(case when m.type = 'interactive' then m.content->'body'->>'text' else m.content->>'body' end, m.content->>'caption', m.content->>'text', m.content->'display'->>'body', ''), 200) as lm_preview,
    m.status as lm_status, m.send_state as lm_send_state, m.created_by as lm_created_by, m.version as lm_version`;

/** Select list and joins of a ThreadRow; threads are `t`. */
export const threadSelect = `
  select t.id, t.channel_id, t.contact_id, c.name as contact_name, c.phone_number as contact_phone_number,
    c.username as contact_username, t.to_phone, t.to_user_id, t.state, t.assignee_id, t.assignee_group_id, t.window_expires_at,
    t.waiting_since, t.reply_due_at, t.snoozed_until,
    t.unread_count, t.received_count, t.reads, t.last_message_id,
    t.last_message_at, t.created_at, t.version, r.unreachable_at, r.unreachable_reason, r.capped_until,
    t.blocked_at, t.blocked_by, t.mutes, t.holder, t.holder_at, ${messageSummary},
    array(select l.label_id from thread_label_ids l where l.client_id = t.client_id and l.thread_id = t.id) as label_ids
  from threads t
  join shared_contacts c on c.client_id = t.client_id and c.id = t.contact_id
  left join messages m on m.client_id = t.client_id and m.id = t.last_message_id
  -- A contact that has written since is on WhatsApp after all.
  left join lateral (
    select max(case when i.unreachable_at > coalesce(t.window_expires_at - interval '24 hours', '-infinity')
        then i.unreachable_at end) as unreachable_at,
      max(case when i.unreachable_at > coalesce(t.window_expires_at - interval '24 hours', '-infinity')
        then i.unreachable_reason end) as unreachable_reason,
      max(case when i.capped_until > now() then i.capped_until end) as capped_until
    from shared_contact_identities i
    where i.client_id = t.client_id and i.contact_id = t.contact_id and i.retired_at is null
      and (i.unreachable_at is not null or i.capped_until is not null)
  ) r on true`;
