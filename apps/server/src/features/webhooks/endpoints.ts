import type { AccountActor, Call } from '../../platform/auth/actor.ts';
import { auditChanges } from '../../platform/auth/audit.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { callId, hashRequest } from '../../platform/http/idempotency.ts';
import type { InputFor } from '../../platform/http/routing.ts';
import { isUuid } from '../../platform/ids.ts';
import { findAddressProblem } from '../../platform/outbound/address.ts';
import { addressErrorMessages } from '../../platform/outbound/address-errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { requireRecent } from '../identity/public.ts';
import { feedPosition } from '../sync/public.ts';
import { confirmAddress } from './cloud-api/confirm-address.ts';
import { cloudApiEvents } from './cloud-api/parts.ts';
import { makeWaitingDue } from './delivery-repo.ts';
import {
  deleteEndpoint,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  lockEndpoint,
  updateEndpoint,
} from './endpoint-repo.ts';
import { createSecret, openSecret, sealSecret } from './secrets.ts';

/** How long the call that created a webhook may be repeated and gives the same secret. */
const repeatMs = 24 * 3_600_000;
const hourMs = 3_600_000;

/** A key that is limited to channels would read the others through a webhook. @throws AppError forbidden */
export function requireAllChannels({ restrictions }: Call<AccountActor>['actor']): void {
  if (restrictions.channel_ids === null) return;
  throw new AppError('forbidden', { message: 'Webhooks get the events of all channels; this key is limited to some.' });
}

/** A webhook is a lasting export of everything. @throws AppError requires-recent-login */
function requireRecentSignIn({ actor }: Call<AccountActor>): void {
  if (actor.kind === 'user') requireRecent(actor);
}

/** @throws AppError validation_failed for an address that must not be called */
async function requireAddress(platform: Platform, url: string): Promise<void> {
  const problem = await findAddressProblem(url, platform.config.ALLOWED_PRIVATE_HOSTS);
  // A name that does not resolve now may do so later; deliveries say when it does not.
  if (problem !== null && problem !== 'unknown_host') throw invalid('url', addressErrorMessages[problem]);
}

type Asked = Pick<EndpointRow, 'format' | 'url' | 'events'> & { verify_token?: string | undefined };

/** @throws AppError validation_failed for what the format lacks, or when the address does not confirm the webhook */
async function requireFormat(platform: Platform, asked: Asked, isNewAddress: boolean): Promise<void> {
  const { format, url, events, verify_token: verifyToken } = asked;
  if (format === 'parley') {
    if (verifyToken === undefined) return;
    throw invalid('verify_token', 'Only webhooks of the format cloud_api have a verify token.');
  }
  const other = events.find((event) => !cloudApiEvents.includes(event));
  if (other !== undefined) throw invalid('events', `WhatsApp’s format has no ${other}. Choose events of messages.`);
  if (!isNewAddress) return;
  if (verifyToken === undefined) throw invalid('verify_token', 'Enter the verify token that your program expects.');
  await confirmAddress(platform, url, verifyToken);
}

/** Base64 ends with padding, which tells nothing apart. */
const endOf = (secret: string) => secret.replace(/=+$/, '').slice(-4);

export type WithSecret = { row: EndpointRow; secret: string };

/** @throws AppError requires-recent-login, validation_failed, id_conflict */
export async function createEndpoint(
  platform: Platform,
  call: Call<AccountActor>,
  body: InputFor<'POST /api/webhooks'>['body'],
): Promise<WithSecret & { created: boolean }> {
  requireRecentSignIn(call);
  const { clientId, author } = call.actor;
  const id = callId(call, 'POST /api/webhooks', body.id);
  const hash = hashRequest([{ ...body, id }, author]);
  await requireAddress(platform, body.url);
  await requireFormat(platform, body, true);
  return platform.db.withTenant(clientId, async (tx) => {
    const existing = await lockEndpoint(tx, id);
    if (existing !== null) return repeatedCall(platform, clientId, existing, hash);
    const secret = createSecret();
    const inserted = await insertEndpoint(tx, {
      id,
      name: body.name ?? null,
      url: body.url,
      events: [...new Set(body.events)],
      format: body.format,
      secret_enc: sealSecret(platform, clientId, id, secret),
      secret_end: endOf(secret),
      feed_pos: await feedPosition(tx),
      created_by: author,
      request_hash: hash,
    });
    if (!inserted) return repeatedCall(platform, clientId, await getEndpoint(tx, id), hash);
    const row = await getEndpoint(tx, id);
    await auditChanges(tx, call, 'webhooks.created', id, null, auditedOf(row));
    return { row, secret, created: true };
  });
}

