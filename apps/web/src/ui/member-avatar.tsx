import { initialsOf } from './initials.ts';
import styles from './member-avatar.module.css';
import { RemoteImage, sameOriginImage } from './remote-image.tsx';

export type MemberAvatarProps = {
  name: string | null;
  /** URL of a photo; initials are shown without one, and while it loads. */
  photo?: string | null | undefined;
  /** 22 px, 24 px in the rail, 56 px where it is chosen. */
  size?: 'md' | 'lg' | 'xl';
  /** A blue ring: the member is present or typing. Explain it in `label`. */
  live?: boolean;
  /** Read by assistive technology and shown as tooltip; without it the circle is decoration beside a name. */
  label?: string;
};

/** A member: initials in a circle; an outlined, empty one for none. */
export function MemberAvatar({ name, photo, size = 'md', live = false, label }: MemberAvatarProps) {
  const classes = [styles.circle, size !== 'md' && styles[size], live && styles.live, name === null && styles.nobody];
  return (
    <span className={classes.filter(Boolean).join(' ')} data-tip={label}>
      <RemoteImage address={name === null ? null : sameOriginImage(photo)} className={styles.photo}>
        <span aria-hidden="true">{name === null ? '' : initialsOf(name)}</span>
      </RemoteImage>
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  );
}
