import { Outlet } from '@tanstack/react-router';
import { SectionPanel } from '../shell/section-panel.tsx';
import styles from './panes.module.css';

/** Settings-type pages: the list of them stands in the sub-panel. */
export function DefaultLayout() {
  return (
    <div className={styles.panes} data-layout="default">
      <SectionPanel />
      <Outlet />
    </div>
  );
}
