import { useLingui } from '@lingui/react/macro';
import type { Contact, Thread } from '@parley/contract/types';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { contactName, readableNumber } from '../../features/contacts/public.ts';
import { authorLabelOf, searchList, useMessageLabels, wantMessage } from '../../features/inbox/public.ts';
import { useCurrentAccount } from '../../features/sync/public.ts';
import { matchesNameOrNumber } from '../../platform/text-search.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { type Found, registerFinder } from '../../ui/commands/finders.ts';
import { rankByName } from '../../ui/commands/match.ts';
import { Hits } from '../../ui/hits.tsx';
import { icon } from '../../ui/icon.ts';
import { useTimeLabels } from '../../ui/use-time-labels.ts';

/** The number of results per kind in the palette, the best of those asked for. */
const limit = 5;
const asked = 50;

const best = <T,>(rows: readonly T[], nameOf: (row: T) => string, typed: string) =>
  rankByName(rows, nameOf, typed).slice(0, limit);
const nameOfThread = ({ contact }: Thread) => contactName(contact);

/**
 * Adds conversations and contacts, found by name or number, messages by their text and broadcasts by their name to the
 * palette. Contacts may have no conversation yet.
 */
export function useContactFinders(): void {
  const { t } = useLingui();
  const router = useRouter();
  const account = useCurrentAccount();
  const { prefix } = useMessageLabels();
  const { inList } = useTimeLabels();
  const latest = useRef({ prefix, inList });
  useEffect(() => {
    latest.current = { prefix, inList };
  });
  useEffect(() => {
    if (account === null) return;
    const contactOf = (contact: Thread['contact'], seed: string): Omit<Found, 'id' | 'open'> => ({
      title: contactName(contact),
      note: contact.phone_number ? readableNumber(contact.phone_number) : undefined,
      picture: <Avatar name={contactName(contact)} seed={seed} size="sm" />,
    });
    const conversation = (thread: Thread): Found => ({
      ...contactOf(thread.contact, thread.contact_id),
      id: thread.id,
      open: () => void router.navigate({ to: '/inbox/$thread_id', params: { thread_id: thread.id } }),
    });
    const contact = (row: Contact): Found => ({
      ...contactOf(row, row.id),
      id: `contact/${row.id}`,
      open: () => void router.navigate({ to: '/contacts', search: { contact: row.id } as never }),
    });
    const stops = [
      registerFinder({
        id: 'conversations',
        title: t`Conversations`,
        find: (typed) =>
          best(
            account.store.threads.all().filter((thread) => matchesNameOrNumber(thread.contact, typed)),
            nameOfThread,
            typed,
          ).map(conversation),
        ask: async (search, signal) => {
          const { data } = await account.api('GET /api/threads', { query: { search, limit: asked } }, { signal });
          const threads = best(data, nameOfThread, search);
          // Stored before it is opened, so that the conversation shows at once.
          account.store.putRows('threads', threads);
          return threads.map(conversation);
        },
      }),
      registerFinder({
        id: 'contacts',
        title: t`Contacts`,
        find: () => [],
        ask: async (search, signal) => {
          const { data } = await account.api('GET /api/contacts', { query: { search, limit: asked } }, { signal });
          return best(data, contactName, search).map(contact);
        },
      }),
      registerFinder({
        id: 'messages',
        title: t`Messages`,
        below: true,
        find: () => [],
        ask: async (search, signal) => {
          const query = { q: search.slice(0, 100), limit };
          const { data, threads } = await account.api('GET /api/messages/search', { query }, { signal });
          account.store.putRows('threads', threads);
          const byId = new Map(threads.map((thread) => [thread.id, thread]));
          const found = data.flatMap((hit): Found[] => {
            const thread = byId.get(hit.thread_id);
            if (thread === undefined) return [];
            const open = () => {
              wantMessage(hit.thread_id, hit.id);
              conversation(thread).open();
            };
            const label = authorLabelOf(hit.created_by, (id) => account.store.row('users', id), account.store.uid);
            const sender =
              hit.direction === 'INCOMING' ? `${contactName(thread.contact)}:` : latest.current.prefix(label);
            const text = (
              <span key={hit.id}>
                {sender} <Hits text={hit.text} typed={search} />
              </span>
            );
            const note = (
              <time key={hit.id} dateTime={hit.at}>
                {latest.current.inList(hit.at, Date.now())}
              </time>
            );
            return [{ ...contactOf(thread.contact, thread.contact_id), text, note, id: `message/${hit.id}`, open }];
          });
          if (found.length === 0) return [];
          const showAll = () => {
            searchList(account, search);
            void router.navigate({ to: '/inbox' });
          };
          return [
            ...found,
            { id: 'message/all', title: t`Show all results`, picture: <IconSearch {...icon} />, open: showAll },
          ];
        },
      }),
      registerFinder({
        id: 'broadcasts',
        title: t`Broadcasts`,
        find: () => [],
        ask: async (search, signal) => {
          const { data } = await account.api('GET /api/campaigns', { query: { search, limit: asked } }, { signal });
          return best(data, ({ name }) => name, search).map((campaign) => ({
            id: `broadcast/${campaign.id}`,
            title: campaign.name,
            open: () =>
              void router.navigate({
                to: '/broadcast/history/$campaign_id',
                params: { campaign_id: campaign.id },
              }),
          }));
        },
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [account, router, t]);
}
