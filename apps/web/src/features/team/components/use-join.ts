import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { noteHello } from '../../../platform/hello-note.ts';
import { useServerWords } from '../../../ui/request-words.ts';
import { ClaimsNotThereError, enterJoined } from '../enter-account.ts';

type Joined = { client_id: string; name: string };

/** Accepts an invitation and goes into its account, with a new token first. */
export function useJoin(): {
  join: (accept: () => Promise<Joined>) => Promise<void>;
  joining: boolean;
  problem: string | null;
} {
  const { t } = useLingui();
  const serverWords = useServerWords();
  const [joining, setJoining] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const join = async (accept: () => Promise<Joined>) => {
    setJoining(true);
    setProblem(null);
    try {
      const { client_id: clientId, name } = await accept();
      await enterJoined(clientId);
      noteHello(name);
      // A new start in the new account: nothing of another stays in memory.
      window.location.assign('/inbox');
    } catch (error) {
      setJoining(false);
      setProblem(
        error instanceof ClaimsNotThereError
          ? t`You have joined, but your session does not know it yet. Wait a moment and load the page again.`
          : serverWords(error),
      );
    }
  };
  return { join, joining, problem };
}
