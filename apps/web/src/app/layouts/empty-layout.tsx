import { Outlet } from '@tanstack/react-router';
import styles from './panes.module.css';

/** A bare page for a message. */
export function EmptyLayout() {
  return (
    <div className={styles.panes} data-layout="empty">
      <Outlet />
    </div>
  );
}
