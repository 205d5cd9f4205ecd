import type { Message, Note } from '@parley/contract/types';
import type { NoteEntry, OutboxEntry } from '../sync/public.ts';
import { dayKey } from './day-key.ts';

/** Messages of one author closer together than this stand as one group, milliseconds. */
const groupGapMs = 5 * 60_000;

/** One line of a conversation, oldest first. `first` and `last` say where it stands in its author's group. */
export type TimelineItem =
  | { kind: 'day'; key: string; at: string }
  | { kind: 'unread'; key: 'unread'; count: number }
  | { kind: 'system'; key: string; message: Message }
  | { kind: 'message'; key: string; message: Message; first: boolean; last: boolean }
  | { kind: 'waiting'; key: string; entry: OutboxEntry; first: boolean; last: boolean }
  | { kind: 'note'; key: string; note: Note; first: boolean }
  | { kind: 'waiting-note'; key: string; entry: NoteEntry; first: boolean };

/** What the team wrote to itself beside the messages: oldest first, and what of it still waits on this device. */
export type NotesBeside = { held: readonly Note[]; waiting: readonly NoteEntry[] };

/** Where the line of unread messages stands: before this message, for so many. */
export type UnreadMark = { messageId: string; count: number };

type Line = { id: string; at: string; group: string } & (
  | { message: Message }
  | { entry: OutboxEntry | NoteEntry }
  | { note: Note }
);

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
 * Lays out a conversation: day pills, the unread line, groups, notes where they were written, and at the end what still
 * waits on this device.
 * @param messages oldest first
 * @param waiting  of this thread, in the order they were written
 * @param uid      the person whose messages wait
 */
export function layOutTimeline(
  messages: readonly Message[],
  waiting: readonly OutboxEntry[],
  unread: UnreadMark | null,
  uid: string,
  notes: NotesBeside = noNotes,
): TimelineItem[] {
  const lines = [...inTime(messages.map(messageLine), notes.held.map(noteLine))];
  // The server's row takes the place of the waiting one; both are never shown.
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
    if (lineDay !== day) items.push({ kind: 'day', key: `day ${lineDay}`, at: line.at });
    day = lineDay;
    if (unread?.messageId === line.id) items.push({ kind: 'unread', key: 'unread', count: unread.count });
    items.push(itemOf(line, lines[index - 1], lines[index + 1], unread));
  });
  return items;
}

const noNotes: NotesBeside = { held: [], waiting: [] };

function messageLine(message: Message): Line {
  const { id, timestamp, direction, created_by: by } = message;
  return { id, at: timestamp, group: `${direction} ${direction === 'OUTGOING' ? by : ''}`, message };
}

function noteLine(note: Note): Line {
  return { id: note.id, at: note.created_at, group: `NOTE ${note.created_by}`, note };
}

/** Puts notes between messages. Neither moves within its own kind: messages have an order of their own. */
function* inTime(messages: readonly Line[], notes: readonly Line[]): Generator<Line> {
  let next = 0;
  for (const message of messages) {
    for (let note = notes[next]; note !== undefined && note.at < message.at; note = notes[next]) {
      next += 1;
      yield note;
    }
    yield message;
  }
  yield* notes.slice(next);
}

function itemOf(
  line: Line,
  before: Line | undefined,
  after: Line | undefined,
  unread: UnreadMark | null,
): TimelineItem {
  const first = !joins(before, line) || unread?.messageId === line.id;
  const last = !joins(line, after) || unread?.messageId === after?.id;
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
  return 'message' in line && line.message.type === 'system';
}

function joins(before: Line | undefined, after: Line | undefined): boolean {
  if (before === undefined || after === undefined) return false;
  if (isSystem(before) || isSystem(after)) return false;
  if (before.group !== after.group || dayKey(before.at) !== dayKey(after.at)) return false;
  return Date.parse(after.at) - Date.parse(before.at) < groupGapMs;
}
