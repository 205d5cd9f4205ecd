import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildApp } from '../../app.ts';
import { type TestDatabase, testDatabase } from '../../testing/database.ts';
import { queryAsOwner } from '../../testing/inbox.ts';
import { declaredStatements } from './sql.ts';

/** Statements whose plan is not checked, with the reason. Identity has its own test. */
const notAsked: Record<string, string> = {
  'assistants.delete_dead_grants': 'once an hour over the applications with access of the installation',
  'assistants.delete_idle_applications': 'once an hour over the registered applications of the installation',
  'ai.lock_sealed': 'a row per account, at a start after a change of its key',
  'feedback.lock_sealed': 'a row per account, at a start after a change of its key',
  'feedback.expire_screenshots': 'once an hour over the screenshots of the installation',
  'settings.list_due_forwardings': 'goes through the destinations of the installation, at most five an account',
  'settings.list_exported_names': 'all members and former members of an account, once an export',
  'settings.lock_sealed_exports': 'at most one export an account, at a start after a change of its key',
  'settings.lock_sealed_forwardings': 'all destinations of the installation, at a start after a change of its key',
  'settings.rebase_audit_positions': 'calls a function at a start and in a restore',
  'settings.release_audit_forwardings': 'all destinations of the installation, at a start',
  'settings.trim_audit_events': 'once an hour, counts the events of all accounts',
  'channels.lock_sealed': 'all channels of the installation, at a start after a change of its key',
  'webhooks.list_busy_endpoints': 'the endpoints of the installation, at most twenty an account; two looks by key each',
  'imports.list_due_sources': 'goes through the sources of the installation, at most twenty an account',
  'mail.list_for_operator': 'emails of the installation, read by its operator at the command line',
  'imports.lock_sealed_sources': 'all sources of the installation, at a start after a change of its key',
  'history.lock_sealed': 'all imports of the installation, at a start after a change of its key',
  'webhooks.lock_sealed_incoming': 'all incoming webhooks of the installation, at a start after a change of its key',
  'webhooks.lock_sealed': 'all endpoints of the installation, at a start after a change of its key',
  'db.delete_expired_default_rows': 'calls a function once an hour',
  'operations.read_sizes': 'reads statistics',
  'reports.merge_counts': 'calls a function once an hour',
  'reports.sum_days': 'calls a function once an hour',
  'reports.list_accounts_behind': 'goes through the accounts, one look by key each',
  'operations.read_queues': 'once a minute over what waits in the installation, with a limit',
  'notifications.list_behind': 'goes through the accounts, one look by key each',
  'inbox.delete_old_drafts': 'once an hour over the drafts of the installation',
  'notifications.delete_device_of_ended_session':
    'one device and its session, both by key; few sessions fit on one page',
  'notifications.delete_devices_of_ended_sessions': 'once an hour over the browsers of the installation',
  'notifications.skip_restored_changes': 'once after a restore, one row an account',
  'inbox.search_messages': 'calls a function; its test looks at the plan',
  'broadcasts.list_accounts_behind':
    'goes through the accounts with broadcasts of the last month, one look by key each',
  'answering.list_accounts_behind': 'goes through the accounts whose assistant is on, one look by key each',
  'answering.delete_restored_messages': 'once after a restore, over the messages of the installation that wait',
  'automations.list_accounts_behind': 'goes through the accounts with automations, one look by key each',
  'automations.delete_unused_secrets': 'once an hour over the secrets of the installation, at most 500 an account',
  'automations.list_event_accounts': 'what just happened in the installation, a few rows',
  'automations.lock_sealed_secrets': 'once after a change of the key, over the secrets of the installation',
  'broadcasts.delete_idle_cursors': 'once an hour over the accounts with broadcasts',
  'messaging.shorten_leases': 'once when a process died, over the channels of the installation',
  'imports.commit_unawaited': 'touches no table',
  'broadcasts.delete_old_file_rows': 'once an hour, at most 50 files, all that they kept',
  'history.delete_old_rows': 'once an hour, at most 200 imports, all that they kept',
  'history.cancel_abandoned': 'once an hour over the unfinished imports of the installation, at most 50 an account',
  'imports.delete_old_rows': 'once an hour, at most 200 imports, all that they kept',
  'db.maintain_partitions': 'calls a function once an hour',
  'channels.claim_due_health_checks': 'every ten minutes over the channels of the installation',
  'channels.list_ended_rotations': 'every ten minutes over the channels of the installation',
  'messaging.list_busy_channels':
    'walks the index of what waits from channel to channel; the read marks of all channels are few',
  'media.list_accounts_to_clean_up':
    'once an hour over the files of the installation, for the accounts that have some to remove',
  'ingest.list_partitions': 'the few partitions of the installation',
  'privacy.list_accounts_with_retention': 'once an hour, the accounts of the installation that have a rule',
  'privacy.read_moment': 'touches no table',
  'messaging.set_merged_into': 'calls a function',
  'messaging.resolve_thread': 'calls a function',
  'messaging.delete_merged_threads': 'calls a function',
  'messaging.find_scheduled': 'reads by key, and calls a function that the system role may not',
  'calls.add_outgoing': 'as find_scheduled, an insert',
  'calls.find': 'as find_scheduled, by key',
  'calls.find_outgoing': 'as find_scheduled, one by the key of its conversation',
  'calls.list_accounts_overdue': 'every 15 seconds over the calls of the installation that go on',
  'calls.list_open': 'as find_scheduled, the calls of one account that go on',
  'calls.move': 'as find_scheduled, one by key',
  'calls.place': 'as find_scheduled, one by key',
  'calls.refuse': 'as find_scheduled, one by key',
  'ratings.find_due': 'as find_scheduled, the next of one account that is due',
  'messaging.list_scheduled': 'as find_scheduled, the few of one conversation',
  'messaging.list_all_scheduled': 'as find_scheduled, those of one account in their order',
  'messaging.count_scheduled_threads': 'as list_all_scheduled',
  'compose.list_scheduled': 'as find_scheduled, the scheduled ones among the composed messages of one account',
  'messaging.lock_due_scheduled': 'as find_scheduled, those of one account that are due',
  'messaging.park_due_scheduled': 'as lock_due_scheduled',
  'ingest.delete_old_partitions': 'once an hour over the few partitions of the installation',
  'messaging.delete_old_triggers': 'every hour over all accounts, by the index of age',
  'messaging.delete_cancelled_messages': 'once an hour over the scheduled messages of the installation',
  'ingest.lock_ingest': 'calls a function',
  'contacts.delete_old_activity': 'once an hour; two years of acts are kept',
  'contacts.force_custom_plans': 'touches no table',
  'contacts.force_generic_plans': 'touches no table',
  'jobs.lock_claims': 'touches no table',
  'accounts.insert_client': 'inserts one row',
  'export.list_exported_tables': 'reads the catalog, once an export',
  'sync.create_feed': 'inserts one row',
  'templates.list_due_syncs': 'once a minute over the channels of the installation',
  'templates.delete_old_sync_runs': 'once an hour; runs are kept for 90 days',
  'templates.delete_expired_session_templates': 'once an hour over the saved replies of the installation',
  'templates.delete_old_session_uses': 'once an hour; days of use are kept for 90 days',
};
const ofIdentity = /^(?:auth|identity)\./;
/** For the operator's commands: a restore, import or check of a backup scans whole tables once, the doctor reads small ones. */
const ofOperator =
  /^(?:doctor\.|channels\.list_for_doctor$|\w+\.(?:settle|end|advance)_restored(?:_|$)|\w+\.\w+_imported(?:_|$)|\w+\.\w+_in_backup$|\w+\.count_(?:backlog|late_changes)$)/;

