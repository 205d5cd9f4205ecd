import { Outlet } from '@tanstack/react-router';
import { AfterStart } from '../shell/after-start.tsx';
import styles from './indie-layout.module.css';

/** A page for one task, without rail; it has its own bar with icon, title and back. */
export function IndieLayout() {
  return (
    <div className={styles.indie} data-layout="indie">
      <Outlet />
      <AfterStart />
    </div>
  );
}
