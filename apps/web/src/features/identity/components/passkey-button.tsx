import { IconFingerprint } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/form.tsx';
import { smallIcon } from '../../../ui/icon.ts';
import { usePasskeyErrorText } from './use-passkey-error-text.ts';

export type PasskeyButtonProps = {
  label: ReactNode;
  /** Asks the browser and sends its answer. What it throws is shown. */
  run: () => Promise<void>;
  filled?: boolean;
  large?: boolean;
  danger?: boolean;
};

/** Asks for a passkey, and says what went wrong. */
export function PasskeyButton({ label, run, filled, large, danger }: PasskeyButtonProps) {
  const words = usePasskeyErrorText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const press = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await run();
    } catch (error) {
      setProblem(words(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <FormError>{problem}</FormError>
      <Button
        size={large ? 'lg' : 'md'}
        variant={filled ? 'filled' : 'outlined'}
        danger={danger}
        busy={busy}
        onClick={() => void press()}
      >
        <IconFingerprint {...smallIcon} />
        {label}
      </Button>
    </>
  );
}
