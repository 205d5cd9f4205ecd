import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { addChanges } from '../sync/public.ts';
import { lockChannel, replaceCredentials } from './credential-repo.ts';
import { type Credentials, last4Of, openCredentials, sealCredentials, secretHash } from './credentials.ts';
import { answered, outcomeWords } from './outcome-error.ts';
import type { ChannelRow } from './repo.ts';
import { type ProviderAccess, sessionPeer } from './senders.ts';
import { findChannel } from './service.ts';
import { createSessionClient } from './session/client.ts';

/** How long the credentials before a rotation stay good. */
const overlapMs = 24 * 3_600_000;
const timeoutMs = 10_000;

export type NewCredentials = {
  access_token?: string | undefined;
  app_secret?: string | undefined;
  signing_secret?: string | undefined;
};

/**
 * Replaces credentials by ones that were shown to work. For 24 hours signatures of the secret before are right too, and
 * the token before can be taken back.
 * @throws AppError not_found; validation_failed naming the field that does not work; unavailable when nobody answered,
 *   and then nothing is changed
 */
export async function rotateCredentials(
  platform: Platform,
  providers: ProviderAccess,
  actor: AccountActor,
  id: string,
  input: NewCredentials,
): Promise<ChannelRow> {
  const row = await platform.db.withTenant(actor.clientId, (tx) => findChannel(tx, id));
  const before = openCredentials(platform.secrets, actor.clientId, row.id, row.credentials_enc);
  const next = nextCredentials(row, before, input);
  await tryCredentials(platform, providers, row, next, input);
  return replace(platform, actor.clientId, id, (present) => ({
    ...nextCredentials(row, present, input),
    previous: { access_token: present.access_token, app_secret: present.app_secret },
  }));
}

/** @throws AppError not_found; validation_failed when there are none any more */
export async function rotateBack(platform: Platform, actor: AccountActor, id: string): Promise<ChannelRow> {
  return replace(platform, actor.clientId, id, (present, row) => {
    const { previous } = present;
    if (previous === undefined || row.previous_until === null || row.previous_until.getTime() <= Date.now()) {
      throw invalid('id', 'The credentials before the last rotation have ended. Rotate to new ones instead.');
    }
    return {
      ...present,
      ...previous,
      previous: { access_token: present.access_token, app_secret: present.app_secret },
    };
  });
}

/** Takes the credentials before a rotation out of the books once their day is over. */
export async function forgetPrevious(platform: Platform, clientId: string, id: string): Promise<void> {
  await platform.db.withTenant(clientId, async (tx) => {
    const row = await lockChannel(tx, id);
    if (row.previous_until === null || row.previous_until.getTime() > Date.now()) return;
    await store(platform, tx, row, ({ previous: _ended, ...present }) => present);
  });
  platform.signal.hint('channels', id);
  platform.signal.hint('changes_new', clientId);
}

function nextCredentials(row: ChannelRow, before: Credentials, input: NewCredentials): Credentials {
  if (row.sandbox)
    throw invalid('access_token', 'The sandbox has credentials of its own, which nobody needs to change.');
  if (row.kind === 'SESSION') {
    if (input.signing_secret === undefined) throw invalid('signing_secret', 'This is needed.');
    return { ...before, app_secret: input.signing_secret };
  }
  if (input.access_token === undefined && input.app_secret === undefined) {
    throw invalid('access_token', 'Enter a new access token, a new app secret or both.');
  }
  return {
    ...before,
    access_token: input.access_token ?? before.access_token,
    app_secret: input.app_secret ?? before.app_secret,
  };
}

async function tryCredentials(
  platform: Platform,
  providers: ProviderAccess,
  row: ChannelRow,
  next: Credentials,
  input: NewCredentials,
): Promise<void> {
  if (row.kind === 'SESSION') {
    answered(await createSessionClient(sessionPeer(platform, row, next)).greet(), 'signing_secret');
    return;
  }
  const client = await providers.clientFor(row, { strictly: true });
  const basics = { accessToken: next.access_token, timeoutMs };
  answered(await client.getPhoneNumber({ ...basics, phoneNumberId: row.phone_number_id }), 'access_token');
  if (input.app_secret === undefined) return;
  const info = await client.debugToken({ ...basics, inputToken: next.access_token });
  const appId = info.kind === 'ok' ? info.value.appId : null;
  if (appId === null) return;
  // An app's own token is its id and secret: WhatsApp takes it only when the secret is that app's.
  const asApp = await client.debugToken({
    accessToken: `${appId}|${next.app_secret}`,
    inputToken: next.access_token,
    timeoutMs,
  });
  if (asApp.kind === 'failed')
    throw invalid('app_secret', `This is not the secret of the token’s app. ${outcomeWords(asApp)}`);
}

async function replace(
  platform: Platform,
  clientId: string,
  id: string,
  change: (present: Credentials, row: ChannelRow) => Credentials,
): Promise<ChannelRow> {
  const row = await platform.db.withTenant(clientId, async (tx) => {
    await findChannel(tx, id);
    return store(platform, tx, await lockChannel(tx, id), change);
  });
  platform.signal.hint('channels', row.id);
  platform.signal.hint('changes_new', clientId);
  platform.signal.hint('triggers', `${clientId}/${row.id}`);
  return row;
}

async function store(
  platform: Platform,
  tx: TenantTx,
  row: ChannelRow,
  change: (present: Credentials, row: ChannelRow) => Credentials,
): Promise<ChannelRow> {
  const { secrets } = platform;
  const next = change(openCredentials(secrets, tx.clientId, row.id, row.credentials_enc), row);
  const changed = await replaceCredentials(tx, row.id, {
    credentialsEnc: sealCredentials(secrets, tx.clientId, row.id, next),
    last4: last4Of(next),
    secretHash: secretHash(secrets, next.app_secret),
    previousHash: next.previous === undefined ? null : secretHash(secrets, next.previous.app_secret),
    previousUntil: next.previous === undefined ? null : new Date(Date.now() + overlapMs),
    resumes: next.previous !== undefined,
  });
  await addChanges(tx, [{ collection: 'channels', id: row.id, marker: 'MODIFIED', version: changed.version }]);
  return changed;
}
