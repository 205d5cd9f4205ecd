import type { ExportedTables, NumberedColumns } from '../../../platform/export/exported-table.ts';

const noSecret = `''::bytea`;
/** Nothing hashes to it: a link or a key with it cannot be used. */
const noHash = `sha256(gen_random_uuid()::text::bytea)`;

const ofEndedImport =
  'exists (select from shared_imports i where i.client_id = r.client_id and i.id = r.import_id and i.ended_at is not null)';

const ofEndedHistory =
  'exists (select from shared_history_imports i where i.client_id = r.client_id and i.id = r.import_id and i.ended_at is not null)';

const work = 'work in progress of this installation';
const feed = 'the change feed of the last days, for devices; an import starts a new one';
const files = 'files for downloading, which are deleted after days';
const calls = 'technical log of calls, deleted after days';

/**
 * Every table of accounts: how it is exported, or the reason why it is not. A test fails for a table that is missing
 * here. Collections have the names of the tables; the order is that of the file.
 */
export const exportedTables: ExportedTables = {
  clients: { ofAccount: 'r.id = :account' },
  client_logos: {},
  client_users: {},
  user_avatars: {
    ofAccount: 'exists (select from shared_client_users m where m.client_id = :account and m.user_id = r.user_id)',
  },
  former_members: {},
  user_groups: {},
  user_group_members: {},
  invitations: { without: { email_token_hash: noHash, link_token_hash: noHash, email_id: 'null' } },
  join_requests: {},
  client_transfers: {},
  member_presence: 'who is online',
  retention_rules: {},
  erasures: { where: `r.state = 'done'` },
  contact_data_exports: files,
  contact_data_export_parts: files,
  account_exports: files,
  audit_events: {},
  audit_forwardings: 'holds secrets; add the destinations of the audit log again',
  email_hours: {},
  api_keys: { without: { key_hash: noHash } },
  api_key_hours: calls,
  api_key_requests: calls,
  scim_tokens: 'secrets of this installation; create a token and enter it at the identity provider',
  assistant_grants: 'secrets of this installation; connect the applications again',
  scim_users: {},
  scim_groups: {},
  scim_refusals: calls,

  templates: {},
  template_versions: {},
  template_sync_runs: {},
  session_templates: {},
  session_template_favourites: {},
  session_template_uses: {},

  channels: { without: { credentials_enc: noSecret, secrets_last4: `'{}'::jsonb`, previous_until: 'null' } },
  channel_routes: { without: { secret_hash: noHash, previous_secret_hash: 'null', previous_until: 'null' } },
  channel_facts: {},
  channel_health: {},
  channel_leases: work,
  channel_signups: 'access tokens of sign-ups that were begun',
  chat_links: {},
  chat_link_uses: {},
  sandbox_scenarios: {},
  test_numbers: { without: { code: 'gen_random_uuid()::text' } },

  contacts: {},
  contact_identities: {},
  contact_fields: {},
  contact_field_values: {},
  contact_lists: {},
  contact_list_members: {},
  contact_list_totals: {},
  contact_counts: {},
  contact_notes: {},
  contact_activity: {},
  contact_last_campaigns: {},
  contact_bulk_operations: { where: 'r.ended_at is not null', without: { file_bytes: 'null' } },
  contact_export_parts: files,
  contact_duplicates: {},
  contact_merges: {},
  contact_merge_messages: {},
  contact_merge_notes: {},
  segments: {},
  suppressions: {},
  imports: { where: 'r.ended_at is not null' },
  import_changes: { where: ofEndedImport },
  import_edits: { where: ofEndedImport },
  import_problems: { where: ofEndedImport },
  import_mappings: {},
  import_pages: 'the rows of an imported file, kept for corrections during its import',
  import_uploads: 'the bytes of an imported file',
  history_imports: { where: 'r.ended_at is not null', without: { key_enc: 'null' } },
  history_rows: { where: ofEndedHistory },
  history_skips: { where: ofEndedHistory },
  history_pages: 'the rows of a file with conversations, during its import',
  history_uploads: 'the bytes of a file with conversations',
  import_sources: { without: { header_name: 'null', header_value_enc: 'null' } },
  import_source_runs: { where: 'r.ended_at is not null' },

  threads: {},
  thread_participants: {},
  messages: {},
  message_events: {},
  message_attempts: {},
  parked_statuses: {},
  triggers: {},
  scheduled_messages: {},
  read_marks: work,
  target_results: {},
  thread_events: {},
  thread_notices: {},
  thread_labels: {},
  labels: {},
  stages: {},
  notes: {},
  note_mentions: {},
  saved_views: {},
  saved_filters: {},
  drafts: {},
  call_permissions: 'what customers said is in the messages; WhatsApp knows what holds now',
  calls: 'calls that go on; what became of them is in the messages',
  closing_warnings: {},
  target_warnings: {},
  assignment_turns: {},
  webhook_counters: {},
  webhook_statistics: {},
  webhook_refusals: 'name raw deliveries, which stay in this installation for thirty days',

  link_previews: 'copies of web pages, which are read again',

  media_files: {},
  media: {},
  media_usage: {},
  media_hours: {},
  media_uploads: 'ids of files at WhatsApp, valid for thirty days',

  campaigns: {},
  campaign_recipients: {},
  campaign_counters: {},
  campaign_costs: {},
  campaign_events: {},
  campaign_links: {},
  campaign_files: { where: "r.state = 'ready'" },
  campaign_file_rows: {
    where:
      "exists (select from shared_campaign_files f where f.client_id = r.client_id and f.id = r.file_id and f.state = 'ready')",
  },
  campaign_file_parts: 'the bytes of a file for a broadcast, whose rows are exported',
  campaign_goals: {},
  campaign_conversions: {},
  campaign_ab_counters: {},
  campaign_minutes: {},
  broadcast_settings: {},

  automations: {},
  automation_versions: {},
  automation_exams: {},
  automation_exam_answers: {},
  automation_runs: {},
  automation_run_steps: {},
  automation_stops: {},
  automation_turns: {},
  automation_secrets: 'credentials of calls; enter them again in the steps that use them',
  automation_contact_events: work,

  ratings: {},
  report_charges: {},
  report_counted: {},
  report_counts: {},
  report_currencies: {},
  report_days: {},
  report_durations: {},
  report_emails: {},
  report_rates: {},
  report_reopenings: {},
  report_rollups: {},
  report_times: {},
  saved_reports: {},

  notifications: {},
  notification_settings: {},
  push_devices: 'addresses and keys of browsers',

  bug_reports: {},
  bug_report_screenshots: {},
  feature_requests: {},
  feature_votes: {},
  // An address agreed to the reports of this installation only.
  feedback_settings: {
    without: {
      webhook_secret_enc: noSecret,
      forge_token_enc: noSecret,
      email_confirmed: 'false',
      email_code_hash: 'null',
      email_code_until: 'null',
      email_code_tries: '0',
    },
  },

  webhook_endpoints: {
    without: { secret_enc: noSecret, secret_end: 'null', previous_secret_enc: 'null', previous_secret_until: 'null' },
  },
  webhook_deliveries: 'deliveries of the last days; this installation sends those that wait',
  incoming_webhooks: { without: { secret_enc: noSecret, previous_secret_enc: 'null', previous_secret_until: 'null' } },
  incoming_webhook_calls: {},

  ai_settings: 'holds the key of the provider; connect it again',
  transcription_settings: {},
  ai_members: {},
  ai_calls: {},
  ai_months: {},
  ai_translations: {},
  help_texts: {},
  answering_settings: {},
  answering_messages: {},
  answering_exams: {},
  answering_exam_answers: {},

  // Positions in the change feed; an import moves them to the end of its new one.
  change_counters: {},
  answering_cursors: {},
  automation_cursors: {},
  campaign_cursors: {},
  notification_feeds: {},
  rating_cursors: {},
  report_cursors: {},
  changes: feed,
  changes_new: feed,
  jobs: work,
  job_turns: work,
};

/** The sequences that number rows of accounts, each with the column that an import must leave behind it. */
export const numberedColumns: NumberedColumns = {
  contact_field_no: { table: 'contact_fields', column: 'no' },
  message_arrival: { table: 'messages', column: 'arrival' },
  trigger_order: { table: 'triggers', column: 'seq' },
};
