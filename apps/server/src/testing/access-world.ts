import { randomBytes, randomUUID } from 'node:crypto';
import { type RouteKey, routes, scopesOf } from '@parley/contract';
import { scopes } from '@parley/contract/scopes';
import type { Scope } from '@parley/contract/types';
import type { InjectOptions } from 'fastify';
import type pg from 'pg';
import { vi } from 'vitest';
import { deriveApiKey } from '../platform/auth/api-key.ts';
import { newId } from '../platform/ids.ts';
import { type AccessActor, accessMatrix, type NamedRow } from './access-matrix.ts';
import { type Auth, createAuth } from './auth.ts';
import { flowOf } from './automations.ts';
import type { TestServer } from './server.ts';
import { addMember, bearer, createSession, createUser, type TestUser } from './users.ts';
import { until } from './world.ts';

type Program = 'keyWithoutScope' | 'key' | 'foreignKey' | 'revokedKey';

/** Account A with one row of everything that a URL can name, and the callers. */
export type AccessWorld = {
  clientId: string;
  rows: Record<NamedRow, string>;
  /** A header of a new session, so that signing out does not affect other calls. */
  headersOf(actor: AccessActor, key?: RouteKey): Promise<Record<string, string>>;
};

export async function createAccessWorld(server: TestServer): Promise<AccessWorld> {
  const { owner } = server;
  const auth = await createAuth(server.platform);
  const outsider = () => createUser(owner);
  const [Owner, Admin, User, removed, noAccount, stranger, suspended] = [
    await outsider(),
    await outsider(),
    await outsider(),
    await outsider(),
    await outsider(),
    await outsider(),
    await outsider(),
  ];
  const clientId = await openAccount(server, auth, Owner);
  const foreignAccount = await openAccount(server, auth, stranger);
  await addMember(owner, clientId, Admin, 'Admin');
  await addMember(owner, clientId, User, 'User');
  await addMember(owner, clientId, removed, 'Admin');
  await addMember(owner, clientId, suspended, 'Admin');
  await owner.query('update client_users set suspended_at = now() where client_id = $1 and user_id = $2', [
    clientId,
    suspended.uid,
  ]);
  await owner.query('delete from client_users where client_id = $1 and user_id = $2', [clientId, removed.uid]);

  const inA = { clientId, role: 'Owner' } as const;
  const who: Record<
    Exclude<AccessActor, 'anonymous' | Program>,
    [TestUser, { clientId: string; role: 'Owner' } | null]
  > = {
    expired: [Owner, inA],
    noAccount: [noAccount, null],
    // Every token claims the highest role: only the membership row may count.
    User: [User, inA],
    Admin: [Admin, inA],
    Owner: [Owner, inA],
    foreign: [stranger, { clientId: foreignAccount, role: 'Owner' }],
    removed: [removed, inA],
    suspended: [suspended, inA],
  };
  const keyFor = (account: string, maker: TestUser, allowed: readonly Scope[], revoked = false) =>
    addKey(server, { clientId: account, maker, scopes: allowed, revoked });
  const programs: Record<Exclude<Program, 'keyWithoutScope'>, Record<string, string>> = {
    key: await keyFor(clientId, Owner, scopes),
    foreignKey: await keyFor(foreignAccount, stranger, scopes),
    revokedKey: await keyFor(clientId, Owner, scopes, true),
  };
  const rows = await addRows(owner, clientId, Owner);
  const phone = await server.app.http.inject({
    method: 'POST',
    url: '/api/sandbox/phones',
    payload: { name: 'Otto' },
    headers: await bearer(auth, Owner, inA),
  });
  await noteChannelsChecked(owner);
  return {
    clientId,
    rows: { ...rows, phone: phone.json().id },
    async headersOf(actor, key) {
      if (actor === 'anonymous') return {};
      if (actor === 'keyWithoutScope') {
        const [needed] = (key === undefined ? null : scopesOf(routes[key])) ?? [];
        return keyFor(
          clientId,
          Owner,
          scopes.filter((name) => name !== needed),
        );
      }
      if (actor === 'key' || actor === 'foreignKey' || actor === 'revokedKey') return programs[actor];
      const [someone, account] = who[actor];
      const withOwnSession = { ...someone, sid: await createSession(owner, someone.uid) };
      if (key !== undefined && accessMatrix[key].stale === true) {
        await owner.query(`update sessions set auth_time = now() - interval '1 day' where id = $1`, [
          withOwnSession.sid,
        ]);
      }
      if (actor !== 'expired') return bearer(auth, withOwnSession, account);
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
      return bearer(auth, withOwnSession, account).finally(() => vi.useRealTimers());
    },
  };
}

