-- What features above may read.
create view shared_templates with (security_invoker = true) as select
  client_id, id, waba_id, name, language, category, parameter_format, components, status, version
  from templates;
create view shared_session_templates with (security_invoker = true) as select
  client_id, id, name, body, owner_id, updated_at, deleted_at
  from session_templates;

-- What this feature reads of features above it, which replace these empty views.
create view template_automation_versions with (security_invoker = true) as select
  null::uuid as client_id
  where false;
create view template_messages with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as id, null::uuid as thread_id, null::text as direction,
  null::text as type, null::smallint as status, null::jsonb as content, null::uuid as context_message_id,
  null::timestamptz as created_at, null::timestamptz(3) as sort_at
  where false;
create view template_threads with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as id, null::uuid as channel_id, null::uuid as assignee_id,
  null::uuid as assignee_group_id
  where false;
-- Unfinished broadcasts, automations and scheduled messages by the template that they send.
create view template_campaigns with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as template_id, null::uuid as id, null::text as name, null::text as state,
  null::uuid as channel_id, null::text as created_by
  where false;
create view template_automations with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as template_id, null::uuid as id, null::text as name, null::text as state
  where false;
create view template_scheduled_messages with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as template_id, null::uuid as channel_id, null::uuid as assignee_id,
  null::uuid as assignee_group_id
  where false;

grant select on shared_templates, shared_session_templates, template_automation_versions, template_messages, template_threads, template_campaigns,
  template_automations, template_scheduled_messages to parley_app, parley_system;

-- What features below read of this one.
create or replace view channel_templates with (security_invoker = true) as select
  client_id, id, waba_id, name, language, status
  from templates;

create or replace function replies_use_media(account uuid, file uuid) returns boolean language sql stable as $$
  select exists (select from session_templates where client_id = account
    and attachments @> jsonb_build_array(jsonb_build_object('media_id', file)))
$$;
