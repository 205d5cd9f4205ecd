import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { flowOf, say } from '../../testing/automations.ts';
import { testWorld, type World } from '../../testing/world.ts';
import { newId } from '../ids.ts';

let world: World;
beforeAll(async () => {
  world = await testWorld();
});
afterAll(() => world.close());

const condition = { field: 'name', op: 'contains', value: 'x'.repeat(200) } as const;
const segment = (name: string, filter: unknown = condition) => ({ body: { name, filter } }) as never;

describe('rows of one account', () => {
  test('are limited: the next one is refused with a next step, and nothing is created', async () => {
    const { owner } = world.server;
    await owner.query(
      `insert into segments (client_id, id, name, filter, created_by, request_hash)
       select $1, gen_random_uuid(), 'Segment ' || n, '{"all": []}', 'test', '' from generate_series(1, 199) n`,
      [world.clientId],
    );
    const last = { body: { id: newId(), name: 'The last one', filter: condition } };
    expect((await world.api('POST /api/segments', last)).status).toBe(201);
    const refused = await world.api('POST /api/segments', segment('One too many'));
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      error: { code: 'limit_reached', message: 'An account can have 200 segments. Delete one first.' },
    });
    expect((await world.api('POST /api/segments', last)).status).toBe(200);
    const { rows } = await owner.query('select count(*)::int as n from segments where client_id = $1', [
      world.clientId,
    ]);
    expect(rows).toEqual([{ n: 200 }]);
  });

  test('are limited for concurrent requests too', async () => {
    await world.server.owner.query(
      `insert into user_groups (client_id, id, name) select $1, gen_random_uuid(), 'Group ' || n from generate_series(1, 197) n`,
      [world.clientId],
    );
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => world.api('POST /api/user-groups', { body: { name: `At once ${n}` } })),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 201, 201, ...Array(7).fill(409)]);
  });
});

