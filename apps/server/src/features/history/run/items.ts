import { phoneMatchKey } from '@parley/contract/phone-forms';
import { parsePhone } from '@parley/contract/phone-number';
import { said } from '@parley/contract/said';
import type { ChatSettings, HistoryRecord } from '@parley/contract/types';
import { readPhone } from '../../imports/public.ts';
import { momentOf } from '../read/chat-dates.ts';
import type { OmittedKind } from '../read/chat-line.ts';
import { type FileRow, isRecord, isSkipped, sampleOf } from '../read/rows.ts';

type Message = Extract<HistoryRecord, { type: 'message' }>;
type Place = {
  /** The line of the file. */
  no: number;
  /** Digits of the customer, and what they are the same as. */
  phone: string;
  key: string;
};

/** A row of the file as what is to be written; times in milliseconds since 1970. */
export type Item =
  | (Place & { kind: 'contact'; name: string; fields: Record<string, string> })
  | (Place & { kind: 'conversation'; state: 'ACTIVE' | 'DONE'; labels: string[] })
  | (Place & {
      kind: 'message';
      /** The same in every export that has the message. */
      sourceId: string;
      atMs: number;
      direction: 'INCOMING' | 'OUTGOING';
      author: { name: string; email?: string | undefined } | null;
      status: Message['status'];
      providerId: string | null;
      text: string;
      file: { path: string; name: string; voice: boolean } | null;
      /** There was a file of this kind that the export does not have. */
      omitted: OmittedKind | null;
      location: Message['location'] | null;
      quotedId: string | null;
    })
  | (Place & {
      kind: 'note';
      sourceId: string;
      atMs: number;
      author: { name: string; email?: string | undefined } | null;
      text: string;
    })
  | { kind: 'reply'; no: number; shortcut: string; name: string; text: string };

/** What belongs to a customer. */
export type PersonItem = Exclude<Item, { kind: 'reply' }>;
export const isOfPerson = (item: Item): item is PersonItem => item.kind !== 'reply';
export type ReplyItem = Extract<Item, { kind: 'reply' }>;
export type MessageItem = Extract<Item, { kind: 'message' }>;
export type NoteItem = Extract<Item, { kind: 'note' }>;

/** Why a row can't be written. */
export type Refused = { no: number; reason: string; sample: string };

export const isRefused = (item: Item | Refused): item is Refused => 'reason' in item;

/** @param isGroup whether several customers write in the chat @param country of numbers without a country code @returns null for what reading left out already */
export function toItem(
  row: FileRow,
  country: string,
  settings: ChatSettings | null,
  isGroup: boolean,
): Item | Refused | null {
  if (isSkipped(row)) return null;
  if (isRecord(row)) return recordItem(row.no, row.record, country);
  if (settings === null) throw new Error('a chat export without settings');
  const phone = settings.phone_number === null ? null : parsePhone(settings.phone_number, country);
  if (phone === null) throw new Error('a chat export without a number');
  const atMs = momentOf(row.written, settings.date_order, settings.time_zone);
  const sample = sampleOf(row.text || (row.file ?? ''));
  if (atMs === null)
    return { no: row.no, reason: said('Its date does not exist in the chosen order of day and month'), sample };
  if (isFuture(atMs)) return { no: row.no, reason: futureReason, sample };
  const own = settings.own_names.includes(row.name);
  return {
    kind: 'message',
    no: row.no,
    phone,
    key: phoneMatchKey(phone),
    sourceId: JSON.stringify([atMs, row.nth, own, row.text, row.file ?? null]),
    atMs,
    direction: own ? 'OUTGOING' : 'INCOMING',
    author: own || isGroup ? { name: row.name } : null,
    status: undefined,
    providerId: null,
    text: row.text,
    file:
      row.file === undefined
        ? null
        : { path: row.file, name: row.file, voice: /(?:^|-)PTT-|-AUDIO-|\.opus$/i.test(row.file) },
    omitted: row.omitted ?? null,
    location: row.location ?? null,
    quotedId: null,
  };
}

const dayMs = 86_400_000;
const futureReason = 'Its date is in the future';

/** Clocks and time zones may be a day off; what is later would stand above all new messages for ever. */
const isFuture = (atMs: number) => atMs > Date.now() + dayMs;

function recordItem(no: number, record: HistoryRecord, country: string): Item | Refused {
  if (record.type === 'saved_reply') {
    const { shortcut, name = shortcut, text } = record;
    return { kind: 'reply', no, shortcut, name, text };
  }
  const phone = readPhone(record.phone_number, country);
  if (phone === null) return { no, reason: said('This is not a phone number'), sample: sampleOf(record.phone_number) };
  const place = { no, phone, key: phoneMatchKey(phone) };
  if (record.type === 'contact') return { ...place, kind: 'contact', name: record.name, fields: record.fields ?? {} };
  if (record.type === 'conversation')
    return { ...place, kind: 'conversation', state: record.state, labels: record.labels };
  const atMs = Date.parse(record.at);
  if (isFuture(atMs)) return { no, reason: futureReason, sample: sampleOf(record.text ?? '') };
  const sourceId = record.id ?? JSON.stringify({ ...record, author: undefined });
  const author = record.author ?? null;
  if (record.type === 'note') return { ...place, kind: 'note', sourceId, atMs, author, text: record.text };
  const { file, location, direction, status, text = '' } = record;
  return {
    ...place,
    kind: 'message',
    ...{ sourceId, atMs, direction, author, status, text },
    providerId: record.provider_message_id ?? null,
    file:
      file === undefined
        ? null
        : { path: file.path, name: file.name ?? file.path.split('/').at(-1) ?? file.path, voice: file.voice === true },
    omitted: null,
    location: location ?? null,
    quotedId: record.quoted_id ?? null,
  };
}
