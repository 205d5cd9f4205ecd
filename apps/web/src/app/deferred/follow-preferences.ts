import { useEffect } from 'react';
import { useCurrentAccount } from '../../features/sync/public.ts';
import { onAccountStarted } from '../../platform/account-started.ts';
import { api } from '../../platform/api.ts';
import { applyDisplay } from '../../platform/display-choice.ts';
import { followPreferences } from '../../platform/preferences.ts';

/** Applies what the user chose for all devices: at the start, and when it changes on another one. */
export function usePreferenceSync(): void {
  const account = useCurrentAccount();
  useEffect(() => onAccountStarted(applyDisplay), []);
  useEffect(followPreferences, []);
  useEffect(() => {
    if (account === null) return;
    const { topics } = account.store;
    let lost = false;
    const stops = [
      topics.subscribe('preferences', () => void readDisplay()),
      topics.subscribe('connection', () => {
        const live = account.connection() === 'live';
        // What changed meanwhile was not reported.
        if (live && lost) void readDisplay();
        lost = !live;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [account]);
}

async function readDisplay(): Promise<void> {
  const askedAt = performance.now();
  try {
    applyDisplay({ ...(await api('GET /api/auth/preferences', {})), askedAt });
  } catch {
    // The next connection or start asks again.
  }
}
