import type { ComponentProps, ReactNode } from 'react';
import styles from './button.module.css';

export type ButtonLook = {
  /** One `filled` button per view; the others are `outlined` or `plain`. Default `outlined`. */
  variant?: 'filled' | 'outlined' | 'plain';
  /** Red text for destructive actions; with `filled`, only in a dialog, a red background. */
  danger?: boolean;
  /** 32 px, 28 px in bars and rows, 40 px and full width on pages for one task. */
  size?: 'md' | 'sm' | 'lg';
};

/** The class of a button, for links that look like one. */
export function buttonClass({ variant = 'outlined', danger = false, size = 'md' }: ButtonLook = {}): string {
  return [styles.button, styles[variant], danger && styles.danger, size !== 'md' && styles[size]]
    .filter(Boolean)
    .join(' ');
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Work is in progress: clicks do nothing, and assistive technology announces it. */
    busy?: boolean;
    /** Cannot be pressed now; the reason is shown beside it. Stays in the tab order so that users find it. */
    blocked?: boolean;
    children: ReactNode;
  };

export function Button({ variant, danger, size, busy, blocked, onClick, className, type, ...rest }: ButtonProps) {
  const still = busy || blocked;
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={[buttonClass({ variant, danger, size }), busy && styles.busy, className].filter(Boolean).join(' ')}
      aria-disabled={still || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (still) event.preventDefault();
        else onClick?.(event);
      }}
    />
  );
}
