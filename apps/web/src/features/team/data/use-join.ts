import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { saveWelcomeMessage } from '../../../platform/welcome-message.ts';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { ClaimsTimeoutError, openJoinedAccount } from './switch-account.ts';

type Joined = { client_id: string; name: string };

/** Accepts an invitation and opens its account with a new token. */
export function useJoin(): {
  join: (accept: () => Promise<Joined>) => Promise<void>;
  joining: boolean;
  problem: string | null;
} {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const [joining, setJoining] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const join = async (accept: () => Promise<Joined>) => {
    setJoining(true);
    setProblem(null);
    try {
      const { client_id: clientId, name } = await accept();
      await openJoinedAccount(clientId);
      saveWelcomeMessage(name);
      // A full page load, so that nothing of another account stays in memory.
      window.location.assign('/inbox');
    } catch (error) {
      setJoining(false);
      setProblem(
        error instanceof ClaimsTimeoutError
          ? t`You’ve joined, but your session isn’t updated yet. Wait a moment and reload the page.`
          : serverText(error),
      );
    }
  };
  return { join, joining, problem };
}
