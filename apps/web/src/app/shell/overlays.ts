import { createStore } from '../../platform/store.ts';

/** Overlays of the frame; one is open at a time. */
export type Overlay = 'palette' | 'shortcuts' | 'activity' | 'accounts' | 'notifications' | 'notification-settings';

export const useOverlay = createStore<{ open: Overlay | null }>({ open: null });

export function openOverlay(open: Overlay): void {
  useOverlay.set({ open });
}

export function closeOverlay(): void {
  useOverlay.set({ open: null });
}
