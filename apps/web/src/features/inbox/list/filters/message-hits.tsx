import { useLingui } from '@lingui/react/macro';
import type { OutputOf, Thread } from '@parley/contract/types';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useNow } from '../../../../platform/use-now.ts';
import { Hits } from '../../../../ui/hits.tsx';
import { useDebounced } from '../../../../ui/use-debounced.ts';
import { useTimeLabels } from '../../../../ui/use-time-labels.ts';
import { contactName } from '../../../contacts/public.ts';
import { useAccount } from '../../../sync/public.ts';
import { wantMessage } from '../../thread/jump-to-message.ts';
import { withoutContact } from '../../thread/use-contact-panel.ts';
import styles from './message-hits.module.css';

type Found = OutputOf<'GET /api/messages/search'>;
type Answer = { typed: string; found: Found | null };

/**
 * Below the conversations that a search found: messages with the text, of all time.
 * @param props.children shown while there are none
 */
export function MessageHits({ typed, children }: { typed: string; children?: ReactNode }) {
  const { t } = useLingui();
  const account = useAccount();
  const wanted = useDebounced(typed.trim());
  const [answer, setAnswer] = useState<Answer>({ typed: '', found: null });
  useEffect(() => {
    if (wanted === '') return;
    const asking = new AbortController();
    account.api('GET /api/messages/search', { query: { q: wanted.slice(0, 100) } }, { signal: asking.signal }).then(
      (found) => {
        // Stored before one is opened, so that the conversation shows at once.
        account.store.putRows('threads', found.threads);
        setAnswer({ typed: wanted, found });
      },
      () => !asking.signal.aborted && setAnswer({ typed: wanted, found: null }),
    );
    return () => asking.abort();
  }, [account, wanted]);
  const { found } = answer;
  if (answer.typed !== typed.trim() || found === null || found.data.length === 0) return children;
  const threads = new Map(found.threads.map((thread) => [thread.id, thread]));
  return (
    <section className={styles.hits} aria-label={t`Messages`}>
      <h2 className={styles.heading}>{t`Messages`}</h2>
      <ul className={styles.list}>
        {found.data.map((hit) => (
          <li key={hit.id}>
            <Hit hit={hit} thread={threads.get(hit.thread_id)} typed={answer.typed} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Hit({ hit, thread, typed }: { hit: Found['data'][number]; thread: Thread | undefined; typed: string }) {
  const words = useTimeLabels();
  const nowMs = useNow();
  return (
    <Link
      to="/inbox/$thread_id"
      params={{ thread_id: hit.thread_id }}
      search={withoutContact}
      className={styles.hit}
      preload={false}
      onClick={() => wantMessage(hit.thread_id, hit.id)}
    >
      <span className={styles.top}>
        <bdi className={styles.name}>{thread === undefined ? '' : contactName(thread.contact)}</bdi>
        <time dateTime={hit.at}>{words.inList(hit.at, nowMs)}</time>
      </span>
      <span className={styles.text} dir="auto">
        <Hits text={hit.text} typed={typed} />
      </span>
    </Link>
  );
}
