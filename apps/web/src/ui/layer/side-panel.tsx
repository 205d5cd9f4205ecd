import { useId } from 'react';
import { useBelow } from '../use-media.ts';
import { PanelHead, type PanelProps } from './drawer.tsx';
import styles from './panel.module.css';
import { useModal } from './use-modal.ts';

/**
 * A column at the end of the page, after the `Page` it belongs to. From 1280 px it is beside the page, which stays
 * usable; below that it slides over. A turned tablet changes that without rendering it anew: what is typed and open in
 * it stays.
 */
export function SidePanel({
  title,
  size = 'sm',
  actions,
  children,
  footer,
  onClose,
}: PanelProps & { onClose: () => void }) {
  const over = useBelow('xl');
  const { props } = useModal({ onClose, modal: over });
  const id = useId();
  return (
    <aside aria-labelledby={over ? undefined : id} className={`${over ? styles.frame : styles.side} ${styles[size]}`}>
      <dialog {...props} aria-labelledby={over ? id : undefined} className={over ? styles.drawer : styles.beside}>
        <div className={styles.content}>
          <PanelHead id={id} title={title} actions={actions} onClose={onClose} />
          <div className={styles.body}>{children}</div>
          {footer && <footer className={styles.foot}>{footer}</footer>}
        </div>
      </dialog>
    </aside>
  );
}
