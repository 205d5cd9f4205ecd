import type { TenantTx } from '../../../platform/db/sql.ts';
import { analyzeGrownTables } from '../../../platform/db/table-statistics.ts';
import { notifyJobs } from '../../../platform/jobs/queue.ts';
import type { Platform } from '../../../platform/platform.ts';
import { startPollLoop } from '../../../platform/poll-loop.ts';
import { placeChanges } from '../../sync/public.ts';
import { addCampaignChange } from '../campaigns/campaigns.ts';
import { findObstacle, incrementVersion, settleRemovedMessages } from '../core/campaign-state-repo.ts';
import { listAccountsBehind } from '../core/progress-repo.ts';
import { type CampaignRow, lockCampaign } from '../core/repo.ts';
import { isSeries } from '../core/series-schedule.ts';
import { pauseLocked, resumeLocked, startScheduled, systemAuthor } from './commands.ts';
import { countOpenedLinks } from './count-taps.ts';
import { type EnqueueResult, enqueueBatch } from './enqueue.ts';
import {
  type CampaignRef,
  isAnyUnderWay,
  listDue,
  listRunning,
  listWithChannelBack,
  type RunningCampaign,
  saveLimitUntil,
} from './enqueue-repo.ts';
import { endWaitAfterShare } from './first-share.ts';
import { createMessagingLimits, type MessagingLimits } from './messaging-limit.ts';
import { isInWindow } from './pacing.ts';
import { finishIfDone, updateProgress } from './progress.ts';
import { retryScheduled } from './scheduled-retries.ts';
import { listRetriesDue } from './scheduled-retries-repo.ts';
import { runSeries } from './series.ts';

/** While something is sent: short enough that the channel's queue never runs empty. */
const busyMs = 100;
const idlePollMs = 1_000;
/** Progress is published about twice a second at most. */
const progressIntervalMs = 500;
/** While nothing changes: taps on links are counted this late. */
const restMs = 4_000;
const batchLimit = 200;

/** Enqueues messages of running broadcasts, updates their progress and starts scheduled ones. Safe in several processes. */
export type Broadcaster = { stop(): Promise<void> };

export function startBroadcaster(platform: Platform): Broadcaster {
  const { log } = platform;
  const limits = createMessagingLimits(platform);
  const enqueueing = startPollLoop(
    { log, failure: 'broadcasts: enqueueing failed, retrying', retryMs: idlePollMs },
    () => enqueueRound(platform, limits),
  );
  const counting = startPollLoop(
    { log, failure: 'broadcasts: counting failed, retrying', retryMs: idlePollMs, restMs },
    () => progressRound(platform),
  );
  const offs = [
    platform.notifier.on('campaigns', () => enqueueing.wake()),
    platform.notifier.on('channels', () => enqueueing.wake()),
    platform.notifier.on('changes', () => counting.stir()),
  ];
  return {
    async stop() {
      for (const off of offs) off();
      await Promise.all([enqueueing.stop(), counting.stop()]);
    },
  };
}

async function enqueueRound(platform: Platform, limits: MessagingLimits): Promise<number> {
  const system = platform.db.system.statements('broadcasts');
  if (!(await isAnyUnderWay(system))) return idlePollMs;
  for (const named of await listDue(system)) await withLocked(platform, named, startDue);
  for (const named of await listWithChannelBack(system)) await withLocked(platform, named, resumeAfterChannel);
  for (const named of await listRetriesDue(system)) await withLocked(platform, named, startRetries);
  const running = await listRunning(system);
  const open: RunningCampaign[] = [];
  for (const campaign of running) {
    if (campaign.obstacle !== null) await withLocked(platform, campaign, pauseForObstacle);
    else if (campaign.share === 'waited') await withLocked(platform, campaign, endWait);
    else if (campaign.share === null && isOpen(campaign)) open.push(campaign);
  }
  if (open.length > 0) await analyzeGrownTables(platform);
  let [isBehind, isBusy] = [false, false];
  for (const campaign of open) {
    const channelCampaigns = open.filter(({ channel_id }) => channel_id === campaign.channel_id).length;
    const result = await enqueue(platform, limits, campaign, channelCampaigns);
    if (result?.kind === 'enqueued' && result.recipients === batchLimit) isBehind = true;
    if (result?.kind !== 'waits') isBusy = true;
  }
  if (isBehind) return 0;
  return isBusy ? busyMs : idlePollMs;
}

/** By recipients' local time the hours count for each of them. */
function isOpen({ schedule, time_zone, clock }: RunningCampaign): boolean {
  return (schedule.recipient_zone ?? null) !== null || isInWindow(schedule.window, time_zone, clock);
}

