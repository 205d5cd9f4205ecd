import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { OutputOf } from '@parley/contract/types';
import { IconDoorExit, IconDots, IconExternalLink, IconPin, IconPinnedOff } from '@tabler/icons-react';
import { Avatar } from '../../../ui/avatar.tsx';
import { Count } from '../../../ui/badge.tsx';
import { icon } from '../../../ui/icon.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu } from '../../../ui/layer/menu.tsx';
import { roleName } from '../../../ui/role-name.ts';
import { useRelativeTime } from '../../../ui/use-relative-time.ts';
import styles from './accounts-choice.module.css';

export type Account = OutputOf<'GET /api/auth/profile'>['accounts'][number];

export type AccountRowProps = {
  account: Account;
  /** The digit key that opens it. */
  digit: number | null;
  current: boolean;
  busy: boolean;
  onOpen: () => void;
  onDefault: () => void;
  onLeave: () => void;
};

/** One account of the user, with its actions. */
export function AccountRow({ account, digit, current, busy, onOpen, onDefault, onLeave }: AccountRowProps) {
  const { t } = useLingui();
  const { client_id: id, name, sole_owner: soleOwner } = account;
  const suspended = account.state === 'suspended';
  const openTab = () => void window.open(`/switch-account?to=${id}`, '_blank', 'noopener');
  return (
    <div className={styles.line}>
      <button
        type="button"
        data-account
        className={styles.row}
        aria-busy={busy || undefined}
        aria-current={current || undefined}
        aria-disabled={suspended || undefined}
        aria-keyshortcuts={digit === null ? undefined : String(digit)}
        onClick={() => {
          if (!suspended) onOpen();
        }}
      >
        <Avatar name={name} seed={id} picture={account.logo_url} size="md" />
        <span className={styles.names}>
          <bdi>{name}</bdi>
          <Facts account={account} current={current} />
        </span>
        <Count
          value={account.unread_threads}
          label={t`${plural(account.unread_threads, { one: '# unread conversation', other: '# unread conversations' })}`}
        />
        {digit !== null && !suspended && <kbd className={styles.digit}>{digit}</kbd>}
      </button>
      <Menu
        label={t`Actions for ${name}`}
        groups={[
          [
            {
              id: 'tab',
              label: t`Open in a new tab`,
              icon: <IconExternalLink {...icon} />,
              blocked: suspended,
              run: openTab,
            },
            account.is_default
              ? { id: 'default', label: t`Remove as default`, icon: <IconPinnedOff {...icon} />, run: onDefault }
              : {
                  id: 'default',
                  label: t`Make default`,
                  icon: <IconPin {...icon} />,
                  blocked: suspended,
                  run: onDefault,
                },
          ],
          [
            {
              id: 'leave',
              label: t`Leave the account`,
              icon: <IconDoorExit {...icon} />,
              danger: true,
              blocked: soleOwner || suspended,
              ...(soleOwner && { note: t`you are its only Owner` }),
              run: onLeave,
            },
          ],
        ]}
        button={(props) => (
          <IconButton {...props} label={t`Actions for ${name}`}>
            <IconDots {...icon} />
          </IconButton>
        )}
      />
    </div>
  );
}

function Facts({ account, current }: { account: Account; current: boolean }) {
  const { t, i18n } = useLingui();
  const { near } = useRelativeTime();
  const { role, owner_name: owner, last_used_at: usedAt } = account;
  if (account.state === 'suspended') {
    return <small>{owner === '' ? t`You are suspended here.` : t`You are suspended here. Ask ${owner}.`}</small>;
  }
  const facts = [
    i18n._(roleName[role]),
    current ? t`you are here` : usedAt !== null && t`visited ${near(usedAt)}`,
    account.is_default && t`default`,
  ];
  return <small>{facts.filter(Boolean).join(' · ')}</small>;
}
