import { randomBytes, randomInt } from 'node:crypto';
import { channelSchemas } from '@parley/contract';
import type { DefaultTemplateUse, InputOf } from '@parley/contract/types';
import type { AccountActor, Call } from '../../platform/auth/actor.ts';
import { auditChanges, auditEventOf, changesBetween, writeAudit } from '../../platform/auth/audit.ts';
import type { Executor, TenantTx } from '../../platform/db/sql.ts';
import { AppError, invalid } from '../../platform/errors.ts';
import { isUuid, newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { addChanges } from '../sync/public.ts';
import { refuseAdapterAddress } from './connect.ts';
import { type Credentials, last4Of, sealCredentials, secretHash } from './credentials.ts';
import { presentChannel } from './present.ts';
import { type ChannelRow, deleteChannel, findChannels, insertChannel, pausedByUser, updateChannel } from './repo.ts';
import { chooseTemplate } from './template-repo.ts';

const { defaultTemplateUses } = channelSchemas;

/** What the simulator takes from one account when it runs beside the server. */
const sandboxPace = 50;

/** The sandbox channel that every new account has, in the transaction that makes the account. */
export async function createSandboxChannel(platform: Platform, tx: Executor, clientId: string): Promise<void> {
  const id = newId();
  const credentials: Credentials = {
    // Identifies its channel in calls to the simulator.
    access_token: `sandbox.${id}.${randomBytes(24).toString('base64url')}`,
    app_secret: randomBytes(16).toString('hex'),
    verify_token: randomBytes(16).toString('hex'),
  };
  await insertChannel(tx, {
    clientId,
    id,
    channelLabel: 'Sandbox',
    // A London number that Ofcom reserves for fiction. Simulated customers have mobile numbers (+44 7700 900…): nobody
    // writes to the sandbox's own number by accident, which WhatsApp refuses.
    phoneNumber: `4420794609${String(randomInt(0, 100)).padStart(2, '0')}`,
    phoneNumberId: sandboxProviderId(),
    wabaId: sandboxProviderId(),
    kind: 'WHATSAPP',
    adapterUrl: null,
    sandbox: true,
    verified: true,
    pace: sandboxPace,
    credentialsEnc: sealCredentials(platform.secrets, clientId, id, credentials),
    last4: last4Of(credentials),
    secretHash: secretHash(platform.secrets, credentials.app_secret),
  });
}

/** Longer than any id Meta gives, so that the two never meet. */
function sandboxProviderId(): string {
  const digits = randomBytes(12).reduce((text, byte) => text + String(byte % 100).padStart(2, '0'), '');
  return `9${digits}`.slice(0, 24);
}

type ChannelChange = InputOf<'PUT /api/channels/{id}'>['body'];

/** The channel of an address. @throws AppError not_found */
export async function getChannel(tx: TenantTx, id: string): Promise<ChannelRow> {
  const [row] = isUuid(id) ? await findChannels(tx, tx.clientId, [id]) : [];
  if (row === undefined) throw new AppError('not_found', { message: 'This channel was not found.' });
  return row;
}

/**
 * @throws AppError not_found; validation_failed for an adapter's address that is not to be called or not needed, and for
 * a template that is none of the channel's or cannot be sent
 */
export async function changeChannel(
  platform: Platform,
  call: Call<AccountActor>,
  id: string,
  change: ChannelChange,
): Promise<ChannelRow> {
  const { actor } = call;
  if (change.adapter_url !== undefined) await refuseAdapterAddress(platform, change.adapter_url);
  const row = await platform.db.withTenant(actor.clientId, async (tx) => {
    if (change.adapter_url !== undefined && (await getChannel(tx, id)).kind !== 'SESSION') {
      throw invalid('adapter_url', 'Only session channels have an adapter URL.');
    }
    const before = auditedFields(await getChannel(tx, id));
    for (const use of defaultTemplateUses) await chooseDefault(tx, id, use, change.default_templates?.[use]);
    const changed = isUuid(id)
      ? await updateChannel(tx, actor.clientId, id, {
          channelLabel: change.channel_label,
          state: change.state,
          stateReason: change.state === 'PAUSED' ? pausedByUser : null,
          adapterUrl: change.adapter_url,
          workingHours: change.working_hours,
        })
      : null;
    if (changed === null) throw new AppError('not_found', { message: 'This channel was not found.' });
    await addChanges(tx, [{ collection: 'channels', id, marker: 'MODIFIED', version: changed.version }]);
    const detail = { changes: changesBetween(before, auditedFields(changed)) };
    await writeAudit(tx, auditEventOf(call, 'channels.changed', id, detail));
    return changed;
  });
  platform.notifier.notify('channels', id);
  platform.notifier.notify('changes_new', actor.clientId);
  platform.notifier.notify('triggers', `${actor.clientId}/${id}`);
  return row;
}

/** What the audit log tells of a channel: nothing that is secret, as a query may be. */
function auditedFields(row: ChannelRow) {
  const { channel_label, state, adapter_url, working_hours, default_templates } = presentChannel(row);
  return { channel_label, state, adapter_url: adapter_url?.split('?')[0], working_hours, default_templates };
}

/** What tells a new or removed channel from the others. */
export function identifyingFields({ channel_label, kind, phone_number }: ChannelRow) {
  return { channel_label, kind, phone_number };
}

/** @param templateId undefined: stays as it is */
async function chooseDefault(
  tx: TenantTx,
  channelId: string,
  use: DefaultTemplateUse,
  templateId: string | null | undefined,
): Promise<void> {
  if (templateId === undefined) return;
  const row = await getChannel(tx, channelId);
  if (await chooseTemplate(tx, row.id, use, templateId)) return;
  throw invalid(
    `default_templates.${use}`,
    row.kind === 'SESSION'
      ? 'Only a WhatsApp number has templates.'
      : 'Choose a template of this number’s WhatsApp Business account that WhatsApp has approved.',
  );
}

/** Removes a channel; threads and messages stay. @throws AppError not_found */
export async function removeChannel(platform: Platform, call: Call<AccountActor>, id: string): Promise<void> {
  const { actor } = call;
  await platform.db.withTenant(actor.clientId, async (tx) => {
    const before = identifyingFields(await getChannel(tx, id));
    const version = isUuid(id) ? await deleteChannel(tx, actor.clientId, id) : null;
    if (version === null) throw new AppError('not_found', { message: 'This channel was not found.' });
    await addChanges(tx, [{ collection: 'channels', id, marker: 'DELETED', version }]);
    await auditChanges(tx, call, 'channels.removed', id, before, null);
  });
  platform.notifier.notify('channels', id);
  platform.notifier.notify('changes_new', actor.clientId);
}
