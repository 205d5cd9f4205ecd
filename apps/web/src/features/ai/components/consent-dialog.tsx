import { useLingui } from '@lingui/react/macro';
import type { AiAction } from '@parley/contract/types';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/layer/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import type { AiPreview } from '../data/ai-calls.ts';
import { agreeTo } from '../data/ai-status.ts';
import { AiProblem } from './ai-problem.tsx';
import { RequestView } from './request-view.tsx';

export type ConsentDialogProps = {
  action: AiAction;
  preview: () => Promise<AiPreview>;
  /** The word of the button; null: agreed to already, only to look at. */
  agree?: string | null;
  onAgreed: () => void;
  onClose: () => void;
};

/** Before the first use: the exact text that leaves the house, and where it goes. */
export function ConsentDialog({ action, preview, agree: word, onAgreed, onClose }: ConsentDialogProps) {
  const { t } = useLingui();
  const { shown, failed, retry } = usePreview(preview);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const agree = async () => {
    if (shown === null || busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await agreeTo(action, shown.consent_id);
      onAgreed();
    } catch (error) {
      setProblem(error);
      setBusy(false);
      retry();
    }
  };
  return (
    <Dialog
      title={word === null ? t`What AI sends` : t`Send this text to your AI provider?`}
      size="lg"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{word === null ? t`Close` : t`Cancel`}</Button>
          {word !== null && (
            <Button variant="filled" busy={busy} blocked={shown === null} onClick={() => void agree()}>
              {word ?? t`Agree and send`}
            </Button>
          )}
        </>
      }
    >
      <p>{t`This text leaves Parley. You’re asked again when an Admin changes the provider or what is sent.`}</p>
      {failed !== null && <AiProblem error={failed} onRetry={retry} />}
      {problem !== null && <AiProblem error={problem} />}
      {shown === null && failed === null && <Skeleton shape="text" label={t`Loading`} count={4} />}
      {shown !== null && <RequestView request={shown.request} />}
    </Dialog>
  );
}

/** Loads what would be sent now. @param key names what `load` loads: another one loads again */
export function usePreview(load: () => Promise<AiPreview>, key = '') {
  const [state, setState] = useState<{ shown: AiPreview | null; failed: unknown }>({ shown: null, failed: null });
  const [turn, setTurn] = useState(0);
  const wanted = `${turn} ${key}`;
  const loading = useRef('');
  useEffect(() => {
    if (loading.current === wanted) return;
    loading.current = wanted;
    const show = (next: typeof state) => {
      if (loading.current === wanted) setState(next);
    };
    show({ shown: null, failed: null });
    load().then(
      (shown) => show({ shown, failed: null }),
      (failed: unknown) => show({ shown: null, failed }),
    );
  });
  return { ...state, retry: () => setTurn((before) => before + 1) };
}
