-- What features above may read.
create view shared_ingest_partitions with (security_invoker = true) as select
  partition, applied_seq, lease_until, created_at
  from ingest_partitions;
create view shared_webhook_events with (security_invoker = true) as select
  partition, seq, received_at, client_id
  from webhook_events;

grant select on shared_ingest_partitions, shared_webhook_events to parley_system;

-- What features below read of this one.
create or replace view channel_webhook_counters with (security_invoker = true) as select
  client_id, channel_id, bad_signatures, last_bad_signature_at
  from webhook_counters;
