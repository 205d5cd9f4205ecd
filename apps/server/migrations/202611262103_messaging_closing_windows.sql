-- Conversations that wait for an answer, by the end of their reply window.
create index threads_closing on threads (client_id, channel_id, window_expires_at)
  where waiting_since is not null and state = 'ACTIVE';