function repeatedCall(
  platform: Platform,
  clientId: string,
  row: EndpointRow,
  hash: Buffer,
): WithSecret & { created: boolean } {
  if (!row.request_hash.equals(hash) || row.created_at.getTime() < Date.now() - repeatMs) {
    throw new AppError('id_conflict', { data: [{ field: 'id', msg: 'Another webhook has this id.' }] });
  }
  return { row, secret: openSecret(platform, clientId, row.id, row.secret_enc), created: false };
}

/** @throws AppError not_found */
export async function getEndpoint(tx: TenantTx, id: string, lock = false): Promise<EndpointRow> {
  const row = isUuid(id) ? await (lock ? lockEndpoint : findEndpoint)(tx, id) : null;
  if (row === null) throw new AppError('not_found', { message: 'This webhook was not found.' });
  return row;
}

/** @throws AppError requires-recent-login for another address, validation_failed, not_found */
export async function changeEndpoint(
  platform: Platform,
  call: Call<AccountActor>,
  id: string,
  body: InputFor<'PUT /api/webhooks/{id}'>['body'],
): Promise<EndpointRow> {
  if (body.url !== undefined) await requireAddress(platform, body.url);
  const { clientId } = call.actor;
  // Outside of the transaction that changes it: the address is called.
  const known = await platform.db.withTenant(clientId, (tx) => getEndpoint(tx, id), { readOnly: true });
  const asked = { format: known.format, url: body.url ?? known.url, events: body.events ?? known.events };
  await requireFormat(platform, { ...asked, verify_token: body.verify_token }, asked.url !== known.url);
  return platform.db.withTenant(call.actor.clientId, async (tx) => {
    const before = await getEndpoint(tx, id, true);
    if (body.url !== undefined && body.url !== before.url) requireRecentSignIn(call);
    const row: EndpointRow = {
      ...before,
      name: body.name === undefined ? before.name : body.name,
      url: body.url ?? before.url,
      events: body.events === undefined ? before.events : [...new Set(body.events)],
    };
    if (body.state !== undefined && body.state !== before.state) {
      row.state = body.state;
      row.pause_reason = body.state === 'paused' ? 'manual' : null;
      row.failing_since = null;
    }
    await updateEndpoint(tx, row);
    if (row.state === 'active' && before.state === 'paused') await makeWaitingDue(tx, row.id);
    await auditChanges(tx, call, 'webhooks.changed', row.id, auditedOf(before), auditedOf(row));
    return getEndpoint(tx, row.id);
  });
}

/** Addresses can contain a token, so the audit log has only their host. */
function auditedOf({ name, url, events, format, state }: EndpointRow): object {
  return { name, host: new URL(url).host, events, format, state };
}

/** @throws AppError not_found */
export async function removeEndpoint(tx: TenantTx, call: Call<AccountActor>, id: string): Promise<void> {
  const before = await getEndpoint(tx, id, true);
  await deleteEndpoint(tx, before.id);
  await auditChanges(tx, call, 'webhooks.removed', before.id, auditedOf(before), null);
}

/** @throws AppError requires-recent-login, not_found */
export async function rotateSecret(
  platform: Platform,
  call: Call<AccountActor>,
  id: string,
  keepHours: number,
): Promise<WithSecret> {
  requireRecentSignIn(call);
  const { actor } = call;
  return platform.db.withTenant(actor.clientId, async (tx) => {
    const before = await getEndpoint(tx, id, true);
    const secret = createSecret();
    await updateEndpoint(tx, {
      ...before,
      secret_enc: sealSecret(platform, actor.clientId, before.id, secret),
      secret_end: endOf(secret),
      previous_secret_enc: keepHours === 0 ? null : before.secret_enc,
      previous_secret_until: keepHours === 0 ? null : new Date(Date.now() + keepHours * hourMs),
    });
    return { row: await getEndpoint(tx, before.id), secret };
  });
}
