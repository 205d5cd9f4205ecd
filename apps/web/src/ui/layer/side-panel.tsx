import { useId } from 'react';
import { useBelow } from '../use-media.ts';
import { Drawer, PanelHead, type PanelProps } from './drawer.tsx';
import styles from './panel.module.css';

/**
 * A column at the end of the page, after the `Page` it belongs to. From 1280 px it is beside the page, which stays
 * usable; below that it slides over.
 */
export function SidePanel(props: PanelProps & { onClose: () => void }) {
  const over = useBelow('xl');
  return over ? <Drawer {...props} /> : <Beside {...props} />;
}

function Beside({ title, size = 'sm', actions, children, footer, onClose }: PanelProps & { onClose: () => void }) {
  const id = useId();
  return (
    <aside aria-labelledby={id} className={`${styles.side} ${styles[size]}`}>
      <PanelHead id={id} title={title} actions={actions} onClose={onClose} />
      <div className={styles.body}>{children}</div>
      {footer && <footer className={styles.foot}>{footer}</footer>}
    </aside>
  );
}
