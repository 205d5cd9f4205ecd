import { useState } from 'react';
import { deviceStorage } from '../../../platform/storage.ts';
import { useBelow, useMedia } from '../../../ui/use-media.ts';

const key = 'parley:contact-panel';

/** A board, a conversation and the panel side by side take 1680 px. */
const besideBoard = '(width < 105em)';

/**
 * Whether the contact panel is open. Where there is room, from 1280 px on and beside a board from 1680, the choice is
 * stored on this device, open by default; below, where it is `over` the conversation, it opens only on demand.
 */
export function useContactPanel(board: boolean): { open: boolean; over: boolean; toggle: () => void } {
  const small = useBelow('xl');
  const narrow = useMedia(besideBoard);
  const over = small || (board && narrow);
  const [beside, setBeside] = useState(() => deviceStorage.get(key) !== 'closed');
  const [above, setAbove] = useState(false);
  const toggle = () => {
    if (over) {
      setAbove(!above);
      return;
    }
    deviceStorage.set(key, beside ? 'closed' : 'open');
    setBeside(!beside);
  };
  return { open: over ? above : beside, over, toggle };
}
