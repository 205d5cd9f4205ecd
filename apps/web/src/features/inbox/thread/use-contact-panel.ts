import { useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';
import { deviceStorage } from '../../../platform/storage.ts';
import { useBelow, useMedia } from '../../../ui/use-media.ts';

const key = 'parley:contact-panel';

const fields = 'input, textarea, select';

/** A board, a conversation and the panel side by side take 1680 px. */
const besideBoard = '(width < 105em)';

/**
 * Whether the contact panel is open. Where there is room, from 1280 px on and beside a board from 1680, the choice is
 * stored on this device, open by default; below, where it is `over` the conversation, it opens only on demand, as a page
 * of its own (`contact=1` in the address) that Back leaves. A panel in which someone types stays open when the window gets narrow.
 */
export function useContactPanel(
  board: boolean,
  threadId: string | null,
): { open: boolean; over: boolean; toggle: () => void } {
  const small = useBelow('xl');
  const narrow = useMedia(besideBoard);
  const over = small || (board && narrow);
  const [beside, setBeside] = useState(() => deviceStorage.get(key) !== 'closed');
  const router = useRouter();
  const navigate = useNavigate();
  const above = useLocation({ select: ({ search }) => (search as { contact?: unknown }).contact === 1 });
  /** The conversation beside whose panel someone typed when its room went. */
  const [heldFor, setHeldFor] = useState<string | null>(null);
  const held = heldFor !== null && heldFor === threadId;
  useLayoutEffect(() => {
    const typing = document.activeElement?.matches(`[data-contact-panel] :is(${fields})`) === true;
    setHeldFor(over && typing ? threadId : null);
  }, [over, threadId]);
  const toggle = () => {
    if (over) {
      if (held && !above) return setHeldFor(null);
      const { state } = router.state.location;
      if (!above) void navigate({ to: '.', search: (before) => ({ ...before, contact: 1 }), state: { opened: true } });
      else if (state.opened) router.history.back();
      else void navigate({ to: '.', search: withoutContact, replace: true });
      return;
    }
    deviceStorage.set(key, beside ? 'closed' : 'open');
    setBeside(!beside);
  };
  return { open: over ? above || held : beside, over, toggle };
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
