import type { IncomingContact, IncomingMessage } from '@parley/contract/types';
import type { AccountActor, Call } from '../../../platform/auth/actor.ts';
import { auditChanges } from '../../../platform/auth/audit.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { callId, hashRequest } from '../../../platform/http/idempotency.ts';
import type { InputFor } from '../../../platform/http/routing.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findLists } from '../../contacts/public.ts';
import { requireRecent } from '../../identity/public.ts';
import { findSendChannel } from '../../messaging/public.ts';
import { findSendableTemplate } from '../../templates/public.ts';
import { createSecret } from '../secrets.ts';
import {
  deleteIncoming,
  findIncoming,
  type IncomingRow,
  insertIncoming,
  lockIncoming,
  updateIncoming,
} from './incoming-repo.ts';
import { openIncomingSecret, sealIncomingSecret } from './incoming-secrets.ts';

/** How long the call that created it may be repeated and gives the same secret. */
const repeatMs = 24 * 3_600_000;
/** How long calls with the old secret are accepted after a rotation. */
export const overlapMs = 24 * 3_600_000;

export type WithSecret = { row: IncomingRow; secret: string };

/** An address is a lasting way to write. @throws AppError requires-recent-login */
function requireRecentSignIn({ actor }: Call<AccountActor>): void {
  if (actor.kind === 'user') requireRecent(actor);
}

/** @throws AppError validation_failed for what the account does not have */
async function checkSettings(tx: TenantTx, contact: IncomingContact, message: IncomingMessage | null): Promise<void> {
  const wanted = new Set(contact.contact_list_ids);
  const lists = wanted.size === 0 ? [] : await findLists(tx, [...wanted]);
  if (lists.length !== wanted.size) throw invalid('contact.contact_list_ids', 'One of these lists was not found.');
  if (message === null) return;
  if ((await findSendChannel(tx, message.channel_id)) === null) {
    throw invalid('message.channel_id', 'This channel was not found.');
  }
  if (
    message.type === 'template' &&
    (await findSendableTemplate(tx, message.template_id, message.channel_id)) === null
  ) {
    throw invalid('message.template_id', 'This template was not found on the channel.');
  }
}

/** @throws AppError requires-recent-login, validation_failed, id_conflict */
export async function createIncoming(
  platform: Platform,
  call: Call<AccountActor>,
  body: InputFor<'POST /api/incoming-webhooks'>['body'],
): Promise<WithSecret & { created: boolean }> {
  requireRecentSignIn(call);
  const { clientId, author } = call.actor;
  const id = callId(call, 'POST /api/incoming-webhooks', body.id);
  const hash = hashRequest([{ ...body, id }, author]);
  const repeated = (row: IncomingRow) => {
    if (!row.request_hash.equals(hash) || row.created_at.getTime() < Date.now() - repeatMs) throw idTaken();
    return { row, secret: openIncomingSecret(platform, row, row.secret_enc), created: false };
  };
  return platform.db.withTenant(clientId, async (tx) => {
    const existing = await lockIncoming(tx, id);
    if (existing !== null) return repeated(existing);
    await checkSettings(tx, body.contact, body.message);
    const secret = createSecret();
    const { name, contact, message } = body;
    const secret_enc = sealIncomingSecret(platform, { client_id: clientId, id }, secret);
    const added = await insertIncoming(tx, {
      ...{ id, name, contact, message, secret_enc, created_by: author, request_hash: hash },
    });
    if (!added) return repeated(await getIncoming(tx, id));
    const row = await getIncoming(tx, id);
    await auditChanges(tx, call, 'webhooks.incoming_created', id, null, auditedOf(row));
    return { row, secret, created: true };
  });
}

function idTaken(): AppError {
  return new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another incoming webhook has this id.' }] });
}

/** @throws AppError not_found */
export async function getIncoming(tx: TenantTx, id: string, lock = false): Promise<IncomingRow> {
  const row = isUuid(id) ? await (lock ? lockIncoming : findIncoming)(tx, id) : null;
  if (row === null) throw new AppError('not_found', { message: 'This incoming webhook was not found.' });
  return row;
}

/** @throws AppError validation_failed, not_found */
export async function changeIncoming(
  tx: TenantTx,
  call: Call<AccountActor>,
  id: string,
  body: InputFor<'PUT /api/incoming-webhooks/{id}'>['body'],
): Promise<IncomingRow> {
  const before = await getIncoming(tx, id, true);
  const row: IncomingRow = {
    ...before,
    name: body.name ?? before.name,
    contact: body.contact ?? before.contact,
    message: body.message === undefined ? before.message : body.message,
    state: body.state ?? before.state,
  };
  if (body.contact !== undefined || body.message !== undefined) await checkSettings(tx, row.contact, row.message);
  await updateIncoming(tx, row);
  await auditChanges(tx, call, 'webhooks.incoming_changed', row.id, auditedOf(before), auditedOf(row));
  return getIncoming(tx, row.id);
}

function auditedOf({ name, contact, message, state }: IncomingRow): object {
  return { name, contact, message, state };
}

/** @throws AppError not_found */
export async function removeIncoming(tx: TenantTx, call: Call<AccountActor>, id: string): Promise<void> {
  const before = await getIncoming(tx, id, true);
  await deleteIncoming(tx, before.id);
  await auditChanges(tx, call, 'webhooks.incoming_removed', before.id, auditedOf(before), null);
}

/** @throws AppError requires-recent-login, not_found */
export async function rotateIncomingSecret(
  platform: Platform,
  call: Call<AccountActor>,
  id: string,
): Promise<WithSecret> {
  requireRecentSignIn(call);
  return platform.db.withTenant(call.actor.clientId, async (tx) => {
    const before = await getIncoming(tx, id, true);
    const secret = createSecret();
    await updateIncoming(tx, {
      ...before,
      secret_enc: sealIncomingSecret(platform, before, secret),
      previous_secret_enc: before.secret_enc,
      previous_secret_until: new Date(Date.now() + overlapMs),
    });
    return { row: await getIncoming(tx, before.id), secret };
  });
}
