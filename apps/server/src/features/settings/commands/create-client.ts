import type { Client } from '@parley/contract/types';
import type { Call, UserActor } from '../../../platform/auth/actor.ts';
import { type AuditEvent, logAudit, writeAudit } from '../../../platform/auth/audit.ts';
import type { Executor } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { callId, hashRequest } from '../../../platform/http/idempotency.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type ClientFields, createClient, findClientOfRequest, presentClient } from '../../accounts/public.ts';
import { getUserNameAndEmail, takeAccount } from '../../identity/public.ts';
import { createFeed } from '../../sync/public.ts';
import { addMember, enterAccount } from '../../team/public.ts';

/** Creates the sandbox WHATSAPP channel of a new account, inside the transaction that creates the account. */
export type CreateSandboxChannel = (tx: Executor, clientId: string) => Promise<void>;

/**
 * Creates an account with its Owner, its change feed and its sandbox channel, all or nothing. The caller's session
 * moves into it: the next refresh has the claims. A repeated request (same `id` or Idempotency-Key) returns the same
 * account.
 * @throws AppError('id_conflict') when the id belongs to another request or user; ('too_many_requests') after too many
 * accounts within a day
 */
export async function createAccount(
  platform: Platform,
  createSandboxChannel: CreateSandboxChannel,
  call: Call<UserActor>,
  body: ClientFields & { id?: string | undefined },
): Promise<{ client: Client; isNew: boolean }> {
  const { uid, sid } = call.actor;
  const { id: givenId, ...fields } = body;
  // The session moves into the new account, so its current account does not identify the request.
  const user = { clientId: null, author: uid };
  const id = callId({ ...call, actor: user }, 'POST /api/clients', givenId);
  const requestHash = hashFields(fields);
  const event: AuditEvent = {
    action: 'settings.account_created',
    uid,
    clientId: id,
    target: id,
    ip: call.ip,
    requestId: call.requestId,
  };
  const { row, isNew } = await platform.db.system.transaction('settings', async (tx) => {
    const row = await createClient(tx, { id, createdBy: uid, requestHash, fields });
    if (row === null) return { row: await findClientOfRequest(tx, id, uid, requestHash), isNew: false };
    await takeAccount(tx, platform, uid);
    const { name, email } = await getUserNameAndEmail(tx, uid);
    await addMember(tx, id, { userId: uid, role: 'Owner', name, email, restrictions: null });
    await createFeed(tx, id);
    await createSandboxChannel(tx, id);
    await enterAccount(tx, { sid, uid, clientId: id });
    await writeAudit(tx, event);
    return { row, isNew: true };
  });
  if (row === null) {
    throw new AppError('id_conflict', { data: [{ field: 'id', msg: 'This id is already in use.' }] });
  }
  if (isNew) logAudit(platform.log, event);
  return { client: presentClient(row, uid), isNew };
}

function hashFields(fields: ClientFields): Buffer {
  const { name, country, time_zone, industry, website, team_size, referral_source } = fields;
  return hashRequest(
    [name, country, time_zone, industry, website, team_size, referral_source].map((text) => text ?? ''),
  );
}
