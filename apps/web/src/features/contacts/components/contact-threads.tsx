import { useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../../ui/badge.tsx';
import { ProblemState } from '../../../ui/problem-state.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { useRows } from '../../sync/public.ts';
import { useContactThreads } from '../data/contacts-data.ts';
import styles from './contact-views.module.css';

/** The conversations with a contact, one per channel. */
export function ContactThreads({ contactId }: { contactId: string }) {
  const { t } = useLingui();
  const words = useDateLabels();
  const channels = useRows('channels');
  const { data: threads, error, refetch } = useContactThreads(contactId);
  if (threads === undefined) {
    if (error) {
      return <ProblemState title={t`Couldn’t load the conversations`} error={error} onRetry={() => void refetch()} />;
    }
    return <Skeleton shape="table" label={t`Reading`} count={2} />;
  }
  if (threads.length === 0) {
    return (
      <p className={styles.quiet}>
        {t`No conversation yet. It starts when the contact writes to one of your numbers.`}{' '}
        <Link to="/compose" search={{ contact: contactId }}>{t`Write a first message`}</Link>
      </p>
    );
  }
  return (
    <ul className={styles.list}>
      {threads.map((thread) => (
        <li key={thread.id}>
          <Link to="/inbox/$thread_id" params={{ thread_id: thread.id }} className={styles.thread}>
            <span className={styles.meta}>
              <bdi>{channels.find(({ id }) => id === thread.channel_id)?.channel_label ?? t`Deleted channel`}</bdi>
              {thread.state === 'DONE' && <Badge>{t`Done`}</Badge>}
              <span className={styles.space} />
              {thread.last_message_at !== null && <span>{words.short(thread.last_message_at)}</span>}
            </span>
            <span className={styles.preview}>
              <bdi>{thread.last_message?.preview ?? t`No messages yet`}</bdi>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
