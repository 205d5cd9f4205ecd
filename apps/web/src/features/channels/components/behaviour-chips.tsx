import { useLingui } from '@lingui/react/macro';
import type { SandboxPhone } from '@parley/contract/types';
import type { PhoneBehaviour } from '../use-phone.ts';
import styles from './behaviour-chips.module.css';

export type BehaviourChipsProps = { phone: SandboxPhone; onBehave: (behaviour: PhoneBehaviour) => void };

/** How the simulated customer behaves: when they read, and whether their phone is on. */
export function BehaviourChips({ phone, onBehave }: BehaviourChipsProps) {
  const { t } = useLingui();
  const words = { at_once: t`Reads at once`, when_open: t`Reads when open`, never: t`Never reads` } as const;
  const ways = ['at_once', 'when_open', 'never'] as const;
  return (
    <fieldset className={styles.chips} aria-label={t`How this phone behaves`}>
      {ways.map((reads) => (
        <button
          key={reads}
          type="button"
          className={styles.chip}
          aria-pressed={phone.reads === reads}
          onClick={() => onBehave({ reads })}
        >
          {words[reads]}
        </button>
      ))}
      <button
        type="button"
        className={styles.chip}
        aria-pressed={!phone.online}
        onClick={() => onBehave({ online: !phone.online })}
      >
        {t`Offline`}
      </button>
    </fieldset>
  );
}
