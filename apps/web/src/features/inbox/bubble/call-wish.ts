import type { Thread } from '@parley/contract/types';
import { createStore } from '../../../platform/store.ts';

/** The conversation whose customer somebody wants to call. */
export const useCallWish = createStore<Thread['id'] | null>(null);

/** The same with what its page knows, for who calls. */
export type CallRequest = {
  thread: Thread;
  /** Asks the customer to allow calls; absent while the reply window is closed. */
  onAsk: (() => void) | undefined;
  /** Opens the templates; absent where there are none. */
  onTemplate: (() => void) | undefined;
};
export const useCallRequest = createStore<CallRequest | null>(null);
