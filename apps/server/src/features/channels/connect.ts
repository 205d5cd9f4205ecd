import { randomBytes } from 'node:crypto';
import { parsePhone } from '@parley/contract/phone-number';
import type { AccountActor } from '../../platform/auth/actor.ts';
import { AppError, invalid, pgCode } from '../../platform/errors.ts';
import { callId } from '../../platform/http/idempotency.ts';
import { findAddressProblem } from '../../platform/outbound/address.ts';
import { addressErrorMessages } from '../../platform/outbound/address-errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { addChanges } from '../sync/public.ts';
import { type Credentials, last4Of, sealCredentials, secretHash } from './credentials.ts';
import { type ChannelRow, findChannels, findCountry, findVerifiedNumber, insertChannel, markVerified } from './repo.ts';
import { type ChannelCheck, type GraphAccess, verifyAdapter, verifyNumber } from './verify-connection.ts';

/** Messages a second of a number whose throughput is not known: WhatsApp's standard. */
const standardPace = 80;

export type NewWhatsAppChannel = {
  kind: 'WHATSAPP';
  id?: string | undefined;
  channel_label: string;
  phone_number: string;
  phone_number_id: string;
  waba_id: string;
  access_token: string;
  app_secret: string;
  verify_token: string;
};
export type NewSessionChannel = {
  kind: 'SESSION';
  id?: string | undefined;
  channel_label: string;
  phone_number: string;
  adapter_url: string;
  signing_secret: string;
};
export type NewChannelInput = NewWhatsAppChannel | NewSessionChannel;

export type Connected = { row: ChannelRow; checks: ChannelCheck[]; created: boolean };

/**
 * Connects a number. The channel is stored even when the other side cannot be reached: it is then unverified.
 * @throws AppError id_conflict, validation_failed
 */
export async function connectChannel(
  platform: Platform,
  graph: GraphAccess,
  actor: AccountActor,
  input: NewChannelInput,
  idempotencyKey: string | undefined,
): Promise<Connected> {
  const { clientId } = actor;
  const id = callId({ actor, idempotencyKey }, 'POST /api/channels', input.id);
  if (input.kind === 'SESSION') await refuseAdapterAddress(platform, input.adapter_url);
  const credentials = credentialsOf(input);
  const { row, created } = await storeChannel(platform, clientId, id, input, credentials);
  platform.notifier.notify('channels', id);
  platform.notifier.notify('changes_new', clientId);
  const { checks, verified, pace } =
    row.kind === 'SESSION'
      ? await verifyAdapter(platform, row, credentials)
      : await verifyNumber(platform, graph, row, credentials);
  return { row: verified ? await verifyConnection(platform, clientId, row, pace, checks) : row, checks, created };
}

/** An adapter has one secret, which signs both ways; the verify token only disables WhatsApp's handshake. */
function credentialsOf(input: NewChannelInput): Credentials {
  if (input.kind === 'SESSION') {
    return { access_token: '', app_secret: input.signing_secret, verify_token: randomBytes(24).toString('hex') };
  }
  const { access_token, app_secret, verify_token } = input;
  return { access_token, app_secret, verify_token };
}

/** @throws AppError validation_failed for an address that this server must not call */
export async function refuseAdapterAddress(platform: Platform, url: string): Promise<void> {
  const problem = await findAddressProblem(url, platform.config.ALLOWED_PRIVATE_HOSTS);
  if (problem !== null) throw invalid('adapter_url', addressErrorMessages[problem]);
}

async function storeChannel(
  platform: Platform,
  clientId: string,
  id: string,
  input: NewChannelInput,
  credentials: Credentials,
): Promise<{ row: ChannelRow; created: boolean }> {
  return platform.db.withTenant(clientId, async (tx) => {
    const phoneNumber = parsePhone(input.phone_number, (await findCountry(tx, clientId)) ?? '');
    if (phoneNumber === null) throw invalid('phone_number', 'This is not a phone number.');
    const session = input.kind === 'SESSION';
    const wanted = {
      clientId,
      id,
      kind: input.kind,
      channelLabel: input.channel_label,
      phoneNumber,
      phoneNumberId: session ? sessionNumberId(id) : input.phone_number_id,
      wabaId: session ? '' : input.waba_id,
      sandbox: false,
      verified: false,
      pace: standardPace,
      credentialsEnc: sealCredentials(platform.secrets, clientId, id, credentials),
      last4: last4Of(credentials),
      secretHash: secretHash(platform.secrets, credentials.app_secret),
      adapterUrl: session ? input.adapter_url : null,
    };
    const made = await insertChannel(tx, wanted);
    if (made !== null) {
      await addChanges(tx, [{ collection: 'channels', id, marker: 'NEW', version: made.version }]);
      return { row: made, created: true };
    }
    const [present] = await findChannels(tx, clientId, [id]);
    const same =
      present !== undefined &&
      present.kind === wanted.kind &&
      present.channel_label === wanted.channelLabel &&
      present.phone_number === wanted.phoneNumber &&
      present.phone_number_id === wanted.phoneNumberId &&
      present.waba_id === wanted.wabaId &&
      present.adapter_url === wanted.adapterUrl;
    if (!same) throw new AppError('id_conflict', { message: 'Another channel has this id.' });
    return { row: present, created: false };
  });
}

/** The id of a number that WhatsApp does not know: longer than any of theirs, the same for the same channel. */
function sessionNumberId(channelId: string): string {
  return `8${BigInt(`0x${channelId.replaceAll('-', '')}`)}`.slice(0, 32);
}

/** Notes that a number responded to the stored credentials. Failures are added to `checks`. */
export async function verifyConnection(
  platform: Platform,
  clientId: string,
  row: ChannelRow,
  pace: number | null,
  checks: ChannelCheck[],
): Promise<ChannelRow> {
  if (row.verified && (pace === null || pace === row.pace)) return row;
  try {
    const verified = await platform.db.withTenant(clientId, async (tx) => {
      const changed = await markVerified(tx, clientId, row.id, pace);
      if (changed !== null) {
        await addChanges(tx, [{ collection: 'channels', id: row.id, marker: 'MODIFIED', version: changed.version }]);
      }
      return changed;
    });
    platform.notifier.notify('channels', row.id);
    platform.notifier.notify('changes_new', clientId);
    return verified ?? row;
  } catch (error) {
    if (pgCode(error) !== '23505') throw error;
    const own = await platform.db.withTenant(clientId, (tx) => findVerifiedNumber(tx, clientId, row.phone_number_id));
    checks.push({
      name: 'number',
      state: 'failed',
      fix:
        own === null
          ? 'Another account of this installation uses this number. Remove it there first.'
          : `The channel ${own.channel_label} has this number already. Use that one, or remove it first.`,
    });
    return row;
  }
}
