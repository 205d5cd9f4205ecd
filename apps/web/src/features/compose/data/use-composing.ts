import { plainText } from '@parley/contract/phone-text';
import type { Channel, Message } from '@parley/contract/types';
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { uuidv7 } from '../../../platform/id.ts';
import { useServerErrorMessage } from '../../../ui/error-messages.ts';
import { loadPhoneLibrary, type PhoneLibrary, phoneLibrary } from '../../../ui/fields/phone-library.ts';
import { contactCalls } from '../../contacts/public.ts';
import { useAccount, useRows } from '../../sync/public.ts';
import { useTemplatesOf } from '../../templates/public.ts';
import { emptyDraft, lastChannel, type Recipient, saveLastChannel, useComposeDraft } from './draft.ts';
import { bodyOf, sourcesOf } from './messages.ts';
import { type ReadDigits, recipientOf, splitRecipients } from './recipients.ts';
import { storeLiveMessage } from './use-live-messages.ts';
import { hasProblems, noProblems, type Problems, useProblems } from './use-problems.ts';
import { useSending } from './use-sending.ts';
import { invalidateNumbers, useTargets } from './use-targets.ts';

export type Composing = ReturnType<typeof useComposing>;

/** The state of Compose: fields, recipients, validation and sending. */
export function useComposing() {
  const { draft, change: put } = useComposeDraft();
  const account = useAccount();
  const words = useServerErrorMessage();
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
  const checks = useProblems(chosen, customFields);
  const change = useCallback(
    (part: Parameters<typeof put>[0]) => {
      setProblems(noProblems);
      put(part);
    },
    [put],
  );
  useLinkedRecipients(draft.recipients, digitsOf, draft.pending === null, change);
  const router = useRouter();
  // Opening Compose again from the result starts a new message.
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ toLocation }) => {
        if (toLocation.pathname === '/compose') put({ sent: null });
      }),
    [router, put],
  );
  const onSent = (messages: Message[]) => {
    for (const message of messages) storeLiveMessage(message);
    const sent = messages.map((message, at) => {
      const saved = draft.newContacts[targets[at]?.recipient.digits ?? '']?.name.trim();
      const name = saved || (targets[at]?.name ?? (message.to === null ? '' : `+${message.to}`));
      return { id: message.id, threadId: message.thread_id, name };
    });
    if (channel !== undefined) saveLastChannel(channel.id);
    put({ ...emptyDraft, channelId: draft.channelId, sent });
    invalidateNumbers();
  };
  const { state, retry } = useSending(draft.pending, onSent, (error) => {
    put({ pending: null });
    setProblems(checks.fromServer(error, targets));
  });
  /** Creates the new contacts first, because their names are part of the message. @returns whether all succeeded */
  const saveContacts = async (): Promise<boolean> => {
    for (const { recipient, status, name } of targets) {
      const made = draft.newContacts[recipient.digits ?? ''];
      if (status !== 'new' || made === undefined) continue;
      let failure: unknown = null;
      const body = {
        id: made.id,
        phone_number: `+${recipient.digits}`,
        name: made.name.trim(),
        contact_list_ids: draft.newLists,
        ...(channel?.sandbox === true && { sandbox: true as const }),
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
    /** Shows the problems. @returns whether there are none */
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

/** The chosen channel, else the one used last, else the first. */
function channelOf(channels: readonly Channel[], id: string | null): Channel | undefined {
  return channels.find((one) => one.id === id) ?? channels.find((one) => one.id === lastChannel()) ?? channels[0];
}

/** Parses numbers in the national format of the account's country; null until the library is loaded. */
function useDigitsOf(country: string): ReadDigits | null {
  const [library, setLibrary] = useState<PhoneLibrary | null>(phoneLibrary);
  useEffect(() => {
    if (library !== null) return;
    let left = false;
    loadPhoneLibrary().then(
      (loaded) => left || setLibrary(loaded),
      // Nothing can be sent offline either; the next visit tries again.
      () => undefined,
    );
    return () => {
      left = true;
    };
  }, [library]);
  return useMemo(
    () => (library === null ? null : (typed: string) => library.readNumber(typed, country).digits),
    [library, country],
  );
}

/**
 * Adds what the URL names (`?to=+49…`, `?contact=<id>`, `?template=<id>&channel=<id>`), once, and removes it from the
 * URL.
 */
function useLinkedRecipients(
  recipients: readonly Recipient[],
  digitsOf: ReadDigits | null,
  free: boolean,
  change: (part: {
    recipients: Recipient[];
    sent: null;
    how?: 'template';
    templateId?: string;
    channelId?: string;
  }) => void,
): void {
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const to = typeof search['to'] === 'string' || typeof search['to'] === 'number' ? String(search['to']) : '';
  const contact = typeof search['contact'] === 'string' ? search['contact'] : '';
  const template = typeof search['template'] === 'string' ? search['template'] : '';
  // A template belongs to the channels of one WhatsApp account.
  const channel = typeof search['channel'] === 'string' ? search['channel'] : '';
  const named = `${to} ${contact}${template}`;
  /** Already added; the URL follows a moment later. */
  const taken = useRef(' ');
  useEffect(() => {
    if (named === ' ') taken.current = named;
    if (!free || taken.current === named || (to !== '' && digitsOf === null)) return;
    taken.current = named;
    const numbers = to === '' || digitsOf === null ? [] : numbersOf(to).map((typed) => recipientOf(typed, digitsOf));
    const known = contact === '' ? [] : [{ key: `contact/${contact}`, typed: '', digits: null, contactId: contact }];
    const chosenKeys = new Set(recipients.map(({ key }) => key));
    const added = [...numbers, ...known].filter(({ key }) => !chosenKeys.has(key));
    change({
      recipients: [...recipients, ...added].slice(0, 20),
      sent: null,
      ...(template !== '' && { how: 'template' as const, templateId: template }),
      ...(channel !== '' && { channelId: channel }),
    });
    void navigate({ to: '/compose', search: {}, replace: true });
  }, [to, contact, template, channel, named, digitsOf, free, recipients, change, navigate]);
}

/** In a URL an unescaped plus is a space, and bare digits are a number with its country code. */
function numbersOf(text: string): string[] {
  return splitRecipients(text).map((part) => (/^[1-9]/.test(plainText(part)) ? `+${part}` : part));
}
