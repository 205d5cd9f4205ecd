/** The conversation whose draft was sent, and when, as the draft's time. */
export type SentDraft = { threadId: string; at: string };

/** Coordination between tabs of one account on one device. */
export type Tabs = {
  /** Runs `work` while no other tab does. */
  exclusively: (work: () => Promise<void>) => Promise<void>;
  /** The outbox on this device changed. @param sent whose draft left with a message */
  notifyTabs: (sent?: SentDraft) => void;
  /** @returns a function that unsubscribes */
  onNotified: (listener: (sent?: SentDraft) => void) => () => void;
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
    notifyTabs: (sent) => channel.postMessage(sent),
    onNotified: (listener) => {
      const listen = ({ data }: MessageEvent<SentDraft | undefined>) => listener(data);
      channel.addEventListener('message', listen);
      return () => channel.removeEventListener('message', listen);
    },
    close: () => channel.close(),
  };
}
