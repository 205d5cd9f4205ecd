-- What features above may read.
create view shared_contact_activity with (security_invoker = true) as select
  client_id, id, contact_id, kind, actor, detail, at
  from contact_activity;
create view shared_contact_counts with (security_invoker = true) as select
  client_id, scope, n
  from contact_counts;
create view shared_contact_field_values with (security_invoker = true) as select
  client_id, contact_id, field_no, value_text
  from contact_field_values;
create view shared_contact_fields with (security_invoker = true) as select
  client_id, no, name, created_at
  from contact_fields;
create view shared_contact_identities with (security_invoker = true) as select
  client_id, kind, key, contact_id, value, created_at, retired_at, unreachable_at, unreachable_reason,
  capped_until
  from contact_identities;
create view shared_contact_list_members with (security_invoker = true) as select
  client_id, contact_list_id, contact_id
  from contact_list_members;
create view shared_contact_lists with (security_invoker = true) as select
  client_id, id, name, created_at, updated_at, deleting
  from contact_lists;
create view shared_contact_notes with (security_invoker = true) as select
  client_id, id, contact_id, body, created_by, created_at, updated_at, version
  from contact_notes;
create view shared_contacts with (security_invoker = true) as select
  client_id, id, name, phone_number, user_id, username, custom_fields, opted_out_at, created_at, version,
  opted_in_at, opt_in_source, origin, created_by, updated_at, deleted_at, deletion_id, trashed_list_ids,
  request_hash, sandbox, filled_fields, sort_name, search_text
  from contacts;
create view shared_suppressions with (security_invoker = true) as select
  client_id, contact_id, source, active, detail, received_at, scope, created_by
  from suppressions;

-- What this feature reads of features above it, which replace these empty views.
create view contact_threads with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as id, null::uuid as channel_id, null::uuid as contact_id,
  null::text as to_phone, null::uuid as assignee_id, null::timestamptz as last_message_at,
  null::timestamptz as created_at, null::uuid as assignee_group_id
  where false;
-- Broadcasts that were sent to a contact.
create view contact_campaigns with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as contact_id, null::uuid as campaign_id, null::text as name,
  null::text as state, null::timestamptz as at, null::uuid as channel_id
  where false;
-- The last of them. Name and channel are looked up only where they are asked for. `stage` is the state as far as an index
-- follows it (`stagesOf`).
create view contact_newest_campaigns with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as contact_id, null::uuid as campaign_id, null::text as state,
  null::text as stage, null::timestamptz as at, null::text as name, null::uuid as channel_id
  where false;

grant select on contact_threads, shared_contact_activity, shared_contact_counts, shared_contact_field_values,
  shared_contact_fields, shared_contact_identities, shared_contact_list_members, shared_contact_lists,
  shared_contact_notes, shared_contacts, shared_suppressions, contact_campaigns, contact_newest_campaigns to parley_app, parley_system;
-- For locking rows: the tables' policies and grants hold as everywhere.
grant update on shared_contacts to parley_app, parley_system;

-- What features below read of this one.
create or replace view team_list_members with (security_invoker = true) as
select m.client_id, m.contact_list_id, m.contact_id, c.sandbox
from contact_list_members m join contacts c on c.client_id = m.client_id and c.id = m.contact_id and c.deleted_at is null;
