-- What features above may read.
create view shared_channel_facts with (security_invoker = true) as select
  client_id, channel_id, name, value, active, received_at
  from channel_facts;
create view shared_channel_health with (security_invoker = true) as select
  client_id, channel_id, templates_at
  from channel_health;
create view shared_channels with (security_invoker = true) as select
  client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, sandbox, verified, state,
  state_reason, pace, clock_offset_ms, credentials_enc, created_at, deleted_at, version, working_hours,
  window_closed_template_id, first_message_template_id, held_until
  from channels;
create view shared_test_numbers with (security_invoker = true) as select
  client_id, match_key, verified_at
  from test_numbers;

-- What this feature reads of features above it, which replace these empty views.
create view channel_messages with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as id, null::uuid as thread_id, null::uuid as channel_id,
  null::uuid as contact_id, null::text as direction, null::text as type, null::smallint as status,
  null::text as provider_message_id, null::timestamptz as created_at, null::timestamptz(3) as sort_at,
  null::text as send_state
  where false;
create view channel_templates with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as id, null::text as waba_id, null::text as name, null::text as language,
  null::text as status
  where false;
create view channel_threads with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as id, null::uuid as channel_id, null::timestamptz as last_message_at
  where false;
create view channel_webhook_counters with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as channel_id, null::bigint as bad_signatures,
  null::timestamptz as last_bad_signature_at
  where false;

grant select on channel_messages, channel_templates, channel_threads, channel_webhook_counters, shared_channel_facts,
  shared_channel_health, shared_channels, shared_test_numbers to parley_app, parley_system;

-- What features below read of this one.
create or replace view account_channels with (security_invoker = true) as select
  client_id, id
  from channels where deleted_at is null;
create or replace view team_channels with (security_invoker = true) as select
  client_id, id, kind, channel_label, sandbox, verified, deleted_at
  from channels;