/** A call of a route as the matrix describes it for an actor. @param rowId another id than the matrix's */
export async function requestOf(
  key: RouteKey,
  actor: AccessActor,
  world: AccessWorld,
  rowId?: string,
): Promise<InjectOptions> {
  const entry = accessMatrix[key];
  const [method, path = ''] = key.split(' ');
  const named = entry.row === undefined ? '' : world.rows[entry.row];
  const id = rowId ?? (entry.spare === true && actor !== 'foreign' ? randomUUID() : named);
  const url = path.replace(/\{\w+\}/, id);
  return {
    method: method as 'GET',
    url: isStranger(actor) ? nameInnerRow(url, world.rows) : url,
    headers: await world.headersOf(actor, key),
    ...(entry.query === undefined ? {} : { query: entry.query }),
    ...(entry.body === undefined ? {} : { payload: entry.body(world, actor) }),
  };
}

function isStranger(actor: AccessActor): boolean {
  return actor === 'foreign' || actor === 'foreignKey';
}

/** Names a real row in the second parameter of a URL; for members its place is an id that no row has. */
function nameInnerRow(url: string, rows: Record<NamedRow, string>): string {
  const note = url.includes('/threads/') ? rows.threadNote : rows.contactNote;
  return url
    .replace('{note_id}', note)
    .replace('{delivery_id}', rows.delivery)
    .replace(/\{(?:position|row)\}/, '1');
}

/** As if the daily check of channels, which comes by itself 90 seconds after the start, had just been. */
async function noteChannelsChecked(owner: pg.Client): Promise<void> {
  await owner.query(
    `insert into channel_health (client_id, channel_id, asked_at) select client_id, id, now() from channels
     on conflict (client_id, channel_id) do update set asked_at = coalesce(channel_health.asked_at, now())`,
  );
}

/**
 * A hash of each table's rows of an account, to prove that a call changed nothing. Waits until earlier changes have
 * their place in the feed and are counted for reports. Leases are left out, which the server renews automatically, and
 * so are API key statistics and refused calls, which are written seconds later.
 */
export async function fingerprintOf(owner: pg.Client, clientId: string): Promise<Record<string, string>> {
  await noteChannelsChecked(owner);
  await until(
    async () =>
      (
        await owner.query(
          `select from changes_new where client_id = $1 union all
           select from change_counters c left join report_cursors k using (client_id)
           where client_id = $1 and (k.pos is distinct from c.pos or k.recount is not null)`,
          [clientId],
        )
      ).rowCount === 0,
  );
  const tables = await owner.query<{ name: string; column: string }>(
    `select c.relname as name, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
       and (a.attname = 'client_id'
         and c.relname not in ('sessions', 'channel_leases', 'api_key_hours', 'api_key_requests', 'audit_events')
         or c.relname = 'clients' and a.attname = 'id')
     order by 1`,
  );
  const hashes: Record<string, string> = {};
  for (const { name, column } of tables.rows) {
    const { rows } = await owner.query(
      `select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash from ${name} t where ${column} = $1`,
      [clientId],
    );
    hashes[name] = rows[0].hash;
  }
  return hashes;
}

/** An account in its initial state, with its sandbox channel. */
async function openAccount(server: TestServer, auth: Auth, founder: TestUser): Promise<string> {
  const response = await server.app.http.inject({
    method: 'POST',
    url: '/api/clients',
    payload: { name: 'Muster Ltd', country: 'DE', time_zone: 'Europe/Berlin' },
    headers: await bearer(auth, founder, null),
  });
  return response.json().client_id;
}

