import { ApiError } from '../../../platform/errors.ts';

let ask: (() => Promise<boolean>) | null = null;
let asking: Promise<boolean> | null = null;

/** Registers the identity dialog. @returns unregisters it */
export function setIdentityPrompt(next: () => Promise<boolean>): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = null;
  };
}

/**
 * Runs a call that may need a recent sign-in: the user then confirms their identity, and it runs again. Concurrent
 * calls share one dialog.
 * @throws what `act` throws; ApiError `requires-recent-login` when the person gave up
 */
export async function withRecentSignIn<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'requires-recent-login') || ask === null) throw error;
    asking ??= ask().finally(() => {
      asking = null;
    });
    if (!(await asking)) throw error;
    return act();
  }
}
