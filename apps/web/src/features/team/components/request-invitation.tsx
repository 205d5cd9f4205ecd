import { useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { api } from '../../../platform/api.ts';
import { Button } from '../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { FormError } from '../../../ui/form.tsx';

/** Asks the inviter for a new invitation. @param email another address it should go to */
export function RequestInvitation({ token, inviter, email }: { token: string; inviter: string; email?: string }) {
  const { t } = useLingui();
  const serverText = useServerErrorMessage();
  const [state, setState] = useState<'idle' | 'busy' | 'asked'>('idle');
  const [problem, setProblem] = useState<string | null>(null);
  const who = inviter === '' ? t`the team` : inviter;
  const ask = async () => {
    setState('busy');
    setProblem(null);
    try {
      await api('POST /api/invitations/request-new', { body: email === undefined ? { token } : { token, email } });
      setState('asked');
    } catch (error) {
      setState('idle');
      setProblem(serverText(error));
    }
  };
  if (state === 'asked')
    return <p role="status">{t`Request sent. ${who} gets an email about it, at most one a day.`}</p>;
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
