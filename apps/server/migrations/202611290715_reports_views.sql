-- What this feature reads of features above it, which replace these empty views.
create view report_campaign_counters with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as campaign_id, null::text as state, null::integer as n
  where false;
create view report_campaigns with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as id, null::text as area, null::uuid as channel_id,
  null::timestamptz as started_at, null::text as created_by
  where false;

grant select on report_campaign_counters, report_campaigns to parley_app, parley_system;
