import { api } from '../../../platform/api.ts';
import { session } from '../../../platform/browser-session.ts';
import { NetworkError } from '../../../platform/errors.ts';
import type { BusinessDraft } from './business-draft.ts';

/** Timeout and poll interval for the new claims, milliseconds. */
const claimsTimeoutMs = 10_000;
const claimsPauseMs = 500;

/**
 * Creates the account of a draft (idempotent by its id) and switches this tab's session to it.
 * @throws ApiError with the wrong fields, NetworkError when no answer came or the token did not follow in 10 s
 */
export async function createAccount({ id, values }: BusinessDraft): Promise<void> {
  const optional = Object.entries(values).filter(([, value]) => value.trim() !== '');
  const { name, country, time_zone } = values;
  await api('POST /api/clients', { body: { ...Object.fromEntries(optional), id, name, country, time_zone } });
  const deadline = Date.now() + claimsTimeoutMs;
  while (clientId() !== id) {
    // A user of another account switches; a user without one gets it with the next token.
    if (clientId() === null) await session.refresh();
    else await session.switchTo(id);
    if (clientId() === id) return;
    if (Date.now() > deadline) throw new NetworkError('timeout');
    await new Promise((resolve) => setTimeout(resolve, claimsPauseMs));
  }
}

function clientId(): string | null {
  const state = session.state();
  return state.status === 'signed-out' ? null : state.claims.client_id;
}