let database: TestDatabase;

/** Three accounts under test, one of them large, among three thousand small ones. */
const seed = `
  insert into users (id, email, display_name) select gen_random_uuid(), 'p' || n || '@example.com', 'Person' from generate_series(1, 3000) n;
  insert into clients (id, name, country, time_zone, created_by)
    select gen_random_uuid(), 'Account ' || n, 'GB', 'UTC', (select id from users limit 1) from generate_series(1, 3000) n;
  insert into change_counters (client_id, pos) select id, 1000 from clients;
  insert into client_users (client_id, user_id, role, name, email) select c.id, (select id from users limit 1), 'Owner', 'Person', '' from clients c;
  create temp table big as select id, row_number() over (order by id) as size from clients order by id limit 3;
  insert into client_users (client_id, user_id, role, name, email)
    select b.id, u.id, 'User', 'Person', u.email from big b cross join (select * from users offset 1 limit 1500) u where b.size = 1;
  insert into former_members (client_id, user_id, name, role, version)
    select b.id, u.id, 'Gone', 'User', 1 from big b cross join (select * from users offset 1501 limit 1400) u where b.size = 1;
  insert into member_presence (client_id, user_id, online_until, last_seen_at) select client_id, user_id, now(), now() from client_users;
  insert into user_groups (client_id, id, name) select b.id, gen_random_uuid(), 'Group ' || n from big b cross join generate_series(1, 400) n;
  insert into user_group_members (client_id, group_id, user_id)
    select g.client_id, g.id, u.user_id from user_groups g cross join lateral (select user_id from client_users u where u.client_id = g.client_id limit 5) u;
  insert into invitations (client_id, id, email, role, invited_by, email_token_hash, link_token_hash, request_hash, expires_at)
    select b.id, gen_random_uuid(), n || '@example.org', 'User', (select id from users where n is not null offset n limit 1),
      sha256((b.id || 'm' || n)::bytea), sha256((b.id || 'c' || n)::bytea), '\\x00', now() + n * interval '1 hour'
    from big b cross join generate_series(1, 700) n;
  insert into user_avatars (user_id, id, bytes) select id, gen_random_uuid(), '\\x00' from users;
  insert into client_logos (client_id, id, bytes) select id, gen_random_uuid(), '\\x00' from clients;
  insert into join_requests (client_id, user_id, name, email)
    select b.id, u.id, 'Colleague', u.email from big b cross join (select * from users offset 1600 limit 1300) u where b.size = 1;
  insert into client_transfers (client_id, id, from_user, to_user, expires_at)
    select client_id, gen_random_uuid(), user_id, user_id, now() from client_users where role = 'Owner';
  insert into api_keys (client_id, id, name, last4, key_hash, scopes, created_by, request_hash)
    select b.id, gen_random_uuid(), 'Key ' || n, '1234', sha256((b.id || n::text)::bytea), '{}', (select id from users limit 1), '\\x00'
    from big b cross join generate_series(1, 500) n;
  insert into api_key_hours (client_id, key_id, hour, writer, requests, refused, unlisted)
    select client_id, id, date_trunc('hour', now()) - n * interval '1 hour', gen_random_uuid(), 9, 1, 0 from api_keys cross join generate_series(0, 40) n;
  insert into api_key_requests (client_id, id, at, key_id, route, status, took_ms, ip, request_id)
    select client_id, gen_random_uuid(), now() - n * interval '97 minutes', id, 'GET /api/threads', case when n % 20 = 1 then 404 else 200 end, 3, '::1', ''
    from api_keys cross join generate_series(0, 40) n;
  insert into scim_tokens (client_id, id, name, last4, token_hash, default_role, created_by, request_hash)
    select b.id, gen_random_uuid(), 'Token ' || n, '1234', sha256((b.id || 't' || n)::bytea), 'User', (select id from users limit 1), '\\x00'
    from big b cross join generate_series(1, 500) n;
  insert into assistant_applications (id, name, redirect_uris, address, created_at, used_at)
    select gen_random_uuid(), 'App ' || n, '{https://app.invalid/}', '10.0.0.' || n % 250, now() - n * interval '1 minute',
      case when n % 3 = 0 then now() end
    from generate_series(1, 5000) n;
  insert into assistant_grants (client_id, id, user_id, application_id, name, redirect_uri, scopes, code_hash, challenge,
      code_expires_at, code_used_at, refresh_hash, access_hash, access_expires_at)
    select id, gen_random_uuid(), created_by, gen_random_uuid()::text, 'App ' || n, 'https://app.invalid/', '{read}',
      sha256((id || 'g' || n)::bytea), 'x', now(), now(), '\\x00', sha256((id || 'h' || n)::bytea), now()
    from (select c.id, c.created_by, n from clients c join big b using (id) cross join generate_series(1, 200) n
      union all select id, created_by, 0 from clients) x;
  insert into sessions (id, user_id, token_hash, idle_expires_at, absolute_expires_at)
    select id, user_id, sha256(id::text::bytea), now() + interval '1 day', now() + interval '1 day' from assistant_grants;
  insert into sessions (id, user_id, token_hash, idle_expires_at, absolute_expires_at)
    select gen_random_uuid(), id, sha256((id || 's' || n)::bytea), now() + interval '1 day', now() + interval '1 day'
    from users cross join generate_series(1, 10) n;
  insert into scim_refusals (client_id, id, token_id, call, status, detail)
    select client_id, gen_random_uuid(), id, 'GET /Users', 400, 'x' from scim_tokens;
  insert into scim_users (client_id, user_id, external_id) select client_id, user_id, user_id::text from client_users;
  insert into scim_groups (client_id, group_id, external_id) select client_id, id, id::text from user_groups;
  insert into audit_forwardings (client_id, id, name, kind, address, after_tx, after_id, created_by, request_hash)
    select b.id, gen_random_uuid(), 'To ' || n, 'syslog', 'tls://x:6514', 0, gen_random_uuid(), 'x', '\\x00'
    from big b cross join generate_series(1, 500) n;
  insert into channels (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, credentials_enc, secrets_last4)
    select id, gen_random_uuid(), 'WHATSAPP', 'Main', '4477', left(md5(id::text), 12), '1', '\\x00', '{}' from clients;
  insert into channels (client_id, id, kind, channel_label, phone_number, phone_number_id, waba_id, credentials_enc, secrets_last4)
    select b.id, gen_random_uuid(), 'WHATSAPP', 'More ' || n, '4477', '9' || n, '1', '\\x00', '{}' from big b cross join generate_series(1, 20) n;
  insert into channel_routes (channel_id, client_id, phone_number_id, waba_id, secret_hash, verified)
    select id, client_id, phone_number_id || id, waba_id, sha256(client_id::text::bytea), true from channels;
  insert into channel_leases (client_id, channel_id, holder, expires_at) select client_id, id, id, now() from channels;
  create temp table people as
    select b.id as client_id, gen_random_uuid() as id, n, b.size from big b cross join lateral generate_series(1, case b.size when 1 then 20000 else 500 end) n;
  insert into contact_fields (client_id, no, name, position)
    select b.id, nextval('contact_field_no'), 'Field ' || n, n from big b cross join generate_series(1, 400) n;
  insert into contacts (client_id, id, name, phone_number, custom_fields, opted_in_at, opted_out_at, deleted_at, deletion_id)
    select p.client_id, p.id, 'Person ' || n, (447700000000 + n)::text,
      jsonb_build_object((select min(no) from contact_fields f where f.client_id = p.client_id), n::text),
      case when n % 50 = 0 then now() end, case when n % 50 = 1 then now() end,
      case when n % 50 = 2 then now() end, case when n % 50 = 2 then p.client_id end from people p;
  insert into contact_notes (client_id, id, contact_id, body, created_by, request_hash)
    select client_id, gen_random_uuid(), id, 'A note', 'x', '\\x00' from people where n % 5 = 1;
  insert into contact_activity (client_id, id, contact_id, kind, actor) select client_id, gen_random_uuid(), id, 'created', 'x' from people;
  insert into segments (client_id, id, name, filter, created_by, request_hash)
    select b.id, gen_random_uuid(), 'Segment ' || n, '{"all": []}', 'x', '\\x00' from big b cross join generate_series(1, 400) n;
  insert into sandbox_scenarios (client_id, id, scenario, created_by)
    select b.id, gen_random_uuid(), '{}', 'x' from big b cross join generate_series(1, 400) n;
  insert into test_numbers (client_id, id, position, name, phone_number, match_key, code, created_by)
    select b.id, gen_random_uuid(), n, 'Phone ' || n, (447700000000 + n)::text, (447700000000 + n)::text, '123456', 'x' from clients b cross join generate_series(1, 10) n;
  insert into contact_bulk_operations (client_id, id, kind, operation, selection, created_by, request_hash, ended_at)
    select b.id, gen_random_uuid(), 'delete', '{}', '{}', 'x', '\\x00', now() from big b cross join generate_series(1, 400) n;
  insert into contact_export_parts (client_id, operation_id, part, body) select client_id, id, n, 'x' from contact_bulk_operations cross join generate_series(0, 2) n;
  insert into contact_identities (client_id, kind, key, contact_id, value) select client_id, 'phone', (447700000000 + n)::text, id, (447700000000 + n)::text from people;
  insert into contact_lists (client_id, id, name) select b.id, gen_random_uuid(), 'List ' || n from big b cross join generate_series(1, 500) n;
  insert into contact_list_members (client_id, contact_list_id, contact_id)
    select p.client_id, l.id, p.id from people p cross join lateral (select id from contact_lists l where l.client_id = p.client_id and l.name = 'List ' || (p.n % 500 + 1)) l;
  insert into threads (client_id, id, channel_id, contact_id, to_phone, state, last_message_at, last_sort_at, assignee_id, assignee_group_id)
    select p.client_id, gen_random_uuid(), h.id, p.id, '4477', case when p.n % 3 = 0 then 'DONE' else 'ACTIVE' end,
      now() - p.n * interval '1 minute', now() - p.n * interval '1 minute', case when p.n % 4 = 0 then (select user_id from client_users u where u.client_id = p.client_id limit 1) end,
      case when p.n % 5 = 0 then (select g.id from user_groups g where g.client_id = p.client_id order by g.id limit 1) end
    from people p join channels h on h.client_id = p.client_id and h.channel_label = 'Main' where p.n <= 5000;
  insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, "to", source, medium, type, status, send_state, content,
      created_by, "timestamp", sort_at, provider_message_id)
    select t.client_id, gen_random_uuid(), t.id, t.channel_id, t.contact_id, case when n % 2 = 0 then 'INCOMING' else 'OUTGOING' end, '4477',
      case when n % 10 = 3 then 'COMPOSE' else 'INBOX' end, 'WEBHOOK', 'text', 2, case when n % 2 = 1 then 'accepted' end, '{"body": "Hello", "preview_url": false}', 'webhook',
      now() - n * interval '1 minute', now() - n * interval '1 minute', 'wamid.' || md5(t.id::text || n)
    from threads t cross join generate_series(1, 20) n;
  insert into notes (client_id, id, thread_id, body, request_hash, created_by)
    select client_id, gen_random_uuid(), id, 'A note', '\\x00', 'x' from threads;
  insert into labels (client_id, id, name, color)
    select id, gen_random_uuid(), 'Label ' || n, 'blue' from big cross join generate_series(1, 400) n;
  insert into stages (client_id, id, name, color, position)
    select id, gen_random_uuid(), 'Stage ' || n, 'blue', n from clients cross join generate_series(0, 19) n;
  update threads t set stage_id = s.id from stages s where s.client_id = t.client_id and s.position = abs(hashtext(t.id::text)) % 40;
  insert into saved_views (client_id, id, owner_id, shared, name, conditions)
    select b.id, gen_random_uuid(), gen_random_uuid(), n % 2 = 0, 'View ' || n, '{}' from clients b cross join generate_series(1, 20) n;
  insert into saved_reports (client_id, id, owner_id, shared, name, query)
    select b.id, gen_random_uuid(), gen_random_uuid(), n % 2 = 0, 'Report ' || n, '{"period": "7d", "tables": false}' from clients b cross join generate_series(1, 20) n;
  insert into report_emails (client_id, report_id, user_id, day, at, time_zone, next_at)
    select client_id, id, gen_random_uuid(), 'mon', '08:00', 'UTC', now() + interval '3 days' from saved_reports;
  insert into drafts (client_id, id, user_id, thread_id, body, updated_at, shared)
    select u.client_id, gen_random_uuid(), u.user_id, t.id, 'Hello', now(), random() < 0.1
    from client_users u cross join lateral (select id from threads t where t.client_id = u.client_id limit 50) t;
  insert into thread_labels (client_id, thread_id, label_id)
    select t.client_id, t.id, l.id from threads t
    cross join lateral (select id from labels l where l.client_id = t.client_id limit 2) l;
  insert into scheduled_messages (client_id, id, thread_id, send_at, cancelled_at, source, medium, type, content, marketing, request_hash, created_by, meta_type)
    select client_id, gen_random_uuid(), id, now() + random() * interval '90 days', case when random() < 0.2 then now() end,
      'INBOX', 'WEB_APP', 'text', '{}', false, '\\x00', 'x', 'individual' from threads;
  insert into thread_events (client_id, id, thread_id, kind, created_by)
    select client_id, gen_random_uuid(), id, 'done', 'x' from threads;
  insert into target_results (client_id, thread_id, channel_id, kind, due_at, ended_at)
    select client_id, id, channel_id, 'first', now(), now() from threads;
  insert into thread_notices (client_id, kind, channel_id, at)
    select h.client_id, 'channel_disconnected', h.id, now() - n * interval '1 hour'
    from big join channels h on h.client_id = big.id cross join generate_series(1, 20) n;
  insert into thread_notices (client_id, kind, waba_id, template_name, template_language, at)
    select b.id, 'template_paused', 'waba ' || n % 5, 'template ' || n, 'en', now() - n * interval '1 minute'
    from big b cross join generate_series(1, 3000) n;
  insert into note_mentions (client_id, user_id, note_id, thread_id, created_at)
    select n.client_id, u.user_id, n.id, n.thread_id, n.created_at from notes n
    cross join lateral (select user_id from client_users u where u.client_id = n.client_id limit 1) u;
  insert into message_attempts (client_id, channel_id, provider_message_id, message_id, attempt)
    select client_id, channel_id, 'old.' || provider_message_id, id, 1 from messages where direction = 'OUTGOING' and random() < 0.1;
  insert into message_events (client_id, message_id, status, provider_at)
    select client_id, id, s, "timestamp" from messages cross join (values ('sent'), ('delivered')) v(s) where direction = 'OUTGOING';
  insert into parked_statuses (client_id, channel_id, provider_message_id, status, provider_at, received_at)
    select h.client_id, h.id, 'foreign.' || n, 'sent', now(), now() - n * interval '1 minute' from channels h cross join generate_series(1, 2) n;
  insert into media_files (client_id, id, sha256, size_bytes, mime_type, used_at)
    select b.id, gen_random_uuid(), sha256((b.id || 'f' || n)::bytea), 1000, 'image/png', now() - n * interval '1 minute'
    from big b cross join generate_series(1, 4000) n;
  insert into media (client_id, id, file_id, channel_id, message_id, state, created_by)
    select m.client_id, gen_random_uuid(), f.id, m.channel_id, m.id, 'kept', 'webhook'
    from (select *, row_number() over (partition by client_id order by id) as n from messages) m
    join (select *, row_number() over (partition by client_id order by id) as n from media_files) f
      on f.client_id = m.client_id and f.n = m.n % 3900 + 1 where m.n <= 8000;
  insert into media_uploads (client_id, file_id, channel_id, provider_media_id)
    select f.client_id, f.id, h.id, '1' from media_files f join channels h on h.client_id = f.client_id and h.channel_label = 'Main';
  insert into email_outbox (id, kind, recipient, subject, state, expires_at, client_id)
    select gen_random_uuid(), 'notice', 'a@example.com', 'x', case when n % 5 = 0 then 'waiting' else 'sent' end,
      now() + interval '1 hour', id from clients cross join generate_series(1, 40) n;
  insert into email_hours (client_id, hour, sent) select id, date_trunc('hour', now()) - n * interval '1 hour', 1 from clients cross join generate_series(1, 40) n;
  insert into media_hours (client_id, hour, stored) select id, date_trunc('hour', now()) - n * interval '1 hour', 1 from clients cross join generate_series(1, 40) n;
  insert into media_usage (client_id, bytes) select id, 1000 from clients;
  insert into triggers (client_id, id, message_id, channel_id, thread_id, kind, meta_data, payload, created_by, state, done_at)
    select client_id, gen_random_uuid(), id, channel_id, thread_id, 'message', '{}', '{}', 'x', case when random() < 0.02 then 'waiting' else 'done' end, now()
    from messages where direction = 'OUTGOING';
  insert into read_marks (client_id, channel_id, thread_id, provider_message_id) select client_id, channel_id, id, 'x' from threads where random() < 0.5;
  insert into changes (client_id, pos, collection, row_id, marker, version)
    select b.id, n, 'messages', gen_random_uuid(), 'NEW', 1 from big b cross join generate_series(1, 40000) n;
  insert into changes_new (client_id, collection, row_id, marker, version)
    select b.id, 'messages', gen_random_uuid(), 'NEW', 1 from big b cross join generate_series(1, 2000) n;
  insert into ingest_partitions (holder, lease_until, applied_seq) select gen_random_uuid(), now(), 1000 from generate_series(1, 200);
  insert into webhook_events (partition, seq, channel_id, client_id, body)
    select p.partition, n, b.id, b.id, '\\x7b7d' from (select partition from ingest_partitions limit 20) p cross join big b cross join generate_series(1, 1000) n where b.size = 1;
  insert into webhook_refusals (client_id, id, channel_id, partition, seq, part, received_at, reason)
    select b.id, gen_random_uuid(), b.id, 1, n, 0, now(), 'x' from big b cross join generate_series(1, 2000) n;
  insert into webhook_statistics (client_id, channel_id, day) select client_id, id, now()::date from channels;
  insert into campaigns (client_id, id, name, area, channel_id, template_id, audience, state, started_at, created_by)
    select b.id, gen_random_uuid(), 'Broadcast ' || n, 'BROADCAST', h.id, h.id, '{}', 'FINISHED', now() - n * interval '1 hour', 'x'
    from big b join channels h on h.client_id = b.id and h.channel_label = 'Main' cross join generate_series(1, 500) n;
  insert into campaign_recipients (client_id, campaign_id, n, recipient_key, contact_id, phone_number, state, message_id, sent_at, enqueued_at)
    select p.client_id, c.id, p.n, 'c:' || p.id, p.id, (447700000000 + p.n)::text, case when p.n % 7 = 0 then 'FAILED' else 'READ' end, gen_random_uuid(), now(), now()
    from people p join lateral (select id from campaigns c where c.client_id = p.client_id order by id limit 3) c on true;
  insert into campaign_events (client_id, id, campaign_id, kind, actor) select client_id, gen_random_uuid(), id, k, 'x' from campaigns cross join (values ('created'), ('started')) v(k);
  insert into campaign_counters (client_id, campaign_id, state, n) select client_id, id, 'SENT', 1 from campaigns on conflict do nothing;
  insert into campaign_ab_counters (client_id, campaign_id, variant, rest, state, n)
    select client_id, id, v, false, 'READ', 1 from campaigns cross join (values ('A'), ('B')) x(v);
  insert into campaign_minutes (client_id, campaign_id, kind, minute, n)
    select client_id, id, k, date_trunc('minute', now() - n * interval '1 minute'), 1 from campaigns
    cross join (values ('sent'), ('read')) x(k) cross join generate_series(1, 20) n on conflict do nothing;
  insert into campaign_costs (client_id, campaign_id, kind, day, category, digits, n)
    select client_id, id, 'billed', current_date - n, 'marketing', '4477', 1 from campaigns cross join generate_series(1, 3) n;
  insert into broadcast_settings (client_id, monthly_budget) select id, 100 from clients;
  insert into campaign_cursors (client_id, pos) select id, 1 from clients;
  insert into campaign_conversions (client_id, campaign_id, n) select client_id, campaign_id, n from campaign_recipients;
  insert into campaign_goals (client_id, campaign_id, field_no, days, ends_at) select client_id, id, '1', 7, now() from campaigns;
  insert into campaign_files (client_id, id, name, state, created_by, request_hash, created_at)
    select b.id, gen_random_uuid(), 'File ' || n, 'ready', 'x', '\\x00', now() - n * interval '1 day' from big b cross join generate_series(1, 400) n;
  insert into campaign_file_parts (client_id, file_id, at_byte, bytes) select client_id, id, 0, '\\x00' from campaign_files;
  insert into campaign_file_rows (client_id, file_id, row_no, kind, digits, key, cells)
    select client_id, id, n, 'good', n::text, n::text, '{x}' from campaign_files cross join generate_series(1, 10) n;
  insert into campaign_links (client_id, code, campaign_id, n, variable, label, url, counted)
    select client_id, campaign_id || '-' || n, campaign_id, n, 'button.0', 'Open', 'https://example.com', true from campaign_recipients;
  insert into automation_cursors (client_id, pos) select id, 1 from clients;
  insert into report_cursors (client_id, pos) select id, 1 from clients;
  insert into report_counts (client_id, quarter, channel_id, assignee_id, received, sent, opened)
    select client_id, report_quarter(sort_at), channel_id, gen_random_uuid(), 1, 1, 0 from messages;
  insert into rating_cursors (client_id, pos) select id, 0 from clients;
  insert into ratings (client_id, id, thread_id, channel_id, due_at, asked_at, scale, score, answered_at)
    select client_id, gen_random_uuid(), id, channel_id, now(), now(), 5, 4, now() from threads;
  insert into calls (client_id, id, channel_id, thread_id, provider_call_id, customer_phone, state, outcome, rang_at, ended_at, noted)
    select client_id, gen_random_uuid(), channel_id, id, id::text, '447700900000', 'ended', 'missed', now(), now(), true from threads;
  insert into call_permissions (client_id, thread_id, allowed, decided_at) select client_id, id, true, now() from threads;
  insert into thread_participants (client_id, thread_id, contact_id, is_in, since, told_at)
    select client_id, id, contact_id, true, now(), now() from threads;
  insert into report_times (client_id, source_id, kind, quarter, seconds, channel_id, user_id)
    select client_id, id, 'reply', report_quarter(sort_at), 60, channel_id, gen_random_uuid() from messages where direction = 'OUTGOING';
  insert into report_counted (client_id, block) select id, n from clients cross join generate_series(1, 2) n;
  insert into report_charges (client_id, quarter, channel_id, category, digits, billable, n)
    select id, report_quarter(now()) - n, gen_random_uuid(), 'utility', '44', true, 1
    from clients cross join generate_series(1, 2) n;
  insert into report_currencies (client_id, currency) select id, 'EUR' from clients;
  insert into report_rates (client_id, starts, category, market, price)
    select id, current_date - n, 'utility', '', 0.01 from clients cross join generate_series(1, 2) n;
  insert into report_reopenings (client_id, event_id, quarter) select client_id, id, report_quarter(at) from thread_events;
  insert into report_rollups (client_id, time_zone, before) select id, 'UTC', current_date from clients;
  insert into report_days (client_id, day, channel_id, hour, received, sent, opened)
    select client_id, current_date - n, id, 12, 1, 1, 0 from channels cross join generate_series(1, 2) n;
  insert into report_durations (client_id, unit, starts, channel_id, kind, by, distribution)
    select client_id, 'month', date_trunc('month', now()), id, 'reply', 'total', int4send(n) || int4send(1) from channels cross join generate_series(1, 2) n;
  insert into automations (client_id, id, name, draft, position, request_hash, updated_by)
    select b.id, gen_random_uuid(), 'Automation ' || n, '{}', n, '\\x00', 'x' from big b cross join generate_series(1, 400) n;
  insert into automation_versions (client_id, automation_id, number, flow, published_by)
    select client_id, id, 1, '{"trigger": {"kind": "message"}}', 'x' from automations;
  update automations set state = 'ON', published_version = 1, on_since = now() where position = 1;
  insert into automation_exams (client_id, automation_id, step_id, id, intents, channel_ids, needed, created_by)
    select client_id, id, 's', gen_random_uuid(), '[]', '{}', 10, 'x' from automations;
  insert into automation_exam_answers (client_id, automation_id, step_id, message_id)
    select a.client_id, a.id, 's', m.id from automations a
    join lateral (select id from messages m where m.client_id = a.client_id limit 20) m on true;
  insert into automation_runs (client_id, id, automation_id, version_number, thread_id, channel_id, event_key, state, ended_at,
      due_at, started_at)
    select t.client_id, gen_random_uuid(), a.id, 1, t.id, t.channel_id, 'e' || t.id,
      case when t.ends then 'FINISHED' else 'WAITING' end, case when t.ends then now() end,
      case when not t.ends then now() end, now() - interval '2 days'
    from (select client_id, id, channel_id, row_number() over (partition by client_id order by id) % 50 > 0 as ends from threads) t
    join automations a on a.client_id = t.client_id and a.position = 1;
  insert into automation_run_steps (client_id, run_id, n, kind, outcome, message_id)
    select client_id, id, n, 'send_text', 'sent', gen_random_uuid() from automation_runs cross join generate_series(0, 1) n;
  insert into automation_secrets (client_id, id, origin, value_enc, created_by)
    select b.id, gen_random_uuid(), 'x', '\\x00', 'x' from big b cross join generate_series(1, 400) n;
  insert into automation_contact_events (client_id, kind, contact_id, subject)
    select client_id, 'list_joined', id, 'x' from people where n % 5 = 0;
  insert into automation_stops (client_id, thread_id, created_by) select client_id, id, 'x' from threads limit 3000;
  insert into automation_turns (client_id, automation_id, user_id, at)
    select a.client_id, a.id, u.user_id, now() from automations a
    cross join lateral (select user_id from client_users u where u.client_id = a.client_id limit 3) u;
  insert into contact_last_campaigns (client_id, contact_id, campaign_id, n, at)
    select distinct on (client_id, contact_id) client_id, contact_id, campaign_id, n, enqueued_at from campaign_recipients;
  insert into channel_facts (client_id, channel_id, name, value, provider_at)
    select h.client_id, h.id, 'fact ' || n, 'x', now() from channels h cross join generate_series(1, 2) n;
  insert into suppressions (client_id, contact_id, source, active, provider_at)
    select client_id, id, 'platform', true, now() from people where n % 5 = 0;
  insert into templates (client_id, id, waba_id, name, language, status)
    select b.id, gen_random_uuid(), '1', 'template_' || n, 'en', case when n % 3 = 0 then 'PAUSED' else 'ACTIVE' end
    from big b cross join generate_series(1, 600) n;
  insert into template_sync_runs (client_id, id, waba_id, trigger, started_at, duration_ms)
    select client_id, gen_random_uuid(), waba_id, 'schedule', now() - n * interval '1 hour', 10
    from templates cross join generate_series(1, 2) n;
  insert into template_versions (client_id, template_id, number, event, components)
    select client_id, id, n, 'saved', '[]' from templates cross join generate_series(2, 40) n;
  insert into session_templates (client_id, id, name, shortcut, body, created_by)
    select client_id, gen_random_uuid(), 'Reply', 'r' || row_number() over (), 'Text', 'x' from templates;
  insert into session_template_uses (client_id, template_id, day, uses)
    select client_id, id, current_date, 1 from session_templates;
  insert into session_template_favourites (client_id, user_id, template_id, position)
    select s.client_id, u.user_id, s.id, 1 from session_templates s
    cross join lateral (select user_id from client_users u where u.client_id = s.client_id limit 3) u;
  insert into webhook_counters (client_id, channel_id) select client_id, id from channels;
  insert into channel_health (client_id, channel_id, asked_at) select client_id, id, now() from channels;
  insert into channel_signups (client_id, id, created_by, token_enc, numbers, expires_at)
    select b.id, gen_random_uuid(), b.id, '\\x00', '[]', now() + n * interval '1 minute' from big b cross join generate_series(1, 2000) n;
  insert into audit_events (client_id, id, actor, action) select b.id, gen_random_uuid(), 'x', 'y' from big b cross join generate_series(1, 2000) n;
  insert into jobs (client_id, id, kind, key, weight, payload, state, run_at, lease_until, ended_at)
    select b.id, gen_random_uuid(), 'x', n::text, 'heavy', '{}', s.state, now() + n * interval '1 second',
      case s.state when 'running' then now() end, case when s.state in ('done', 'failed') then now() - n * interval '1 minute' end
    from big b cross join generate_series(1, 1000) n cross join (values ('waiting'), ('running'), ('done')) s(state);
  insert into job_turns (client_id, weight, served_at) select id, 'heavy', now() from clients;
  insert into contact_merges (client_id, id, contact_id, merged_ids, cause, undo, created_by, request_hash)
    select client_id, gen_random_uuid(), id, '{}', 'manual', case when n % 9 = 0 then '{}'::jsonb end, 'x', '\\x00' from people where n % 4 = 0;
  insert into contact_merge_messages (client_id, merge_id, message_id, thread_id)
    select m.client_id, g.id, m.id, m.thread_id from contact_merges g join messages m on m.client_id = g.client_id and m.contact_id = g.contact_id;
  insert into contact_merge_notes (client_id, merge_id, note_id, thread_id)
    select g.client_id, g.id, n.id, n.thread_id from contact_merges g join threads t on t.client_id = g.client_id and t.contact_id = g.contact_id
    join notes n on n.client_id = t.client_id and n.thread_id = t.id;
  insert into contact_duplicates (client_id, a_id, b_id, reason, dismissed_at)
    select p.client_id, least(p.id, o.id), greatest(p.id, o.id), 'name', case when p.n % 3 = 0 then now() end
    from people p join people o on o.client_id = p.client_id and o.n = p.n + 1;
  insert into contact_data_exports (client_id, id, contact_id, created_by, expires_at)
    select client_id, gen_random_uuid(), id, 'x', now() + n * interval '1 minute' from people where n % 5 = 0;
  insert into contact_data_export_parts (client_id, export_id, part, body) select client_id, id, n, 'x' from contact_data_exports cross join generate_series(0, 2) n;
  insert into account_exports (client_id, id, state, size_bytes, created_by, created_at, ended_at, expires_at)
    select client_id, gen_random_uuid(), 'done', 1, client_id, now() - n * interval '1 day', now(), now() + n * interval '1 day' from people where n < 400;
  insert into erasures (client_id, id, requested_by, requested_at, request_hash)
    select b.id, gen_random_uuid(), 'x', now() - n * interval '1 minute', '\\x00' from big b cross join generate_series(1, 1000) n;
  insert into webhook_endpoints (client_id, id, url, events, secret_enc, feed_pos, created_by, request_hash)
    select b.id, gen_random_uuid(), 'https://x', '{message.sent}', '\\x00', 0, 'x', '\\x00' from big b cross join generate_series(1, 500) n;
  insert into chat_links (client_id, id, channel_id, name, text, code, created_by, request_hash)
    select b.id, gen_random_uuid(), (select id from channels c where c.client_id = b.id limit 1), 'Link ' || n, 'Hello', 'C' || n, 'x', '\\x00' from big b cross join generate_series(1, 400) n;
  insert into chat_link_uses (client_id, message_id, thread_id, link_id, name, at)
    select m.client_id, m.id, m.thread_id, l.id, 'Link', m.sort_at
    from (select *, row_number() over (order by id) as n from messages where direction = 'INCOMING') m
    join (select client_id, id, row_number() over (partition by client_id order by id) as n from chat_links) l
      on l.client_id = m.client_id and l.n = 1 + m.n % 400
    limit 4000;
  insert into ai_settings (client_id, base_url, api_key_enc, key_end, model, functions, monthly_tokens, currency, consent_id, changed_by)
    select id, 'https://ai.example/v1', '\\x00', '', 'm', '{}', 1000, 'EUR', gen_random_uuid(), 'x' from clients;
  insert into transcription_settings (client_id, engine, model, automatic, minute_price, monthly_minutes, changed_by)
    select id, 'provider', 'whisper-1', true, 0, 100, 'x' from clients;
  insert into ai_members (client_id, user_id) select client_id, user_id from client_users;
  insert into ai_months (client_id, month, currency) select id, date '2026-01-01' - n * 31, 'EUR' from clients cross join generate_series(1, 12) n;
  insert into ai_calls (client_id, id, created_by, function, state, reserved_tokens, currency, created_at, seconds)
    select id, gen_random_uuid(), n::text, 'reply', case when n % 500 = 0 then 'open' else 'done' end, 1, 'EUR', now() - n * interval '9 minutes', (n % 5 = 0)::int
    from big cross join generate_series(1, 4000) n;
  insert into help_texts (client_id, id, title, body, created_by, updated_by, request_hash)
    select id, gen_random_uuid(), 'Text ' || n, 'Hello', 'x', 'x', '\\x00' from big cross join generate_series(1, 500) n;
  insert into answering_settings (client_id, is_on, channel_ids, hours, takes, name, min_confidence, most_answers, changed_by)
    select id, true, '{}', 'always', 'unassigned', 'AI assistant', 80, 5, 'x' from clients;
  insert into answering_cursors (client_id, pos) select id, 1 from clients;
  insert into answering_messages (client_id, message_id, state, due_at, reply_id, rating)
    select client_id, id, case when n % 400 = 0 then 'waiting' else 'answered' end, case when n % 400 = 0 then now() end,
      case when n % 400 <> 0 then gen_random_uuid() end, case when n % 50 = 0 then 'good' end
    from (select client_id, id, row_number() over () as n from messages limit 4000) m;
  insert into answering_exams (client_id, id, needed, created_by) select id, gen_random_uuid(), 10, 'x' from clients;
  insert into answering_exam_answers (client_id, message_id) select client_id, id from messages limit 4000;
  insert into ai_translations (client_id, message_id, language, source_hash, text)
    select client_id, id, 'de', '\\x00', 'Hallo' from messages limit 4000;
  insert into link_previews (client_id, url_hash, title, image_id, image, fetched_at)
    select id, decode(md5(n::text), 'hex'), 'Page', gen_random_uuid(), '\\x00', now() - n * interval '1 hour'
    from big cross join generate_series(1, 3000) n;
  insert into import_sources (client_id, id, name, url, mapping, rules, schedule, time_zone, next_at, created_by, request_hash)
    select b.id, gen_random_uuid(), 'Shop ' || n, 'https://x', '[]', '{}', '{"every": "hours", "hours": 1}', 'Europe/London', now(), 'x', '\\x00'
    from big b cross join generate_series(1, 500) n;
  insert into import_source_runs (client_id, id, source_id, cause, due_at, state, ended_at, created_at)
    select client_id, gen_random_uuid(), id, 'schedule', now() - n * interval '1 hour', 'done', now(), now() - n * interval '1 hour'
    from import_sources cross join generate_series(1, 30) n;
  insert into incoming_webhooks (client_id, id, name, contact, secret_enc, created_by, request_hash)
    select b.id, gen_random_uuid(), 'Shop ' || n, '{"custom_fields": []}', '\\x00', 'x', '\\x00' from big b cross join generate_series(1, 500) n;
  insert into incoming_webhook_calls (client_id, id, webhook_id, call_id, state, status, body, created_at)
    select client_id, gen_random_uuid(), id, n::text, case when n % 10 = 1 then 'failed' else 'accepted' end, 200, '{}', now() - n * interval '9 minutes'
    from incoming_webhooks cross join generate_series(1, 30) n;
  insert into webhook_deliveries (client_id, id, endpoint_id, event_id, type, collection, row_id, marker, event_at, state, ended_at, is_claimed, process_id)
    select e.client_id, gen_random_uuid(), e.id, gen_random_uuid(), 'message.sent', 'messages', gen_random_uuid()::text, 'NEW', now(),
      case when n % 5 = 0 then 'waiting' when n % 7 = 0 then 'failed' else 'delivered' end,
      case when n % 5 = 0 then null else now() - n * interval '1 minute' end, n % 50 = 0, n
    from webhook_endpoints e cross join generate_series(1, 30) n;
  insert into feedback_settings (client_id) select id from clients;
  insert into bug_reports (client_id, id, number, what_happened, severity, contact_id, destination, delivery, created_by, request_hash)
    select b.id, gen_random_uuid(), n, 'x', 'slows', gen_random_uuid(), 'stored', 'none', (select id from users limit 1), '\\x00'
    from big b cross join generate_series(1, 1500) n;
  insert into bug_report_screenshots (client_id, report_id, position, bytes, width, height)
    select client_id, id, 0, '\\x00', 1, 1 from bug_reports;
  insert into feature_requests (client_id, id, title, problem, votes, created_by, request_hash)
    select b.id, gen_random_uuid(), 'Request ' || n, 'x', n, (select id from users limit 1), '\\x00' from big b cross join generate_series(1, 1500) n;
  insert into feature_votes (client_id, request_id, user_id)
    select f.client_id, f.id, u.id from feature_requests f cross join (select id from users limit 2) u;
  insert into notification_feeds (client_id, feed_pos) select id, 0 from clients;
  insert into saved_filters (client_id, user_id, page, filters) select client_id, user_id, 'broadcasts', '[]' from client_users;
  insert into notification_settings (client_id, user_id, settings) select client_id, user_id, '{}' from client_users;
  insert into notifications (client_id, id, user_id, kind, thread_id, subject_id, in_app, desktop, phone, email, read_at)
    select t.client_id, gen_random_uuid(), u.user_id, 'mine', t.id, t.id, true, true, true, true, now() from threads t
    cross join lateral (select user_id from client_users u where u.client_id = t.client_id limit 1) u;
  insert into assignment_turns (client_id, user_id, at) select client_id, user_id, now() from client_users;
  insert into closing_warnings (client_id, thread_id, window_expires_at) select client_id, id, now() from threads;
  insert into target_warnings (client_id, thread_id, target, due_at, overdue) select client_id, id, 'reply', now(), true from threads;
  insert into sessions (id, user_id, token_hash, idle_expires_at, absolute_expires_at)
    select gen_random_uuid(), id, '\\x00', now() + interval '1 day', now() + interval '1 day' from users limit 1;
  insert into push_devices (client_id, id, user_id, session_id, name, kind, endpoint, endpoint_hash, keys_enc)
    select client_id, gen_random_uuid(), user_id, (select id from sessions limit 1), 'x', 'desktop', 'x' || user_id,
      sha256((client_id::text || user_id)::bytea), '\\x00' from client_users;
  insert into retention_rules (client_id, messages_days, updated_by) select id, 30, 'x' from clients;
  insert into imports (client_id, id, name, state, created_by, request_hash, ended_at)
    select b.id, gen_random_uuid(), 'File ' || n, 'done', 'x', '\\x00', now() - n * interval '1 hour' from big b cross join generate_series(1, 700) n;
  insert into import_uploads (client_id, import_id, at_byte, bytes) select client_id, id, 0, '\\x00' from imports;
  insert into import_pages (client_id, import_id, page, rows) select client_id, id, n, '[]' from imports cross join generate_series(0, 2) n;
  insert into import_edits (client_id, import_id, row_no) select client_id, id, n from imports cross join generate_series(1, 3) n;
  insert into import_problems (client_id, import_id, row_no, code, msg) select client_id, id, n, 'x', 'y' from imports cross join generate_series(1, 3) n;
  insert into import_changes (client_id, import_id, contact_id, version) select client_id, id, gen_random_uuid(), 1 from imports cross join generate_series(1, 3) n;
  insert into history_imports (client_id, id, name, state, channel_id, created_by, request_hash, started_at, ended_at)
    select b.id, gen_random_uuid(), 'File ' || n, 'done', (select c.id from channels c where c.client_id = b.id limit 1), 'x', '\\x00', now(),
      now() - n * interval '1 hour' from big b cross join generate_series(1, 700) n;
  insert into history_uploads (client_id, import_id, at_byte, bytes) select client_id, id, 0, '\\x00' from history_imports;
  insert into history_pages (client_id, import_id, page, rows) select client_id, id, n, '[]' from history_imports cross join generate_series(0, 2) n;
  insert into history_skips (client_id, import_id, no, place, reason, sample) select client_id, id, n, '1', 'x', 'y' from history_imports cross join generate_series(1, 3) n;
  insert into history_rows (client_id, import_id, kind, row_id) select client_id, id, 'contact', gen_random_uuid() from history_imports cross join generate_series(1, 3) n;
  insert into import_mappings (client_id, header_hash, mapping) select b.id, sha256(n::text::bytea), '{}' from big b cross join generate_series(1, 700) n;
  analyze`;

