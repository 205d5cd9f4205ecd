-- At most so many marketing messages of the account in so many days reach one contact by broadcasts; null: no limit.
alter table broadcast_settings
  add column limit_messages smallint check (limit_messages between 1 and 100),
  add column limit_days smallint check (limit_days between 1 and 90),
  add check ((limit_messages is null) = (limit_days is null));

/*
 * Whether a contact has as many marketing messages as the account allows: asked when recipients are chosen, when a message
 * of a broadcast is written, and before it is sent. All marketing messages count that were not refused, whoever sent them.
 * `message` and `at` name the one that is about to be sent: of others that wait only earlier ones count, so that of two
 * that wait exactly one is sent.
 */
create function is_marketing_limit_reached(account uuid, contact uuid, message uuid, at timestamptz) returns boolean
language sql stable as $$
  select coalesce((
    select l.limit_messages <= (select count(*) from (
      select from threads t
      join messages m on m.client_id = account and m.thread_id = t.id
        and m.sort_at >= now() - l.limit_days * interval '1 day' - interval '1 second'
        and m."timestamp" >= now() - l.limit_days * interval '1 day'
        and m.direction = 'OUTGOING' and m.type = 'template' and m.status >= 0 and m.send_state <> 'held'
        and (message is null or m.id <> message and (m.send_state <> 'waiting' or (m.sort_at, m.id) < (at, message)))
      join templates tp on tp.client_id = account and tp.id::text = m.content->>'id' and tp.category = 'MARKETING'
      where t.client_id = account and t.contact_id = contact
      limit l.limit_messages) found)
    from broadcast_settings l where l.client_id = account and l.limit_messages is not null
  ), false)
$$;
