import type { NewPasskey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '@parley/contract/types';
import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser';
import { api } from '../../../platform/api.ts';
import { PasskeyError, type PasskeyFailure } from './passkey-error.ts';

// Large and seldom needed: load this file on demand.

/** Has the browser make a passkey. @throws PasskeyError */
export async function createPasskey(options: PasskeyCreation): Promise<NewPasskey> {
  const made = await answered(options.timeout, () =>
    // The contract takes the ways to reach a key as plain text, because browsers keep adding some.
    startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON }),
  );
  const { clientDataJSON, attestationObject, transports } = made.response;
  const response = { clientDataJSON, attestationObject, ...(transports ? { transports } : {}) };
  return { id: made.id, rawId: made.rawId, type: made.type, response };
}

/** Has the browser use a passkey. @throws PasskeyError */
export async function askPasskey(options: PasskeyRequest): Promise<PasskeyAnswer> {
  const shown = await answered(options.timeout, () =>
    startAuthentication({ optionsJSON: options as PublicKeyCredentialRequestOptionsJSON }),
  );
  const { clientDataJSON, authenticatorData, signature, userHandle } = shown.response;
  const response = { clientDataJSON, authenticatorData, signature, ...(userHandle ? { userHandle } : {}) };
  return { id: shown.id, rawId: shown.rawId, type: shown.type, response };
}

/** A passkey of the signed-in user, for calls that need a proof. @throws PasskeyError, ApiError, NetworkError */
export async function askOwnPasskey(): Promise<PasskeyAnswer> {
  return askPasskey((await api('POST /api/auth/factors/passkeys/challenge', {})).options);
}

/** A passkey as the second factor of a sign-in. @throws as `askOwnPasskey` */
export async function askPasskeyOfSignIn(handle: string): Promise<PasskeyAnswer> {
  return askPasskey((await api('POST /api/auth/passkey-challenge', { body: { handle } })).options);
}

const failures: Record<string, PasskeyFailure> = {
  AbortError: 'cancelled',
  ConstraintError: 'unsupported',
  InvalidStateError: 'already-here',
  NotSupportedError: 'unsupported',
  SecurityError: 'wrong-page',
};

async function answered<T>(timeoutMs: number, ask: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await ask();
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    // Browsers give one error for both, so that pages do not learn which keys there are.
    const hasTimedOut = performance.now() - began >= timeoutMs;
    if (name === 'NotAllowedError') throw new PasskeyError(hasTimedOut ? 'timed-out' : 'cancelled', error);
    throw new PasskeyError(failures[name] ?? 'failed', error);
  }
}
