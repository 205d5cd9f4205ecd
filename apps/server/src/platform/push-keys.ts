import { createECDH } from 'node:crypto';
import type { Secrets } from './secrets.ts';

type VapidKeys = { publicKey: string; privateKey: string };

/** The key pair that identifies this installation to push services; it follows from SECRET_KEY, so it is stored nowhere. */
export function vapidKeys({ secrets }: { secrets: Secrets }): VapidKeys {
  const curve = createECDH('prime256v1');
  // A hash is outside the order of the curve once in 2^32: the next one is taken.
  for (let round = 0; ; round++) {
    try {
      curve.setPrivateKey(Buffer.from(secrets.derive(`push keys ${round}`), 'hex'));
      return {
        publicKey: curve.getPublicKey('base64url'),
        privateKey: curve.getPrivateKey().toString('base64url').padStart(43, 'A'),
      };
    } catch (error) {
      if (round === 8) throw error;
    }
  }
}
