import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

/** Encrypts what must not be readable in the file. */
export interface Sealing {
  /** @param place what the value belongs to; it opens nowhere else */
  seal(plain: string, place: string): string;
  /** A value that is not sealed comes from a file without keys, and is returned as it is. @throws Error without its key */
  open(stored: string, place: string): string;
  /** Whether a stored value is not as `seal` would write it now. */
  isStale(stored: string): boolean;
}

const prefix = 'sealed:1:';

/** AES-256-GCM. @param keys hex of 32 bytes each: the present one first, then those before it; none: nothing is sealed */
export function createSealing(keys: readonly string[]): Sealing {
  const all = keys.map(keyOf);
  const [present] = all;
  return {
    seal(plain, place) {
      if (present === undefined) return plain;
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', present.key, nonce).setAAD(Buffer.from(place));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${prefix}${present.id}:${Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64url')}`;
    },
    open(stored, place) {
      if (!stored.startsWith(prefix)) return stored;
      const [id, text = ''] = stored.slice(prefix.length).split(':');
      const found = all.find((one) => one.id === id);
      if (found === undefined) throw new Error('The accounts are sealed with another key.');
      const bytes = Buffer.from(text, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', found.key, bytes.subarray(0, 12))
        .setAAD(Buffer.from(place))
        .setAuthTag(bytes.subarray(12, 28));
      return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8');
    },
    isStale: (stored) => present !== undefined && !stored.startsWith(`${prefix}${present.id}:`),
  };
}

function keyOf(hex: string): { key: Buffer; id: string } {
  const key = Buffer.from(hex, 'hex');
  if (!/^[0-9a-f]{64}$/i.test(hex))
    throw new Error('SIMULATOR_KEYS must be keys of 64 hex digits, with commas between');
  return { key, id: createHash('sha256').update(key).digest('hex').slice(0, 8) };
}
