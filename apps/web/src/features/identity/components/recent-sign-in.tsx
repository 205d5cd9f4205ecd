import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '../../../platform/errors.ts';
import { QueryScope } from '../../../platform/query.tsx';
import { identity } from '../data/browser-identity.ts';
import { setIdentityPrompt } from '../data/confirm-identity.ts';
import { ConfirmIdentityDialog } from './confirm-identity-dialog.tsx';

/** How long a sign-in counts as recent before leaving the page, milliseconds; the server's limit is ten minutes. */
const recentMs = 8 * 60_000;

export type RecentSignIn = {
  /**
   * Runs a call; if it needs a recent sign-in, asks the user to confirm and runs it again. False when they cancelled.
   */
  run: (act: () => Promise<void>) => Promise<boolean>;
  /** Asks the user to confirm their identity. False when they cancelled. */
  ask: () => Promise<boolean>;
  /** Asks beforehand, for calls that end on another page. False when they cancelled. */
  ensure: () => Promise<boolean>;
  /** To be rendered by the caller. */
  dialog: ReactNode;
};

/** The dialog for calls that don't render one themselves; see `withRecentSignIn`. */
export function ConfirmIdentity() {
  const { ask, dialog } = useRecentSignIn();
  useEffect(() => setIdentityPrompt(ask));
  return dialog;
}

/** Sensitive changes (password, email, sessions, deletion) ask the user to confirm their identity. */
export function useRecentSignIn(): RecentSignIn {
  const [asking, setAsking] = useState<{ answer: (shown: boolean) => void } | null>(null);
  const ask = async () => {
    const shown = await new Promise<boolean>((answer) => setAsking({ answer }));
    setAsking(null);
    return shown;
  };
  return {
    ask,
    async run(act) {
      try {
        await act();
        return true;
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'requires-recent-login')) throw error;
      }
      if (!(await ask())) return false;
      await act();
      return true;
    },
    async ensure() {
      const current = (await identity.listSessions()).find((session) => session.current);
      const isRecent = current !== undefined && Date.now() - Date.parse(current.auth_time) < recentMs;
      return isRecent || ask();
    },
    dialog: asking && (
      <QueryScope>
        <ConfirmIdentityDialog onShown={() => asking.answer(true)} onClose={() => asking.answer(false)} />
      </QueryScope>
    ),
  };
}
