import { useLingui } from '@lingui/react/macro';
import type { Campaign, ContactRow, OutputOf, Thread } from '@parley/contract/types';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { QueryScope } from '../../../../platform/query.tsx';
import { useNow } from '../../../../platform/use-now.ts';
import { Hits, NumberHits } from '../../../../ui/hits.tsx';
import { useDebounced } from '../../../../ui/use-debounced.ts';
import { useTimeLabels } from '../../../../ui/use-time-labels.ts';
import { contactName, readableNumber } from '../../../contacts/public.ts';
import { useAccount } from '../../../sync/public.ts';
import { wantMessage } from '../../thread/jump-to-message.ts';
import { withoutContact } from '../../thread/use-contact-panel.ts';
import styles from './search-groups.module.css';

export type SearchGroupsProps = {
  /** Whose messages; null: everybody’s. */
  from: string | null;
  /** Empty only with `from`. */
  words: string;
  /** The conversations above, whose contacts are not named again. */
  threads: readonly Thread[];
  /** Shown while there is nothing. */
  children?: ReactNode;
};

/** Contacts and broadcasts shown at once; the others are on their pages. */
const few = 5;

/**
 * Below the conversations that a search found: contacts without one, messages of all time with the text, and broadcasts.
 */
export function SearchGroups(props: SearchGroupsProps) {
  return (
    <QueryScope>
      <Groups {...props} />
    </QueryScope>
  );
}

function Groups({ from, words, threads, children }: SearchGroupsProps) {
  const { t } = useLingui();
  const account = useAccount();
  const text = JSON.stringify([from, words]);
  const wanted = useDebounced(text);
  const asked = { retry: false, throwOnError: false };
  const who = from ?? words;
  const { data: contacts } = useQuery({
    queryKey: ['search', 'contacts', wanted],
    queryFn: ({ signal }) =>
      account.api('GET /api/contacts', { query: { search: who.slice(0, 200), limit: few } }, { signal }),
    enabled: wanted === text,
    ...asked,
  });
  const { data: messages } = useQuery({
    queryKey: ['search', 'messages', wanted],
    queryFn: async ({ signal }) => {
      const query = { q: words.slice(0, 100), ...(from === null ? {} : { from: from.slice(0, 200) }) };
      const found = await account.api('GET /api/messages/search', { query }, { signal });
      // Stored before one is opened, so that the conversation shows at once.
      account.store.putRows('threads', found.threads);
      return found;
    },
    enabled: wanted === text && words !== '',
    ...asked,
  });
  const { data: broadcasts } = useQuery({
    queryKey: ['search', 'broadcasts', wanted],
    queryFn: ({ signal }) =>
      account.api('GET /api/campaigns', { query: { search: words.slice(0, 200), limit: few } }, { signal }),
    enabled: wanted === text && from === null,
    ...asked,
  });
  if (wanted !== text) return children;
  const above = new Set(threads.map(({ contact_id }) => contact_id));
  const people = contacts?.data.filter(({ id }) => !above.has(id)) ?? [];
  const hits = messages?.data ?? [];
  const campaigns = broadcasts?.data ?? [];
  if (people.length + hits.length + campaigns.length === 0) return children;
  const byId = new Map(messages?.threads.map((thread) => [thread.id, thread]));
  const q = { q: who };
  return (
    <>
      <Group title={t`Contacts`} more={contacts?.next_cursor != null && { to: '/contacts', search: q }}>
        {people.map((contact) => (
          <PersonHit key={contact.id} contact={contact} typed={who} />
        ))}
      </Group>
      <Group title={t`Messages`}>
        {hits.map((hit) => (
          <MessageHit key={hit.id} hit={hit} thread={byId.get(hit.thread_id)} typed={words} />
        ))}
      </Group>
      <Group title={t`Broadcasts`} more={broadcasts?.next_cursor != null && { to: '/broadcast/history', search: q }}>
        {campaigns.map((campaign) => (
          <BroadcastHit key={campaign.id} campaign={campaign} typed={words} />
        ))}
      </Group>
    </>
  );
}

/** Nothing where it is empty. */
function Group({ title, more, children }: { title: string; more?: LinkProps | false; children: ReactNode[] }) {
  const { t } = useLingui();
  if (children.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={styles.heading}>
        {title}
        {more && <Link {...more}>{t`Show all`}</Link>}
      </h2>
      <ul className={styles.list}>{children}</ul>
    </section>
  );
}

function PersonHit({ contact, typed }: { contact: ContactRow; typed: string }) {
  const { t } = useLingui();
  const { phone_number: digits, phone_masked: masked } = contact;
  const number = digits === null ? (masked ?? t`No phone number`) : readableNumber(digits);
  return (
    <li>
      <Link to="/contacts" search={{ contact: contact.id }} className={styles.hit} preload={false}>
        <span className={styles.top}>
          <bdi className={styles.name}>
            <Hits text={contactName(contact)} typed={typed} />
          </bdi>
        </span>
        <bdi className={styles.text}>
          <NumberHits text={number} typed={typed} />
        </bdi>
      </Link>
    </li>
  );
}

type MessageHitProps = {
  hit: OutputOf<'GET /api/messages/search'>['data'][number];
  thread: Thread | undefined;
  typed: string;
};

function MessageHit({ hit, thread, typed }: MessageHitProps) {
  const words = useTimeLabels();
  const nowMs = useNow();
  return (
    <li>
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
    </li>
  );
}

function BroadcastHit({ campaign, typed }: { campaign: Campaign; typed: string }) {
  const { t } = useLingui();
  const words = useTimeLabels();
  const { started_at: started } = campaign;
  return (
    <li>
      <Link
        to="/broadcast/history/$campaign_id"
        params={{ campaign_id: campaign.id }}
        className={styles.hit}
        preload={false}
      >
        <span className={styles.top}>
          <bdi className={styles.name}>
            <Hits text={campaign.name} typed={typed} />
          </bdi>
        </span>
        <span className={styles.text}>{started === null ? t`Not started` : t`Started ${words.date(started)}`}</span>
      </Link>
    </li>
  );
}
