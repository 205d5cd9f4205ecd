import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form.tsx';
import { useServerWords } from '../../../ui/request-words.ts';

/** One press asks the inviter for a new invitation. @param email the address it should go to, when it is another */
export function AskAgain({ token, inviter, email }: { token: string; inviter: string; email?: string }) {
  const { t } = useLingui();
  const serverWords = useServerWords();
  const [state, setState] = useState<'idle' | 'busy' | 'asked'>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const who = inviter === '' ? t`the team` : inviter;
  const ask = async () => {
    setState('busy');
    setProblem(null);
    try {
      await api('POST /api/invitations/ask-again', { body: email === undefined ? { token } : { token, email } });
      setState('asked');
    } catch (error) {
      setState('idle');
      setProblem(serverWords(error));
    }
  };
  if (state === 'asked') return <p role="status">{t`Asked. ${who} gets a letter about it, at most one a day.`}</p>;
  return (
    <>
      <FormError>{problem}</FormError>
      <Button
        variant={email === undefined ? 'filled' : 'outlined'}
        size="lg"
        busy={state === 'busy'}
        onClick={() => void ask()}
      >
        {email === undefined ? t`Ask ${who} for a new one` : t`Ask ${who} to invite ${email}`}
      </Button>
    </>
  );
}
