import { Outlet } from '@tanstack/react-router';
import styles from './panes.module.css';

/** Working screens: the frame provides the rail, the screen its sub-panel and panes. */
export function SidebarLayout() {
  return (
    <div className={styles.panes} data-layout="sidebar">
      <Outlet />
    </div>
  );
}
