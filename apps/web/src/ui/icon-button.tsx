import type { ComponentProps, ReactNode } from 'react';
import { useLiveKeys } from './commands/live-keys.ts';
import styles from './icon-button.module.css';

export type IconButtonProps = Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  /** The accessible name, also the tooltip. */
  label: string;
  /** The key that does the same, shown behind the label in the tooltip. */
  shortcut?: string;
  /** The command with the same function: its current keys are shown in the tooltip. */
  command?: string;
  size?: 'md' | 'sm';
  /** Why it cannot be pressed now, also in the tooltip. Stays in the tab order so that users find it. */
  blocked?: string | undefined;
  children: ReactNode;
};

/** A button that is only an icon: always named, with a tooltip, 32 px or 28 px, 44 px on phones. */
export function IconButton({
  label,
  shortcut,
  command,
  size = 'md',
  blocked,
  className,
  type,
  onClick,
  children,
  ...rest
}: IconButtonProps) {
  const commandKeys = useLiveKeys((keys) => (command === undefined ? undefined : keys[command]));
  const keys = shortcut ?? commandKeys;
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-label={label}
      aria-keyshortcuts={keys}
      aria-disabled={blocked === undefined ? undefined : true}
      aria-description={blocked}
      data-tip={blocked ?? (keys ? `${label}  ${keys}` : label)}
      onClick={blocked === undefined ? onClick : undefined}
      className={[iconButtonClass(size), className].filter(Boolean).join(' ')}
    >
      {children}
    </button>
  );
}

/** The class of an icon button, for links that look like one; give them `aria-label` and `data-tip` too. */
export function iconButtonClass(size: 'md' | 'sm' = 'md'): string {
  return [styles.button, size === 'sm' && styles.sm].filter(Boolean).join(' ');
}
