import { session } from './browser-session.ts';

/** Signs the user out of this browser: at the push provider while the session is still valid, then here. */
export async function signOut(): Promise<void> {
  // Loaded only here; if its code cannot be loaded (offline), the sign-out continues.
  const push = await import('./push.ts').catch(() => null);
  await push?.signOutOfPush();
  await session.signOut();
}
