import type { Message } from '@parley/contract/types';
import { createStore } from '../../../../platform/store.ts';

/** The image, video or PDF in the viewer; null for none. */
export const useViewedMessage = createStore<string | null>(null);

export function openViewer(message: Message): void {
  useViewedMessage.set(message.id);
}

export function closeViewer(): void {
  useViewedMessage.set(null);
}
