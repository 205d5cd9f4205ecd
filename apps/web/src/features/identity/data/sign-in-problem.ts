import { ApiError, NetworkError } from '../../../platform/errors.ts';
import { InsecurePageError } from './provider-flow.ts';

/** Why signing in failed, as far as it matters to the user. */
export type SignInProblem =
  | {
      kind:
        | 'wrong-password'
        | 'wrong-code'
        | 'dead-link'
        | 'dead-handoff'
        | 'dead-token'
        | 'no-address'
        | 'disabled'
        | 'other-credential'
        | 'closed'
        | 'not-recent'
        | 'offline'
        | 'no-answer'
        | 'insecure'
        | 'unavailable'
        | 'unknown';
    }
  /** `seconds` until it can work again. */
  | { kind: 'throttled' | 'busy'; seconds: number }
  /** The server's message is shown. */
  | { kind: 'said'; words: string };

/** The wait when the server names none. */
const defaultWaitS = 60;

/** The kinds of `invalid-credential`, by the field that the server names. */
const kindOfField: Record<string, 'wrong-password' | 'wrong-code' | 'dead-link' | 'dead-handoff' | 'dead-token'> = {
  password: 'wrong-password',
  code: 'wrong-code',
  link: 'dead-link',
  handoff: 'dead-handoff',
  token: 'dead-token',
};

/** Classifies an error of the identity client. */
export function signInProblemOf(error: unknown): SignInProblem {
  if (error instanceof InsecurePageError) return { kind: 'insecure' };
  if (error instanceof NetworkError) return { kind: error.kind === 'offline' ? 'offline' : 'no-answer' };
  if (!(error instanceof ApiError)) return { kind: 'unknown' };
  const seconds = error.retryAfterSeconds ?? defaultWaitS;
  switch (error.code) {
    case 'invalid-credential': {
      const field = error.data[0]?.field;
      return { kind: field === undefined ? 'no-address' : (kindOfField[field] ?? 'unknown') };
    }
    case 'too_many_requests':
      return { kind: 'throttled', seconds };
    case 'unavailable':
      // With a reason it is not because of many sign-ins.
      return error.reason === null || error.reason === 'database_overloaded'
        ? { kind: 'busy', seconds }
        : { kind: 'unavailable' };
    case 'user-disabled':
      return { kind: 'disabled' };
    case 'account-exists-with-different-credential':
      return { kind: 'other-credential' };
    case 'requires-recent-login':
      return { kind: 'not-recent' };
    case 'sign_up_closed':
      return { kind: 'closed' };
    default:
      return /^(invitation_|provider-|second-)/.test(error.code)
        ? { kind: 'said', words: error.message }
        : { kind: 'unknown' };
  }
}
