import { create } from 'zustand';

/** What the frame opens over a page, one at a time. */
export type Overlay = 'palette' | 'shortcuts' | 'activity' | 'accounts';

export const useOverlay = create<{ open: Overlay | null }>(() => ({ open: null }));

export function openOverlay(open: Overlay): void {
  useOverlay.setState({ open });
}

export function closeOverlay(): void {
  useOverlay.setState({ open: null });
}