/** @returns null when it failed or does not run any more; a full batch when the queue has room for more */
async function enqueue(
  platform: Platform,
  limits: MessagingLimits,
  campaign: RunningCampaign,
  channelCampaigns: number,
): Promise<EnqueueResult | null> {
  const { client_id: clientId, id, channel_id: channelId, pace } = campaign;
  try {
    // One second of the channel's send rate is queued: enough to use it fully, few enough to take back on a pause.
    const { room, freeAt } = await limits.roomFor(campaign);
    if (room <= 0) return await waitForLimit(platform, campaign, freeAt);
    const options = { id, queueLimit: Math.max(2, pace), channelCampaigns, limit: Math.min(batchLimit, room) };
    const result = await platform.db.withTenant(clientId, async (tx) => {
      const enqueued = await enqueueBatch(tx, options);
      if (enqueued === null) return null;
      const isFree = campaign.limit_until !== null && (await saveLimitUntil(tx, id, null));
      if ((await changesCampaign(tx, id, enqueued)) || isFree) await publishVersion(tx, id);
      if (enqueued.kind === 'enqueued') await placeChanges(tx, enqueued.changes);
      return enqueued;
    });
    if (result === null) return null;
    if (result.kind === 'enqueued') limits.take(campaign, result.recipients - result.skipped);
    platform.notifier.notify('changes', clientId);
    platform.notifier.notify('changes_new', clientId);
    if (result.kind === 'changed') notifyJobs(platform);
    if (result.kind === 'enqueued') platform.notifier.notify('triggers', `${clientId}/${channelId}`);
    return result;
  } catch (error) {
    // A failing broadcast must not delay the others.
    platform.log.warn({ err: error, campaign: id }, 'broadcasts: enqueueing one broadcast failed, retrying');
    return null;
  }
}

/** Whether the broadcast is another one now. Without recipients left it finishes once nothing is in flight. */
async function changesCampaign(tx: TenantTx, id: string, result: EnqueueResult): Promise<boolean> {
  if (result.kind !== 'empty') return result.kind === 'changed' || (result.kind === 'enqueued' && result.skipped > 0);
  await settleRemovedMessages(tx, id);
  return finishIfDone(tx, id);
}

/** The messaging limit of the portfolio is used up: nothing is refused, and it goes on by itself. */
async function waitForLimit(
  platform: Platform,
  { client_id: clientId, id }: RunningCampaign,
  freeAt: Date | null,
): Promise<EnqueueResult> {
  await platform.db.withTenant(clientId, async (tx) => {
    if (freeAt !== null && (await saveLimitUntil(tx, id, freeAt))) await publishVersion(tx, id);
  });
  platform.notifier.notify('changes_new', clientId);
  return { kind: 'waits' };
}

async function publishVersion(tx: TenantTx, id: string): Promise<void> {
  await addCampaignChange(tx, await incrementVersion(tx, id));
}

/** Locks a broadcast and runs `fn`, which checks the state again: it may have changed since it was listed. */
async function withLocked(
  platform: Platform,
  { client_id: clientId, id }: CampaignRef,
  fn: (tx: TenantTx, row: CampaignRow) => Promise<void>,
): Promise<void> {
  try {
    const channelId = await platform.db.withTenant(clientId, async (tx) => {
      const row = await lockCampaign(tx, id);
      if (row !== null) await fn(tx, row);
      return row?.channel_id;
    });
    platform.notifier.notify('changes_new', clientId);
    platform.notifier.notify('triggers', `${clientId}/${channelId}`);
    notifyJobs(platform);
  } catch (error) {
    platform.log.warn({ err: error, campaign: id }, 'broadcasts: changing the state of one broadcast failed, retrying');
  }
}

async function startDue(tx: TenantTx, row: CampaignRow): Promise<void> {
  if (row.state !== 'SCHEDULED') return;
  if (isSeries(row)) await runSeries(tx, row);
  else await startScheduled(tx, row);
}

/** Broadcasts that were paused because of their channel resume with it. */
async function resumeAfterChannel(tx: TenantTx, row: CampaignRow): Promise<void> {
  if (row.state !== 'PAUSED' || row.state_reason !== 'channel' || (await findObstacle(tx, row.id)) === 'channel')
    return;
  await resumeLocked(tx, row, systemAuthor);
  await publishVersion(tx, row.id);
}

async function startRetries(tx: TenantTx, row: CampaignRow): Promise<void> {
  if (await retryScheduled(tx, row)) await publishVersion(tx, row.id);
}

async function endWait(tx: TenantTx, row: CampaignRow): Promise<void> {
  if (await endWaitAfterShare(tx, row)) await publishVersion(tx, row.id);
}

async function pauseForObstacle(tx: TenantTx, row: CampaignRow): Promise<void> {
  const obstacle = await findObstacle(tx, row.id);
  if (obstacle !== null && (await pauseLocked(tx, row, obstacle, systemAuthor))) await publishVersion(tx, row.id);
}

async function progressRound(platform: Platform): Promise<number> {
  await countOpenedLinks(platform);
  const accounts = await listAccountsBehind(platform.db.system.statements('broadcasts'));
  for (const clientId of accounts) {
    try {
      while (await platform.db.withTenant(clientId, (tx) => updateProgress(tx)));
      platform.notifier.notify('changes_new', clientId);
    } catch (error) {
      platform.log.warn({ err: error }, 'broadcasts: updating progress failed, retrying');
    }
  }
  return progressIntervalMs;
}
