import type { ComposeBody } from '@parley/contract/types';
import { useCallback, useRef, useState } from 'react';
import { accountStorage } from '../../../platform/account-storage.ts';
import { readJson } from '../../../platform/storage.ts';

/** A recipient in the To field: a number, or a contact whose number may be masked. */
export type Recipient = {
  /** The identity of a recipient: E.164 digits, `contact/<id>`, or the typed text where it is not a number. */
  key: string;
  /** As typed or pasted. */
  typed: string;
  /** E.164 digits; null for a contact with a masked number, and for text that is not a number. */
  digits: string | null;
  contactId: string | null;
};

/** The source of a template variable's value. */
export type VariableSource = { from: 'field'; name: string; fallback: string } | { from: 'value'; value: string };

/** A number for which a contact is created with the send. */
export type NewContact = { name: string; id: string };

export type ComposeDraft = {
  channelId: string | null;
  recipients: Recipient[];
  how: 'template' | 'text';
  text: string;
  /** For variables of the text, by name. */
  fallbacks: Record<string, string>;
  /** Unknown variables of the text that are sent as they stand. */
  asTyped: string[];
  /** Null: the channel's default; '' while another is being chosen. */
  templateId: string | null;
  /** By template and variable, so that switching between templates loses nothing. */
  sources: Record<string, Record<string, VariableSource>>;
  /** By digits. */
  newContacts: Record<string, NewContact>;
  newLists: string[];
  /** When it is sent; null: at once. */
  sendAt: string | null;
  /** A call that was not answered yet; it is repeated until it is. */
  pending: ComposeBody | null;
  /** The result of the last send, until a new message is started. */
  sent: { id: string; threadId: string; name: string }[] | null;
};

export const emptyDraft: ComposeDraft = {
  channelId: null,
  recipients: [],
  how: 'template',
  text: '',
  fallbacks: {},
  asTyped: [],
  templateId: null,
  sources: {},
  newContacts: {},
  newLists: [],
  sendAt: null,
  pending: null,
  sent: null,
};

const key = 'compose:draft';
const channelKey = 'compose:channel';

/** A part with an unknown shape (from another version) is ignored. */
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

/** The unsent message on this device. Every change is stored at once. */
export function useComposeDraft() {
  // The result of a send is shown once: returning to the page starts a new message.
  const [draft, setDraft] = useState((): ComposeDraft => ({ ...readDraft(accountStorage().get(key)), sent: null }));
  const now = useRef(draft);
  const change = useCallback((part: Partial<ComposeDraft> | ((draft: ComposeDraft) => Partial<ComposeDraft>)) => {
    now.current = { ...now.current, ...(typeof part === 'function' ? part(now.current) : part) };
    accountStorage().set(key, JSON.stringify(now.current));
    setDraft(now.current);
  }, []);
  return { draft, change };
}

/** Replaces the current draft, for a page that leads to Compose. */
export function replaceDraft(draft: Partial<ComposeDraft>): void {
  accountStorage().set(key, JSON.stringify({ ...emptyDraft, ...draft }));
}

/** Whether unsent content would be lost. */
export function hasDraft(): boolean {
  const { recipients, text, pending } = readDraft(accountStorage().get(key));
  return recipients.length > 0 || text.trim() !== '' || pending !== null;
}

/** The channel used last on this device. */
export function lastChannel(): string | null {
  return accountStorage().get(channelKey);
}

export function saveLastChannel(id: string): void {
  accountStorage().set(channelKey, id);
}
