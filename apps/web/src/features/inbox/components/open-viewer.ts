import type { Message } from '@parley/contract/types';

/** Somebody wants to see a picture, film or PDF large; whoever shows a conversation listens. */
const listeners = new Set<(message: Message) => void>();

export function openViewer(message: Message): void {
  for (const listener of listeners) listener(message);
}

/** @returns stops listening */
export function onOpenViewer(listener: (message: Message) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
