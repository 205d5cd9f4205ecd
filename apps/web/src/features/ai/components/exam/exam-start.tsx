import { useLingui } from '@lingui/react/macro';
import { examSizes } from '@parley/contract/intent-exam';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useServerErrorMessage } from '../../../../ui/error-messages.ts';
import { Segments } from '../../../../ui/segments.tsx';
import styles from './exam.module.css';

type Props = {
  /** It was tried before. */
  again: boolean;
  onStart: (count: (typeof examSizes)[number]) => Promise<void>;
  /** What else is chosen, above the number. */
  children?: ReactNode;
};
const sizes = examSizes.map(String);

/** How many messages AI is asked about. */
export function ExamStart({ again, onStart, children }: Props) {
  const { t } = useLingui();
  const [size, setSize] = useState(String(examSizes[0]));
  const words = useServerErrorMessage();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const count = examSizes.find((one) => String(one) === size) ?? examSizes[0];
  const start = async () => {
    setBusy(true);
    setProblem(null);
    await onStart(count).catch((error: unknown) => setProblem(words(error)));
    setBusy(false);
  };
  return (
    <div className={styles.start}>
      {children}
      <span className={styles.line}>
        <Segments
          label={t`Number of messages`}
          segments={sizes.map((value) => ({ value, label: value }))}
          value={size}
          onChange={setSize}
        />
        <Button variant={again ? 'outlined' : 'filled'} busy={busy} onClick={() => void start()}>
          {again ? t`Try again` : t`Try ${size} messages`}
        </Button>
      </span>
      {problem !== null && (
        <p role="alert" className={styles.bad}>
          {problem}
        </p>
      )}
      {again && <p className={styles.quiet}>{t`Trying again replaces the answers and marks below.`}</p>}
    </div>
  );
}
