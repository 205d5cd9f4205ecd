import type { Message } from '@parley/contract/types';

/** What decides where a message stands in its thread. */
export type MessagePosition = Pick<Message, 'timestamp' | 'arrival'>;

const secondLength = '2026-11-20T09:52:07'.length;

function compareArrival(a: string, b: string): number {
  if (a === b) return 0;
  // Decimal strings of 64-bit positions: the longer one is the larger, equal lengths compare as text.
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : 1;
}

/**
 * Order of messages in a thread: the provider's time, which knows only whole seconds, then arrival.
 * Both sides are RFC 3339 in UTC, so text order is time order.
 */
export function compareMessages(a: MessagePosition, b: MessagePosition): number {
  const left = a.timestamp.slice(0, secondLength);
  const right = b.timestamp.slice(0, secondLength);
  if (left !== right) return left < right ? -1 : 1;
  return compareArrival(a.arrival, b.arrival);
}
