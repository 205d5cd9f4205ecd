import { create } from 'zustand';
import { api } from './api.ts';
import { session } from './browser-session.ts';
import { accountValues, deviceStorage } from './storage.ts';

/** Names for the frame: the signed-in person and the account they are in. */
export type Profile = { userName: string; email: string; photoUrl: string | null; accountName: string };

type Kept = { profile: Profile | null };

export const useProfile = create<Kept>(() => ({ profile: readKept() }));

let account = accountOf();
session.onChange(() => {
  // Somebody else signed in, or this tab went to another account: the names of the one before are nobody's business.
  if (account !== accountOf()) useProfile.setState({ profile: readKept() });
  account = accountOf();
});

/** Whoever learns the names (the start-up call, a settings form) tells them here; kept on this device for the next start. */
export function publishProfile(profile: Profile): void {
  const state = session.state();
  if (state.status !== 'signed-out') accountValues(deviceStorage, state.account).write('profile', profile);
  useProfile.setState({ profile });
}

/** Asks the server for the names when this device does not know them yet. Failing is harmless: the frame shows none. */
export async function ensureProfile(): Promise<void> {
  const state = session.state();
  if (state.status === 'signed-out' || useProfile.getState().profile) return;
  const { user, accounts } = await api('GET /api/auth/profile', {});
  const account = accounts.find(({ client_id }) => client_id === state.claims.client_id);
  const { displayName: userName, email, photoURL: photoUrl } = user;
  publishProfile({ userName, email, photoUrl, accountName: account?.name ?? '' });
}

function accountOf(): string | null {
  const state = session.state();
  return state.status === 'signed-out' ? null : state.account;
}

function readKept(): Profile | null {
  const state = session.state();
  if (state.status === 'signed-out') return null;
  const kept = accountValues(deviceStorage, state.account).read('profile') as Partial<Profile> | null;
  if (typeof kept?.userName !== 'string' || typeof kept.accountName !== 'string') return null;
  const { userName, accountName, photoUrl } = kept;
  return {
    userName,
    email: String(kept.email ?? ''),
    photoUrl: typeof photoUrl === 'string' ? photoUrl : null,
    accountName,
  };
}
