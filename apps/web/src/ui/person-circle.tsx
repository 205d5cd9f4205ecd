import { initialsOf } from './initials.ts';
import styles from './person-circle.module.css';

export type PersonCircleProps = {
  name: string | null;
  /** 22 px, or 24 px in the rail. */
  size?: 'md' | 'lg';
  /** A ring in signal blue: this person is here or writing. Say what it means in `label`. */
  live?: boolean;
  /** Read by assistive technology and shown as tooltip; without it the circle is decoration beside a name. */
  label?: string;
};

/** A teammate: initials in a circle; an outlined, empty one for nobody. */
export function PersonCircle({ name, size = 'md', live = false, label }: PersonCircleProps) {
  const classes = [styles.circle, size === 'lg' && styles.lg, live && styles.live, name === null && styles.nobody];
  return (
    <span className={classes.filter(Boolean).join(' ')} data-tip={label}>
      <span aria-hidden="true">{name === null ? '' : initialsOf(name)}</span>
      {label && <span className="visually-hidden">{label}</span>}
    </span>
  );
}
