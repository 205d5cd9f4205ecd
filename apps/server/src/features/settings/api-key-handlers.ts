import type { ApiKey, Scope } from '@parley/contract/types';
import type { Call, MemberActor } from '../../platform/auth/actor.ts';
import { apiKeyPrefix, deriveApiKey } from '../../platform/auth/api-key.ts';
import { type AuditEvent, auditChanges, changesBetween, logAudit, writeAudit } from '../../platform/auth/audit.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError } from '../../platform/errors.ts';
import { decodeTimeCursor, timePage } from '../../platform/http/cursor.ts';
import { callId, hashRequest } from '../../platform/http/idempotency.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid, newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireRecent } from '../identity/public.ts';
import { areChannels } from '../team/public.ts';
import {
  type ApiKeyRow,
  countActiveKeys,
  findApiKeyRow,
  insertApiKey,
  limitApiKey,
  listApiKeys,
  listKeyNames,
  lockApiKey,
  revokeApiKey,
} from './api-key-repo.ts';
import { listKeyHours } from './key-requests-repo.ts';
import { byKey, noUsage, type Usage } from './key-usage.ts';

/** The maximum number of active keys per account. */
const mostKeys = 50;
const dayMs = 24 * 3_600_000;
/** How long the request that created a key may be repeated. */
const repeatMs = dayMs;

/** API keys of the account; see `platform/auth/api-key.ts` for their form. */
export function apiKeyHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/api-key-names': async ({ actor }) => ({
      status: 200,
      body: { data: await withTenant(actor.clientId, listKeyNames, { readOnly: true }) },
    }),
    'GET /api/api-keys': async ({ actor }, { query }) => {
      const from = decodeTimeCursor(query.cursor);
      const { page, used } = await withTenant(actor.clientId, async (tx) => {
        const rows = await listApiKeys(tx, from, query.limit + 1);
        const { shown, next } = timePage(rows, query.limit, ({ created_at: at, id }) => ({ at, id }));
        const hours = await listKeyHours(
          tx,
          shown.map(({ id }) => id),
        );
        return { page: { shown, next }, used: byKey(hours) };
      });
      return {
        status: 200,
        body: { data: page.shown.map((row) => presentApiKey(row, used.get(row.id))), next_cursor: page.next },
      };
    },
    'POST /api/api-keys': async (call, { body }) => {
      const { shown, created } = await createKey(platform, call, body);
      return { status: created ? 201 : 200, body: shown };
    },
    'POST /api/api-keys/{id}/rotate': async (call, { params, body }) => ({
      status: 201,
      body: (await rotateKey(platform, call, params.id, body.keep_old_hours)).shown,
    }),
    'DELETE /api/api-keys/{id}': async (call, { params }) => {
      const event = eventOf(call, 'api_key_revoked', params.id);
      await withTenant(call.actor.clientId, async (tx) => {
        const before = isUuid(params.id) ? await lockApiKey(tx, params.id) : null;
        if (before === null) throw keyNotFound();
        await revokeApiKey(tx, before.id);
        const { name, scopes, channel_ids, allowed_addresses } = before;
        await auditChanges(tx, call, event.action, before.id, { name, scopes, channel_ids, allowed_addresses }, null);
      });
      logAudit(platform.log, event);
      return { status: 204, body: undefined };
    },
  };
}

type KeyInput = {
  id?: string | undefined;
  name: string;
  scopes: Scope[];
  channel_ids: string[] | null;
  allowed_addresses: string[];
  expires_in_days: number | null;
};
type MadeKey = { shown: ApiKey & { key: string }; created: boolean };

/**
 * Creates a key. Its text is returned once; the same user repeating the request within a day gets the same response.
 * @throws AppError requires-recent-login, id_conflict, too_many_keys, not_found for a channel of another account
 */
async function createKey(platform: Platform, call: Call<MemberActor>, input: KeyInput): Promise<MadeKey> {
  requireRecent(call.actor);
  const id = callId(call, 'POST /api/api-keys', input.id);
  const days = input.expires_in_days;
  return insert(platform, call, {
    id,
    name: input.name,
    scopes: [...new Set(input.scopes)].sort(),
    channelIds: input.channel_ids === null ? null : [...new Set(input.channel_ids.map((c) => c.toLowerCase()))].sort(),
    allowedAddresses: input.allowed_addresses,
    days,
  });
}

