-- What features below read of this one.
create or replace view automation_assistants with (security_invoker = true) as select
  client_id, is_on, channel_ids
  from answering_settings;
