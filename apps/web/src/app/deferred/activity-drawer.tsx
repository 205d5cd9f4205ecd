import { useLingui } from '@lingui/react/macro';
import { useRef } from 'react';
import { dateFormat } from '../../platform/date-format.ts';
import { useReadable } from '../../platform/store.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Drawer } from '../../ui/layer/drawer.tsx';
import { type Activity, toasts } from '../../ui/toast.ts';
import { closeOverlay } from '../shell/overlays.ts';
import styles from './activity-drawer.module.css';

/** Past toasts since the page was opened, each with its undo. */
export function ActivityDrawer() {
  const { t } = useLingui();
  const activity = useReadable({ get: toasts.activity, subscribe: toasts.subscribe });
  return (
    <Drawer title={t`Recent activity`} onClose={closeOverlay}>
      {activity.length === 0 ? (
        <EmptyState title={t`Nothing yet`}>
          <p>{t`Your recent actions in this tab. You can undo them here.`}</p>
        </EmptyState>
      ) : (
        <ul className={styles.list}>
          {activity.map((entry) => (
            <Line key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
    </Drawer>
  );
}

function Line({ entry }: { entry: Activity }) {
  const { t, i18n } = useLingui();
  const line = useRef<HTMLLIElement>(null);
  const act = () => {
    // The button is removed; the focus stays on its line.
    line.current?.focus();
    toasts.act(entry.id);
  };
  return (
    <li ref={line} tabIndex={-1} className={styles.entry}>
      <span className={styles.words}>
        <span>{entry.message}</span>
        <time dateTime={new Date(entry.at).toISOString()}>
          {dateFormat(i18n.locale, { timeStyle: 'medium' }).format(entry.at)}
        </time>
      </span>
      {entry.acted && <span className={styles.acted}>{entry.action?.undoes ? t`Undone` : t`Done`}</span>}
      {entry.action && !entry.acted && (
        <Button size="sm" onClick={act}>
          {entry.action.label}
        </Button>
      )}
    </li>
  );
}
