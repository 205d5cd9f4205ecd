import type { Message, Note, ThreadEvent } from '@parley/contract/types';
import { dayKey } from '../../../platform/day-key.ts';
import type { NoteEntry, OutboxEntry } from '../../sync/public.ts';
import type { TimelineNotes } from '../notes/use-notes.ts';
import { joinAlbums } from './albums.ts';
import type { TimelineItem } from './timeline-item.ts';

/** Messages of one author closer together than this form a group, milliseconds. */
const groupGapMs = 5 * 60_000;

/** The position of the unread line: the message it precedes, and the number of unread messages. */
export type UnreadMark = { messageId: string; count: number };

type Line = { id: string; at: string; group: string } & (
  | { message: Message }
  | { entry: OutboxEntry | NoteEntry }
  | { note: Note }
  | { event: ThreadEvent }
);

/**
 * Before the n-th message from the end that was received; with fewer, before the oldest.
 * @param fromBeginning whether the start of the thread is loaded
 * @returns null where nothing is unread, and where the first unread message is not loaded
 */
export function unreadMarkOf(
  messages: readonly Message[],
  unreadCount: number,
  fromBeginning: boolean,
): UnreadMark | null {
  if (unreadCount <= 0) return null;
  let left = unreadCount;
  let mark: UnreadMark | null = null;
  for (const message of messages.toReversed()) {
    if (message.direction !== 'INCOMING' || message.type === 'system') continue;
    // Who was talked to has nothing unread.
    if (message.type === 'call' && message.call?.outcome !== 'missed') continue;
    mark = { messageId: message.id, count: unreadCount };
    left -= 1;
    if (left === 0) return mark;
  }
  return fromBeginning ? mark : null;
}

/**
 * Lays out a conversation: day pills, the unread line, groups, albums, notes at their time, and queued messages at the
 * end.
 * @param messages oldest first
 * @param waiting of this thread, in the order they were written
 * @param uid the user whose messages wait
 */
export function layOutTimeline(
  messages: readonly Message[],
  waiting: readonly OutboxEntry[],
  unread: UnreadMark | null,
  uid: string,
  notes: TimelineNotes = noNotes,
  events: readonly ThreadEvent[] = [],
): TimelineItem[] {
  const between = [...inTime(notes.loaded.map(noteLine), events.map(eventLine))];
  const lines = [...inTime(messages.map(messageLine), between)];
  // The server's row replaces the queued one; both are never shown.
  const known = new Set(lines.map(({ id }) => id));
  const waits = [...waiting.filter(({ body }) => body.type !== 'reaction'), ...notes.waiting]
    .filter(({ id }) => !known.has(id))
    .sort((a, b) => a.order - b.order);
  for (const entry of waits) {
    const group = entry.kind === 'note' ? `NOTE ${uid}` : `OUTGOING ${uid}`;
    lines.push({ id: entry.id, at: entry.created_at, group, entry });
  }
  const items: TimelineItem[] = [];
  let day = '';
  lines.forEach((line, index) => {
    const lineDay = dayKey(line.at);
    // Days never go back: queued messages have this device's time, whose clock may be slow.
    if (lineDay > day) {
      items.push({ kind: 'day', key: `day ${lineDay}`, at: line.at });
      day = lineDay;
    }
    if (unread?.messageId === line.id) items.push({ kind: 'unread', key: 'unread', count: unread.count });
    items.push(itemOf(line, lines[index - 1], lines[index + 1], unread));
  });
  return joinAlbums(items);
}

const noNotes: TimelineNotes = { loaded: [], waiting: [] };

function messageLine(message: Message): Line {
  const { id, sort_at, direction, created_by: by, imported, sender_id: sender = '' } = message;
  return {
    id,
    at: sort_at,
    group: `${direction} ${imported?.author ?? (direction === 'OUTGOING' ? by : sender)}`,
    message,
  };
}

function noteLine(note: Note): Line {
  return { id: note.id, at: note.created_at, group: `NOTE ${note.created_by}`, note };
}

function eventLine(event: ThreadEvent): Line {
  return { id: event.id, at: event.created_at, group: 'EVENT', event };
}

/** Inserts notes and activity between messages. Neither changes the order of the other. */
function* inTime(messages: readonly Line[], notes: readonly Line[]): Generator<Line> {
  let next = 0;
  for (const message of messages) {
    for (let note = notes[next]; note !== undefined && precedes(note, message); note = notes[next]) {
      next += 1;
      yield note;
    }
    yield message;
  }
  yield* notes.slice(next);
}

/** What WhatsApp told of a group before a message of the same second has the time of that second. */
function precedes(line: Line, message: Line): boolean {
  return line.at < message.at || (line.at === message.at && 'event' in line && line.event.kind === 'group');
}

function itemOf(
  line: Line,
  before: Line | undefined,
  after: Line | undefined,
  unread: UnreadMark | null,
): TimelineItem {
  const first = !joins(before, line) || unread?.messageId === line.id;
  const last = !joins(line, after) || unread?.messageId === after?.id;
  if ('event' in line) return { kind: 'event', key: line.id, event: line.event };
  if ('note' in line) return { kind: 'note', key: line.id, note: line.note, first };
  if ('message' in line) {
    const { message } = line;
    if (isSystem(line)) return { kind: 'system', key: line.id, message };
    return { kind: 'message', key: line.id, message, first, last };
  }
  const { entry } = line;
  return entry.kind === 'note'
    ? { kind: 'waiting-note', key: line.id, entry, first }
    : { kind: 'waiting', key: line.id, entry, first, last };
}

function isSystem(line: Line): boolean {
  return 'event' in line || ('message' in line && line.message.type === 'system');
}

function joins(before: Line | undefined, after: Line | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  if (isSystem(before) || isSystem(after)) return false;
  if (before.group !== after.group || dayKey(before.at) !== dayKey(after.at)) return false;
  return Date.parse(after.at) - Date.parse(before.at) < groupGapMs;
}
