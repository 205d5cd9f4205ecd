import { createHash, createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { unrestricted } from '@parley/contract/permissions';
import type { Executor } from '../db/sql.ts';
import { AppError } from '../errors.ts';
import { isInNetworks } from '../http/address-group.ts';
import type { Platform } from '../platform.ts';
import type { Access } from './access.ts';
import type { ApiKeyIdentity, KeyActor } from './actor.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 bytes need 43 digits of base 62. */
const secretLength = 43;
const apiKeyPattern = /^wa_live_[0-9a-f]{32}_[0-9A-Za-z]{43}_[0-9a-f]{8}$/;

/** The beginning of a key, up to its secret: enough to find it in a configuration, too little to use it. */
export function apiKeyPrefix(id: string): string {
  return `wa_live_${id.replaceAll('-', '')}`;
}

/**
 * The text of a key: its id, 256 bits, and a checksum, by which scanners recognize a leaked key and typing errors cost
 * no look-up. The bits are derived from the installation's key and the id: no one else can
 * make them, and the request that created a key can be repeated although only a hash is stored.
 */
export function deriveApiKey(
  platform: Pick<Platform, 'secrets'>,
  clientId: string,
  id: string,
): { text: string; hash: Buffer; last4: string } {
  return deriveToken(platform, 'api keys', apiKeyPrefix(id), `${clientId}/${id}`);
}

/** A secret text of the same form for another purpose. @param prefix the text before the secret */
export function deriveToken(
  { secrets }: Pick<Platform, 'secrets'>,
  purpose: string,
  prefix: string,
  about: string,
): { text: string; hash: Buffer; last4: string } {
  const bits = createHmac('sha256', secrets.derive(purpose)).update(about).digest();
  const body = `${prefix}_${toBase62(bits)}`;
  const text = `${body}_${checksum(body)}`;
  return { text, hash: hashKey(text), last4: text.slice(-4) };
}

/** False for a text with typing errors. */
function isApiKey(text: string): boolean {
  return apiKeyPattern.test(text) && hasChecksum(text);
}

/** Whether a text ends with the checksum of what stands before it. */
export function hasChecksum(text: string): boolean {
  const end = text.lastIndexOf('_');
  return end > 0 && checksum(text.slice(0, end)) === text.slice(end + 1);
}

/**
 * The actor of an active key.
 * @param ip address of the caller
 * @param known called with the key before the address is checked
 * @throws AppError('unauthorized') when the key is unknown, revoked, expired or its account closed; ('forbidden')
 * from an address that the key does not allow
 */
export async function authenticateKey(
  database: Executor,
  access: Access,
  text: string,
  ip: string,
  known?: (key: ApiKeyIdentity) => void,
): Promise<KeyActor> {
  const row = isApiKey(text) ? await access.findApiKey(database, hashKey(text)) : null;
  if (row === null) throw new AppError('unauthorized');
  const { id } = row;
  known?.({ clientId: row.client_id, keyId: id });
  if (row.allowed_addresses.length > 0 && !isInNetworks(row.allowed_addresses)(ip)) {
    throw new AppError('forbidden', { message: 'This key may not be used from this address.' });
  }
  if (row.needs_usage_update) await access.markApiKeyUsed(database, row.client_id, id, ip);
  return {
    kind: 'key',
    keyId: id,
    author: `api:${id}`,
    clientId: row.client_id,
    role: 'Admin',
    scopes: row.scopes,
    restrictions: { ...unrestricted, channel_ids: row.channel_ids },
    usersMayDeleteAllContacts: false,
    groupIds: [],
    accessChangedAtMs: null,
  };
}

export function hashKey(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, '0');
}

function toBase62(bytes: Buffer): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  while (rest > 0n) {
    text = (alphabet[Number(rest % 62n)] ?? '') + text;
    rest /= 62n;
  }
  return text.padStart(secretLength, '0');
}
