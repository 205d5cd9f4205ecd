import type { TenantTx } from '../../../platform/db/sql.ts';
import { hintJobs } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { tellOfCampaign } from '../campaigns.ts';
import { type CampaignRow, lockCampaign } from '../repo.ts';
import { machine, pauseHeld, resumeHeld, startDue } from './acts.ts';
import { feedOnce } from './feed.ts';
import { listDue, listOfChannelsBack, listRunning, type Named, type Running } from './feed-repo.ts';
import { isInWindow } from './rules.ts';
import { findObstacle, raiseVersion, settleRemoved } from './run-repo.ts';
import { learnTables } from './statistics-repo.ts';
import { finishIfDone, tallyOnce } from './tally.ts';
import { listBehind } from './tally-repo.ts';

/** While something is sent: often enough that a lane never runs dry. */
const busyMs = 100;
const slowLookMs = 1_000;
/** A broadcast tells of itself about twice a second at most. */
const tallyEveryMs = 500;
const batchLimit = 200;

/** Feeds the lanes from what runs, counts back what became of it, and begins what is due. Several processes may. */
export type Broadcaster = { stop(): Promise<void> };

export function startBroadcaster(platform: Platform): Broadcaster {
  const feeding = createLoop(platform, 'broadcasts: feeding was interrupted and begins again', () =>
    feedRound(platform),
  );
  const counting = createLoop(platform, 'broadcasts: counting was interrupted and begins again', () =>
    tallyRound(platform),
  );
  const offs = [
    platform.signal.on('campaigns', () => feeding.wake()),
    platform.signal.on('channels', () => feeding.wake()),
  ];
  return {
    async stop() {
      for (const off of offs) off();
      await Promise.all([feeding.stop(), counting.stop()]);
    },
  };
}

type Loop = { wake(): void; stop(): Promise<void> };

/** @param round answers after how many milliseconds the next one is due */
function createLoop(platform: Platform, trouble: string, round: () => Promise<number>): Loop {
  let stopped = false;
  let woken = false;
  let wake: (() => void) | undefined;
  async function run(): Promise<void> {
    while (!stopped) {
      woken = false;
      let waitMs = slowLookMs;
      try {
        waitMs = await round();
      } catch (error) {
        platform.log.warn({ err: error }, trouble);
      }
      if (woken || stopped) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wake = undefined;
    }
  }
  const running = run();
  return {
    wake() {
      woken = true;
      wake?.();
    },
    async stop() {
      stopped = true;
      wake?.();
      await running;
    },
  };
}

async function feedRound(platform: Platform): Promise<number> {
  const system = platform.db.system.statements('broadcasts');
  for (const named of await listDue(system)) await act(platform, named, beginDue);
  for (const named of await listOfChannelsBack(system)) await act(platform, named, goOn);
  const running = await listRunning(system);
  const open: Running[] = [];
  for (const campaign of running) {
    if (campaign.obstacle !== null) await act(platform, campaign, stop);
    else if (isInWindow(campaign.schedule.window, campaign.time_zone, campaign.clock)) open.push(campaign);
  }
  if (open.length > 0) await learnTables(system);
  for (const campaign of open) {
    const sharing = open.filter(({ channel_id }) => channel_id === campaign.channel_id).length;
    await feed(platform, campaign, sharing);
  }
  return open.length > 0 ? busyMs : slowLookMs;
}

async function feed(platform: Platform, campaign: Running, sharing: number): Promise<void> {
  const { client_id: clientId, id, channel_id: channelId, pace } = campaign;
  try {
    // About a second of the channel's pace waits in its lane: enough that it never runs dry, little enough to take back.
    const asked = { id, lane: Math.max(2, pace), sharing, limit: batchLimit };
    const result = await platform.db.withTenant(clientId, async (tx) => {
      const fed = await feedOnce(tx, asked);
      // Nobody is left to be fed: it ends as soon as nothing is under way.
      if (fed?.taken === 0) await settleRemoved(tx, id);
      if ((fed?.taken === 0 && (await finishIfDone(tx, id))) || (fed?.skipped ?? 0) > 0) await tellOf(tx, id);
      return fed;
    });
    if (result === null) return;
    platform.signal.hint('changes_new', clientId);
    if (result.taken > 0) platform.signal.hint('triggers', `${clientId}/${channelId}`);
  } catch (error) {
    // One that cannot be fed must not keep the others waiting.
    platform.log.warn({ err: error, campaign: id }, 'a broadcast could not be fed, trying again');
  }
}

async function tellOf(tx: TenantTx, id: string): Promise<void> {
  await tellOfCampaign(tx, await raiseVersion(tx, id));
}

/** Does something with a broadcast that is held, when it still stands so. */
async function act(
  platform: Platform,
  { client_id: clientId, id }: Named,
  fn: (tx: TenantTx, row: CampaignRow) => Promise<void>,
): Promise<void> {
  try {
    const channelId = await platform.db.withTenant(clientId, async (tx) => {
      const row = await lockCampaign(tx, id);
      if (row !== null) await fn(tx, row);
      return row?.channel_id;
    });
    platform.signal.hint('changes_new', clientId);
    platform.signal.hint('triggers', `${clientId}/${channelId}`);
    hintJobs(platform);
  } catch (error) {
    platform.log.warn({ err: error, campaign: id }, 'a broadcast could not be moved on, trying again');
  }
}

async function beginDue(tx: TenantTx, row: CampaignRow): Promise<void> {
  if (row.state === 'SCHEDULED') await startDue(tx, row);
}

/** All that waited because of a channel goes on when the channel does. */
async function goOn(tx: TenantTx, row: CampaignRow): Promise<void> {
  if (row.state !== 'PAUSED' || row.state_reason !== 'channel' || (await findObstacle(tx, row.id)) === 'channel')
    return;
  await resumeHeld(tx, row, machine);
  await tellOf(tx, row.id);
}

async function stop(tx: TenantTx, row: CampaignRow): Promise<void> {
  const obstacle = await findObstacle(tx, row.id);
  if (obstacle !== null && (await pauseHeld(tx, row, obstacle, machine))) await tellOf(tx, row.id);
}

async function tallyRound(platform: Platform): Promise<number> {
  const behind = await listBehind(platform.db.system.statements('broadcasts'));
  for (const clientId of behind) {
    try {
      while (await platform.db.withTenant(clientId, (tx) => tallyOnce(tx)));
      platform.signal.hint('changes_new', clientId);
    } catch (error) {
      platform.log.warn({ err: error }, 'a broadcast could not be counted, trying again');
    }
  }
  return tallyEveryMs;
}
