import type { Channel, Message } from '@parley/contract/types';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { uuidv7 } from '../../platform/id.ts';
import { loadPhoneLibrary, type PhoneLibrary, phoneLibrary } from '../../ui/fields/phone-library.ts';
import { useServerWords } from '../../ui/request-words.ts';
import { contactCalls } from '../contacts/public.ts';
import { useAccount, useRows } from '../sync/public.ts';
import { useTemplatesOf } from '../templates/public.ts';
import { emptyDraft, keepLastChannel, lastChannel, type Recipient, useComposeDraft } from './draft.ts';
import { bodyOf, sourcesOf } from './messages.ts';
import { type ReadDigits, recipientOf, splitRecipients } from './recipients.ts';
import { keepFollowed } from './use-followed.ts';
import { hasProblems, noProblems, type Problems, useProblems } from './use-problems.ts';
import { useSending } from './use-sending.ts';
import { forgetNumbers, useTargets } from './use-targets.ts';

export type Composing = ReturnType<typeof useComposing>;

/** A message that is being written: what stands in its fields, what is known of the people, and sending it. */
export function useComposing() {
  const { draft, change: put } = useComposeDraft();
  const account = useAccount();
  const words = useServerWords();
  const channels = useRows('channels');
  const client = useRows('clients')[0];
  const customFields = client?.custom_fields ?? [];
  const [problems, setProblems] = useState<Problems>(noProblems);
  const [saving, setSaving] = useState(false);
  const channel = channelOf(channels, draft.channelId);
  const digitsOf = useDigitsOf(client?.country ?? '');
  const targets = useTargets(draft.recipients, draft.newContacts, channel);
  const templates = useTemplatesOf(channel?.id ?? '');
  const preferred = channel?.default_templates.first_message?.id ?? null;
  const row = templates.templates?.find(
    ({ id, status }) => id === (draft.templateId ?? preferred) && status === 'ACTIVE',
  );
  const chosen = useMemo(
    () => (row === undefined ? null : { row, sources: sourcesOf(row, draft.sources[row.id], customFields) }),
    [row, draft.sources, customFields],
  );
  const checks = useProblems(chosen);
  const change = useCallback(
    (part: Parameters<typeof put>[0]) => {
      setProblems(noProblems);
      put(part);
    },
    [put],
  );
  useLinked(draft.recipients, digitsOf, draft.pending === null, change);
  // What was sent is looked at once: whoever comes back begins a new message.
  useEffect(() => () => put({ sent: null }), [put]);
  const onSent = (messages: Message[]) => {
    for (const message of messages) keepFollowed(message);
    const sent = messages.map((message, at) => {
      const saved = draft.newContacts[targets[at]?.recipient.digits ?? '']?.name.trim();
      const name = saved || (targets[at]?.name ?? (message.to === null ? '' : `+${message.to}`));
      return { id: message.id, threadId: message.thread_id, name };
    });
    if (channel !== undefined) keepLastChannel(channel.id);
    put({ ...emptyDraft, channelId: draft.channelId, sent });
    forgetNumbers();
  };
  const { state, retry } = useSending(draft.pending, onSent, (error) => {
    put({ pending: null });
    setProblems(checks.ofRefusal(error, targets));
  });
  /** New numbers become contacts first: their names stand in the message. @returns whether all did */
  const saveContacts = async (): Promise<boolean> => {
    for (const { recipient, standing, name } of targets) {
      const made = draft.newContacts[recipient.digits ?? ''];
      if (standing !== 'new' || made === undefined) continue;
      let failure: unknown = null;
      const body = {
        id: made.id,
        phone_number: `+${recipient.digits}`,
        name: made.name.trim(),
        contact_list_ids: draft.newLists,
      };
      try {
        const calls = await contactCalls(account);
        await calls.create(body, (error) => {
          failure = error;
        });
      } catch (error) {
        failure = error;
      }
      if (failure === null) continue;
      setProblems({ ...noProblems, to: `${name}: ${words(failure)}` });
      return false;
    }
    return true;
  };
  return {
    draft,
    change,
    channel,
    digitsOf,
    targets,
    templates,
    chosen,
    customFields,
    problems,
    state,
    saving,
    retry,
    /** Says what is in the way. @returns whether nothing is */
    check(): boolean {
      const found = checks.check(draft, targets);
      setProblems(found);
      return !hasProblems(found);
    },
    async send(): Promise<void> {
      if (channel === undefined || saving) return;
      setSaving(true);
      try {
        if (!(await saveContacts())) return;
      } finally {
        setSaving(false);
      }
      put({
        pending: bodyOf(
          draft,
          channel.id,
          targets,
          chosen,
          targets.map(() => uuidv7()),
        ),
      });
    },
    another: () => change({ ...emptyDraft, channelId: draft.channelId }),
  };
}

/** The chosen one, else the last written from, else the first. */
function channelOf(channels: readonly Channel[], id: string | null): Channel | undefined {
  return channels.find((one) => one.id === id) ?? channels.find((one) => one.id === lastChannel()) ?? channels[0];
}

/** Reads numbers as people of the account's country write them; null until the library has come. */
function useDigitsOf(country: string): ReadDigits | null {
  const [library, setLibrary] = useState<PhoneLibrary | null>(phoneLibrary);
  useEffect(() => {
    if (library !== null) return;
    let left = false;
    loadPhoneLibrary().then(
      (loaded) => left || setLibrary(loaded),
      // Without a network nothing could be sent either; the next visit tries again.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [library]);
  return useMemo(
    () => (library === null ? null : (typed: string) => library.readNumber(plain(typed), country).digits),
    [library, country],
  );
}

/** Bare digits that cannot begin at home are how other programs write a number with its country's code. */
function plain(typed: string): string {
  return /^00\d/.test(typed) ? `+${typed.slice(2)}` : typed;
}

/** Takes over whom an address names (`?to=+49…`, `?contact=<id>`), once, and takes them out of the address. */
function useLinked(
  recipients: readonly Recipient[],
  digitsOf: ReadDigits | null,
  free: boolean,
  change: (part: { recipients: Recipient[]; sent: null }) => void,
): void {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const to = typeof search['to'] === 'string' || typeof search['to'] === 'number' ? String(search['to']) : '';
  const contact = typeof search['contact'] === 'string' ? search['contact'] : '';
  const named = `${to} ${contact}`;
  /** Taken over already; the address follows a moment later. */
  const taken = useRef(' ');
  useEffect(() => {
    if (named === ' ') taken.current = named;
    if (!free || taken.current === named || (to !== '' && digitsOf === null)) return;
    taken.current = named;
    const numbers = to === '' || digitsOf === null ? [] : numbersOf(to).map((typed) => recipientOf(typed, digitsOf));
    const known = contact === '' ? [] : [{ key: `contact/${contact}`, typed: '', digits: null, contactId: contact }];
    const held = new Set(recipients.map(({ key }) => key));
    const added = [...numbers, ...known].filter(({ key }) => !held.has(key));
    change({ recipients: [...recipients, ...added].slice(0, 20), sent: null });
    void navigate({ to: '/compose', search: {}, replace: true });
  }, [to, contact, named, digitsOf, free, recipients, change, navigate]);
}

/** In an address a plus is a blank when nobody wrote it as %2B, and bare digits are a number with its country's code. */
function numbersOf(text: string): string[] {
  return splitRecipients(text).map((part) => (/^\d/.test(part) ? `+${part}` : part));
}
