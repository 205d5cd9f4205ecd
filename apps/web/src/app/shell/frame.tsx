import { useLingui } from '@lingui/react/macro';
import { Outlet } from '@tanstack/react-router';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { ensureProfile } from '../../platform/profile.ts';
import { ToolbarContext } from '../../ui/page.tsx';
import { AfterStart } from './after-start.tsx';
import styles from './frame.module.css';
import { Rail } from './rail.tsx';
import { ToolbarTools } from './toolbar-tools.tsx';

// A banner waits some seconds before it says anything: its code may come after the screen.
const Notices = lazy(async (): Promise<{ default: ComponentType }> => {
  // Without it the toolbar says the state of the connection all the same.
  const loaded = await import('./notices.tsx').catch(() => null);
  return { default: loaded?.Notices ?? (() => null) };
});

const toolbarTools = <ToolbarTools />;

/** Rail and working area; the page brings its sub-panel and panes. */
export function Frame() {
  const { t } = useLingui();
  useEffect(() => {
    // Names are a nicety: without them the rail shows an empty circle, and the next start asks again.
    void ensureProfile().catch(() => undefined);
  }, []);
  return (
    <div className={styles.frame} data-frame>
      <button type="button" className={styles.skip} onClick={() => document.getElementById('main')?.focus()}>
        {t`Skip to the page`}
      </button>
      <Rail />
      <div className={styles.work}>
        <div className={styles.notices}>
          <Suspense>
            <Notices />
          </Suspense>
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
