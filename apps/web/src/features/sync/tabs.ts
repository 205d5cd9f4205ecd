/** What tabs of one account on one device need of each other. */
export type Tabs = {
  /** Runs `work` while no other tab does. */
  exclusively: (work: () => Promise<void>) => Promise<void>;
  tellOthers: () => void;
  /** @returns the function that ends listening */
  onTold: (listener: () => void) => () => void;
  close: () => void;
};

/**
 * Tabs by Web Locks and a broadcast channel. Browsers offer locks only on https and localhost: elsewhere tabs send beside
 * each other, which the messages' own ids make harmless.
 * @param name unique to the account and person
 */
export function browserTabs(name: string): Tabs {
  const channel = new BroadcastChannel(name);
  const { locks } = navigator as { locks?: LockManager };
  return {
    exclusively: async (work) => {
      if (locks === undefined) await work();
      else await locks.request(name, work);
    },
    tellOthers: () => channel.postMessage('outbox'),
    onTold: (listener) => {
      channel.addEventListener('message', listener);
      return () => channel.removeEventListener('message', listener);
    },
    close: () => channel.close(),
  };
}
