import type { AccountActor } from '../../platform/auth/actor.ts';
import type { TenantTx } from '../../platform/db/sql.ts';
import { invalid } from '../../platform/errors.ts';
import { missingField } from '../../platform/http/missing-field.ts';
import type { Platform } from '../../platform/platform.ts';
import { addChanges } from '../sync/public.ts';
import { lockChannel, replaceCredentials } from './credential-repo.ts';
import { type Credentials, last4Of, openCredentials, sealCredentials, secretHash } from './credentials.ts';
import { outcomeMessage, requireOutcome } from './outcome-errors.ts';
import { type ProviderAccess, sessionPeer } from './provider-access.ts';
import type { ChannelRow } from './repo.ts';
import { getChannel } from './service.ts';
import { createSessionClient } from './session/client.ts';

/** How long the credentials before a rotation stay valid. */
const overlapMs = 24 * 3_600_000;
const timeoutMs = 10_000;

export type NewCredentials = {
  access_token?: string | undefined;
  app_secret?: string | undefined;
  signing_secret?: string | undefined;
};

/**
 * Replaces credentials by verified ones. For 24 hours signatures of the previous secret are valid too, and the rotation
 * can be undone.
 * @throws AppError not_found; validation_failed naming the field that does not work; unavailable when there was no
 *   response, and then nothing is changed
 */
export async function rotateCredentials(
  platform: Platform,
  providers: ProviderAccess,
  actor: AccountActor,
  id: string,
  input: NewCredentials,
): Promise<ChannelRow> {
  const row = await platform.db.withTenant(actor.clientId, (tx) => getChannel(tx, id));
  const before = openCredentials(platform.secrets, actor.clientId, row.id, row.credentials_enc);
  const next = nextCredentials(row, before, input);
  await tryCredentials(platform, providers, row, next, input);
  return replace(platform, actor.clientId, id, (present) => ({
    ...nextCredentials(row, present, input),
    previous: { access_token: present.access_token, app_secret: present.app_secret },
  }));
}

/** @throws AppError not_found; validation_failed when there are none any more */
export async function undoRotation(platform: Platform, actor: AccountActor, id: string): Promise<ChannelRow> {
  return replace(platform, actor.clientId, id, (present, row) => {
    const { previous } = present;
    if (previous === undefined || row.previous_until === null || row.previous_until.getTime() <= Date.now()) {
      throw invalid('id', 'The previous credentials have expired. Rotate to new ones instead.');
    }
    return {
      ...present,
      ...previous,
      previous: { access_token: present.access_token, app_secret: present.app_secret },
    };
  });
}

/** Deletes the credentials before a rotation once their day is over. */
export async function deletePreviousCredentials(platform: Platform, clientId: string, id: string): Promise<void> {
  await platform.db.withTenant(clientId, async (tx) => {
    const row = await lockChannel(tx, id);
    if (row.previous_until === null || row.previous_until.getTime() > Date.now()) return;
    await store(platform, tx, row, ({ previous: _ended, ...present }) => present);
  });
  platform.notifier.notify('channels', id);
  platform.notifier.notify('changes_new', clientId);
}

function nextCredentials(row: ChannelRow, before: Credentials, input: NewCredentials): Credentials {
  if (row.sandbox) throw invalid('access_token', 'The credentials of a sandbox can’t be changed.');
  if (row.kind === 'SESSION') {
    if (input.signing_secret === undefined) throw missingField('signing_secret');
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
    requireOutcome(await createSessionClient(sessionPeer(platform, row, next)).greet(), 'signing_secret');
    return;
  }
  const client = await providers.clientFor(row, { strictly: true });
  const basics = { accessToken: next.access_token, timeoutMs };
  requireOutcome(await client.getPhoneNumber({ ...basics, phoneNumberId: row.phone_number_id }), 'access_token');
  if (input.app_secret === undefined) return;
  const info = await client.debugToken({ ...basics, inputToken: next.access_token });
  const appId = info.kind === 'ok' ? info.value.appId : null;
  if (appId === null) return;
  // An app's own token is its id and secret: WhatsApp accepts it only with the right secret.
  const asApp = await client.debugToken({
    accessToken: `${appId}|${next.app_secret}`,
    inputToken: next.access_token,
    timeoutMs,
  });
  if (asApp.kind === 'failed')
    throw invalid('app_secret', `This is not the secret of the token’s app. ${outcomeMessage(asApp)}`);
}

async function replace(
  platform: Platform,
  clientId: string,
  id: string,
  change: (present: Credentials, row: ChannelRow) => Credentials,
): Promise<ChannelRow> {
  const row = await platform.db.withTenant(clientId, async (tx) => {
    await getChannel(tx, id);
    return store(platform, tx, await lockChannel(tx, id), change);
  });
  platform.notifier.notify('channels', row.id);
  platform.notifier.notify('changes_new', clientId);
  platform.notifier.notify('triggers', `${clientId}/${row.id}`);
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
