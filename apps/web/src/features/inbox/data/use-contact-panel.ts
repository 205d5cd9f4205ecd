import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { deviceStorage } from '../../../platform/storage.ts';
import { useBelow } from '../../../ui/use-media.ts';

const key = 'parley:contact-panel';

/**
 * Whether the contact panel is open. From 1280 px on the choice is stored on this device, open by default; below, where
 * it covers the conversation, it opens only on demand, as a page of its own (`contact=1` in the address) that Back leaves.
 */
export function useContactPanel(): { open: boolean; toggle: () => void } {
  const over = useBelow('xl');
  const [beside, setBeside] = useState(() => deviceStorage.get(key) !== 'closed');
  const router = useRouter();
  const navigate = useNavigate();
  const above = useLocation({ select: ({ search }) => (search as { contact?: unknown }).contact === 1 });
  const toggle = () => {
    if (over) {
      const { state } = router.state.location;
      if (!above) void navigate({ to: '.', search: (before) => ({ ...before, contact: 1 }), state: { opened: true } });
      else if (state.opened) router.history.back();
      else void navigate({ to: '.', search: withoutContact, replace: true });
      return;
    }
    deviceStorage.set(key, beside ? 'closed' : 'open');
    setBeside(!beside);
  };
  return { open: over ? above : beside, toggle };
}

/** The address of another conversation, which opens without the panel over it. */
export function withoutContact({ contact: _, ...search }: Record<string, unknown>): Record<string, unknown> {
  return search;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The contact panel was opened here: leaving it goes back. */
    opened?: boolean;
  }
}
