import { useState } from 'react';
import { deviceStorage } from '../../../platform/storage.ts';
import { useBelow } from '../../../ui/use-media.ts';

const key = 'parley:contact-panel';

/**
 * Whether the contact panel is open. From 1280 px on the choice is stored on this device, open by default; below, where
 * it covers the conversation, it opens only on demand.
 */
export function useContactPanel(): { open: boolean; toggle: () => void } {
  const over = useBelow('xl');
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
  return { open: over ? above : beside, toggle };
}
