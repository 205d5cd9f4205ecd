-- What features above may read.
create view shared_clients with (security_invoker = true) as select
  id, name, country, time_zone, created_by, created_at, deleted_at, version, user_restrictions,
  users_may_delete_all_contacts, users_access_changed_at, join_by_domain, logo_url,
  require_two_step_verification, working_hours, closing_soon_minutes, assignment_rule, invitation_branding,
  rating_rule, auto_close_rule, reply_targets, only_assignee_replies, link_previews, sign_in_provider
  from clients;

-- What this feature reads of features above it, which replace these empty views.
create view account_channels with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as id
  where false;
create view account_groups with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as id
  where false;
create view account_labels with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as id
  where false;
create view account_members with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as user_id, null::timestamptz as suspended_at
  where false;

grant select on account_channels, account_groups, account_labels, account_members, shared_clients to parley_app, parley_system;
-- For locking rows: the tables' policies and grants hold as everywhere.
grant update on shared_clients to parley_app, parley_system;

-- What features below read of this one.
create or replace view platform_accounts with (security_invoker = true) as select
  id, name
  from clients;
create or replace view user_accounts with (security_invoker = true) as select
  id, name, deleted_at, logo_url, require_two_step_verification, sign_in_provider
  from clients;
