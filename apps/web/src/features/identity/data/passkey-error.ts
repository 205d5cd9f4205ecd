/** Why the browser gave no passkey. */
export type PasskeyFailure = 'cancelled' | 'timed-out' | 'already-here' | 'unsupported' | 'wrong-page' | 'failed';

export class PasskeyError extends Error {
  readonly kind: PasskeyFailure;

  constructor(kind: PasskeyFailure, cause?: unknown) {
    super(`No passkey: ${kind}.`, { cause });
    this.name = 'PasskeyError';
    this.kind = kind;
  }
}
