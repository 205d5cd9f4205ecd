import { Outlet } from '@tanstack/react-router';
import styles from './panes.module.css';

/** No layout: the landing page and pages that only redirect. */
export function NoLayout() {
  return (
    <div className={styles.panes} data-layout="none">
      <Outlet />
    </div>
  );
}
