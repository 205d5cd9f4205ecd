-- When conversations were done and opened again, for how many were open at the end of a day.
create index thread_events_of_state on thread_events (client_id, at) include (thread_id, kind)
  where kind in ('done', 'reopened');
