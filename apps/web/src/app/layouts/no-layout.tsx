import { Outlet } from '@tanstack/react-router';
import styles from './panes.module.css';

/** The landing page and what only forwards: nothing around them. */
export function NoLayout() {
  return (
    <div className={styles.panes} data-layout="none">
      <Outlet />
    </div>
  );
}
