import { Outlet } from '@tanstack/react-router';
import styles from './panes.module.css';

/** Working screens: the frame around it has the rail, the screen brings its sub-panel and panes. */
export function SidebarLayout() {
  return (
    <div className={styles.panes} data-layout="sidebar">
      <Outlet />
    </div>
  );
}
