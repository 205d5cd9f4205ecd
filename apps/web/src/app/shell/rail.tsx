import { useLingui } from '@lingui/react/macro';
import { IconDots } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useProfile } from '../../platform/profile.ts';
import { Count } from '../../ui/badge.tsx';
import { railIcon } from '../../ui/icon.ts';
import { Mark } from '../../ui/mark.tsx';
import { PersonCircle } from '../../ui/person-circle.tsx';
import { type RailBadge, useRailBadge } from '../../ui/rail-badges.ts';
import { AccountMenuButton } from './account-menu-button.tsx';
import styles from './rail.module.css';
import { type RailItem, railItems, templatesItem } from './rail-items.ts';

/** The rail, 80 px; on phones the bottom bar of five. */
export function Rail() {
  const { t } = useLingui();
  const userName = useProfile((state) => state.profile?.userName ?? null);
  const photo = useProfile((state) => state.profile?.photoUrl);
  return (
    <nav className={styles.rail} aria-label={t`Main`} data-rail>
      <Link to="/inbox" className={styles.logo} aria-label={t`Parley, to the inbox`}>
        <Mark size={26} />
      </Link>
      {railItems.map((item) => (
        <RailLink key={item.to} item={item} />
      ))}
      <span className={styles.space} />
      <RailLink item={templatesItem} />
      <AccountMenuButton className={`${styles.item} ${styles.desk}`}>
        <PersonCircle name={userName} photo={photo} size="lg" />
        <span>{t`Account`}</span>
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
  const { icon: Icon, badge, to, onPhone } = item;
  return (
    <Link
      to={to}
      className={onPhone ? styles.item : `${styles.item} ${styles.desk}`}
      activeProps={{ 'aria-current': 'page' }}
    >
      <Icon {...railIcon} />
      <span>{i18n._(item.label)}</span>
      {badge && <RailCount badge={badge} />}
    </Link>
  );
}

function RailCount({ badge }: { badge: RailBadge }) {
  const { t } = useLingui();
  const count = useRailBadge(badge);
  const words: Record<RailBadge, string> = {
    inbox: t`${count} unread`,
    broadcast: t`${count} running`,
    templates: t`${count} need attention`,
  };
  return (
    <span className={styles.count}>
      <Count value={count} label={words[badge]} />
    </span>
  );
}
