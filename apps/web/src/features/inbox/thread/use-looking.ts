import { useEffect } from 'react';
import { ownPresence, useAccount } from '../../sync/public.ts';

/** Tells the team that the user looks at a thread, while the page is visible. */
export function useLooking(threadId: string): void {
  const account = useAccount();
  useEffect(() => {
    let stop: (() => void) | null = null;
    const update = () => {
      const visible = document.visibilityState === 'visible';
      if (visible && stop === null) stop = ownPresence(account.presence).look(threadId);
      if (visible || stop === null) return;
      stop();
      stop = null;
    };
    update();
    document.addEventListener('visibilitychange', update);
    return () => {
      document.removeEventListener('visibilitychange', update);
      stop?.();
    };
  }, [account, threadId]);
}
