import { useLingui } from '@lingui/react/macro';
import type { MicrophoneProblem } from '../data/microphone.ts';

/** What is wrong with the microphone, and what to do. */
export function useMicrophoneText(): (problem: MicrophoneProblem) => string {
  const { t } = useLingui();
  return (problem) => {
    switch (problem) {
      case 'refused':
        return t`This page may not use your microphone. Allow it in the browser’s site settings, then try again.`;
      case 'missing':
        return t`No microphone was found. Connect one, then try again.`;
      case 'no_calls':
        return t`This browser can’t make calls. Use another one.`;
      case 'insecure':
        return t`Browsers allow calls only on HTTPS pages. Open Parley with https:// for calls.`;
      case 'broken':
        return t`The microphone couldn’t be used. Another program may be using it.`;
    }
  };
}
