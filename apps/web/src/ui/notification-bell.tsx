import { useLingui } from '@lingui/react/macro';
import { IconBell } from '@tabler/icons-react';
import { useTitleCount } from '../platform/title-count.ts';
import { Count } from './badge.tsx';
import { runCommand } from './commands/run-command.ts';
import { icon } from './icon.ts';
import { IconButton } from './icon-button.tsx';
import styles from './notification-bell.module.css';

/** Opens the notifications, with how many are unread. */
export function NotificationBell() {
  const { t } = useLingui();
  const unread = useTitleCount();
  return (
    <IconButton
      label={unread === 0 ? t`Notifications` : t`Notifications, ${unread} unread`}
      command="app.notifications"
      className={styles.bell}
      onClick={() => runCommand('app.notifications')}
    >
      <IconBell {...icon} />
      <span className={styles.count} aria-hidden="true">
        <Count value={unread} label="" />
      </span>
    </IconButton>
  );
}
