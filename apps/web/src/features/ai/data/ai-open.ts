import { createStore } from '../../../platform/store.ts';

/** What of AI is open in the inbox; menus open it, the conversation shows it. */
type Open = { kind: 'summary' | 'sent'; threadId: string };

const open = createStore<Open | null>(null);
/** Messages with a translation below them. */
const translated = createStore<ReadonlySet<string>>(new Set());

export function openAi(kind: Open['kind'], threadId: string): void {
  open.set({ kind, threadId });
}

export function closeAi(): void {
  open.set(null);
}

/** @returns null when nothing is open in this conversation */
export function useOpenAi(threadId: string): Open['kind'] | null {
  return open((value) => (value?.threadId === threadId ? value.kind : null));
}

export function showTranslation(messageId: string, shown: boolean): void {
  const next = new Set(translated.get());
  if (shown) next.add(messageId);
  else next.delete(messageId);
  translated.set(next);
}

export function useIsTranslated(messageId: string): boolean {
  return translated((ids) => ids.has(messageId));
}
