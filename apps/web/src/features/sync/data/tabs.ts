/** Coordination between tabs of one account on one device. */
export type Tabs = {
  /** Runs `work` while no other tab does. */
  exclusively: (work: () => Promise<void>) => Promise<void>;
  notifyTabs: () => void;
  /** @returns a function that unsubscribes */
  onNotified: (listener: () => void) => () => void;
  close: () => void;
};

/**
 * Uses Web Locks and a broadcast channel. Browsers offer locks only on https and localhost: otherwise tabs send
 * concurrently, which the messages' own ids make harmless.
 * @param name unique to the account and user
 */
export function browserTabs(name: string): Tabs {
  const channel = new BroadcastChannel(name);
  const { locks } = navigator as { locks?: LockManager };
  return {
    exclusively: async (work) => {
      if (locks === undefined) await work();
      else await locks.request(name, work);
    },
    notifyTabs: () => channel.postMessage('outbox'),
    onNotified: (listener) => {
      channel.addEventListener('message', listener);
      return () => channel.removeEventListener('message', listener);
    },
    close: () => channel.close(),
  };
}