/** Rows that fill a collection up to its last place, and the call that creates one more. */
const collections: Record<string, { most: number; fill: string; create: (n: number) => ReturnType<World['api']> }> = {
  automations: {
    most: 200,
    fill: `insert into automations (client_id, id, name, draft, position, request_hash, updated_by)
      select $1, gen_random_uuid(), 'Automation ' || n, '{}', n, '', 'x'`,
    create: (n) =>
      world.api('POST /api/automations', { body: { name: `At once ${n}`, flow: flowOf({ kind: 'message' }, []) } }),
  },
  automation_secrets: {
    most: 500,
    fill: `insert into automation_secrets (client_id, id, origin, value_enc, created_by)
      select $1, gen_random_uuid(), 'x', '', 'x'`,
    create: () => world.api('POST /api/automations/secrets', { body: { url: 'https://shop.example/', value: 'x' } }),
  },
  labels: {
    most: 500,
    fill: `insert into labels (client_id, id, name, color) select $1, gen_random_uuid(), 'Label ' || n, 'blue'`,
    create: (n) => world.api('POST /api/labels', { body: { name: `At once ${n}`, color: 'blue' } }),
  },
  stages: {
    most: 30,
    fill: `insert into stages (client_id, id, name, color, position) select $1, gen_random_uuid(), 'Stage ' || n, 'blue', n`,
    create: (n) => world.api('POST /api/stages', { body: { name: `At once ${n}`, color: 'blue' } }),
  },
  audit_forwardings: {
    most: 5,
    fill: `insert into audit_forwardings (client_id, id, name, kind, address, state, after_tx, after_id, created_by, request_hash)
      select $1, gen_random_uuid(), 'To ' || n, 'syslog', 'tls://siem.invalid:6514', 'paused', 0, gen_random_uuid(), 'x', ''`,
    create: (n) =>
      world.api('POST /api/audit-forwardings', {
        body: {
          name: `At once ${n}`,
          kind: 'webhook',
          address: 'https://receiver.invalid/log',
          ca_certificate: null,
          include_past: false,
        },
      } as never),
  },
  scim_tokens: {
    most: 5,
    fill: `insert into scim_tokens (client_id, id, name, last4, token_hash, default_role, created_by, request_hash)
      select $1, gen_random_uuid(), 'Token ' || n, '', sha256(gen_random_uuid()::text::bytea), 'User',
        (select user_id from client_users where client_id = $1 limit 1), ''`,
    create: (n) => world.api('POST /api/scim/tokens', { body: { name: `At once ${n}`, default_role: 'User' } }),
  },
  assistant_grants: {
    most: 200,
    fill: `insert into assistant_grants (client_id, id, user_id, application_id, name, redirect_uri, scopes, code_hash,
        challenge, code_expires_at, code_used_at, refresh_hash)
      select $1, gen_random_uuid(), (select user_id from client_users where client_id = $1 limit 1), 'x', 'App ' || n,
        'https://app.invalid/', '{read}', sha256(gen_random_uuid()::text::bytea), 'x', now(), now(), ''`,
    create: async (n) => {
      const redirect_uri = 'https://app.invalid/';
      const made = await fetch(`${world.server.url}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_name: `At once ${n}`, redirect_uris: [redirect_uri] }),
      });
      const { client_id } = (await made.json()) as { client_id: string };
      const code_challenge = 'x'.repeat(43);
      const request = { client_id, redirect_uri, response_type: 'code', code_challenge, code_challenge_method: 'S256' };
      return world.api('POST /api/assistants/authorization', { body: { ...request, allow: ['read'] } } as never);
    },
  },
  webhook_endpoints: {
    most: 20,
    fill: `insert into webhook_endpoints (client_id, id, url, events, secret_enc, feed_pos, created_by, request_hash)
      select $1, gen_random_uuid(), 'https://receiver.invalid/' || n, '{message.sent}', '', 0, 'x', ''`,
    create: (n) =>
      world.api('POST /api/webhooks', { body: { url: `https://receiver.invalid/${n}`, events: ['message.sent'] } }),
  },
  campaign_files: {
    most: 200,
    fill: `insert into campaign_files (client_id, id, name, created_by, request_hash)
      select $1, gen_random_uuid(), 'File ' || n, 'x', ''`,
    create: (n) => world.api('POST /api/campaign-files', { body: { name: `At once ${n}` } }),
  },
  chat_links: {
    most: 200,
    fill: `insert into chat_links (client_id, id, channel_id, name, text, code, created_by, request_hash)
      select $1, gen_random_uuid(), (select id from channels where client_id = $1 limit 1), 'Link ' || n, 'Hello', 'C' || n, 'x', ''`,
    create: (n) =>
      world.api('POST /api/chat-links', {
        body: { channel_id: world.channelId, name: `At once ${n}`, text: 'Hello' },
      }),
  },
  help_texts: {
    most: 500,
    fill: `insert into help_texts (client_id, id, title, body, created_by, updated_by, request_hash)
      select $1, gen_random_uuid(), 'Text ' || n, 'Hello', 'x', 'x', ''`,
    create: (n) => world.api('POST /api/ai/help-texts', { body: { title: `At once ${n}`, body: 'Hello' } }),
  },
  incoming_webhooks: {
    most: 20,
    fill: `insert into incoming_webhooks (client_id, id, name, contact, secret_enc, created_by, request_hash)
      select $1, gen_random_uuid(), 'Shop ' || n, '{}', '', 'x', ''`,
    create: (n) =>
      world.api('POST /api/incoming-webhooks', {
        body: { name: `At once ${n}`, contact: { phone_number: 'phone' } },
      } as never),
  },
  import_sources: {
    most: 20,
    fill: `insert into import_sources (client_id, id, name, url, mapping, rules, schedule, time_zone, next_at, created_by, request_hash)
      select $1, gen_random_uuid(), 'Shop ' || n, 'https://files.invalid', '[]', '{}', '{"every": "hours", "hours": 1}', 'UTC', now() + interval '1 day', 'x', ''`,
    create: (n) =>
      world.api('POST /api/import-sources', {
        body: {
          name: `At once ${n}`,
          url: 'https://files.invalid/people.csv',
          mapping: [{ column: 'Phone', target: 'phone' }],
          rules: {},
          schedule: { every: 'hours', hours: 24 },
        },
      } as never),
  },
  feature_requests: {
    most: 2_000,
    fill: `insert into feature_requests (client_id, id, title, problem, created_by, request_hash)
      select $1, gen_random_uuid(), 'Request ' || n, 'Problem', '${randomUUID()}', ''`,
    create: (n) =>
      world.api('POST /api/feature-requests', { body: { title: `At once ${n}`, problem: 'It is missing' } }),
  },
  session_templates: {
    most: 5_000,
    fill: `insert into session_templates (client_id, id, name, shortcut, body, created_by)
      select $1, gen_random_uuid(), 'Reply ' || n, 'reply' || n, 'Hello', 'x'`,
    create: (n) =>
      world.api('POST /api/session-templates', { body: { name: `At once ${n}`, shortcut: `once${n}`, body: 'Hello' } }),
  },
};

test.each(Object.entries(collections))('%s have a last place, which one of six calls takes', async (table, limit) => {
  const { owner } = world.server;
  const count = async () =>
    (await owner.query(`select count(*)::int as n from ${table} where client_id = $1`, [world.clientId])).rows[0].n;
  const free = limit.most - (await count()) - 1;
  await owner.query(`${limit.fill} from generate_series(1, ${free}) n`, [world.clientId]);
  const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => limit.create(n)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
  const refused = answers.find(({ status }) => status === 409)?.body;
  expect(refused).toMatchObject({ error: { code: 'limit_reached' } });
  expect(JSON.stringify(refused)).not.toContain('items of this kind');
  expect(await count()).toBe(limit.most);
});

describe('the size of what lists carry whole', () => {
  const numbers = Array.from({ length: 20_000 }, (_, n) => `+4477009${String(n).padStart(5, '0')}`);

  test('drafts of broadcasts with typed numbers do not make one response of 200 MB', async () => {
    const { channelId: channel_id } = world;
    const create = (n: number) =>
      world.api('POST /api/campaigns', {
        body: { name: `Large ${n}`, channel_id, audience: { phone_numbers: numbers } } as never,
      });
    const statuses: number[] = [];
    for (let n = 0; statuses.at(-1) !== 409 && n < 60; n++) statuses.push((await create(n)).status);
    expect(statuses.length).toBeGreaterThan(10);
    expect(statuses.pop()).toBe(409);
    expect(new Set(statuses)).toEqual(new Set([201]));
    const refused = await create(99);
    expect(refused.body).toMatchObject({ error: { code: 'limit_reached' } });
    await world.server.owner.query(`delete from campaigns where client_id = $1 and name like 'Large %'`, [
      world.clientId,
    ]);
  });

  test('nor do automations, whose versions lose the oldest first', async () => {
    const { owner } = world.server;
    const text = 'x'.repeat(4_000);
    const steps = Array.from({ length: 60 }, (_, n) => say(`s${n}`, text, n < 59 ? `s${n + 1}` : null));
    const flow = flowOf({ kind: 'message' }, steps);
    const small = flowOf({ kind: 'message' }, [say('s0', 'Hello')]);
    await owner.query('delete from automations where client_id = $1', [world.clientId]);
    const { body } = await world.api('POST /api/automations', { body: { name: 'Small', flow: small } });
    await owner.query(
      `insert into automations (client_id, id, name, draft, position, request_hash, updated_by)
       select $1, gen_random_uuid(), 'Large ' || n, $2, n, '', 'x' from generate_series(1, 32) n`,
      [world.clientId, flow],
    );
    const refused = await world.api('POST /api/automations', { body: { name: 'One too many', flow } });
    expect(refused).toMatchObject({ status: 409, body: { error: { code: 'limit_reached' } } });
    const grown = await world.api('PUT /api/automations/{id}', { params: { id: body.id }, body: { flow } });
    expect([grown.status, (await world.api('GET /api/automations')).body.data.length]).toEqual([409, 33]);
    await owner.query(
      `insert into automation_versions (client_id, automation_id, number, flow, published_by, published_at)
       select $1, $2, n, $3, 'x', now() - interval '1 day' + n * interval '1 minute' from generate_series(1, 70) n`,
      [world.clientId, body.id, flow],
    );
    const published = await world.api('POST /api/automations/{id}/publish', { params: { id: body.id } });
    expect(published.body.published_version).toBe(71);
    const { rows } = await owner.query(
      `select min(number) as oldest, max(number) as newest, sum(octet_length(flow::text))::int as bytes
       from automation_versions where client_id = $1`,
      [world.clientId],
    );
    expect(rows[0]).toMatchObject({ newest: 71 });
    expect(rows[0].oldest).toBeGreaterThan(1);
    expect(rows[0].bytes).toBeLessThanOrEqual(16_000_000);
    await owner.query('delete from automations where client_id = $1', [world.clientId]);
  });
});

/** Tables of an account without a limit of their own, by the reason why callers cannot fill them. */
const bounded: Record<string, readonly string[]> = {
  'what the business is about: contacts, conversations, messages and what is written about them': [
    ...['answering_messages', 'chat_link_uses'],
    ...['automation_stops', 'contact_activity', 'contact_counts', 'contact_duplicates', 'contact_field_values'],
    ...['contact_identities', 'contact_last_campaigns', 'contact_list_members', 'contact_notes', 'contacts'],
    ...['erasures', 'message_attempts', 'message_events', 'messages', 'note_mentions', 'notes', 'read_marks'],
    'call_permissions',
    'ratings',
    ...['report_charges', 'report_counted', 'report_counts', 'report_days', 'report_durations', 'report_reopenings'],
    ...['report_rollups', 'report_times'],
    ...['suppressions', 'target_results', 'thread_events', 'thread_labels', 'thread_participants', 'threads'],
    'triggers',
  ],
  'removed by age': [
    'account_exports',
    'ai_calls',
    'calls',
    'email_hours',
    'email_outbox',
    'import_source_runs',
    'media_hours',
    'automation_contact_events',
    'incoming_webhook_calls',
    ...['api_key_hours', 'api_key_requests', 'audit_events', 'automation_run_steps', 'automation_runs', 'changes'],
    ...['changes_new', 'channel_signups', 'contact_data_export_parts', 'contact_export_parts'],
    ...['contact_merge_messages', 'contact_merge_notes', 'contact_merges', 'jobs', 'notifications', 'parked_statuses'],
    'scim_refusals',
    'sessions',
    'thread_notices',
    ...['template_sync_runs', 'webhook_deliveries', 'webhook_events', 'webhook_refusals'],
  ],
  'parts of something limited': [
    ...['ai_months', 'ai_settings', 'ai_translations', 'transcription_settings'],
    ...['answering_cursors', 'answering_exam_answers', 'answering_exams', 'answering_settings'],
    ...['automation_exam_answers', 'automation_exams'],
    ...['automation_cursors', 'automation_turns', 'automation_versions', 'bug_report_screenshots'],
    ...[
      'broadcast_settings',
      'campaign_conversions',
      'campaign_ab_counters',
      'campaign_costs',
      'campaign_counters',
      'campaign_cursors',
      'campaign_events',
      'campaign_file_parts',
      'campaign_file_rows',
      'campaign_goals',
      'campaign_links',
      'campaign_minutes',
      'campaign_recipients',
      'change_counters',
    ],
    ...['channel_facts', 'channel_health', 'channel_leases', 'channel_routes', 'client_logos', 'client_transfers'],
    ...['closing_warnings', 'target_warnings'],
    ...['contact_list_totals', 'feedback_settings', 'import_changes', 'import_edits', 'import_mappings'],
    ...['history_pages', 'history_rows', 'history_skips', 'history_uploads'],
    ...['import_pages', 'import_problems', 'import_uploads', 'job_turns', 'notification_feeds'],
    ...['rating_cursors', 'report_currencies', 'report_cursors', 'retention_rules', 'scim_groups'],
    ...['session_template_uses', 'template_versions', 'webhook_counters', 'webhook_statistics'],
  ],
  'one for each member, or for each member and something limited': [
    'ai_members',
    ...['client_users', 'feature_votes', 'former_members', 'join_requests', 'member_presence', 'notification_settings'],
    'assignment_turns',
    ...['push_devices', 'saved_filters', 'scim_users', 'session_template_favourites', 'user_group_members'],
  ],
  'limited by bytes': ['media', 'media_files', 'media_uploads', 'media_usage'],
  'limited by their feature, with tests there': ['api_keys', 'link_previews', 'report_rates', 'test_numbers'],
};

test('every table of accounts has a limit, or a reason why it needs none', async () => {
  const { rows } = await world.server.owner.query<{ name: string; limited: boolean }>(
    `select c.relname as name, exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'limit_rows') as limited
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id' and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  );
  const unlimited = rows.filter(({ limited }) => !limited).map(({ name }) => name);
  expect(unlimited).toEqual(Object.values(bounded).flat().sort());
});

describe('limits of one body', () => {
  test.each([
    [
      'a filter of more than 100 conditions',
      { any: Array.from({ length: 3 }, () => ({ all: Array(34).fill(condition) })) },
      422,
    ],
    ['a filter of 300 KB', { any: Array.from({ length: 50 }, () => ({ all: Array(25).fill(condition) })) }, 413],
  ])('%s is rejected', async (_name, filter, status) => {
    const answer = await world.api('POST /api/segments', segment('Large', filter));
    expect(answer.status).toBe(status);
  });
});
