import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  /** Words beside it; without them give `aria-label`. */
  children?: ReactNode;
};

/** One of several options. `mixed`: some of the options it summarizes. */
export function Checkbox({ children, mixed = false, ...input }: Props & { mixed?: boolean }) {
  return (
    <label className={styles.frame}>
      <span className={styles.box}>
        <input
          {...input}
          type="checkbox"
          ref={(element) => {
            if (element) element.indeterminate = mixed;
          }}
        />
        <IconCheck size={12} stroke={3} className={styles.check} aria-hidden="true" />
        <IconMinus size={12} stroke={3} className={styles.dash} aria-hidden="true" />
      </span>
      {children && <span className={styles.words}>{children}</span>}
    </label>
  );
}

export type SwitchProps = {
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  children: ReactNode;
};

/** On or off, at once. */
export function Switch({ checked, onChange, disabled, children }: SwitchProps) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      disabled={disabled}
      className={`${styles.frame} ${styles.switch}`}
      onClick={() => onChange(!checked)}
    >
      <span className={styles.track} />
      <span className={styles.words}>{children}</span>
    </button>
  );
}
