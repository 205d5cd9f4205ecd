-- What features above may read.
create view shared_incoming_webhooks with (security_invoker = true) as select
  client_id, id
  from incoming_webhooks;

grant select on shared_incoming_webhooks to parley_app, parley_system;
