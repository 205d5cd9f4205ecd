-- The messages that were composed, latest first; whatever else is sent is not in it.
create index messages_composed on messages (client_id, created_at desc, id desc) where source = 'COMPOSE';
