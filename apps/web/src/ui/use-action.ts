import { useState } from 'react';
import { useServerErrorMessage } from './error-messages.ts';
import { toast } from './toast.ts';

/**
 * Runs the operation behind a button, one at a time: while it runs, `busy` is true and further calls do nothing. A
 * failure is shown as a toast.
 */
export function useAction(): { busy: boolean; run: (work: () => Promise<unknown>) => Promise<void> } {
  const words = useServerErrorMessage();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    try {
      await work();
    } catch (error) {
      toast({ message: words(error) });
    } finally {
      setBusy(false);
    }
  };
  return { busy, run };
}
