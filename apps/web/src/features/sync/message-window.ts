import type { Message } from '@parley/contract/types';
import { compareMessages } from './message-order.ts';

/** Thread pages are read this many messages at a time. */
export const windowPageSize = 50;

/**
 * The unbroken newest stretch of one thread. Never edited in place: a change makes a new object.
 * Everything from the oldest message held to the newest of the thread is here; older pages follow by `olderCursor`.
 */
export type MessageWindow = {
  threadId: string;
  /** Oldest first. */
  messages: readonly Message[];
  /** Where the next older page begins; null when the beginning of the thread is held. */
  olderCursor: string | null;
  /** `cached` came from this device and may be behind; `current` is kept right by the feed. */
  state: 'cached' | 'current';
  /** Deleted ids with the version of the deletion. */
  deleted: ReadonlyMap<string, number>;
};

/** One page as `GET /api/threads/{id}/messages` answers it: newest first. */
export type MessagePage = { data: readonly Message[]; next_cursor: string | null };

/** One message event of the feed: `row` is null when the message was deleted. */
export type MessageEvent = { id: string; version: number; row: Message | null };

/** The window that the newest page of a thread makes. */
export function windowFromPage(threadId: string, page: MessagePage): MessageWindow {
  return {
    threadId,
    messages: page.data.toSorted(compareMessages),
    olderCursor: page.next_cursor,
    state: 'current',
    deleted: new Map(),
  };
}

/** Index at which a message belongs: behind all that are not later. */
function insertionIndex(messages: readonly Message[], message: Message): number {
  let low = 0;
  let high = messages.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = messages[middle];
    if (at !== undefined && compareMessages(at, message) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function withMessage(messages: readonly Message[], message: Message): Message[] {
  return messages.toSpliced(insertionIndex(messages, message), 0, message);
}

/**
 * Applies one event by version. A message older than the stretch held is left out: it comes with its page.
 * @returns the same object when nothing changed
 */
export function applyToWindow(window: MessageWindow, event: MessageEvent): MessageWindow {
  const at = window.messages.findLastIndex((message) => message.id === event.id);
  const held = window.messages[at];
  if ((held?.version ?? -1) >= event.version) return window;
  if ((window.deleted.get(event.id) ?? -1) >= event.version) return window;
  if (event.row === null) {
    const deleted = new Map(window.deleted).set(event.id, event.version);
    return { ...window, deleted, messages: held === undefined ? window.messages : window.messages.toSpliced(at, 1) };
  }
  if (held !== undefined) {
    const unmoved = compareMessages(held, event.row) === 0;
    const messages = unmoved
      ? window.messages.with(at, event.row)
      : withMessage(window.messages.toSpliced(at, 1), event.row);
    return { ...window, messages };
  }
  const oldest = window.messages[0];
  const reachesBeginning = window.olderCursor === null;
  if (!reachesBeginning && (oldest === undefined || compareMessages(event.row, oldest) < 0)) return window;
  return { ...window, messages: withMessage(window.messages, event.row) };
}

/** Joins the next older page to a window; rows held already stay when they are as new. */
export function addOlderPage(window: MessageWindow, page: MessagePage): MessageWindow {
  const reaching: MessageWindow = { ...window, olderCursor: null };
  const joined = page.data.reduce(
    (result, row) => applyToWindow(result, { id: row.id, version: row.version, row }),
    reaching,
  );
  return { ...joined, olderCursor: page.next_cursor };
}
