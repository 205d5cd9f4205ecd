import { useLingui } from '@lingui/react/macro';
import type { Message, Thread } from '@parley/contract/types';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useState } from 'react';
import { QueryScope } from '../../../platform/query.tsx';
import { Button } from '../../../ui/button.tsx';
import { useTimeLabels } from '../../../ui/use-time-labels.ts';
import { ContactCampaigns, ContactNotes } from '../../contacts/public.ts';
import { ContactRatings } from '../../ratings/public.ts';
import { useAccount, useConnectionState, useRow } from '../../sync/public.ts';
import { freshAddress, mediaOf, useFreshMedia } from '../bubble/media/use-fresh-media.ts';
import { MessageIcon } from '../bubble/message-icon.tsx';
import { useMessageWords } from '../bubble/use-message-words.ts';
import { EventLine } from '../thread/event-line.tsx';
import { useThreadEvents } from '../thread/use-events.ts';
import styles from './contact-panel.module.css';
import { OrderList } from './order-list.tsx';
import { ThreadOrigins } from './thread-origins.tsx';

const fewFiles = 8;
const manyFiles = 60;

/** Loads what the sections load when they are shown. */
export async function preloadSections(): Promise<void> {
  await Promise.all([ContactNotes, ContactCampaigns, ContactRatings].map((part) => part.preload()));
}

/** What else there is about the contact of a conversation: other conversations, broadcasts, files, activity. */
export function PanelSections({ thread }: { thread: Thread }) {
  const { t } = useLingui();
  return (
    <QueryScope>
      <Section title={t`Notes`}>
        <Suspense fallback={null}>
          <ContactNotes contactId={thread.contact_id} />
        </Suspense>
      </Section>
      <ThreadOrigins thread={thread} />
      <ContactRatings threadId={thread.id} version={`${thread.last_message_id} ${thread.version}`}>
        {(title, list) => <Section title={title}>{list}</Section>}
      </ContactRatings>
      <ContactOrders thread={thread} />
      <OtherThreads thread={thread} />
      <Section title={t`Broadcasts`}>
        <Suspense fallback={null}>
          <ContactCampaigns contactId={thread.contact_id} />
        </Suspense>
      </Section>
      <SharedMedia thread={thread} />
      <Activity thread={thread} />
    </QueryScope>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** What the customer ordered, newest first; nothing without orders. */
function ContactOrders({ thread }: { thread: Thread }) {
  const { t } = useLingui();
  const account = useAccount();
  const { data } = useQuery({
    // The newest message changes with every order.
    queryKey: ['panel-orders', thread.contact_id, thread.last_message_id],
    placeholderData: keepPreviousData,
    queryFn: () => account.api('GET /api/contacts/{id}/orders', { params: { id: thread.contact_id } }),
  });
  const orders = data?.data ?? [];
  if (orders.length === 0) return null;
  return (
    <Section title={t`Orders`}>
      <OrderList orders={orders} />
    </Section>
  );
}

function OtherThreads({ thread }: { thread: Thread }) {
  const { t } = useLingui();
  const account = useAccount();
  const { data } = useQuery({
    queryKey: ['panel-threads', thread.contact_id],
    queryFn: () => account.api('GET /api/contacts/{id}/threads', { params: { id: thread.contact_id } }),
  });
  const otherThreads = (data?.data ?? []).filter(({ id }) => id !== thread.id);
  if (otherThreads.length === 0) return null;
  return (
    <Section title={t`Other conversations`}>
      <ul className={styles.plain}>
        {otherThreads.map((other) => (
          <li key={other.id}>
            <OtherThread thread={other} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function OtherThread({ thread }: { thread: Thread }) {
  const { t } = useLingui();
  const words = useTimeLabels();
  const channel = useRow('channels', thread.channel_id);
  const at = thread.last_message_at;
  return (
    <Link to="/inbox/$thread_id" params={{ thread_id: thread.id }} className={styles.pair}>
      <bdi>{channel?.channel_label ?? '-'}</bdi>
      <span className={styles.none}>
        {thread.state === 'DONE' ? t`Done` : t`Active`}
        {at !== null && <>, {words.date(at)}</>}
      </span>
    </Link>
  );
}

function SharedMedia({ thread }: { thread: Thread }) {
  const { t } = useLingui();
  const account = useAccount();
  const live = useConnectionState() === 'live';
  const [all, setAll] = useState(false);
  const limit = all ? manyFiles : fewFiles;
  const { data } = useQuery({
    queryKey: ['panel-media', thread.id, thread.last_message_id, limit],
    enabled: live,
    placeholderData: (before) => before,
    queryFn: () =>
      account.api('GET /api/threads/{id}/messages', {
        params: { id: thread.id },
        query: { media: 'true', limit },
      }),
  });
  const files = data?.data ?? [];
  return (
    <Section title={t`Media`}>
      {data === undefined && !live && (
        <p className={styles.none}>{t`Photos and files load when you’re back online.`}</p>
      )}
      {data !== undefined && files.length === 0 && <p className={styles.none}>{t`No photos or files yet`}</p>}
      <ul className={styles.media}>
        {files.map((message) => (
          <li key={message.id}>
            <File message={message} />
          </li>
        ))}
      </ul>
      {!all && data?.next_cursor != null && (
        <Button size="sm" variant="plain" onClick={() => setAll(true)}>{t`Show more`}</Button>
      )}
    </Section>
  );
}

/** A thumbnail or the kind of a file; opens it in another tab. */
function File({ message }: { message: Message }) {
  const account = useAccount();
  const words = useTimeLabels();
  const { messageLine } = useMessageWords();
  const info = useFreshMedia(message);
  const content = mediaOf(message);
  const small = message.type === 'image' ? (info?.thumbnail_url ?? info?.url) : info?.thumbnail_url;
  const label = `${content?.filename ?? messageLine(message)}, ${words.date(message.timestamp)}`;
  const open = async () => {
    const url = await freshAddress(account, message);
    if (url !== null) window.open(url, '_blank', 'noopener');
  };
  return (
    <button type="button" className={styles.file} aria-label={label} data-tip={label} onClick={() => void open()}>
      {small == null ? <MessageIcon type={message.type} /> : <img src={small} alt="" loading="lazy" />}
    </button>
  );
}

const fewEvents = 5;

function Activity({ thread }: { thread: Thread }) {
  const { t } = useLingui();
  const [all, setAll] = useState(false);
  const events = useThreadEvents(thread.id).toReversed();
  if (events.length === 0) return null;
  return (
    <Section title={t`Activity`}>
      {events.slice(0, all ? undefined : fewEvents).map((event) => (
        <EventLine key={event.id} event={event} plain />
      ))}
      {!all && events.length > fewEvents && (
        <Button size="sm" variant="plain" onClick={() => setAll(true)}>{t`Show more`}</Button>
      )}
    </Section>
  );
}
