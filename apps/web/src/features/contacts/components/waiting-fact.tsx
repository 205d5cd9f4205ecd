import { useLingui } from '@lingui/react/macro';
import { Button } from '../../../ui/button.tsx';
import type { ContactEntry } from '../../sync/public.ts';
import styles from './contact-facts.module.css';

export type WaitingFactProps = {
  name: string;
  entry: ContactEntry;
  /** How a value is read; default as it is. */
  read?: (value: string) => string;
  onUseMine: () => void;
  onDiscard: () => void;
};

/** Below a value that waits on the device: that it waits, or why it was not taken. */
export function WaitingFact({ name, entry, read = String, onUseMine, onDiscard }: WaitingFactProps) {
  const { t } = useLingui();
  const { state, refusal, body } = entry;
  if (state === 'queued') {
    return (
      <p className={styles.waiting} role="status">
        {t`Saved on this device. Sends when you’re back online.`}
      </p>
    );
  }
  if (refusal?.code !== 'contact_changed') {
    return (
      <div className={styles.error} role="alert">
        {t`Not saved.`} <bdi>{refusal?.message}</bdi> <Button size="sm" onClick={onDiscard}>{t`Discard`}</Button>
      </div>
    );
  }
  const [now, mine] = [refusal.message === '' ? '' : read(refusal.message), read(String(body.value))];
  return (
    <div className={styles.error} role="alert">
      <p>
        {now === ''
          ? t`${name} was emptied by someone else meanwhile. Yours: “${mine}”.`
          : t`${name} was changed to “${now}” by someone else meanwhile. Yours: “${mine}”.`}
      </p>
      <Button size="sm" onClick={onUseMine}>{t`Use mine`}</Button>{' '}
      <Button size="sm" variant="plain" onClick={onDiscard}>{t`Keep theirs`}</Button>
    </div>
  );
}
