import { useLingui } from '@lingui/react/macro';
import type { PhoneCall } from '@parley/contract/types';
import { IconBellOff, IconPhone, IconPhoneX } from '@tabler/icons-react';
import { useState } from 'react';
import { ApiError } from '../../../platform/errors.ts';
import { Button } from '../../../ui/button.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { useAccount } from '../../sync/public.ts';
import { MicrophoneError } from '../data/microphone.ts';
import { silence, useCallProblem, useOpenCalls } from '../data/open-calls.ts';
import { answer, useOwnCall } from '../data/own-call.ts';
import styles from './call-layer.module.css';
import { CallNames } from './call-names.tsx';
import { useDesktopAlert } from './use-desktop-alert.ts';
import { useMicrophoneText } from './use-microphone-text.ts';

/** A call that rings, with what can be done. A problem is said in it, and it rings on. */
export function RingingCall({ call, linked }: { call: PhoneCall; linked?: boolean }) {
  const { t } = useLingui();
  const account = useAccount();
  const microphoneText = useMicrophoneText();
  const problem = useCallProblem((found) => (found?.id === call.id ? found.words : ''));
  const setProblem = (words: string) => useCallProblem.set(words === '' ? null : { id: call.id, words });
  const [busy, setBusy] = useState(false);
  const isTalking = useOwnCall((own) => own !== null);
  useDesktopAlert(call);

  const wordsOf = (error: unknown) => {
    if (error instanceof MicrophoneError) return microphoneText(error.problem);
    return error instanceof ApiError ? error.message : t`The server couldn’t be reached. Try again.`;
  };
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem('');
    try {
      await work();
    } catch (error) {
      const words = wordsOf(error);
      // What rings no more has no place for it.
      if (useOpenCalls.get().some(({ id, rings }) => id === call.id && rings)) setProblem(words);
      else toast({ message: words });
    } finally {
      setBusy(false);
    }
  };
  const decline = () =>
    attempt(() => account.api('POST /api/calls/{id}/decline', { params: { id: call.id }, body: {} }));
  return (
    <div className={styles.call} role="alert">
      <CallNames call={call} words={t`Incoming call`} linked={linked} />
      <div className={styles.actions}>
        <Button
          variant="filled"
          busy={busy}
          blocked={isTalking}
          title={isTalking ? t`End the other call first` : undefined}
          onClick={() => void attempt(() => answer(account, call))}
        >
          <IconPhone {...smallIcon} />
          {t({ message: 'Answer', context: 'a call' })}
        </Button>
        <Button danger busy={busy} onClick={() => void decline()}>
          <IconPhoneX {...smallIcon} />
          {t`Decline`}
        </Button>
        <IconButton label={t`Silence here`} onClick={() => silence(call.id)}>
          <IconBellOff {...icon} />
        </IconButton>
      </div>
      {problem !== '' && <p className={styles.problem}>{problem}</p>}
    </div>
  );
}
