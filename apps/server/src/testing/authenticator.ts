import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@parley/contract/types';

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const encoded = (data: Buffer) => data.toString('base64url');

/** CBOR of what an authenticator writes: lengths below 65,536. */
const head = (kind: number, length: number) => {
  if (length < 24) return Buffer.from([(kind << 5) | length]);
  if (length < 256) return Buffer.from([(kind << 5) | 24, length]);
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255]);
};
const cborInt = (value: number) => (value >= 0 ? head(0, value) : head(1, -1 - value));
const cborBytes = (data: Buffer) => Buffer.concat([head(2, data.length), data]);
const cborText = (text: string) => Buffer.concat([head(3, text.length), Buffer.from(text)]);
const cborMap = (pairs: [Buffer, Buffer][]) => Buffer.concat([head(5, pairs.length), ...pairs.flat()]);

/** The public key as authenticators write it: ES256 on P-256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ]);
}

/** What a test changes of an honest answer. */
export type Dishonesty = {
  origin?: string;
  counter?: number;
  isVerified?: boolean;
  rpId?: string;
  userHandle?: string;
};

/** A device with one passkey, which signs as real ones do. @param origin the page that asks it */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, challenge: string, lie: Dishonesty) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: lie.origin ?? origin, crossOrigin: false }));
  const authenticatorData = (rpId: string, attested: Buffer | null, lie: Dishonesty) => {
    const [present, verified, withKey] = [1, lie.isVerified === false ? 0 : 4, attested === null ? 0 : 64];
    const count = Buffer.alloc(4);
    count.writeUInt32BE(lie.counter ?? counter);
    const flags = Buffer.from([present | verified | withKey]);
    return Buffer.concat([sha256(lie.rpId ?? rpId), flags, count, attested ?? Buffer.alloc(0)]);
  };
  const named = { id: encoded(id), rawId: encoded(id), type: 'public-key' as const };

  return {
    create(options: PasskeyCreation, lie: Dishonesty = {}): NewPasskey {
      userHandle = options.user.id;
      const length = Buffer.from([id.length >> 8, id.length & 255]);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const attestation = cborMap([
        [cborText('fmt'), cborText('none')],
        [cborText('attStmt'), cborMap([])],
        [cborText('authData'), cborBytes(authenticatorData(options.rp.id, attested, lie))],
      ]);
      const client = clientData('webauthn.create', options.challenge, lie);
      const response = { clientDataJSON: encoded(client), attestationObject: encoded(attestation) };
      return { ...named, response: { ...response, transports: ['internal'] } };
    },
    answer(options: PasskeyRequest, lie: Dishonesty = {}): PasskeyAnswer {
      counter += 1;
      const client = clientData('webauthn.get', options.challenge, lie);
      const data = authenticatorData(options.rpId, null, lie);
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey);
      const response = {
        clientDataJSON: encoded(client),
        authenticatorData: encoded(data),
        signature: encoded(signature),
        userHandle: lie.userHandle ?? userHandle,
      };
      return { ...named, response };
    },
  };
}
