import { useLingui } from '@lingui/react/macro';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { lazyComponent } from '../../platform/lazy-component.tsx';
import { ensureProfile } from '../../platform/profile.ts';
import { whenIdle } from '../../platform/when-idle.ts';
import { ToolbarContext } from '../../ui/page.tsx';
import { AfterStart } from './after-start.tsx';
import styles from './frame.module.css';
import { Rail } from './rail.tsx';
import { ToolbarTools } from './toolbar-tools.tsx';

// A banner appears only after some seconds, so its code may load after the screen. Without it the toolbar still shows
// the state of the connection.
const Notices = lazyComponent(async () => (await whenIdle().then(() => import('./notices.tsx'))).Notices, {
  fallback: null,
  optional: true,
});

export { SidebarLayout } from '../layouts/sidebar-layout.tsx';

const toolbarTools = <ToolbarTools />;

/** Rail and working area; the page provides its sub-panel and panes. */
export function Frame() {
  const { t } = useLingui();
  useEffect(() => {
    // Names are optional: without them the rail shows an empty circle, and the next start tries again.
    void ensureProfile().catch(() => undefined);
  }, []);
  return (
    <div className={styles.frame} data-frame>
      <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
        {t`Skip to content`}
      </button>
      <Rail />
      <div className={styles.work}>
        <div className={styles.notices}>
          <Notices />
        </div>
        <div className={styles.panes}>
          <ToolbarContext value={toolbarTools}>
            <Outlet />
          </ToolbarContext>
        </div>
      </div>
      <AfterStart />
    </div>
  );
}
