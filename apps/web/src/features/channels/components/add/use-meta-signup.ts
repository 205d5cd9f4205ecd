import { useState } from 'react';
import { api } from '../../../../platform/api.ts';
import { useCallErrorText } from '../../data/use-call-error-text.ts';

/** Leaves for Meta's sign-up. @param keepApp for a number that stays in the WhatsApp Business app */
export function useMetaSignup(keepApp: boolean) {
  const callErrorText = useCallErrorText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const leave = async () => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      const { url } = await api('POST /api/channels/signup', { body: { keep_app: keepApp } });
      window.location.assign(url);
    } catch (error) {
      setBusy(false);
      setProblem(callErrorText(error));
    }
  };
  return { busy, problem, leave };
}