async function addRows(
  owner: pg.Client,
  clientId: string,
  founder: TestUser,
): Promise<Record<Exclude<NamedRow, 'phone'>, string>> {
  const found = await owner.query('select id from channels where client_id = $1', [clientId]);
  const channel = found.rows[0].id;
  const [contact, thread, message] = [newId(), newId(), newId()];
  await owner.query(`insert into contacts (client_id, id, name, phone_number) values ($1, $2, 'Otto', '15550100002')`, [
    clientId,
    contact,
  ]);
  await owner.query(
    `insert into threads (client_id, id, channel_id, contact_id, to_phone) values ($1, $2, $3, $4, '15550100002')`,
    [clientId, thread, channel, contact],
  );
  await owner.query(
    `insert into messages (client_id, id, thread_id, channel_id, contact_id, direction, "to", source, medium, type,
       status, content, created_by, "timestamp", sort_at)
     values ($1, $2, $3, $4, $5, 'INCOMING', '15550100002', 'INBOX', 'WEBHOOK', 'text', 2,
       '{"preview_url": false, "body": "Hello"}', 'webhook', now(), now())`,
    [clientId, message, thread, channel, contact],
  );
  const session = await createSession(owner, founder.uid);
  const [group, invitation, apiKey] = [newId(), newId(), newId()];
  await owner.query(`insert into user_groups (client_id, id, name) values ($1, $2, 'Sales')`, [clientId, group]);
  await owner.query(
    `insert into invitations (client_id, id, email, role, invited_by, email_token_hash, link_token_hash, request_hash, expires_at)
     values ($1, $2, 'guest@example.com', 'User', $3, $4, $5, '', now() + interval '7 days')`,
    [clientId, invitation, founder.uid, randomBytes(32), randomBytes(32)],
  );
  await owner.query(
    `insert into api_keys (client_id, id, name, last4, key_hash, scopes, created_by, request_hash)
     values ($1, $2, 'Shop', 'abcd', $3, '{messages:read}', $4, '')`,
    [clientId, apiKey, randomBytes(32), founder.uid],
  );
  const asking = await createUser(owner, 'Anke Asking');
  await owner.query(`insert into join_requests (client_id, user_id, name, email) values ($1, $2, 'Anke Asking', $3)`, [
    clientId,
    asking.uid,
    asking.email,
  ]);
  const [contactList, segment] = [newId(), newId()];
  await owner.query(`insert into contact_lists (client_id, id, name) values ($1, $2, 'Newsletter')`, [
    clientId,
    contactList,
  ]);
  await owner.query(
    `insert into segments (client_id, id, name, filter, created_by, request_hash) values ($1, $2, 'Some', '{"all": []}', 'x', '')`,
    [clientId, segment],
  );
  const campaign = newId();
  await owner.query(
    `insert into campaigns (client_id, id, name, area, channel_id, audience, created_by)
     values ($1, $2, 'Spring offer', 'BROADCAST', $3, '{}', $4)`,
    [clientId, campaign, channel, founder.uid],
  );
  const savedReport = newId();
  await owner.query(
    `insert into saved_reports (client_id, id, owner_id, shared, name, query) values ($1, $2, $3, true, 'Mine', '{"period": "7d", "tables": false}')`,
    [clientId, savedReport, founder.uid],
  );
  const [template, sessionTemplate] = [newId(), newId()];
  await owner.query(
    `insert into templates (client_id, id, waba_id, name, language, status) values ($1, $2, '1', 'hello', 'en', 'ACTIVE')`,
    [clientId, template],
  );
  const label = newId();
  await owner.query(`insert into labels (client_id, id, name, color) values ($1, $2, 'Service', 'blue')`, [
    clientId,
    label,
  ]);
  const stage = newId();
  await owner.query(
    `insert into stages (client_id, id, name, color, position) values ($1, $2, 'Offer sent', 'blue', 0)`,
    [clientId, stage],
  );
  const savedView = newId();
  await owner.query(
    `insert into saved_views (client_id, id, owner_id, shared, name, conditions) values ($1, $2, $3, true, 'Mine', '{"sort": "newest"}')`,
    [clientId, savedView, founder.uid],
  );
  await owner.query(
    `insert into session_templates (client_id, id, name, shortcut, body, created_by) values ($1, $2, 'Thanks', 'thanks', 'Thank you', 'x')`,
    [clientId, sessionTemplate],
  );
  const file = newId();
  await owner.query(
    `insert into imports (client_id, id, name, created_by, request_hash) values ($1, $2, 'File', 'x', '')`,
    [clientId, file],
  );
  const historyImport = newId();
  await owner.query(
    `insert into history_imports (client_id, id, name, channel_id, created_by, request_hash) values ($1, $2, 'Chat', $3, 'x', '')`,
    [clientId, historyImport, channel],
  );
  const campaignFile = newId();
  await owner.query(
    `insert into campaign_files (client_id, id, name, created_by, request_hash) values ($1, $2, 'File', 'x', '')`,
    [clientId, campaignFile],
  );
  await owner.query(`update campaigns set audience = jsonb_build_object('file_id', $2::text) where client_id = $1`, [
    clientId,
    campaignFile,
  ]);
  const [bugReport, featureRequest] = [newId(), newId()];
  await owner.query(
    `insert into bug_reports (client_id, id, number, what_happened, severity, destination, delivery, created_by, request_hash)
     values ($1, $2, 1, 'The label is gone', 'slows', 'email', 'delivered', $3, '')`,
    [clientId, bugReport, founder.uid],
  );
  await owner.query(
    `insert into feature_requests (client_id, id, title, problem, created_by, request_hash)
     values ($1, $2, 'Dark labels', 'Labels are too bright', $3, '')`,
    [clientId, featureRequest, founder.uid],
  );
  const auditForwarding = newId();
  await owner.query(
    `insert into audit_forwardings (client_id, id, name, kind, address, state, after_tx, after_id, created_by, request_hash)
     values ($1, $2, 'SIEM', 'syslog', 'tls://siem.example:6514', 'paused', 0, $2, 'x', '')`,
    [clientId, auditForwarding],
  );
  const scimToken = newId();
  await owner.query(
    `insert into scim_tokens (client_id, id, name, last4, token_hash, default_role, created_by, request_hash)
     values ($1, $2, 'Entra ID', 'abcd', $3, 'User', $4, '')`,
    [clientId, scimToken, randomBytes(32), founder.uid],
  );
  const application = await createSession(owner, founder.uid);
  await owner.query(
    `insert into assistant_grants (client_id, id, user_id, application_id, name, redirect_uri, scopes, code_hash, challenge,
       code_expires_at, code_used_at, refresh_hash)
     values ($1, $2, $3, 'x', 'Claude', 'https://claude.example/callback', '{read}', $4, 'x', now(), now(), $4)`,
    [clientId, application, founder.uid, randomBytes(32)],
  );
  const webhook = newId();
  await owner.query(
    `insert into webhook_endpoints (client_id, id, url, events, secret_enc, feed_pos, created_by, request_hash)
     values ($1, $2, 'https://receiver.example', '{message.sent}', '', 0, 'x', '')`,
    [clientId, webhook],
  );
  const chatLink = newId();
  await owner.query(
    `insert into chat_links (client_id, id, channel_id, name, text, code, created_by, request_hash)
     values ($1, $2, $3, 'Poster', 'Hello', 'ABCDEF', 'x', '')`,
    [clientId, chatLink, channel],
  );
  const helpText = newId();
  await owner.query(
    `insert into help_texts (client_id, id, title, body, created_by, updated_by, request_hash)
     values ($1, $2, 'Returns', 'Within 30 days', 'x', 'x', '')`,
    [clientId, helpText],
  );
  const importSource = newId();
  await owner.query(
    `insert into import_sources (client_id, id, name, url, mapping, rules, schedule, time_zone, next_at, created_by, request_hash)
     values ($1, $2, 'Shop', 'https://files.example', '[]', '{"contact_list_ids": [], "purpose": "both", "conflict": "fill", "blanks": "ignore", "list_separator": ","}',
       '{"every": "hours", "hours": 24}', 'UTC', now() + interval '1 day', 'x', '')`,
    [clientId, importSource],
  );
  const incomingWebhook = newId();
  await owner.query(
    `insert into incoming_webhooks (client_id, id, name, contact, secret_enc, created_by, request_hash)
     values ($1, $2, 'Shop', '{"phone_number": "phone", "name": null, "custom_fields": [], "contact_list_ids": []}', '', 'x', '')`,
    [clientId, incomingWebhook],
  );
  const [contactNote, threadNote] = [newId(), newId()];
  await owner.query(
    `insert into contact_notes (client_id, id, contact_id, body, created_by, request_hash) values ($1, $2, $3, 'Hi', $4, '')`,
    [clientId, contactNote, contact, founder.uid],
  );
  await owner.query(
    `insert into notes (client_id, id, thread_id, body, created_by, request_hash) values ($1, $2, $3, 'Hi', $4, '')`,
    [clientId, threadNote, thread, founder.uid],
  );
  const delivery = newId();
  await owner.query(
    `insert into webhook_deliveries (client_id, id, endpoint_id, event_id, type, collection, row_id, marker, event_at, state, ended_at)
     values ($1, $2, $3, $2, 'message.sent', 'messages', $4, 'NEW', now(), 'delivered', now())`,
    [clientId, delivery, webhook, message],
  );
  const flow = flowOf({ kind: 'message' }, []);
  const [automation, automationRun] = [newId(), newId()];
  await addAutomationRun(owner, { clientId, automation, automationRun, flow, thread, channel, message, variables: {} });
  const [bulk, contactExport, erasure, merge] = [newId(), newId(), newId(), newId()];
  await owner.query(
    `insert into contact_bulk_operations (client_id, id, kind, operation, selection, state, created_by, request_hash, file_bytes)
     values ($1, $2, 'set_field', '{}', '{}', 'done', $4, '', null), ($1, $3, 'export', '{}', '{}', 'done', $4, '', 3)`,
    [clientId, bulk, contactExport, founder.uid],
  );
  await owner.query(
    `insert into erasures (client_id, id, state, requested_by, request_hash) values ($1, $2, 'done', $3, '')`,
    [clientId, erasure, founder.uid],
  );
  await owner.query(
    `insert into contact_merges (client_id, id, contact_id, merged_ids, cause, created_by, request_hash)
     values ($1, $2, $3, '{}', 'manual', $4, '')`,
    [clientId, merge, contact, founder.uid],
  );
  const [scenario, testNumber] = [newId(), newId()];
  await owner.query(
    `insert into sandbox_scenarios (client_id, id, scenario, created_by) values ($1, $2, '{"name": "Hi", "about": "", "steps": [{"do": "wait", "seconds": 1}]}', 'x')`,
    [clientId, scenario],
  );
  await owner.query(
    `insert into test_numbers (client_id, id, position, name, phone_number, match_key, code, created_by)
     values ($1, $2, 1, 'Mine', '12015550177', '12015550177', 'x', 'x')`,
    [clientId, testNumber],
  );
  return {
    apiKey,
    auditForwarding,
    scimToken,
    application,
    automation,
    automationRun,
    bugReport,
    bulk,
    campaign,
    channel,
    contact,
    contactList,
    contactNote,
    delivery,
    erasure,
    export: contactExport,
    featureRequest,
    group,
    campaignFile,
    historyImport,
    import: file,
    chatLink,
    helpText,
    importSource,
    incomingWebhook,
    invitation,
    joinRequest: asking.uid,
    label,
    stage,
    merge,
    savedReport,
    savedView,
    message,
    scenario,
    segment,
    session,
    sessionTemplate,
    template,
    testNumber,
    thread,
    threadNote,
    threadUnnumbered: thread,
    user: founder.uid,
    webhook,
  };
}

