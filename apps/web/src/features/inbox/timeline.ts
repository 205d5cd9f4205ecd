import type { Message } from '@parley/contract/types';
import { dayOf } from '../../platform/date-format.ts';
import type { OutboxEntry } from '../sync/public.ts';

/** Messages of one author closer together than this stand as one group, milliseconds. */
const groupGapMs = 5 * 60_000;

/** One line of a conversation, oldest first. `first` and `last` say where it stands in its author's group. */
export type TimelineItem =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: 'unread'; count: number }
  | { kind: 'system'; key: string; message: Message }
  | { kind: 'message'; key: string; message: Message; first: boolean; last: boolean }
  | { kind: 'waiting'; key: string; entry: OutboxEntry; first: boolean; last: boolean };

/** Where the line of unread messages stands: before this message, for so many. */
export type UnreadMark = { messageId: string; count: number };

type Line = { id: string; at: string; group: string; message: Message | null; entry: OutboxEntry | null };

/** The day a moment falls on for the person looking: `2026-11-20`. */
export function dayKey(at: string): string {
  return dayOf(new Date(at));
}

/** Before the n-th message from the end that came in; before the oldest held where further unread ones are not held. */
export function unreadMarkOf(messages: readonly Message[], unreadCount: number): UnreadMark | null {
  if (unreadCount <= 0) return null;
  let left = unreadCount;
  let mark: UnreadMark | null = null;
  for (const message of messages.toReversed()) {
    if (message.direction !== 'INCOMING') continue;
    mark = { messageId: message.id, count: unreadCount };
    left -= 1;
    if (left === 0) break;
  }
  return mark;
}

/**
 * Lays out a conversation: day pills, the unread line, groups, and at the end what still waits on this device.
 * @param messages oldest first
 * @param waiting  of this thread, in the order they were written
 * @param uid      the person whose messages wait
 */
export function layOutTimeline(
  messages: readonly Message[],
  waiting: readonly OutboxEntry[],
  unread: UnreadMark | null,
  uid: string,
): TimelineItem[] {
  const known = new Set(messages.map(({ id }) => id));
  const lines: Line[] = messages.map((message) => ({
    id: message.id,
    at: message.timestamp,
    group: `${message.direction} ${message.direction === 'OUTGOING' ? message.created_by : ''}`,
    message,
    entry: null,
  }));
  for (const entry of waiting) {
    // The server's row takes the place of the waiting one; both are never shown.
    if (known.has(entry.id) || entry.body.type === 'reaction') continue;
    lines.push({ id: entry.id, at: entry.created_at, group: `OUTGOING ${uid}`, message: null, entry });
  }
  const items: TimelineItem[] = [];
  let day = '';
  lines.forEach((line, index) => {
    const lineDay = dayKey(line.at);
    if (lineDay !== day) items.push({ kind: 'day', key: `day ${lineDay}`, at: line.at });
    day = lineDay;
    if (unread?.messageId === line.id) items.push({ kind: 'unread', key: 'unread', count: unread.count });
    items.push(itemOf(line, lines[index - 1], lines[index + 1], unread));
  });
  return items;
}

function itemOf(
  line: Line,
  before: Line | undefined,
  after: Line | undefined,
  unread: UnreadMark | null,
): TimelineItem {
  if (line.message?.type === 'system') return { kind: 'system', key: line.id, message: line.message };
  const first = !joins(before, line) || unread?.messageId === line.id;
  const last = !joins(line, after) || unread?.messageId === after?.id;
  if (line.entry !== null) return { kind: 'waiting', key: line.id, entry: line.entry, first, last };
  return { kind: 'message', key: line.id, message: line.message as Message, first, last };
}

function joins(before: Line | undefined, after: Line | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  if (before.message?.type === 'system' || after.message?.type === 'system') return false;
  if (before.group !== after.group || dayKey(before.at) !== dayKey(after.at)) return false;
  return Date.parse(after.at) - Date.parse(before.at) < groupGapMs;
}
