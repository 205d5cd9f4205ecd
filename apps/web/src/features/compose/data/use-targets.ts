import { phoneForms, phoneMatchKey } from '@parley/contract/phone-forms';
import type { Channel, Contact, Thread } from '@parley/contract/types';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { queryClient } from '../../../platform/query.tsx';
import { channelNow, useNow } from '../../../platform/use-now.ts';
import { replyWindowAt } from '../../../ui/reply-window.ts';
import { contactCalls, contactName, readableNumber } from '../../contacts/public.ts';
import { useAccount } from '../../sync/public.ts';
import type { ComposeDraft, Recipient } from './draft.ts';
import type { Target } from './messages.ts';
import { duplicatesIn } from './recipients.ts';

/**
 * The state of a recipient's chip. `unknown`: the lookup failed; `sandbox` and `real`: a contact of that kind, which
 * the chosen channel does not reach.
 */
export type RecipientStatus = 'known' | 'new' | 'invalid' | 'duplicate' | 'looking' | 'unknown' | 'sandbox' | 'real';

export type ComposeTarget = Target & {
  status: RecipientStatus;
  contact: Contact | null;
  /** Their conversation on the channel. */
  thread: Thread | null;
};

/** Debounce before reply windows are read again after conversations changed, milliseconds. */
const debounceMs = 500;

/** The recipients with their contacts, which are looked up by number, 100 per request. */
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
      return { contacts, asked: digits };
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
        if (number === null) return contactId === null ? null : byId[ids.indexOf(contactId)]?.data;
        const known = found.data?.contacts.find((contact) => isOf(contact, number));
        // Until the answer is here, that of the numbers before is shown.
        return known ?? (found.data?.asked.includes(number) ? null : undefined);
      }),
    [recipients, found.data, byId, ids],
  );
  const testPhones = useTestPhones(channel?.sandbox === true);
  const threads = useThreadsOf(contacts.flatMap((contact) => contact?.id ?? []));
  const twice = duplicatesIn(recipients.map((one, at) => ({ ...one, contactId: contacts[at]?.id ?? one.contactId })));
  return recipients.map((recipient, at): ComposeTarget => {
    const contact = contacts[at];
    const thread = threads.get(contact?.id ?? '')?.find(({ channel_id: id }) => id === channel?.id) ?? null;
    const made = newContacts[recipient.digits ?? ''];
    const variableContact = {
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
      variableContact: variableContact,
      isWindowOpen: open,
      status: recipientStatusOf(recipient, contact, {
        twice: twice[at] ?? false,
        failed: cannotAnswer(recipient.digits === null ? byId[ids.indexOf(recipient.contactId ?? '')] : found),
        beyond: beyondReach(channel, contact ?? null, testPhones),
      }),
      contact: contact ?? null,
      thread,
    };
  });
}

/** Whether a lookup failed, or waits for a connection: sending does not wait for it. */
function cannotAnswer(query: { isError: boolean; isPaused: boolean } | undefined): boolean {
  return query !== undefined && (query.isError || query.isPaused);
}

function recipientStatusOf(
  { digits, contactId }: Recipient,
  contact: Contact | null | undefined,
  { twice, failed, beyond }: { twice: boolean; failed: boolean; beyond: 'sandbox' | 'real' | null },
): RecipientStatus {
  if (digits === null && contactId === null) return 'invalid';
  if (twice) return 'duplicate';
  if (contact === undefined) return failed ? 'unknown' : 'looking';
  if (beyond !== null) return beyond;
  if (contact !== null) return 'known';
  return digits === null ? 'invalid' : 'new';
}

/** Sandbox contacts are reached from a sandbox only; real contacts from there only as verified test phones. */
function beyondReach(
  channel: Channel | undefined,
  contact: Contact | null,
  testPhones: readonly string[] | null,
): 'sandbox' | 'real' | null {
  if (channel === undefined || contact === null) return null;
  if (!channel.sandbox) return contact.sandbox === true ? 'sandbox' : null;
  if (contact.sandbox === true || testPhones === null) return null;
  return testPhones.includes(phoneMatchKey(contact.phone_number ?? '')) ? null : 'real';
}

/** Match keys of verified test phones; null until known. */
function useTestPhones(asked: boolean): readonly string[] | null {
  const account = useAccount();
  const { data } = useQuery({
    queryKey: ['compose-test-phones'],
    enabled: asked,
    queryFn: async () => (await account.api('GET /api/sandbox/test-numbers', {})).data,
  });
  return (
    data?.filter(({ state }) => state === 'VERIFIED').map(({ phone_number }) => phoneMatchKey(phone_number)) ?? null
  );
}

function nameOf({ digits, typed }: Recipient, contact: Contact | null): string {
  if (contact !== null) return contactName(contact);
  return digits === null ? typed : readableNumber(digits);
}

/** Whether a contact that was found by some numbers has this one, in whatever form; of a masked one as far as it is shown. */
function isOf({ phone_number: number, phone_masked: masked }: Contact, digits: string): boolean {
  if (number !== null) return phoneMatchKey(number) === phoneMatchKey(digits);
  return phoneForms(digits).some(
    (form) => masked?.length === form.length && [...masked].every((sign, at) => sign === form[at] || !/\d/.test(sign)),
  );
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
      timer = setTimeout(() => void queryClient.invalidateQueries({ queryKey: ['compose-threads'] }), debounceMs);
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

/** Looks up numbers again after one became a contact. */
export function invalidateNumbers(): void {
  void queryClient.invalidateQueries({ queryKey: ['compose-numbers'] });
}
