import type { Channel, Contact, Thread } from '@parley/contract/types';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { queryClient } from '../../platform/query.tsx';
import { replyWindowAt } from '../../ui/reply-window.ts';
import { contactCalls, contactName, readableNumber } from '../contacts/public.ts';
import { channelNow, useNow } from '../inbox/public.ts';
import { useAccount } from '../sync/public.ts';
import type { ComposeDraft, Recipient } from './draft.ts';
import type { Target } from './messages.ts';
import { duplicatesIn } from './recipients.ts';

/** What a chip says of somebody. `unknown`: could not be looked up. */
export type Standing = 'known' | 'new' | 'invalid' | 'duplicate' | 'looking' | 'unknown';

export type ComposeTarget = Target & {
  standing: Standing;
  contact: Contact | null;
  /** Their conversation on the channel. */
  thread: Thread | null;
};

/** Windows are looked at again this much later after conversations changed, milliseconds. */
const gatherMs = 500;

/** Everybody in the To field with what is known of them; contacts are looked up by number, a hundred at once. */
export function useTargets(
  recipients: readonly Recipient[],
  newContacts: ComposeDraft['newContacts'],
  channel: Channel | undefined,
): ComposeTarget[] {
  const account = useAccount();
  const nowMs = channelNow(useNow(), channel);
  const digits = recipients.flatMap((one) => one.digits ?? []).sort();
  const ids = recipients.flatMap((one) => (one.digits === null ? (one.contactId ?? []) : []));
  const found = useQuery({
    queryKey: ['compose-numbers', digits],
    enabled: digits.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      let failure: unknown = null;
      const calls = await contactCalls(account);
      const contacts = await calls.byPhones(digits, (error) => {
        failure = error;
      });
      if (failure !== null) throw failure;
      return contacts;
    },
  });
  const byId = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['compose-contact', id],
      queryFn: async () => (await contactCalls(account)).contact(id),
    })),
  });
  const contacts = useMemo(
    () =>
      recipients.map(({ digits: number, contactId }): Contact | null | undefined => {
        if (number !== null) {
          if (found.data === undefined) return undefined;
          return found.data.find((contact) => isOf(contact, number)) ?? null;
        }
        return contactId === null ? null : byId[ids.indexOf(contactId)]?.data;
      }),
    [recipients, found.data, byId, ids],
  );
  const threads = useThreadsOf(contacts.flatMap((contact) => contact?.id ?? []));
  const twice = duplicatesIn(recipients.map((one, at) => ({ ...one, contactId: contacts[at]?.id ?? one.contactId })));
  return recipients.map((recipient, at): ComposeTarget => {
    const contact = contacts[at];
    const thread = threads.get(contact?.id ?? '')?.find(({ channel_id: id }) => id === channel?.id) ?? null;
    const made = newContacts[recipient.digits ?? ''];
    const person = {
      name: contact?.name ?? made?.name ?? '',
      phone_number: contact?.phone_number ?? recipient.digits,
      custom_fields: contact?.custom_fields ?? {},
    };
    const open =
      channel?.kind === 'SESSION' ||
      (thread !== null && replyWindowAt(thread.window_expires_at, nowMs).kind !== 'closed');
    return {
      recipient,
      name: nameOf(recipient, contact ?? null),
      person,
      open,
      standing: standingOf(recipient, contact, twice[at] ?? false, found.isError),
      contact: contact ?? null,
      thread,
    };
  });
}

function standingOf(
  { digits, contactId }: Recipient,
  contact: Contact | null | undefined,
  twice: boolean,
  failed: boolean,
): Standing {
  if (digits === null && contactId === null) return 'invalid';
  if (twice) return 'duplicate';
  if (contact === undefined) return failed ? 'unknown' : 'looking';
  if (contact !== null) return 'known';
  return digits === null ? 'invalid' : 'new';
}

function nameOf({ digits, typed }: Recipient, contact: Contact | null): string {
  if (contact !== null) return contactName(contact);
  return digits === null ? typed : readableNumber(digits);
}

/** Among those who were found by some numbers: whether it was by this one. Old forms and hidden digits differ inside. */
function isOf({ phone_number: number, phone_masked: masked }: Contact, digits: string): boolean {
  if (number !== null) {
    return number === digits || (number.slice(0, 2) === digits.slice(0, 2) && number.slice(-8) === digits.slice(-8));
  }
  if (masked === undefined || masked.length !== digits.length) return false;
  return [...masked].every((sign, at) => sign === digits[at] || !/\d/.test(sign));
}

/** Conversations by contact, read again when one changed. */
function useThreadsOf(contactIds: readonly string[]): Map<string, Thread[]> {
  const account = useAccount();
  const read = useQueries({
    queries: contactIds.map((id) => ({
      queryKey: ['compose-threads', id],
      queryFn: async () => (await account.api('GET /api/contacts/{id}/threads', { params: { id } })).data,
    })),
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: ['compose-threads'] }), gatherMs);
    };
    const { topics } = account.store;
    const stops = [topics.subscribe('threads', soon), topics.subscribe('connection', soon)];
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [account]);
  return new Map(contactIds.map((id, at) => [id, read[at]?.data ?? []]));
}

/** Looks numbers up again: one has become a contact. */
export function forgetNumbers(): void {
  void queryClient.invalidateQueries({ queryKey: ['compose-numbers'] });
}
