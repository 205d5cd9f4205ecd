import { randomBytes } from 'node:crypto';
import type { AccountActor } from '../../platform/auth/actor.ts';
import { AppError, invalid, pgCode } from '../../platform/errors.ts';
import { idFromKey, newId } from '../../platform/ids.ts';
import { problemOfAddress } from '../../platform/outbound/address.ts';
import type { Platform } from '../../platform/platform.ts';
import { parsePhone } from '../contacts/public.ts';
import { addChanges } from '../sync/public.ts';
import { addressProblemWords } from './address-words.ts';
import { type Credentials, last4Of, sealCredentials, secretHash } from './credentials.ts';
import { type ChannelCheck, checkAdapter, checkChannel, type GraphAccess } from './prove.ts';
import { type ChannelRow, findChannels, findCountry, findProvenNumber, insertChannel, markProven } from './repo.ts';

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
 * Connects a number. The channel is kept also when the other side cannot be asked: it is then unproven.
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
  const id =
    input.id ??
    (idempotencyKey === undefined ? newId() : idFromKey(clientId, actor.author, 'POST /api/channels', idempotencyKey));
  if (input.kind === 'SESSION') await refuseAdapterAddress(platform, input.adapter_url);
  const credentials = credentialsOf(input);
  const { row, created } = await keepChannel(platform, clientId, id, input, credentials);
  platform.signal.hint('channels', id);
  platform.signal.hint('changes_new', clientId);
  const { checks, proven, pace } =
    row.kind === 'SESSION'
      ? await checkAdapter(platform, row, credentials)
      : await checkChannel(platform, graph, row, credentials);
  return { row: proven ? await prove(platform, clientId, row, pace, checks) : row, checks, created };
}

/** An adapter has one secret, which signs both ways; the verify token only keeps WhatsApp's handshake closed. */
function credentialsOf(input: NewChannelInput): Credentials {
  if (input.kind === 'SESSION') {
    return { access_token: '', app_secret: input.signing_secret, verify_token: randomBytes(24).toString('hex') };
  }
  const { access_token, app_secret, verify_token } = input;
  return { access_token, app_secret, verify_token };
}

/** @throws AppError validation_failed for an address that this server must not call */
export async function refuseAdapterAddress(platform: Platform, url: string): Promise<void> {
  const problem = await problemOfAddress(url, platform.config.ALLOWED_PRIVATE_HOSTS);
  if (problem !== null) throw invalid('adapter_url', addressProblemWords[problem]);
}

async function keepChannel(
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
      proven: false,
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
    if (!same) throw new AppError('id_conflict', { message: 'Another channel already has this id.' });
    return { row: present, created: false };
  });
}

/** The id of a number that WhatsApp does not know: longer than any of theirs, the same for the same channel. */
function sessionNumberId(channelId: string): string {
  return `8${BigInt(`0x${channelId.replaceAll('-', '')}`)}`.slice(0, 32);
}

/** Notes that a number answered to what was stored. What cannot be is added to `checks`. */
export async function prove(
  platform: Platform,
  clientId: string,
  row: ChannelRow,
  pace: number | null,
  checks: ChannelCheck[],
): Promise<ChannelRow> {
  if (row.proven && (pace === null || pace === row.pace)) return row;
  try {
    const proven = await platform.db.withTenant(clientId, async (tx) => {
      const changed = await markProven(tx, clientId, row.id, pace);
      if (changed !== null) {
        await addChanges(tx, [{ collection: 'channels', id: row.id, marker: 'MODIFIED', version: changed.version }]);
      }
      return changed;
    });
    platform.signal.hint('channels', row.id);
    platform.signal.hint('changes_new', clientId);
    return proven ?? row;
  } catch (error) {
    if (pgCode(error) !== '23505') throw error;
    const own = await platform.db.withTenant(clientId, (tx) => findProvenNumber(tx, clientId, row.phone_number_id));
    checks.push({
      name: 'number',
      state: 'failed',
      fix:
        own === null
          ? 'Another account of this installation has proven this number. Remove it there first.'
          : `The channel ${own.channel_label} has this number already. Use that one, or remove it first.`,
    });
    return row;
  }
}
