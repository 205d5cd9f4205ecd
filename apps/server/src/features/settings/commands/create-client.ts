import { createHash } from 'node:crypto';
import type { Client } from '@parley/contract/types';
import type { Call, UserActor } from '../../../platform/auth/actor.ts';
import { type AuditEvent, logAudit, writeAudit } from '../../../platform/auth/audit.ts';
import type { Executor } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { idFromKey, newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { enterAccount, getPerson } from '../../identity/public.ts';
import { presentClient } from '../present.ts';
import { addOwnerAndFeed, type ClientFields, createClient, findClientOfRequest } from '../repo.ts';

/** Makes the sandbox WHATSAPP channel of a new account, inside the transaction that makes the account. */
export type CreateSandboxChannel = (tx: Executor, clientId: string) => Promise<void>;

/**
 * A new account with its Owner, its place in the feed and its sandbox channel, all or nothing. The caller's session
 * moves into it: the next refresh has the claims. The same call again (same `id` or Idempotency-Key) answers the same.
 * @throws AppError('id_conflict') when the id stands for another call or is another's
 */
export async function createAccount(
  platform: Platform,
  createSandboxChannel: CreateSandboxChannel,
  call: Call<UserActor>,
  body: ClientFields & { id?: string | undefined },
): Promise<{ client: Client; isNew: boolean }> {
  const { uid, sid } = call.actor;
  const { id: givenId, ...fields } = body;
  const id = givenId?.toLowerCase() ?? idOfKey(uid, call.idempotencyKey) ?? newId();
  const requestHash = fingerprint(fields);
  const event: AuditEvent = {
    action: 'settings.account_created',
    uid,
    clientId: id,
    target: id,
    ip: call.ip,
    requestId: call.requestId,
  };
  const { row, isNew } = await platform.db.system.transaction('accounts', async (tx) => {
    const row = await createClient(tx, { id, createdBy: uid, requestHash, fields });
    if (row === null) return { row: await findClientOfRequest(tx, id, uid, requestHash), isNew: false };
    await addOwnerAndFeed(tx, id, { uid, ...(await getPerson(tx, uid)) });
    await createSandboxChannel(tx, id);
    await enterAccount(tx, { sid, uid, clientId: id });
    await writeAudit(tx, event);
    return { row, isNew: true };
  });
  if (row === null) {
    throw new AppError('id_conflict', { data: [{ field: 'id', msg: 'This id is in use for something else.' }] });
  }
  if (isNew) logAudit(platform.log, event);
  return { client: presentClient(row, uid), isNew };
}

function idOfKey(uid: string, key: string | undefined): string | undefined {
  return key === undefined ? undefined : idFromKey(uid, 'POST /api/clients', key);
}

function fingerprint(fields: ClientFields): Buffer {
  const { name, country, time_zone, industry, website, team_size, referral_source } = fields;
  const said = [name, country, time_zone, industry, website, team_size, referral_source].map((text) => text ?? '');
  return createHash('sha256').update(JSON.stringify(said)).digest();
}
