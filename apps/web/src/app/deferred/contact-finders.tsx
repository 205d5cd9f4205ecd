import { useLingui } from '@lingui/react/macro';
import type { Contact, Thread } from '@parley/contract/types';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { contactName, readableNumber } from '../../features/contacts/public.ts';
import { wantMessage } from '../../features/inbox/public.ts';
import { useCurrentAccount } from '../../features/sync/public.ts';
import { matchesNameOrNumber } from '../../platform/text-search.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { type Found, registerFinder } from '../../ui/commands/finders.ts';
import { Hits } from '../../ui/hits.tsx';

/** The number of results per kind in the palette. */
const limit = 5;

/**
 * Adds conversations and contacts, found by name or number, messages by their text and broadcasts by their name to the
 * palette. Contacts may have no conversation yet.
 */
export function useContactFinders(): void {
  const { t } = useLingui();
  const router = useRouter();
  const account = useCurrentAccount();
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
          account.store.threads
            .all()
            .filter((thread) => matchesNameOrNumber(thread.contact, typed))
            .slice(0, limit)
            .map(conversation),
        ask: async (search, signal) => {
          const { data } = await account.api('GET /api/threads', { query: { search, limit } }, { signal });
          // Stored before it is opened, so that the conversation shows at once.
          account.store.putRows('threads', data);
          return data.map(conversation);
        },
      }),
      registerFinder({
        id: 'contacts',
        title: t`Contacts`,
        find: () => [],
        ask: async (search, signal) =>
          (await account.api('GET /api/contacts', { query: { search, limit } }, { signal })).data.map(contact),
      }),
      registerFinder({
        id: 'messages',
        title: t`Messages`,
        find: () => [],
        ask: async (search, signal) => {
          const query = { q: search.slice(0, 100), limit };
          const { data, threads } = await account.api('GET /api/messages/search', { query }, { signal });
          account.store.putRows('threads', threads);
          const byId = new Map(threads.map((thread) => [thread.id, thread]));
          return data.flatMap((hit): Found[] => {
            const thread = byId.get(hit.thread_id);
            if (thread === undefined) return [];
            const open = () => {
              wantMessage(hit.thread_id, hit.id);
              conversation(thread).open();
            };
            const note = <Hits key={hit.id} text={hit.text} typed={search} />;
            return [{ ...contactOf(thread.contact, thread.contact_id), note, id: `message/${hit.id}`, open }];
          });
        },
      }),
      registerFinder({
        id: 'broadcasts',
        title: t`Broadcasts`,
        find: () => [],
        ask: async (search, signal) =>
          (await account.api('GET /api/campaigns', { query: { search, limit } }, { signal })).data.map((campaign) => ({
            id: `broadcast/${campaign.id}`,
            title: campaign.name,
            open: () =>
              void router.navigate({
                to: '/broadcast/history/$campaign_id',
                params: { campaign_id: campaign.id },
              }),
          })),
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [account, router, t]);
}
