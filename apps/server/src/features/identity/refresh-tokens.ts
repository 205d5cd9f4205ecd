import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../platform/secrets.ts';

/**
 * Refresh tokens: the id of their session, 128 bits, and a code that only the installation's key can make. So every
 * token ever issued for a session is recognized without storing any of them.
 */
export type RefreshTokens = {
  /** The first token of a session. */
  first(sid: string): string;
  /** The successor of a token: the same for every tab that presents the same one. */
  after(sid: string, token: string): string;
  /** The session for which a genuine token was issued; null for any other text. */
  sessionOf(token: string): string | null;
};

const idBytes = 16;
const nonceBytes = 16;
const codeBytes = 32;

/** @param of what else the tokens are of: those of one kind are no tokens of another */
export function createRefreshTokens(secrets: Pick<Secrets, 'derive' | 'deriveAll'>, of = ''): RefreshTokens {
  const succession = secrets.derive(`${of}refresh token succession`);
  const [key = '', ...olderKeys] = secrets.deriveAll(`${of}refresh tokens`);

  function make(sid: string, nonce: Buffer): string {
    const body = Buffer.concat([Buffer.from(sid.replaceAll('-', ''), 'hex'), nonce]);
    return Buffer.concat([body, codeOf(key, body)]).toString('base64url');
  }

  return {
    first: (sid) => make(sid, randomBytes(nonceBytes)),
    after(sid, token) {
      const nonce = createHmac('sha256', succession).update(`${sid}\u001f${token}`).digest();
      return make(sid, nonce.subarray(0, nonceBytes));
    },
    sessionOf(token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== idBytes + nonceBytes + codeBytes) return null;
      const body = bytes.subarray(0, -codeBytes);
      const code = bytes.subarray(-codeBytes);
      const genuine = [key, ...olderKeys].some((each) => timingSafeEqual(codeOf(each, body), code));
      return genuine ? uuidOf(body.subarray(0, idBytes)) : null;
    },
  };
}

function codeOf(key: string, body: Buffer): Buffer {
  return createHmac('sha256', key).update(body).digest();
}

function uuidOf(bytes: Buffer): string {
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
