import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useProfile } from '../../platform/profile.ts';
import { Count } from '../../ui/badge.tsx';
import { railIcon } from '../../ui/icon.ts';
import { Logo } from '../../ui/logo.tsx';
import { MemberAvatar } from '../../ui/member-avatar.tsx';
import { awayBadge, useNavBadge } from '../../ui/nav-badges.ts';
import { AccountMenuButton } from './account-menu-button.tsx';
import styles from './rail.module.css';
import { type RailItem, railItems, templatesItem } from './rail-items.ts';

/** The rail, 80 px; on phones a bottom bar with five items. */
export function Rail() {
  const { t } = useLingui();
  const userName = useProfile((state) => state.profile?.userName ?? null);
  const photo = useProfile((state) => state.profile?.photoUrl);
  const away = useNavBadge(awayBadge) > 0;
  return (
    <nav className={styles.rail} aria-label={t`Main`} data-rail>
      <Link to="/inbox" className={styles.logo} aria-label={t`Parley, go to inbox`}>
        <Logo size={26} />
      </Link>
      {railItems.map((item) => (
        <RailLink key={item.to} item={item} />
      ))}
      <span className={styles.space} />
      <RailLink item={templatesItem} />
      <AccountMenuButton className={`${styles.item} ${styles.desk}`}>
        <MemberAvatar name={userName} photo={photo} size="lg" />
        <span>{away ? t`Account, away` : t`Account`}</span>
      </AccountMenuButton>
      <AccountMenuButton className={`${styles.item} ${styles.phone}`} withPages>
        <IconDots {...railIcon} />
        <span>{t`More`}</span>
      </AccountMenuButton>
    </nav>
  );
}

function RailLink({ item }: { item: RailItem }) {
  const { i18n } = useLingui();
  const { icon: Icon, badgeLabel, to, onPhone } = item;
  return (
    <Link
      to={to}
      className={onPhone ? styles.item : `${styles.item} ${styles.desk}`}
      activeProps={{ 'aria-current': 'page' }}
    >
      <Icon {...railIcon} />
      <span>{i18n._(item.label)}</span>
      {badgeLabel && <RailCount path={to} labelOf={badgeLabel} />}
    </Link>
  );
}

function RailCount({ path, labelOf }: { path: string; labelOf: (count: number) => MessageDescriptor }) {
  const { i18n } = useLingui();
  const count = useNavBadge(path);
  return (
    <span className={styles.count}>
      <Count value={count} label={i18n._(labelOf(count))} />
    </span>
  );
}
