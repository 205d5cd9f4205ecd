-- What features above may read.
create view shared_help_texts with (security_invoker = true) as select
  client_id, id, title, body
  from help_texts;

grant select on shared_help_texts to parley_app, parley_system;