beforeAll(async () => {
  database = await testDatabase();
  // Loads every feature, and with it every statement.
  const app = await buildApp(database.platform, { soleProcess: true, checkResponses: false, web: false });
  await app.close();
  await database.owner.query('select setseed(0.5)');
  await database.owner.query(seed);
}, 300_000);
afterAll(() => database.close());

const sql = <R extends Record<string, unknown>>(text: string) => queryAsOwner<R>(database.owner, text);

/** The tables with a `client_id` (a partition counts as its parent) and their maximum number of rows. */
async function guardedTables(): Promise<Map<string, { rows: number; parent: string }>> {
  const rows = await sql<{ name: string; parent: string; n: number }>(`
    select c.relname as name, coalesce(p.relname, c.relname) as parent, greatest(c.reltuples, 0)::int as n
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and (c.relname = 'clients' or exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attname = 'client_id'))`);
  return new Map(rows.map((row) => [row.name, { rows: row.n, parent: row.parent }]));
}

/** @returns the generic plan, or null when the role may not run the statement */
/** Planner settings of both login roles; SET ROLE does not apply a role's settings. */
const plannerSettings = ['random_page_cost = 1.1', "effective_cache_size = '1GB'"];

async function planOf(text: string, role: string, further: readonly string[] = []): Promise<string | null> {
  const parameters = Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)));
  const nulls = parameters === 0 ? '' : `(${Array(parameters).fill('null').join(', ')})`;
  await sql('begin');
  try {
    for (const setting of [...plannerSettings, ...further]) await sql(`set local ${setting}`);
    await sql(`set local role ${role}`);
    await sql(
      "select set_config('app.client_id', (select gen_random_uuid()::text), true), set_config('plan_cache_mode', 'force_generic_plan', true)",
    );
    await sql(`prepare asked as ${text}`);
    const rows = await sql<{ 'QUERY PLAN': string }>(`explain (costs off) execute asked${nulls}`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } catch (error) {
    if ((error as { code?: string }).code === '42501') return null;
    throw error;
  } finally {
    await sql('rollback');
    await sql('deallocate all');
  }
}

