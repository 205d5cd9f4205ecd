import { initialsOf } from './initials.ts';
import styles from './person-circle.module.css';
import { ownPicture, RemotePicture } from './remote-picture.tsx';

export type PersonCircleProps = {
  name: string | null;
  /** Address of a photo; initials stand there without one, and until it is there. */
  photo?: string | null | undefined;
  /** 22 px, 24 px in the rail, 56 px where it is chosen. */
  size?: 'md' | 'lg' | 'xl';
  /** A ring in signal blue: this person is here or writing. Say what it means in `label`. */
  live?: boolean;
  /** Read by assistive technology and shown as tooltip; without it the circle is decoration beside a name. */
  label?: string;
};

/** A teammate: initials in a circle; an outlined, empty one for nobody. */
export function PersonCircle({ name, photo, size = 'md', live = false, label }: PersonCircleProps) {
  const classes = [styles.circle, size !== 'md' && styles[size], live && styles.live, name === null && styles.nobody];
  return (
    <span className={classes.filter(Boolean).join(' ')} data-tip={label}>
      <RemotePicture address={name === null ? null : ownPicture(photo)} className={styles.photo}>
        <span aria-hidden="true">{name === null ? '' : initialsOf(name)}</span>
      </RemotePicture>
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  );
}
