import { useLingui } from '@lingui/react/macro';
import { IconX } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { icon } from '../icon.ts';
import { IconButton } from '../icon-button.tsx';
import styles from './panel.module.css';
import { type ModalProps, useModal } from './use-modal.ts';

export type PanelProps = {
  title: string;
  /** 384 px, or 460 px for forms and details. */
  size?: 'sm' | 'md';
  /** Small buttons before the one that closes. */
  actions?: ReactNode;
  children: ReactNode;
  /** The footer: the action at the end, a destructive one at the start. */
  footer?: ReactNode;
};

/** A column over the page, which waits until it is closed; the whole screen on phones. */
export function Drawer({ title, size = 'sm', actions, children, footer, ...modal }: PanelProps & ModalProps) {
  const { props } = useModal(modal);
  const id = useId();
  return (
    <dialog {...props} aria-labelledby={id} className={`${styles.drawer} ${styles[size]}`}>
      <div className={styles.content}>
        <PanelHead id={id} title={title} actions={actions} onClose={modal.onClose} />
        <div className={styles.body}>{children}</div>
        {footer && <footer className={styles.foot}>{footer}</footer>}
      </div>
    </dialog>
  );
}

export function PanelHead(props: { id: string; title: string; actions?: ReactNode; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <header className={styles.head}>
      <h2 id={props.id}>{props.title}</h2>
      {props.actions}
      <IconButton label={t`Close`} onClick={props.onClose}>
        <IconX {...icon} />
      </IconButton>
    </header>
  );
}
