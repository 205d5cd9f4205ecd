import type { Platform } from '../../../platform/platform.ts';
import { Lane, type LaneParts } from './lane.ts';
import { type BusyChannel, listBusyChannels } from './lane-repo.ts';
import { createOutcomeWriter } from './outcome-writer.ts';

const lookMs = 1_000;

/** Sends what the triggers say: a lane for every channel that has something to do. */
export type Dispatcher = {
  stop(): Promise<void>;
};

export function startDispatcher(
  platform: Platform,
  parts: Pick<LaneParts, 'senderFor' | 'soleProcess' | 'uploadMedia'>,
): Dispatcher {
  const outcomes = createOutcomeWriter(platform);
  const system = platform.db.system.statements('dispatcher');
  const lanes = new Map<string, { lane: Lane; done: Promise<void> }>();
  let stopped = false;

  const off = platform.signal.on('triggers', (key) => {
    const cut = key.indexOf('/');
    open({ client_id: key.slice(0, cut), channel_id: key.slice(cut + 1) });
  });
  const offChannels = platform.signal.on('channels', (channelId) => {
    for (const [key, { lane }] of lanes) if (key.endsWith(`/${channelId}`)) lane.reread();
  });
  const timer = setInterval(() => void look(), lookMs);
  timer.unref();
  void look();

  async function look(): Promise<void> {
    if (stopped) return;
    try {
      for (const channel of await listBusyChannels(system)) open(channel);
    } catch (error) {
      platform.log.warn({ err: error }, 'dispatcher: channels could not be looked up, trying again');
    }
  }

  function open(channel: BusyChannel): void {
    if (stopped) return;
    const key = `${channel.client_id}/${channel.channel_id}`;
    const known = lanes.get(key);
    if (known !== undefined) {
      known.lane.wake();
      return;
    }
    const lane = new Lane({ platform, outcomes, ...parts }, channel);
    const done = lane
      .run()
      .catch((error: unknown) =>
        platform.log.warn({ err: error, channel: channel.channel_id }, 'a lane was interrupted and begins again'),
      )
      .finally(() => lanes.delete(key));
    lanes.set(key, { lane, done });
  }

  return {
    async stop() {
      stopped = true;
      off();
      offChannels();
      clearInterval(timer);
      for (const { lane } of lanes.values()) lane.stop();
      outcomes.finish();
      await Promise.all([...lanes.values()].map(({ done }) => done));
      await outcomes.close();
    },
  };
}