/** A published automation that is off, and one run of it that ended with the message. */
export async function addAutomationRun(
  owner: pg.Client,
  rows: Record<'clientId' | 'automation' | 'automationRun' | 'thread' | 'channel' | 'message', string> & {
    flow: unknown;
    variables: Record<string, string>;
  },
): Promise<void> {
  const { clientId, automation, automationRun, thread, channel, message, flow, variables } = rows;
  await owner.query(
    `insert into automations (client_id, id, name, state, draft, published_version, position, request_hash, updated_by)
     values ($1, $2, 'Greeting', 'OFF', $3, 1, 1, '', 'x')`,
    [clientId, automation, flow],
  );
  await owner.query(
    `insert into automation_versions (client_id, automation_id, number, flow, published_by) values ($1, $2, 1, $3, 'x')`,
    [clientId, automation, flow],
  );
  await owner.query(
    `insert into automation_runs (client_id, id, automation_id, version_number, thread_id, channel_id, event_key,
       message_id, state, variables, ended_at)
     values ($1, $2, $3, 1, $4, $5, $6::uuid::text, $6, 'FINISHED', $7, now())`,
    [clientId, automationRun, automation, thread, channel, message, variables],
  );
  await owner.query(
    `insert into automation_run_steps (client_id, run_id, n, kind, outcome, detail, message_id)
     values ($1, $2, 1, 'send_text', 'sent', $3, $4)`,
    [clientId, automationRun, variables, message],
  );
}

/** An active or revoked key. @returns the header of its calls */
export async function addKey(
  server: TestServer,
  key: { clientId: string; maker: TestUser; scopes: readonly Scope[]; revoked: boolean },
): Promise<Record<string, string>> {
  const id = newId();
  const { text, hash, last4 } = deriveApiKey(server.platform, key.clientId, id);
  await server.owner.query(
    `insert into api_keys (client_id, id, name, last4, key_hash, scopes, created_by, request_hash, revoked_at, last_used_at)
     values ($1, $2, 'Shop', $3, $4, $5, $6, '', case when $7 then now() end, now())`,
    [key.clientId, id, last4, hash, key.scopes, key.maker.uid, key.revoked],
  );
  return { authorization: `Bearer ${text}` };
}