async function rotateKey(
  platform: Platform,
  call: Call<MemberActor>,
  oldId: string,
  keepHours: number,
): Promise<MadeKey> {
  requireRecent(call.actor);
  return platform.db.withTenant(call.actor.clientId, async (tx) => {
    const old = isUuid(oldId) ? await lockApiKey(tx, oldId) : null;
    if (old === null || old.expired) throw keyNotFound();
    // A paused key has no use to go on with, and must not come back with its creator beside its successor.
    await limitApiKey(tx, old.id, old.paused_because === null ? keepHours : 0);
    const lifeMs = old.expires_at === null ? null : old.expires_at.getTime() - old.created_at.getTime();
    const days = lifeMs === null ? null : Math.max(1, Math.round(lifeMs / dayMs));
    return insertIn(tx, platform, call, {
      id: newId(),
      name: old.name,
      scopes: old.scopes,
      channelIds: old.channel_ids,
      allowedAddresses: old.allowed_addresses,
      days,
    });
  });
}

type KeyFields = {
  id: string;
  name: string;
  scopes: readonly Scope[];
  channelIds: string[] | null;
  allowedAddresses: string[];
  /** Validity in days; null: unlimited. */
  days: number | null;
};

function insert(platform: Platform, call: Call<MemberActor>, fields: KeyFields): Promise<MadeKey> {
  return platform.db.withTenant(call.actor.clientId, (tx) => insertIn(tx, platform, call, fields));
}

async function insertIn(
  tx: TenantTx,
  platform: Platform,
  call: Call<MemberActor>,
  fields: KeyFields,
): Promise<MadeKey> {
  if (!(await areChannels(tx, tx.clientId, fields.channelIds ?? []))) {
    throw new AppError('not_found', { message: 'This channel was not found.' });
  }
  if ((await countActiveKeys(tx)) >= mostKeys) {
    throw new AppError('too_many_keys', { message: `An account can have ${mostKeys} keys. Revoke one first.` });
  }
  const { text, hash, last4 } = deriveApiKey(platform, tx.clientId, fields.id);
  const { uid } = call.actor;
  const { name, scopes, channelIds, allowedAddresses, days } = fields;
  const requestHash = hashRequest([name, scopes, channelIds, allowedAddresses, days]);
  const created = await insertApiKey(tx, { ...fields, last4, keyHash: hash, createdBy: uid, requestHash });
  const row = await findApiKeyRow(tx, fields.id);
  const sameCall =
    row !== null &&
    row.created_by === uid &&
    row.request_hash.equals(requestHash) &&
    Date.now() - row.created_at.getTime() < repeatMs;
  if (row === null || !(created || sameCall)) {
    throw new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another key has this id.' }] });
  }
  if (created) {
    const event = {
      ...eventOf(call, 'api_key_made', fields.id),
      detail: {
        changes: changesBetween(
          {},
          { name, scopes, channel_ids: channelIds, allowed_addresses: allowedAddresses, days },
        ),
      },
    };
    await writeAudit(tx, event);
    logAudit(platform.log, event);
  }
  return { shown: { ...presentApiKey(row), key: text }, created };
}

/** @param used no usage for a key without calls in the last day */
function presentApiKey(row: ApiKeyRow, used: Usage = noUsage): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: apiKeyPrefix(row.id),
    last4: row.last4,
    scopes: row.scopes,
    channel_ids: row.channel_ids,
    allowed_addresses: row.allowed_addresses,
    created_by: { user_id: row.created_by, name: row.creator_name },
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_used_ip: row.last_used_ip,
    requests_24h: used,
    ...stateOf(row),
  };
}

function stateOf({ expired, paused_because: reason }: ApiKeyRow): Pick<ApiKey, 'state' | 'paused_because'> {
  if (expired) return { state: 'expired', paused_because: null };
  return { state: reason === null ? 'active' : 'paused', paused_because: reason };
}

function keyNotFound(): AppError {
  return new AppError('not_found', { message: 'This key was not found.' });
}

function eventOf(call: Call<MemberActor>, action: string, target: string): AuditEvent {
  const { actor, ip, requestId } = call;
  return { action: `settings.${action}`, uid: actor.uid, clientId: actor.clientId, target, ip, requestId };
}
