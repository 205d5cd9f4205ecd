import { useLingui } from '@lingui/react/macro';
import { IconHistory, IconSearch } from '@tabler/icons-react';
import { useConnection } from '../../platform/connection.ts';
import { useOnline } from '../../platform/online.ts';
import { icon } from '../../ui/icon.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { NotificationBell } from '../../ui/notification-bell.tsx';
import { openOverlay } from './overlays.ts';
import styles from './toolbar-tools.module.css';

/** The tools after the title of every working page: a lost connection, search, recent activity, notifications. */
export function ToolbarTools() {
  const { t } = useLingui();
  return (
    <span className={styles.tools}>
      <ConnectionState />
      <IconButton label={t`Search and commands`} command="app.palette" onClick={() => openOverlay('palette')}>
        <IconSearch {...icon} />
      </IconButton>
      <span className={styles.wide}>
        <IconButton label={t`Recent activity`} onClick={() => openOverlay('activity')}>
          <IconHistory {...icon} />
        </IconButton>
      </span>
      <NotificationBell />
    </span>
  );
}

function ConnectionState() {
  const { t } = useLingui();
  const live = useConnection((connection) => connection.live);
  const online = useOnline();
  if (online && live) return null;
  const words = online ? t`Connecting` : t`Offline`;
  return (
    <span className={styles.state} data-tip={words}>
      <span className={styles.mark} aria-hidden="true" />
      <span className={styles.word}>{words}</span>
    </span>
  );
}
