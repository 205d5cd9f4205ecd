import { IconX } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import styles from './chip.module.css';

export type ChipProps = {
  /** `on` for a filter in force, `quiet` for a value in a field. */
  look?: 'plain' | 'on' | 'quiet';
  /** Removes it; `removeLabel` names the button. */
  onRemove?: () => void;
  removeLabel?: string;
  children: ReactNode;
};

/** A small active or chosen item: a filter, a contact's list. */
export function Chip({ look = 'plain', onRemove, removeLabel, children }: ChipProps) {
  return (
    <span className={chipClass(look)}>
      <span className={styles.words}>{children}</span>
      {onRemove && (
        <button type="button" className={styles.take} aria-label={removeLabel} onClick={onRemove}>
          <IconX size={14} stroke={1.75} aria-hidden="true" />
        </button>
      )}
    </span>
  );
}

/** A chip that does something: adds a filter, opens the choice of columns. */
export function ChipButton({
  look = 'plain',
  children,
  className,
  ...button
}: ComponentProps<'button'> & Pick<ChipProps, 'look'>) {
  return (
    <button {...button} type="button" className={[chipClass(look), className].filter(Boolean).join(' ')}>
      {children}
    </button>
  );
}

/** The class of a chip, for what looks like one but opens a list. */
export function chipClass(look: NonNullable<ChipProps['look']>): string {
  return [styles.chip, look !== 'plain' && styles[look]].filter(Boolean).join(' ');
}
