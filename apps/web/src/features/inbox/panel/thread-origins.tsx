import { useLingui } from '@lingui/react/macro';
import type { Thread } from '@parley/contract/types';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { smallIcon } from '../../../ui/icon.ts';
import { useDateLabels } from '../../../ui/use-date-labels.ts';
import { useAccount } from '../../sync/public.ts';
import styles from './contact-panel.module.css';

/** Chat links and ads that the customer came from; nothing without one. Read again with every message of the customer. */
export function ThreadOrigins({ thread }: { thread: Thread }) {
  const { t } = useLingui();
  const account = useAccount();
  const dates = useDateLabels();
  const { data } = useQuery({
    queryKey: ['thread-origins', thread.id, thread.read_state?.received],
    placeholderData: (before) => before,
    queryFn: () => account.api('GET /api/threads/{id}/origins', { params: { id: thread.id } }),
  });
  if (data === undefined || data.data.length + data.ads.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3>{t`Came from`}</h3>
      <ul className={styles.plain}>
        {data.ads.map(({ message_id: id, ad_id: adId, title, kind, url, at }) => (
          <li key={id} data-tip={adId === null ? undefined : t`ID ${adId}`}>
            {kind === 'post' ? t`Post` : t`Ad`} <bdi>{title}</bdi> <time dateTime={at}>{dates.day(at)}</time>{' '}
            {url !== null && (
              <a href={url} target="_blank" rel="noopener noreferrer" aria-label={t`Open ${title}`}>
                <IconExternalLink {...smallIcon} size={13} />
              </a>
            )}
          </li>
        ))}
        {data.data.map(({ message_id: id, name, at }) => (
          <li key={id}>
            <bdi>{name}</bdi> <time dateTime={at}>{dates.day(at)}</time>
          </li>
        ))}
      </ul>
    </section>
  );
}
