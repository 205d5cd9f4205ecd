import { api } from '../../platform/api.ts';
import { session } from '../../platform/browser-session.ts';
import { NetworkError } from '../../platform/errors.ts';
import type { BusinessDraft } from './business-draft.ts';

/** How long the new claims are waited for, and how often they are asked for, in milliseconds. */
const claimsPatienceMs = 10_000;
const claimsPauseMs = 500;

/**
 * Makes the account of a draft (again is harmless: its id stays the same) and moves this tab's session into it.
 * @throws ApiError with the wrong fields, NetworkError when no answer came or the token did not follow in 10 s
 */
export async function createAccount({ id, values }: BusinessDraft): Promise<void> {
  const optional = Object.entries(values).filter(([, value]) => value.trim() !== '');
  const { name, country, time_zone } = values;
  await api('POST /api/clients', { body: { ...Object.fromEntries(optional), id, name, country, time_zone } });
  const deadline = Date.now() + claimsPatienceMs;
  while (clientId() !== id) {
    // Who was in another account before moves over; who was in none is given the new one with the next token.
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
