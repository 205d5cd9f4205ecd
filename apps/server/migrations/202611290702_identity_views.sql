-- What features above may read.
create view shared_sessions with (security_invoker = true) as select
  id, user_id, client_id, idle_expires_at, absolute_expires_at, auth_time, amr, revoked_at
  from sessions;
create view shared_setup_claims with (security_invoker = true) as select
  user_id
  from setup_claims;
create view shared_user_factors with (security_invoker = true) as select
  id, user_id, kind, confirmed_at
  from user_factors;
create view shared_user_passkeys with (security_invoker = true) as select
  user_id
  from user_passkeys;
create view shared_users with (security_invoker = true) as select
  id, email, email_verified_at, photo_url, disabled_at
  from users;

-- What features below read of this one.
create or replace view platform_recipients with (security_invoker = true) as select
  id, email, coalesce(nullif(preferences->>'language', 'auto'), page_language) as language
  from users;

-- What this feature reads of features above it, which replace these empty views.
create view user_accounts with (security_invoker = true) as select
  null::uuid as id, null::text as name, null::timestamptz as deleted_at, null::text as logo_url,
  null::boolean as require_two_step_verification, null::text as sign_in_provider
  where false;
create view user_memberships with (security_invoker = true) as select
  null::uuid as client_id, null::uuid as user_id, null::text as role, null::text as name, null::text as email,
  null::timestamptz as created_at, null::timestamptz as suspended_at, null::timestamptz as last_used_at,
  null::text as photo_url
  where false;
create view user_threads with (security_invoker = true) as select
  null::uuid as client_id, null::text as state, null::uuid as assignee_id, null::integer as unread_count,
  null::timestamptz as waiting_since, null::integer as received_count, null::jsonb as reads
  where false;
-- Users whom rows of an imported account name.
create view users_named_by_team with (security_invoker = true) as select
  null::uuid as user_id, null::text as name
  where false;
create view users_named_by_settings with (security_invoker = true) as select
  null::uuid as user_id
  where false;

grant select on user_accounts, user_memberships, user_threads, users_named_by_team, users_named_by_settings to parley_app, parley_system;
grant select on shared_sessions, shared_setup_claims, shared_user_factors, shared_user_passkeys, shared_users to parley_system;

-- What features below read of this one.
create or replace view platform_users with (security_invoker = true) as select
  id
  from users;
