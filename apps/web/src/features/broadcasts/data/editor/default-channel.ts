import type { Channel } from '@parley/contract/types';
import { accountStorage } from '../../../../platform/account-storage.ts';

const lastChannelKey = 'broadcast-channel';

/** The channel that the next broadcast starts with. */
export function rememberChannel(id: string): void {
  accountStorage().set(lastChannelKey, id);
}

/** The channel used last, else an active one that is not a sandbox, else the first. */
export function defaultChannel(channels: readonly Channel[]): Channel | undefined {
  const last = accountStorage().get(lastChannelKey);
  const [first] = channels;
  return (
    channels.find(({ id }) => id === last) ??
    channels.find(({ sandbox, state, verified }) => !sandbox && verified && state === 'ACTIVE') ??
    first
  );
}
