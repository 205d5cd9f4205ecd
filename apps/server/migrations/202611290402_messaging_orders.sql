-- The orders of a contact, which few conversations have.
create index messages_orders on messages (client_id, thread_id, sort_at desc, id desc)
  where type = 'order' and direction = 'INCOMING';
