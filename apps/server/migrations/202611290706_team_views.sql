-- What features above may read.
create view shared_client_users with (security_invoker = true) as select
  client_id, user_id, role, name, email, created_at, suspended_at, version, restrictions, away_until, working_hours,
  checklist_dismissed_at
  from client_users;
create view shared_former_members with (security_invoker = true) as select
  client_id, user_id, name
  from former_members;
create view shared_invitations with (security_invoker = true) as select
  client_id, id, created_at, accepted_at, declined_at, revoked_at
  from invitations;
create view shared_member_presence with (security_invoker = true) as select
  client_id, user_id, online_until
  from member_presence;
create view shared_user_group_members with (security_invoker = true) as select
  client_id, group_id, user_id
  from user_group_members;
create view shared_user_groups with (security_invoker = true) as select
  client_id, id, name, version
  from user_groups;

-- What this feature reads of features above it, which replace these empty views.
create view team_channels with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as id, null::text as kind, null::text as channel_label,
  null::boolean as sandbox, null::boolean as verified, null::timestamptz as deleted_at
  where false;
create view team_messages with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as id, null::uuid as thread_id, null::uuid as channel_id,
  null::text as direction, null::text as source, null::smallint as status, null::text[] as flags,
  null::timestamptz as created_at, null::text as created_by, null::timestamptz as "timestamp",
  null::timestamptz(3) as sort_at
  where false;
create view team_threads with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as id, null::uuid as channel_id, null::uuid as contact_id,
  null::text as state, null::uuid as assignee_id, null::uuid as assignee_group_id
  where false;
create view team_list_members with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as contact_list_id, null::uuid as contact_id, null::boolean as sandbox
  where false;

grant select on shared_client_users, shared_former_members, shared_invitations, shared_member_presence,
  shared_user_group_members, shared_user_groups, team_channels, team_messages, team_threads, team_list_members to parley_app, parley_system;
-- For locking rows: the tables' policies and grants hold as everywhere.
grant update on shared_client_users, shared_user_groups to parley_app, parley_system;

-- What features below read of this one.
create or replace view account_groups with (security_invoker = true) as select
  client_id, id
  from user_groups;
create or replace view account_members with (security_invoker = true) as select
  client_id, user_id, suspended_at
  from client_users;
create or replace view user_memberships with (security_invoker = true) as select
  client_id, user_id, role, name, email, created_at, suspended_at, last_used_at, photo_url
  from client_users;
create or replace view users_named_by_team with (security_invoker = true) as
select user_id, name from former_members
union all select user_id, name from join_requests
union all select answered_by, '' from join_requests
union all select invited_by, '' from invitations
union all select accepted_by, '' from invitations;
