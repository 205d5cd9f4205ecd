import type { Channel } from '@parley/contract/types';
import { accountStorage } from '../../../platform/account-storage.ts';

const lastChannelKey = 'broadcast-channel';

/** Where the next broadcast begins. */
export function rememberChannel(id: string): void {
  accountStorage().set(lastChannelKey, id);
}

/** The one used last, else a real one that can send, else any. */
export function usualChannel(channels: readonly Channel[]): Channel | undefined {
  const last = accountStorage().get(lastChannelKey);
  const [first] = channels;
  return (
    channels.find(({ id }) => id === last) ??
    channels.find(({ sandbox, state, proven }) => !sandbox && proven && state === 'ACTIVE') ??
    first
  );
}
