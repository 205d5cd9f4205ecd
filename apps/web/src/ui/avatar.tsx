import { useLingui } from '@lingui/react/macro';
import { IconClockHour4 } from '@tabler/icons-react';
import styles from './avatar.module.css';
import { avatarColor, initialsOf } from './initials.ts';
import { RemoteImage, sameOriginImage } from './remote-image.tsx';
import { hoursAndMinutes, type ReplyWindow, replyWindowAt } from './reply-window.ts';

export type AvatarProps = {
  /** Name or number; its initials are shown in the square. */
  name: string;
  /** Chooses the background; an id, so that it stays when the name changes. */
  seed: string;
  /** URL of a logo; initials are shown without one, and while it loads. */
  picture?: string | null | undefined;
  /** Square 28 (no ring), 32 in a ring of 40, 40 in 48, 56 in 66 px. Default `lg`. */
  size?: 'sm' | 'md' | 'lg' | 'xl';
  /** When the reply window closes, RFC 3339; null when closed, leave it out where no window is shown. */
  windowExpiresAt?: string | null;
  /** The channel's time in milliseconds; needed with `windowExpiresAt`. */
  now?: number;
  /** How long before its end the window is closing soon. */
  closingSoonMs?: number | undefined;
};

/** Starts at the middle of the top side and goes clockwise; straight sides between corners of 13 px. */
const ringPath = 'M24 1.5h9.5a13 13 0 0 1 13 13v19a13 13 0 0 1-13 13h-19a13 13 0 0 1-13-13v-19a13 13 0 0 1 13-13z';

/** Initials in a square and, where a window is shown, the ring whose length is the time left of it. */
export function Avatar({ name, seed, picture, size = 'lg', windowExpiresAt, now = 0, closingSoonMs }: AvatarProps) {
  const square = (
    <span className={`${styles.square} ${styles[`ground${avatarColor(seed)}`]}`} aria-hidden="true">
      <RemoteImage address={sameOriginImage(picture)} className={styles.picture}>
        {initialsOf(name)}
      </RemoteImage>
    </span>
  );
  if (windowExpiresAt === undefined || size === 'sm') return <span className={styles[size]}>{square}</span>;
  const left = replyWindowAt(windowExpiresAt, now, closingSoonMs);
  return (
    <span className={`${styles.ringed} ${styles[size]}`}>
      {left.kind !== 'closed' && <Ring left={left} />}
      {square}
      {left.kind === 'last' && (
        <span className={styles.clock} aria-hidden="true">
          <IconClockHour4 size={15} stroke={2.2} />
        </span>
      )}
      <WindowText left={left} />
    </span>
  );
}

function Ring({ left }: { left: Exclude<ReplyWindow, { kind: 'closed' }> }) {
  return (
    <svg className={`${styles.ring} ${styles[left.kind]}`} viewBox="0 0 48 48" aria-hidden="true">
      <path className={styles.track} d={ringPath} />
      <path className={styles.left} d={ringPath} pathLength={100} strokeDasharray={`${left.share * 100} 100`} />
    </svg>
  );
}

function WindowText({ left }: { left: ReplyWindow }) {
  const { t } = useLingui();
  if (left.kind === 'closed') return <span className="visually-hidden">{t`Reply window closed`}</span>;
  const { hours, minutes } = hoursAndMinutes(left.leftMs);
  const words =
    hours > 0 ? t`Reply window open, ${hours} h ${minutes} min left` : t`Reply window open, ${minutes} min left`;
  return <span className="visually-hidden">{words}</span>;
}
