import type { Message } from '@parley/contract/types';
import { compareMessages } from './message-order.ts';

/** Thread pages are read this many messages at a time. */
export const windowPageSize = 50;

/**
 * The newest messages of one thread without a gap, from the oldest loaded one to the newest of the thread;
 * `olderCursor` loads older pages. Immutable: a change creates a new object.
 */
export type MessageWindow = {
  threadId: string;
  /** Oldest first. */
  messages: readonly Message[];
  /** The cursor of the next older page; null when the beginning of the thread is loaded. */
  olderCursor: string | null;
  /** `cached`: from this device, may be outdated; `current`: kept current by the feed. */
  state: 'cached' | 'current';
  /** Deleted ids with the version of the deletion. */
  deleted: ReadonlyMap<string, number>;
};

/** One page of `GET /api/threads/{id}/messages`: newest first. */
export type MessagePage = { data: readonly Message[]; next_cursor: string | null };

/** One message event of the feed: `row` is null when the message was deleted. */
export type MessageEvent = { id: string; version: number; row: Message | null };

/** The window of a thread's newest page. */
export function windowFromPage(threadId: string, page: MessagePage): MessageWindow {
  return {
    threadId,
    messages: page.data.toSorted(compareMessages),
    olderCursor: page.next_cursor,
    state: 'current',
    deleted: new Map(),
  };
}

/** The index of a message: after all that are not later. */
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
 * Applies one event by version. A message older than the window is skipped: it comes with its page.
 * @returns the same object when nothing changed
 */
export function applyToWindow(window: MessageWindow, event: MessageEvent): MessageWindow {
  const at = window.messages.findLastIndex((message) => message.id === event.id);
  const existing = window.messages[at];
  if ((existing?.version ?? -1) >= event.version) return window;
  if ((window.deleted.get(event.id) ?? -1) >= event.version) return window;
  if (event.row === null) {
    const deleted = new Map(window.deleted).set(event.id, event.version);
    return {
      ...window,
      deleted,
      messages: existing === undefined ? window.messages : window.messages.toSpliced(at, 1),
    };
  }
  if (existing !== undefined) {
    const unmoved = compareMessages(existing, event.row) === 0;
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

/** Adds the next older page to a window; loaded rows stay when they are as new. */
export function addOlderPage(window: MessageWindow, page: MessagePage): MessageWindow {
  const reaching: MessageWindow = { ...window, olderCursor: null };
  const joined = page.data.reduce(
    (result, row) => applyToWindow(result, { id: row.id, version: row.version, row }),
    reaching,
  );
  return { ...joined, olderCursor: page.next_cursor };
}
