import type { Message } from '@parley/contract/types';
import { mediaOf } from '../bubble/media/use-fresh-media.ts';
import { isPdf, isViewable } from '../bubble/media/viewable-media.ts';
import type { TimelineItem } from './timeline-item.ts';

/** Pictures that follow each other within this time were sent together, milliseconds. */
const albumGapMs = 60_000;
/** As many as the composer sends at once. */
const mostPictures = 10;

/**
 * Joins pictures and videos of one sender that were sent together. An album has at most one caption, with its first or
 * its last picture: in the middle it would not be seen whose it is. What needs a notice of its own stays alone.
 */
export function joinAlbums(items: readonly TimelineItem[]): TimelineItem[] {
  const joined: TimelineItem[] = [];
  for (const item of items) {
    const before = joined.at(-1);
    const album = before === undefined ? null : albumOf(before, item);
    if (album === null) joined.push(item);
    else joined[joined.length - 1] = album;
  }
  return joined;
}

/** The item that shows a message; the message's own id while it has none. */
export function keyOfMessage(items: readonly { key: string }[], messageId: string): string {
  const album = (items as readonly TimelineItem[]).find(
    (item) => item.kind === 'album' && item.messages.some(({ id }) => id === messageId),
  );
  return album?.key ?? messageId;
}

function albumOf(before: TimelineItem, item: TimelineItem): TimelineItem | null {
  if (item.kind !== 'message' || item.first || (before.kind !== 'message' && before.kind !== 'album')) return null;
  const { message, last } = item;
  const earlier = before.kind === 'album' ? before.messages : [before.message];
  const previous = earlier.at(-1);
  if (previous === undefined || earlier.length === mostPictures) return null;
  if (!isPicture(previous) || !isPicture(message) || message.context !== undefined) return null;
  if (message.forwarded !== previous.forwarded || message.source !== previous.source) return null;
  if (Date.parse(message.sort_at) - Date.parse(previous.sort_at) >= albumGapMs) return null;
  if (hasCaption(previous) && earlier.length > 1) return null;
  if (hasCaption(message) && earlier.some(hasCaption)) return null;
  // The key of the last one: an album that grows counts as a new item, and older pages do not change it.
  return { kind: 'album', key: item.key, messages: [...earlier, message], first: before.first, last };
}

function hasCaption(message: Message): boolean {
  return (mediaOf(message)?.caption ?? '') !== '';
}

function isPicture(message: Message): boolean {
  const { status, send_state: state, revoked_at, referral, product, edited_at } = message;
  if (!isViewable(message) || isPdf(message)) return false;
  if (status === -1 || state === 'held' || state === 'discarded' || state === 'unknown') return false;
  return [revoked_at, referral, product, edited_at].every((special) => special === undefined);
}
