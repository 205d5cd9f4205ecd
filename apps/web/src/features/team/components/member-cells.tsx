import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { TeamMember } from '@parley/contract/types';
import { listText } from '../../../platform/formats.ts';
import { Badge } from '../../../ui/badge.tsx';
import { MemberAvatar } from '../../../ui/member-avatar.tsx';
import { roleName } from '../../../ui/role-name.ts';
import { useRelativeTime } from '../../../ui/use-relative-time.ts';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { useRow, useRows } from '../../sync/public.ts';
import { activeLimits } from '../data/member-limits.ts';
import { limitLabels } from '../data/permission-labels.ts';
import styles from './member-cells.module.css';

/** A member's avatar, with a dot while they are online. */
export function OnlineAvatar({ member }: { member: TeamMember }) {
  const { t } = useLingui();
  return (
    <span className={styles.picture}>
      <MemberAvatar name={member.name} photo={member.photo_url} />
      {member.online && <span className={styles.online} role="img" aria-label={t`Online`} data-tip={t`Online`} />}
    </span>
  );
}

/** Name and email. */
export function MemberName({ member }: { member: TeamMember }) {
  const { t } = useLingui();
  return (
    <span className={styles.names}>
      <bdi>
        {member.name}
        {member.self && <span className={styles.quiet}> {t`(you)`}</span>}
      </bdi>
      <small>
        <bdi className="cut-off">{member.email}</bdi>
      </small>
    </span>
  );
}

/** The role; on phones, where a card has two lines, also state and last activity. */
export function MemberRole({ member }: { member: TeamMember }) {
  const { t, i18n } = useLingui();
  const suspended = member.state === 'suspended' ? ` · ${t`Suspended`}` : '';
  return (
    <span className={styles.role}>
      {i18n._(roleName[member.role])}
      <span className={styles.onPhones}>
        {suspended} · <bdi className="cut-off">{member.email}</bdi>
      </span>
    </span>
  );
}

export function MemberState({ member }: { member: TeamMember }) {
  const { t } = useLingui();
  const times = useTimeLabels();
  if (member.state === 'suspended') return <Badge tone="bad">{t`Suspended`}</Badge>;
  if (member.away) {
    const until = member.away_until === null ? null : times.exact(member.away_until);
    return (
      <span data-tip={until === null ? undefined : t`Away until ${until}`}>
        <Badge tone="warn">{t`Away`}</Badge>
      </span>
    );
  }
  return <Badge tone="ok">{t`Active`}</Badge>;
}

/** When the member was last active; a dash without the permission to see it. */
export function LastSeen({ member }: { member: TeamMember }) {
  const { t } = useLingui();
  const { near } = useRelativeTime();
  if (member.online) return t`now`;
  return member.last_seen_at === null ? '–' : near(member.last_seen_at);
}

/** The member's median first reply time over seven days. */
export function FirstReply({ member }: { member: TeamMember }) {
  const { t } = useLingui();
  const { first_reply_median_s: seconds, first_replies: count } = member;
  if (seconds === null || count === null) return '–';
  const minutes = Math.round(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const words =
    seconds < 60 ? t`${seconds} s` : minutes < 60 ? t`${minutes} min` : t`${hours} h ${minutes - hours * 60} min`;
  return <span data-tip={t`${plural(count, { one: 'of # first reply', other: 'of # first replies' })}`}>{words}</span>;
}

export function GroupNames({ ids }: { ids: readonly string[] }) {
  const groups = useRows('user_groups').filter(({ id }) => ids.includes(id));
  if (groups.length === 0) return '–';
  const names = listText(groups.map(({ name }) => name));
  return (
    <span className={styles.cut} data-tip={names}>
      <bdi className="cut-off">{names}</bdi>
    </span>
  );
}

/** The channels of a member, up to two by name. */
export function ChannelNames({ ids }: { ids: readonly string[] | null }) {
  const { t } = useLingui();
  const first = ids?.[0] ?? '';
  const label = useRow('channels', first)?.channel_label;
  if (ids === null) return t`All`;
  if (ids.length === 0) return t`None`;
  if (ids.length === 1 && label !== undefined) return <bdi>{label}</bdi>;
  return t`${plural(ids.length, { one: '# channel', other: '# channels' })}`;
}

/** The limits of a member besides channels. */
export function LimitNames({ member }: { member: TeamMember }) {
  const { t, i18n } = useLingui();
  if (member.restrictions === null) return '–';
  const limits = activeLimits(member.restrictions).filter((name) => name !== 'channel_ids');
  if (limits.length === 0) return t`None`;
  const words = listText(limits.map((name) => i18n._(limitLabels[name])));
  return (
    <span className={styles.cut} data-tip={words}>
      {words}
    </span>
  );
}
