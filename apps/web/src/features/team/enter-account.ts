import { api } from '../../platform/api.ts';
import { session } from '../../platform/browser-session.ts';
import { apiUrl, loadConfig } from '../../platform/config.ts';
import { ApiError } from '../../platform/errors.ts';
import { sendHttp } from '../../platform/http.ts';
import { lastRouteOf } from '../../platform/last-route.ts';
import { goAfterLeaving } from '../../platform/left-account.ts';

/** Waits between tries for a token that names the new account, milliseconds; together the specification's 10 s. */
const claimWaitsMs = [0, 500, 1000, 2000, 3000, 3500];

/** The session's token still names no account, or another, after ten seconds of trying. */
export class ClaimsNotThereError extends Error {
  constructor() {
    super('The session does not name the account yet.');
    this.name = 'ClaimsNotThereError';
  }
}

/**
 * Makes an account that was just joined the one of this tab, and goes there anew so that nothing of another stays in
 * memory. @throws ClaimsNotThereError
 */
export async function enterJoined(clientId: string): Promise<void> {
  for (const waitMs of claimWaitsMs) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    await session.refresh();
    const state = session.state();
    if (state.status === 'signed-out' || state.claims.client_id === clientId) return;
  }
  throw new ClaimsNotThereError();
}

/** Moves this tab to another account of the person, to where they were last in it. @throws ApiError, NetworkError */
export async function switchAccount(clientId: string): Promise<void> {
  await session.switchTo(clientId);
  const state = session.state();
  window.location.assign(state.status === 'signed-out' ? '/login' : lastRouteOf(state.account));
}

/**
 * Ends the person's own membership of an account. For another than this tab's it takes a session there first, which ends
 * with the membership.
 * @throws ApiError `last_owner` and others, NetworkError
 */
export async function leaveAccount(account: { id: string; name: string }, uid: string): Promise<void> {
  const { id: clientId, name } = account;
  const state = session.state();
  if (state.status !== 'signed-out' && state.claims.client_id === clientId) {
    await api('DELETE /api/team/{user_id}', { params: { user_id: uid }, query: {} });
    return goAfterLeaving(name);
  }
  const { id_token: token } = await api('POST /api/auth/switch', { body: { client_id: clientId } });
  const { api_base } = await loadConfig();
  try {
    await sendHttp({ method: 'DELETE', url: apiUrl(api_base, `/api/team/${uid}`), token });
  } finally {
    await sendHttp({ method: 'POST', url: apiUrl(api_base, '/api/auth/sign-out'), token }).catch((error: unknown) => {
      // The membership took the session with it, which is what was wanted.
      if (!(error instanceof ApiError)) throw error;
    });
  }
}
