import { useLingui } from '@lingui/react/macro';
import type { NotificationItem } from '@parley/contract/types';
import {
  IconAlertCircle,
  IconAt,
  IconChecks,
  IconClockExclamation,
  IconHourglassLow,
  IconPlayerPause,
  IconRobotOff,
  IconSettings,
  IconSpeakerphone,
  IconUserCheck,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { useNow } from '../../../platform/use-now.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { icon, smallIcon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Drawer } from '../../../ui/layer/drawer.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { contactName } from '../../contacts/public.ts';
import { AccountProvider, type LiveAccount, useCurrentAccount } from '../../sync/public.ts';
import { markNotificationsRead, rereadNotifications, useNotifications } from '../data/notification-feed.ts';
import { pathOf, targetOf } from '../data/target.ts';
import { useNotificationText } from '../data/use-notification-text.ts';
import styles from './notification-centre.module.css';
import { NotificationSettingsView } from './notification-settings.tsx';

export type NotificationCentreProps = { settings: boolean; onClose: () => void };

/** The newest notifications, and how the user gets them. */
export function NotificationCentre({ settings, onClose }: NotificationCentreProps) {
  const { t } = useLingui();
  const account = useCurrentAccount();
  const [choosing, setChoosing] = useState(settings);
  const unread = useNotifications(({ unread: count }) => count);
  if (account === null) return null;
  if (choosing) {
    return (
      <Drawer size="md" title={t`Notification settings`} onClose={onClose}>
        <NotificationSettingsView account={account} />
      </Drawer>
    );
  }
  return (
    <Drawer
      title={t`Notifications`}
      onClose={onClose}
      actions={
        <>
          <Button
            size="sm"
            variant="plain"
            blocked={unread === 0}
            onClick={() => void markNotificationsRead(account, null).catch(() => undefined)}
          >
            <IconChecks {...smallIcon} />
            {t`Mark all as read`}
          </Button>
          <IconButton label={t`Notification settings`} onClick={() => setChoosing(true)}>
            <IconSettings {...icon} />
          </IconButton>
        </>
      }
    >
      <AccountProvider value={account}>
        <List account={account} onClose={onClose} />
      </AccountProvider>
    </Drawer>
  );
}

type Only = 'all' | 'mentions' | 'unread';

function List({ account, onClose }: { account: LiveAccount; onClose: () => void }) {
  const { t } = useLingui();
  const [only, setOnly] = useState<Only>('all');
  const { items, unread, state } = useNotifications();
  const shown = items.filter(
    ({ kind, read_at }) => only === 'all' || (only === 'mentions' ? kind === 'mention' : read_at === null),
  );
  return (
    <Tabs<Only>
      label={t`Notifications`}
      tabs={[
        { value: 'all', label: t`All` },
        { value: 'mentions', label: t`Mentions` },
        { value: 'unread', label: t`Unread`, note: unread > 0 ? unread : undefined },
      ]}
      value={only}
      onChange={setOnly}
    >
      {state === 'failed' ? (
        <EmptyState
          title={t`Couldn’t load notifications`}
          actions={<Button onClick={() => void rereadNotifications()}>{t`Try again`}</Button>}
        >
          <p>{t`Messages still arrive in the inbox.`}</p>
        </EmptyState>
      ) : shown.length === 0 ? (
        state === 'ready' && (
          <EmptyState title={only === 'unread' ? t`Nothing unread` : t`No notifications yet`}>
            <p>{t`New messages, mentions, assignments and news of your broadcasts are listed here.`}</p>
          </EmptyState>
        )
      ) : (
        <ul className={styles.list}>
          {shown.map((item) => (
            <Line key={item.id} item={item} account={account} onClose={onClose} />
          ))}
        </ul>
      )}
    </Tabs>
  );
}

function Line({ item, account, onClose }: { item: NotificationItem; account: LiveAccount; onClose: () => void }) {
  const { t } = useLingui();
  const router = useRouter();
  const words = useTimeLabels();
  const nowMs = useNow();
  const { title, detail } = useNotificationText()(item);
  const unread = item.read_at === null;
  const open = () => {
    onClose();
    const target = targetOf(item);
    void markNotificationsRead(account, target).catch(() => undefined);
    void router.navigate({ href: pathOf(target) });
  };
  return (
    <li>
      <button type="button" className={styles.line} data-unread={unread || undefined} onClick={open}>
        <span className={styles.kind}>
          <KindPicture item={item} />
        </span>
        <span className={styles.words}>
          <span className={styles.top}>
            <bdi className={styles.title}>{title}</bdi>
            <time dateTime={item.at}>{words.inList(item.at, nowMs)}</time>
          </span>
          <span className={styles.detail} dir="auto">
            {detail}
          </span>
        </span>
        {unread && (
          <span className={styles.mark}>
            <span className="visually-hidden">{t`Unread`}</span>
          </span>
        )}
      </button>
    </li>
  );
}

function KindPicture({ item }: { item: NotificationItem }) {
  if (item.kind === 'mention') return <IconAt {...icon} />;
  if (item.kind === 'assigned') return <IconUserCheck {...icon} />;
  if (item.kind === 'closing') return <IconHourglassLow {...icon} />;
  if (/due$/.test(item.kind)) {
    return <IconClockExclamation {...icon} className={/overdue$/.test(item.kind) ? styles.bad : undefined} />;
  }
  if (item.kind === 'bot_loop') return <IconRobotOff {...icon} className={styles.bad} />;
  if (item.kind === 'automation_paused') return <IconPlayerPause {...icon} className={styles.bad} />;
  if (item.kind === 'failed') return <IconAlertCircle {...icon} className={styles.bad} />;
  if (item.contact === null) return <IconSpeakerphone {...icon} />;
  return <Avatar name={contactName(item.contact)} seed={item.thread_id ?? item.id} size="sm" />;
}
