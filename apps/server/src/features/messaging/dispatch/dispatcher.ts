import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { startPollLoop } from '../../../platform/poll-loop.ts';
import type { BusyChannel } from '../state/claim-repo.ts';
import { ChannelQueue, type ChannelQueueOptions } from './channel-queue.ts';
import { listBusyChannels } from './channel-queue-repo.ts';
import { createOutcomeWriter } from './outcome-writer.ts';

const pollMs = 1_000;

/** Sends waiting triggers, with one queue for every channel that has some. */
export type Dispatcher = {
  stop(): Promise<void>;
};

export type DispatcherOptions = Pick<ChannelQueueOptions, 'senderFor' | 'soleProcess' | 'uploadMedia'>;

export function startDispatcher(platform: Platform, options: DispatcherOptions): Dispatcher {
  const outcomes = createOutcomeWriter(platform);
  const holder = newId();
  const system = platform.db.system.statements('dispatcher');
  const queues = new Map<string, { queue: ChannelQueue; done: Promise<void> }>();
  let stopped = false;

  const off = platform.notifier.on('triggers', (key) => {
    const cut = key.indexOf('/');
    open({ client_id: key.slice(0, cut), channel_id: key.slice(cut + 1) });
  });
  const offChannels = platform.notifier.on('channels', (channelId) => {
    for (const [key, { queue }] of queues) if (key.endsWith(`/${channelId}`)) queue.reload();
  });
  const failure = 'dispatcher: busy channels could not be read, retrying';
  const loop = startPollLoop({ log: platform.log, failure, retryMs: pollMs }, async () => {
    for (const channel of await listBusyChannels(system)) open(channel);
    return pollMs;
  });

  function open(channel: BusyChannel): void {
    if (stopped) return;
    const key = `${channel.client_id}/${channel.channel_id}`;
    const known = queues.get(key);
    if (known !== undefined) {
      known.queue.wake();
      return;
    }
    const queue = new ChannelQueue({ platform, outcomes, holder, ...options }, channel);
    const done = queue
      .run()
      .catch((error: unknown) =>
        platform.log.warn(
          { err: error, channel: channel.channel_id },
          'dispatcher: a channel queue failed and starts again',
        ),
      )
      .finally(() => queues.delete(key));
    queues.set(key, { queue, done });
  }

  return {
    async stop() {
      stopped = true;
      off();
      offChannels();
      for (const { queue } of queues.values()) queue.stop();
      outcomes.finish();
      await Promise.all([loop.stop(), ...[...queues.values()].map(({ done }) => done)]);
      await outcomes.close();
    },
  };
}
