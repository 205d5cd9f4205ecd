import { useLingui } from '@lingui/react/macro';
import type { Rating } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import styles from './ratings.module.css';
import { Stars } from './stars.tsx';

/** Ratings with their comments. @param names of members; without it they are not shown */
export function RatingList({ ratings, names, linked = true }: RatingListProps) {
  const { t } = useLingui();
  const times = useTimeLabels();
  return (
    <ul className={styles.list}>
      {ratings.map(({ id, thread_id, contact, member_id, score, comment, answered_at }) => {
        const member = member_id === null ? undefined : names?.get(member_id);
        const name = contact.name || (contact.phone_number ?? contact.username ?? t`Unknown`);
        return (
          <li key={id}>
            <span className={styles.head}>
              <Stars score={score} />
              {linked && (
                <Link to="/inbox/$thread_id" params={{ thread_id }}>
                  <bdi>{name}</bdi>
                </Link>
              )}
              <span className={styles.quiet}>
                <time dateTime={answered_at}>{times.date(answered_at)}</time>
                {member !== undefined && (
                  <>
                    {', '}
                    <bdi>{member}</bdi>
                  </>
                )}
              </span>
            </span>
            {comment !== null && (
              <p className={styles.comment} dir="auto">
                {comment}
              </p>
            )}
          </li>
        );
      })}
    </ul>
  );
}

type RatingListProps = {
  ratings: readonly Rating[];
  names?: ReadonlyMap<string, string>;
  /** Whether each leads to its conversation. */
  linked?: boolean;
};
