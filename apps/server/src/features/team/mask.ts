import { mapTexts } from '@parley/contract/map-texts';
import { digitsIn, plainText } from '@parley/contract/phone-text';
import type { Campaign, Channel, Contact, Filter, Message, OutputOf, Selection, Thread } from '@parley/contract/types';

type Trigger = OutputOf<'GET /api/messages/{id}/triggers'>['data'][number];

const shownFirst = 2;
const shownLast = 3;
const dot = '•';
/** Any text in a system notice that could be a number: WhatsApp writes the customer's new number there. */
const numberLike = /\+?\d{7,15}/g;

/** A channel without its ids at WhatsApp, the ends of its credentials and its adapter's address. */
export function maskChannel(channel: Channel): Channel {
  return {
    ...channel,
    phone_number_id: '',
    waba_id: '',
    secrets: { access_token: '', app_secret: '', verify_token: '' },
    adapter_url: null,
    previous_until: null,
  };
}

/** E.164 digits with all but the first two and the last three hidden. */
export function maskDigits(digits: string): string {
  const hidden = Math.max(digits.length - shownFirst - shownLast, 0);
  return `${digits.slice(0, shownFirst)}${dot.repeat(hidden)}${digits.slice(-shownLast)}`;
}

/** A broadcast without the typed numbers, which identify its recipients and could be searched for. */
export function maskCampaign(campaign: Campaign): Campaign {
  const { phone_numbers: numbers, filter, selection, ...audience } = campaign.audience;
  return {
    ...campaign,
    audience: {
      ...audience,
      ...(numbers === undefined ? {} : { phone_numbers: numbers.map(maskText) }),
      ...(filter === undefined ? {} : { filter: maskFilter(filter) }),
      ...(selection === undefined ? {} : { selection: maskSelection(selection) }),
    },
  };
}

function maskSelection(selection: Selection): Selection {
  if ('ids' in selection) return selection;
  const { filter, search, ...rest } = selection;
  return {
    ...rest,
    ...(filter === undefined ? {} : { filter: maskFilter(filter) }),
    ...(search === undefined ? {} : { search: /\d{3}/.test(plainText(search)) ? maskText(search) : search }),
  };
}

/** Conditions without the numbers that they compare with. */
export function maskFilter(filter: Filter): Filter {
  if ('all' in filter) return { all: filter.all.map(maskFilter) };
  if ('any' in filter) return { any: filter.any.map(maskFilter) };
  const { field, value } = filter;
  if (value === undefined) return filter;
  if (field === 'phone_number') return { ...filter, value: maskText(value) };
  return field === 'name' ? { ...filter, value: value.replaceAll(numberLike, maskText) } : filter;
}

/** Whether a filter contains a number that is masked for its sender. */
export function isMaskedFilter(filter: Filter): boolean {
  return JSON.stringify(filter).includes(dot);
}

/** Whether this is what `maskText` makes of a number, with nothing else in it. */
export function isMaskedNumber(typed: string): boolean {
  return new RegExp(`^\\d{${shownFirst}}${dot}+\\d{${shownLast}}$`).test(typed);
}

/** A typed number, masked like any other. */
export function maskText(typed: string): string {
  return maskDigits(digitsIn(typed));
}

/** What rows about one recipient of a broadcast have in common. */
export type MaskedRecipient = {
  name: string;
  phone_number: string | null;
  phone_masked?: string | undefined;
  values: Record<string, string>;
};

/** A recipient of a broadcast without the number, anywhere in the row. */
export function maskRecipient<R extends MaskedRecipient>(row: R): R {
  if (row.phone_number === null) return row;
  const digits = row.phone_number.replaceAll(/\D/g, '');
  const shown = { ...row, phone_number: null, phone_masked: maskDigits(digits) };
  return digits.length < 5 ? shown : hideDeep(shown, digits);
}

export function maskContact(contact: Contact): Contact {
  if (contact.phone_number === null) return contact;
  const number = contact.phone_number;
  const { other_numbers: _others, ...rest } = contact;
  const { name, custom_fields } = hideDeep({ name: contact.name, custom_fields: contact.custom_fields }, number);
  return { ...rest, name, custom_fields, ...masked(number) };
}

export function maskSyncedUser(contact: Thread['contact']): Thread['contact'] {
  const number = contact.phone_number;
  return number === null ? contact : { ...contact, name: hideIn(contact.name, number), ...masked(number) };
}

export function maskThread(thread: Thread): Thread {
  const { last_message: last, unanswered, group } = thread;
  const numbers = [thread.contact, ...(group?.participants ?? [])].flatMap(({ phone_number: number }) => number ?? []);
  if (numbers.length === 0) return thread;
  const hidden = (type: string, preview: string) =>
    type === 'system' ? preview.replaceAll(numberLike, '…') : numbers.reduce(hideIn, preview);
  return {
    ...thread,
    contact: maskSyncedUser(thread.contact),
    ...(group && {
      group: { ...group, participants: group.participants.map((one) => ({ ...one, ...maskSyncedUser(one) })) },
    }),
    last_message: last && { ...last, preview: hidden(last.type, last.preview) },
    ...(unanswered && { unanswered: { ...unanswered, preview: hidden(unanswered.type, unanswered.preview) } }),
  };
}

/** A message without its customer's number, anywhere in it. */
export function maskMessage(message: Message): Message {
  const { to, system } = message;
  const shown = to === null ? message : hideDeep({ ...message, to: null }, to);
  return system === undefined ? shown : { ...shown, system: hideNumbers(system) as typeof system };
}

export function maskTrigger(trigger: Trigger): Trigger {
  const { to } = trigger.meta_data;
  const { to: _to, ...payload } = trigger.payload;
  const without = { ...trigger, meta_data: { ...trigger.meta_data, to: null }, payload };
  return to === null ? without : hideDeep(without, to);
}

/** A row about a conversation, without its customer's number anywhere in it. */
export function maskAbout<T>(row: T, number: string | null): T {
  return number === null || number === '' ? row : hideDeep(row, number);
}

function masked(number: string): { phone_number: null; phone_masked: string } {
  return { phone_number: null, phone_masked: maskDigits(number) };
}

function hideIn(text: string, number: string): string {
  return text.replaceAll(`+${number}`, maskDigits(number)).replaceAll(number, maskDigits(number));
}

function hideDeep<T>(value: T, number: string): T {
  return mapTexts(value, (text) => hideIn(text, number));
}

function hideNumbers(value: unknown): unknown {
  return mapTexts(value, (text) => text.replaceAll(numberLike, '…'));
}
