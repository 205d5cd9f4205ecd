import { useState } from 'react';
import { deviceStorage } from '../../platform/storage.ts';
import { useBelow } from '../../ui/use-media.ts';

const key = 'parley:contact-panel';

/**
 * Whether the contact stands beside the conversation. From 1280 px on that is remembered on this device and open at
 * first; below, where it slides over the conversation, it opens only when asked for.
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
