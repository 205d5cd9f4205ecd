import { useSlotLabel } from '../../templates/public.ts';
import type { Broadcast } from './use-broadcast.ts';

/** What the variable of a key is called on the page. */
export function useSlotNames({ slots }: Broadcast): (key: string) => string {
  const label = useSlotLabel();
  return (key) => {
    const slot = slots.find((one) => one.key === key);
    return slot === undefined ? key : label(slot);
  };
}
