-- What features above may read.
create view shared_automation_cursors with (security_invoker = true) as select
  client_id, pos
  from automation_cursors;
create view shared_automation_runs with (security_invoker = true) as select
  client_id, thread_id, state, ended_at
  from automation_runs;
create view shared_automation_stops with (security_invoker = true) as select
  client_id, thread_id, created_at
  from automation_stops;

grant select on shared_automation_cursors, shared_automation_runs, shared_automation_stops to parley_app, parley_system;

-- What this feature reads of features above it, which replace these empty views.
create view automation_assistants with (security_invoker = true) as select
  null::uuid as client_id, null::boolean as is_on, null::uuid[] as channel_ids
  where false;

grant select on automation_assistants to parley_app, parley_system;

-- What features below read of this one.
create or replace view template_automation_versions with (security_invoker = true) as select
  client_id
  from automation_versions;
create or replace view template_automations with (security_invoker = true) as
select a.client_id, (step->>'template_id')::uuid as template_id, a.id, a.name, a.state from automations a
left join automation_versions v on v.client_id = a.client_id and v.automation_id = a.id and v.number = a.published_version
cross join lateral (
  select jsonb_array_elements(a.draft->'steps') union all select jsonb_array_elements(v.flow->'steps')) flow(step)
where step->>'kind' = 'send_template' and step->>'template_id' is not null;

create or replace view notification_automations with (security_invoker = true) as select
  client_id, id, name, paused_by
  from automations;

create or replace function automations_use_media(account uuid, file uuid) returns boolean language sql stable as $$
  select exists (select from automations where client_id = account
      and draft->'steps' @> jsonb_build_array(jsonb_build_object('media_id', file)))
    or exists (select from automation_versions where client_id = account
      and flow->'steps' @> jsonb_build_array(jsonb_build_object('media_id', file)))
$$;
