import { api } from './api.ts';
import { session } from './browser-session.ts';
import { accountValues, deviceStorage } from './storage.ts';
import { createStore } from './store.ts';

/** Names for the frame: the signed-in user and their account. */
export type Profile = { userName: string; email: string; photoUrl: string | null; accountName: string };

type ProfileState = { profile: Profile | null };

export const useProfile = createStore<ProfileState>({ profile: readStored() });

let account = accountOf();
session.onChange(() => {
  // Another user signed in, or this tab switched accounts: the previous names must not be shown.
  if (account !== accountOf()) useProfile.set({ profile: readStored() });
  account = accountOf();
});

/**
 * Sets the names (called by the start-up call and settings forms), and stores them on this device for the next start.
 */
export function publishProfile(profile: Profile): void {
  const state = session.state();
  if (state.status !== 'signed-out') accountValues(deviceStorage, state.account).write('profile', profile);
  useProfile.set({ profile });
}

/** Reads the names from the server unless this device has them. A failure is harmless: the frame shows none. */
export async function ensureProfile(): Promise<void> {
  const state = session.state();
  if (state.status === 'signed-out' || useProfile.get().profile) return;
  const { user, accounts } = await api('GET /api/auth/profile', {});
  const account = accounts.find(({ client_id }) => client_id === state.claims.client_id);
  const { displayName: userName, email, photoURL: photoUrl } = user;
  publishProfile({ userName, email, photoUrl, accountName: account?.name ?? '' });
}

function accountOf(): string | null {
  const state = session.state();
  return state.status === 'signed-out' ? null : state.account;
}

function readStored(): Profile | null {
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
