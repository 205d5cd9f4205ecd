import { useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { icon } from '../icon.ts';
import { IconButton } from '../icon-button.tsx';
import styles from './dialog.module.css';
import { type ModalProps, useModal } from './use-modal.ts';

export type DialogProps = ModalProps & {
  title: string;
  /** 420 px, or 720 px for columns. */
  size?: 'md' | 'lg';
  /** Interrupts for an answer: no button to close, and a press beside it does nothing. */
  alert?: boolean;
  children: ReactNode;
  /** Buttons, the filled one last. */
  footer?: ReactNode;
};

/** A modal dialog, only for permanent actions or tasks that need full attention; on phones a sheet from below. */
export function Dialog({ title, size = 'md', alert = false, onClose, lightDismiss, children, footer }: DialogProps) {
  const { t } = useLingui();
  const { props } = useModal({ onClose, lightDismiss: !alert && lightDismiss !== false });
  const id = useId();
  return (
    <dialog
      {...props}
      role={alert ? 'alertdialog' : undefined}
      aria-labelledby={`${id}-title`}
      aria-describedby={alert ? `${id}-body` : undefined}
      className={size === 'lg' ? `${styles.dialog} ${styles.wide}` : styles.dialog}
    >
      <div className={styles.content}>
        <header className={styles.head}>
          <h2 id={`${id}-title`}>{title}</h2>
          {!alert && (
            <IconButton label={t`Close`} size="sm" onClick={onClose}>
              <IconX {...icon} />
            </IconButton>
          )}
        </header>
        <div id={`${id}-body`} className={styles.body}>
          {children}
        </div>
        {footer && <footer className={styles.foot}>{footer}</footer>}
      </div>
    </dialog>
  );
}
