import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { createTurnstile } from './turnstile.ts';

// OWASP's minimum for argon2id: 19 MiB, two passes.
const parameters = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
const atOnce = 2; // hashing shares libuv's four threads with name look-ups and files
const waitingAtMost = 50;

export type Passwords = {
  /** @throws AppError('unavailable') when too many wait already */
  hash(password: string): Promise<string>;
  /**
   * Compares with a stored hash, or does the same work for nothing when there is none.
   * @throws AppError('unavailable') when too many wait already
   */
  matches(password: string, stored: string | null): Promise<boolean>;
  /** @throws AppError('unavailable') when the queue is full now */
  refuseWhenFull(): void;
};

/** Argon2id behind a bounded queue: two at once, fifty waiting, the rest is told to come back. */
export function createPasswords(): Passwords {
  // The form of a stored hash without any password behind it.
  const nobodys = `$argon2id$v=19$m=${parameters.memoryCost},t=${parameters.timeCost},p=1$${unpadded(16)}$${unpadded(32)}`;
  const turnstile = createTurnstile(atOnce, waitingAtMost);
  return {
    hash: (password) => turnstile.run(() => hash(password, parameters)),
    async matches(password, stored) {
      const equal = await turnstile.run(() => verify(stored ?? nobodys, password));
      return equal && stored !== null;
    },
    refuseWhenFull: turnstile.refuseWhenFull,
  };
}

function unpadded(bytes: number): string {
  return randomBytes(bytes).toString('base64').replace(/=+$/, '');
}
