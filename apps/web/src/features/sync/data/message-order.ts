import type { Message } from '@parley/contract/types';

/** The sort keys of a message in its thread. */
export type MessagePosition = Pick<Message, 'sort_at' | 'id'>;

/** The server's order of messages in a thread. Times of one format and ids compare as texts. */
export function compareMessages(a: MessagePosition, b: MessagePosition): number {
  if (a.sort_at !== b.sort_at) return a.sort_at < b.sort_at ? -1 : 1;
  if (a.id === b.id) return 0;
  return a.id < b.id ? -1 : 1;
}
