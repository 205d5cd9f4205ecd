import type { ScimToken } from '@parley/contract/types';
import type { Call, MemberActor } from '../../platform/auth/actor.ts';
import { auditChanges } from '../../platform/auth/audit.ts';
import { AppError } from '../../platform/errors.ts';
import { callId, hashRequest } from '../../platform/http/idempotency.ts';
import type { Handlers } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireRecent } from '../identity/public.ts';
import { listRefusals } from './refusal-repo.ts';
import { changeToken, deleteToken, insertToken, listTokens, lockToken, type TokenRow } from './token-repo.ts';
import { deriveScimToken } from './token-text.ts';

/** How long the request that created a token may be repeated. */
const repeatMs = 24 * 3_600_000;

/** The tokens of identity providers, and what was refused to them. */
export function scimHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/scim': async ({ actor }) => {
      const [tokens, refusals] = await withTenant(
        actor.clientId,
        async (tx) => [await listTokens(tx), await listRefusals(tx)] as const,
        { readOnly: true },
      );
      return {
        status: 200,
        body: {
          base_url: `${platform.publicUrl()}/scim/v2`,
          tokens: tokens.map(presentToken),
          refusals: refusals.map(({ at, ...refusal }) => ({ ...refusal, at: at.toISOString() })),
        },
      };
    },
    'POST /api/scim/tokens': async (call, { body }) => {
      requireRecent(call.actor);
      const { token, created } = await createToken(platform, call, body);
      return { status: created ? 201 : 200, body: token };
    },
    'PUT /api/scim/tokens/{id}': async (call, { params, body }) => {
      requireRecent(call.actor);
      const changed = await withTenant(call.actor.clientId, async (tx) => {
        const before = isUuid(params.id) ? await lockToken(tx, params.id) : null;
        if (before === null) throw tokenNotFound();
        await changeToken(tx, params.id, body);
        const after = { ...before, ...(await lockToken(tx, params.id)) };
        await auditChanges(tx, call, 'settings.scim_token_changed', before.id, auditedOf(before), auditedOf(after));
        return after;
      });
      return { status: 200, body: presentToken(changed) };
    },
    'DELETE /api/scim/tokens/{id}': async (call, { params }) => {
      await withTenant(call.actor.clientId, async (tx) => {
        const before = isUuid(params.id) ? await lockToken(tx, params.id) : null;
        if (before === null) throw tokenNotFound();
        await deleteToken(tx, before.id);
        await auditChanges(tx, call, 'settings.scim_token_revoked', before.id, auditedOf(before), null);
      });
      return { status: 204, body: undefined };
    },
  };
}

type NewTokenBody = { id?: string | undefined; name: string; default_role: ScimToken['default_role'] };

/** The same request within a day gets the same token. */
async function createToken(platform: Platform, call: Call<MemberActor>, body: NewTokenBody) {
  const { clientId, uid } = call.actor;
  const id = callId(call, 'POST /api/scim/tokens', body.id);
  const { text, hash, last4 } = deriveScimToken(platform, clientId, id);
  const { name, default_role } = body;
  const request_hash = hashRequest([name, default_role]);
  return platform.db.withTenant(clientId, async (tx) => {
    const created = await insertToken(tx, { id, name, last4, default_role, created_by: uid, request_hash, hash });
    const row = await lockToken(tx, id);
    const isSame =
      row !== null &&
      row.created_by === uid &&
      row.request_hash.equals(request_hash) &&
      Date.now() - row.created_at.getTime() < repeatMs;
    if (row === null || !(created || isSame)) {
      throw new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another token has this id.' }] });
    }
    if (created) await auditChanges(tx, call, 'settings.scim_token_created', id, null, auditedOf(row));
    return { token: { ...presentToken(row), token: text }, created };
  });
}

const auditedOf = ({ name, default_role }: TokenRow) => ({ name, default_role });

function presentToken(row: TokenRow): ScimToken {
  const { id, name, last4, default_role } = row;
  return {
    ...{ id, name, last4, default_role },
    created_by: { user_id: row.created_by, name: row.creator_name, manages: row.creator_manages },
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_used_ip: row.last_used_ip,
  };
}

function tokenNotFound(): AppError {
  return new AppError('not_found', { message: 'This token was not found.' });
}