describe('on a large account among many', () => {
  test('the seed fills every table of an account, so that no plan is chosen for an empty one', async () => {
    const small = [...(await guardedTables())].filter(
      ([name, { rows, parent }]) =>
        parent === name && rows < 1_000 && !['changes', 'message_events', 'webhook_events', 'sessions'].includes(name),
    );
    expect(small).toEqual([]);
  });

  test('every statement uses an index of the account’s rows, as the app role and as the system role', async () => {
    const guarded = await guardedTables();
    const scans: string[] = [];
    const asked = { parley_app: 0, parley_system: 0 };
    const refused: string[] = [];
    const names = [...declaredStatements()].filter(
      ([name]) => !ofIdentity.test(name) && !ofOperator.test(name) && !(name in notAsked) && !name.startsWith('test'),
    );
    expect(names.length).toBeGreaterThan(60);
    for (const [name, text] of names) {
      for (const role of ['parley_app', 'parley_system'] as const) {
        const plan = await planOf(text, role);
        if (plan === null) {
          if (role === 'parley_system') refused.push(name);
          continue;
        }
        asked[role]++;
        for (const [line, , table = ''] of plan.matchAll(/Seq Scan on (\w+\.)?(\w+).*/g)) {
          // A scan of an empty partition reads no page.
          if ((guarded.get(table)?.rows ?? 0) > 0) scans.push(`${name} as ${role}: ${line.trim()}`);
        }
      }
    }
    expect(scans).toEqual([]);
    expect(refused).toEqual([]);
    expect(asked.parley_app).toBeGreaterThan(40);
    expect(asked.parley_system).toBe(names.length);
  });

  test('no statement starts a second process, which takes longer than reading a page', async () => {
    // What makes the planner choose one where it may.
    const eager = ['parallel_setup_cost = 0', 'parallel_tuple_cost = 0', 'min_parallel_table_scan_size = 0'];
    const settings = ['min_parallel_index_scan_size = 0', ...eager];
    const list = declaredStatements().get('inbox.list_threads_s') ?? '';
    for (const role of ['parley_app', 'parley_system'] as const) {
      const [found] = await sql<{ set: string[] }>(`select rolconfig as set from pg_roles where rolname = '${role}'`);
      const own = (found?.set ?? []).filter((setting) => setting.startsWith('max_parallel_workers_per_gather'));
      expect(await planOf(list, role, [...settings, 'max_parallel_workers_per_gather = 1'])).toContain('Gather');
      expect(await planOf(list, role, [...settings, ...own])).not.toContain('Gather');
    }
  });

  test('lists of threads and messages stop early without sorting', async () => {
    for (const [name, text] of declaredStatements()) {
      if (
        !/^inbox\.list_threads_(?!of_contact)|^inbox\.list_messages$|^sync\.list_changes$|^channels_list$|^compose\.list_messages$/.test(
          name,
        )
      )
        continue;
      const plan = (await planOf(text, 'parley_app')) ?? '';
      const presorted = /Incremental Sort/.test(plan) && /Presorted Key/.test(plan);
      expect(
        /^(?!.*Incremental).*\bSort\b/m.test(plan.replaceAll(/Sort Key:.*|Presorted Key:.*/g, '')) && !presorted,
        `${name}:\n${plan}`,
      ).toBe(false);
    }
  });
});
