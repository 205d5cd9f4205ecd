import { api } from '../../../platform/api.ts';
import { session } from '../../../platform/browser-session.ts';
import { apiUrl, loadConfig } from '../../../platform/config.ts';
import { ApiError } from '../../../platform/errors.ts';
import { sendHttp } from '../../../platform/http.ts';
import { getLastRoute } from '../../../platform/last-route.ts';
import { redirectAfterRemoval } from '../../../platform/removed-from-account.ts';

/** Waits between tries to get a token for the new account, milliseconds; 10 s in total, by the specification. */
const claimWaitsMs = [0, 500, 1000, 2000, 3000, 3500];

/** After 10 s the session's token still names no account, or another. */
export class ClaimsTimeoutError extends Error {
  constructor() {
    super('The session does not name the account yet.');
    this.name = 'ClaimsNotThereError';
  }
}

/**
 * Switches this tab to an account that was just joined. The caller then reloads, so that nothing of another account
 * stays in memory. @throws ClaimsTimeoutError
 */
export async function openJoinedAccount(clientId: string): Promise<void> {
  for (const waitMs of claimWaitsMs) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    await session.refresh();
    const state = session.state();
    if (state.status === 'signed-out' || state.claims.client_id === clientId) return;
  }
  throw new ClaimsTimeoutError();
}

/** Switches this tab to another account, to the page last opened there. @throws ApiError, NetworkError */
export async function switchAccount(clientId: string): Promise<void> {
  await session.switchTo(clientId);
  const state = session.state();
  window.location.assign(state.status === 'signed-out' ? '/login' : (getLastRoute(state.account) ?? '/inbox'));
}

/**
 * Leaves an account. For another account than this tab's it first gets a session there, which ends with the
 * membership.
 * @throws ApiError `last_owner` and others, NetworkError
 */
export async function leaveAccount(account: { id: string; name: string }, uid: string): Promise<void> {
  const { id: clientId, name } = account;
  const state = session.state();
  if (state.status !== 'signed-out' && state.claims.client_id === clientId) {
    await api('DELETE /api/team/{user_id}', { params: { user_id: uid }, query: {} });
    return redirectAfterRemoval(name);
  }
  const { id_token: token } = await api('POST /api/auth/switch', { body: { client_id: clientId } });
  const { api_base } = await loadConfig();
  try {
    await sendHttp({ method: 'DELETE', url: apiUrl(api_base, `/api/team/${uid}`), token });
  } finally {
    await sendHttp({ method: 'POST', url: apiUrl(api_base, '/api/auth/sign-out'), token }).catch((error: unknown) => {
      // The session ended with the membership, which is what was wanted.
      if (!(error instanceof ApiError)) throw error;
    });
  }
}
