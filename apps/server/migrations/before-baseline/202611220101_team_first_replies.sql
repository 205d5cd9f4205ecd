-- The replies that people wrote, by writer and time: how long customers wait for each of them. Broadcasts and what came
-- in are not in it, so that it costs a reply one entry and the rest nothing.
create index messages_replies on messages (client_id, created_by, created_at)
  where direction = 'OUTGOING' and source = 'INBOX';
