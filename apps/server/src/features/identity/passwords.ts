import { randomBytes } from 'node:crypto';
import { createConcurrencyLimit } from './concurrency-limit.ts';

// OWASP's minimum for argon2id: 19 MiB, two passes.
const parameters = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
const atOnce = 2; // Hashing shares libuv's four threads with DNS look-ups and files.
const waitingAtMost = 50;
/** Capacity that attempts from unknown devices leave to users on known ones. */
const reservedForKnown = 15;

export type Passwords = {
  /** @throws AppError('unavailable') when too many are waiting */
  hash(password: string): Promise<string>;
  /**
   * Compares with a stored hash, or does the same work when there is none.
   * @throws AppError('unavailable') when too many are waiting
   */
  matches(password: string, stored: string | null): Promise<boolean>;
  /**
   * @param isKnown whether the device is known: capacity is reserved for those
   * @throws AppError('unavailable') when the queue is full now
   */
  refuseWhenFull(isKnown: boolean): void;
};

const library = () => import('@node-rs/argon2');

/** Argon2id behind a bounded queue: two at once, fifty waiting, further ones are rejected. */
export function createPasswords(): Passwords {
  // The form of a stored hash that no password matches.
  const unmatchedHash = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=1$${unpadded(16)}$${unpadded(32)}`;
  const turnstile = createConcurrencyLimit(atOnce, waitingAtMost);
  return {
    hash: (password) => turnstile.run(async () => (await library()).hash(password, parameters)),
    async matches(password, stored) {
      const equal = await turnstile.run(async () => (await library()).verify(stored ?? unmatchedHash, password));
      return equal && stored !== null;
    },
    refuseWhenFull: (isKnown) => turnstile.refuseWhenFull(isKnown ? 0 : reservedForKnown),
  };
}

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '');
}
