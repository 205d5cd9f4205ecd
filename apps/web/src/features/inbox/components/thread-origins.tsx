import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { useAccount } from '../../sync/public.ts';
import styles from './contact-panel.module.css';

/** Chat links that the customer used; nothing without one. Read again with every message of the customer. */
export function ThreadOrigins({ thread }: { thread: Thread }) {
  const { t } = useLingui();
  const account = useAccount();
  const dates = useDateLabels();
  const { data } = useQuery({
    queryKey: ['thread-origins', thread.id, thread.read_state?.received],
    placeholderData: (before) => before,
    queryFn: () => account.api('GET /api/threads/{id}/origins', { params: { id: thread.id } }),
  });
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3>{t`Came from`}</h3>
      <ul className={styles.plain}>
        {data.data.map(({ message_id: id, name, at }) => (
          <li key={id}>
            <bdi>{name}</bdi> <time dateTime={at}>{dates.day(at)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}
