-- What features above may read.
create view shared_ratings with (security_invoker = true) as select
  client_id, channel_id, user_id, assignee_id, assignee_group_id, asked_at, score, answered_at, thread_id
  from ratings;

grant select on shared_ratings to parley_app, parley_system;
