import type { ComposeBody } from '@parley/contract/types';
import { useCallback, useRef, useState } from 'react';
import { accountStorage } from '../../platform/account-storage.ts';
import { readJson } from '../../platform/storage.ts';

/** Somebody in the To field: a number, or a contact whose number may be hidden from this person. */
export type Recipient = {
  /** What tells people apart here: E.164 digits, `contact/<id>`, or what was typed where it is no number. */
  key: string;
  /** As it was typed or pasted. */
  typed: string;
  /** E.164 digits; null for a contact without a number to be seen, and for what is no number. */
  digits: string | null;
  contactId: string | null;
};

/** Where the value of a template's variable comes from. */
export type SlotSource = { from: 'field'; name: string; fallback: string } | { from: 'value'; value: string };

/** A number that becomes a contact with the send. */
export type NewContact = { name: string; id: string };

export type ComposeDraft = {
  channelId: string | null;
  recipients: Recipient[];
  how: 'template' | 'text';
  text: string;
  /** For variables of the text, by name. */
  fallbacks: Record<string, string>;
  /** Null: the one the channel offers first; '' while another is being chosen. */
  templateId: string | null;
  /** By template and key of its slot, so that going from one to the other and back loses nothing. */
  sources: Record<string, Record<string, SlotSource>>;
  /** By digits. */
  newContacts: Record<string, NewContact>;
  newLists: string[];
  /** A call that left and was not answered yet; the same goes again until it is. */
  pending: ComposeBody | null;
  /** What the server took, until another message is begun. */
  sent: { id: string; threadId: string; name: string }[] | null;
};

export const emptyDraft: ComposeDraft = {
  channelId: null,
  recipients: [],
  how: 'template',
  text: '',
  fallbacks: {},
  templateId: null,
  sources: {},
  newContacts: {},
  newLists: [],
  pending: null,
  sent: null,
};

const key = 'compose:draft';
const channelKey = 'compose:channel';

/** A part that another version wrote in another shape counts as never written. */
export function readDraft(stored: string | null): ComposeDraft {
  const value = readJson(stored);
  if (typeof value !== 'object' || value === null) return emptyDraft;
  const parts = Object.entries(emptyDraft).map(([name, empty]) => {
    const part = (value as Record<string, unknown>)[name];
    const fits =
      empty === null || part === undefined
        ? part !== undefined
        : typeof part === typeof empty && Array.isArray(part) === Array.isArray(empty) && part !== null;
    return [name, fits ? part : empty];
  });
  return Object.fromEntries(parts) as ComposeDraft;
}

/** What was begun and not sent, on this device. Every change is kept at once. */
export function useComposeDraft() {
  const [draft, setDraft] = useState(() => readDraft(accountStorage().get(key)));
  const now = useRef(draft);
  const change = useCallback((part: Partial<ComposeDraft> | ((draft: ComposeDraft) => Partial<ComposeDraft>)) => {
    now.current = { ...now.current, ...(typeof part === 'function' ? part(now.current) : part) };
    accountStorage().set(key, JSON.stringify(now.current));
    setDraft(now.current);
  }, []);
  return { draft, change };
}

/** Puts a draft in place of what was begun, for a page that leads to Compose. */
export function beginDraft(draft: Partial<ComposeDraft>): void {
  accountStorage().set(key, JSON.stringify({ ...emptyDraft, ...draft }));
}

/** Whether something stands there that would be lost. */
export function hasDraft(): boolean {
  const { recipients, text, pending } = readDraft(accountStorage().get(key));
  return recipients.length > 0 || text.trim() !== '' || pending !== null;
}

/** The channel that was written from last on this device. */
export function lastChannel(): string | null {
  return accountStorage().get(channelKey);
}

export function keepLastChannel(id: string): void {
  accountStorage().set(channelKey, id);
}
