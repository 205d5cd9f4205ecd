import { Outlet } from '@tanstack/react-router';
import { SectionPanel } from '../shell/section-panel.tsx';
import styles from './panes.module.css';

/** Settings pages, with their list in the sub-panel. */
export function DefaultLayout() {
  return (
    <div className={styles.panes} data-layout="default">
      <SectionPanel />
      <Outlet />
    </div>
  );
}
