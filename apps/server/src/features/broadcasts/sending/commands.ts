import type { FieldError } from '@parley/contract/errors';
import type { CampaignState } from '@parley/contract/types';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { checkAudienceAtStart } from '../audience/estimate.ts';
import { addCampaignChange, campaignStateError, getCampaign, lockVisibleCampaign } from '../campaigns/campaigns.ts';
import {
  beginSnapshot,
  cancelQueued,
  ensureProgressCursor,
  excludeLeftMessages,
  findObstacle,
  incrementVersion,
  isInFuture,
  type Obstacle,
  parkQueued,
  queueRetries,
  saveTemplateSnapshot,
  setCampaignState,
  setLocalStart,
  skipRemaining,
  unparkQueued,
} from '../core/campaign-state-repo.ts';
import { addCampaignEvent } from '../core/event-repo.ts';
import { plannedStart } from '../core/planned-start.ts';
import { updateRecipientStates } from '../core/progress-repo.ts';
import type { CampaignRow } from '../core/repo.ts';
import { isSeries, scheduleSeries, withNextTime } from '../core/series-schedule.ts';
import { requireOwnRoom, requireRoom } from '../costs/budget.ts';
import { putOwnBudget } from '../costs/costs-repo.ts';
import { enqueueSnapshot } from '../snapshot/snapshot.ts';
import { finishSnapshot } from '../snapshot/snapshot-repo.ts';
import { clearShareState } from './first-share-repo.ts';
import { findStartProblems } from './readiness.ts';
import { clearScheduledRetries, refreshNextRetry } from './scheduled-retries-repo.ts';

/** The uid of a member, `api:<key id>`, or `bot`. */
export type Author = string;
export const systemAuthor: Author = 'bot';

/** Why a broadcast was paused. */
export type PauseReason =
  | 'person'
  | 'failures'
  | Obstacle
  | 'restored'
  | 'share_limits'
  | 'share_sent'
  | 'ab_choice'
  | 'budget'
  | 'own_budget';

/** Publishes a changed broadcast. @returns its new row */
export async function publishCampaign(tx: TenantTx, id: string): Promise<CampaignRow> {
  const row = await getCampaign(tx, id);
  await addCampaignChange(tx, row);
  return row;
}

/**
 * Starts a broadcast, or schedules it when its time is in the future. Returns the row of one that has already started.
 * @param publicUrl the address that tracked links lead to
 * @param found what is wrong with files that are named by their addresses
 * @throws AppError not_found; campaign_not_ready naming what is missing; budget_exceeded; campaign_state for one that has
 * ended
 */
export async function startCampaign(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  publicUrl: string,
  found: readonly FieldError[],
): Promise<CampaignRow> {
  const stored = await lockVisibleCampaign(tx, actor, id);
  const row = isSeries(stored) ? await withNextTime(tx, stored) : stored;
  if (row.state === 'RUNNING' || row.state === 'PAUSED' || row.state === 'SCHEDULED') return stored;
  if (row.state !== 'DRAFT') throw campaignStateError('This broadcast has ended. Duplicate it to send it again.');
  const missing = [...(await findStartProblems(tx, row, publicUrl)), ...found];
  if (missing.length > 0) throw new AppError('campaign_not_ready', { data: missing });
  await saveTemplateSnapshot(tx, id);
  if (isSeries(row)) {
    await scheduleSeries(tx, row);
    await addCampaignEvent(tx, id, 'scheduled', actor.author, { at: row.schedule.at ?? null });
    return publishCampaign(tx, id);
  }
  const start = await plannedStart(tx, row);
  const planned = start !== null && (await isInFuture(tx, row.channel_id, start.at)) ? start : null;
  await checkAudienceAtStart(tx, row, planned !== null);
  await setLocalStart(tx, id, start?.local ?? null);
  if (planned !== null) {
    await setCampaignState(tx, id, 'SCHEDULED', null, planned.at);
    await addCampaignEvent(tx, id, 'scheduled', actor.author, { at: row.schedule.at ?? null });
    return publishCampaign(tx, id);
  }
  await beginSending(tx, id, actor.author);
  return publishCampaign(tx, id);
}

/** @param id of a locked broadcast */
export async function beginSending(tx: TenantTx, id: string, author: Author): Promise<void> {
  await setCampaignState(tx, id, 'RUNNING');
  await beginSnapshot(tx, id);
  await ensureProgressCursor(tx);
  await enqueueSnapshot(tx, id);
  await addCampaignEvent(tx, id, 'started', author);
}

/**
 * Starts a scheduled broadcast that is due. One that is not ready any more pauses in the next round; its recipients are
 * snapshotted in any case.
 */
export async function startScheduled(tx: TenantTx, row: CampaignRow): Promise<void> {
  await saveTemplateSnapshot(tx, row.id);
  await beginSending(tx, row.id, systemAuthor);
  await publishCampaign(tx, row.id);
}

/** @param row locked @returns false when it is not running */
export async function pauseLocked(
  tx: TenantTx,
  row: { id: string; state: CampaignState },
  reason: PauseReason,
  author: Author,
  detail: Record<string, unknown> = {},
): Promise<boolean> {
  if (row.state !== 'RUNNING') return false;
  await setCampaignState(tx, row.id, 'PAUSED', reason);
  await parkQueued(tx, row.id);
  await addCampaignEvent(tx, row.id, 'paused', author, { reason, ...detail });
  return true;
}

/** @throws AppError not_found, campaign_state */
export async function pauseCampaign(tx: TenantTx, actor: AccountActor, id: string): Promise<CampaignRow> {
  const row = await lockVisibleCampaign(tx, actor, id);
  // Paused automatically before: from now on it is a manual pause, which only a member ends.
  if (row.state === 'PAUSED') {
    if (row.state_reason === 'person') return row;
    await setCampaignState(tx, id, 'PAUSED', 'person');
    await addCampaignEvent(tx, id, 'paused', actor.author, { reason: 'person' });
    return publishCampaign(tx, id);
  }
  if (row.state === 'SCHEDULED' && isSeries(row)) {
    await setCampaignState(tx, id, 'PAUSED', 'person');
    await addCampaignEvent(tx, id, 'paused', actor.author, { reason: 'person' });
    return publishCampaign(tx, id);
  }
  if (!(await pauseLocked(tx, row, 'person', actor.author))) {
    throw campaignStateError('Only a running broadcast can be paused.');
  }
  return publishCampaign(tx, id);
}

/** @param row locked, PAUSED */
export async function resumeLocked(tx: TenantTx, row: { id: string }, author: Author): Promise<void> {
  await setCampaignState(tx, row.id, 'RUNNING');
  await excludeLeftMessages(tx, row.id);
  await unparkQueued(tx, row.id);
  await ensureProgressCursor(tx);
  await addCampaignEvent(tx, row.id, 'resumed', author);
}

const obstacleMessages = {
  channel: 'The channel can’t send at the moment. Fix the channel, and the broadcast resumes.',
  template: 'The template is not active on WhatsApp. Resume the broadcast once it is active again.',
};

/**
 * @param budget of its own from now on; null: none
 * @throws AppError not_found; campaign_state, also while what paused it persists; budget_exceeded; validation_failed for
 *   a budget that is used already
 */
export async function resumeCampaign(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  budget?: number | null,
): Promise<CampaignRow> {
  const row = await lockVisibleCampaign(tx, actor, id);
  if (row.state === 'RUNNING') return row;
  if (row.state !== 'PAUSED') throw campaignStateError('Only a paused broadcast can be resumed.');
  if (isSeries(row)) {
    // Due times of the pause are not made up for.
    await scheduleSeries(tx, await withNextTime(tx, row));
    await addCampaignEvent(tx, id, 'resumed', actor.author);
    return publishCampaign(tx, id);
  }
  const obstacle = await findObstacle(tx, id);
  // A member decides when the number has rested long enough.
  if (obstacle !== null && obstacle !== 'spam_limit') throw campaignStateError(obstacleMessages[obstacle]);
  if (row.state_reason === 'ab_choice') throw campaignStateError('Choose the variant that the rest gets.');
  if (row.state_reason === 'budget') await requireRoom(tx, id);
  if (budget !== undefined && budget !== null) await requireOwnRoom(tx, id, budget);
  // Who resumes it without a word about the budget wants the rest sent.
  if (budget !== undefined || row.state_reason === 'own_budget') await putOwnBudget(tx, id, budget ?? null);
  await resumeLocked(tx, row, actor.author);
  if (row.state_reason === 'share_limits' || row.state_reason === 'share_sent') await clearShareState(tx, id);
  return publishCampaign(tx, id);
}

/** Ends the wait after the first share. @throws AppError not_found, campaign_state */
export async function sendRest(tx: TenantTx, actor: AccountActor, id: string): Promise<CampaignRow> {
  const row = await lockVisibleCampaign(tx, actor, id);
  const isAsked = row.state_reason === 'share_limits' || row.state_reason === 'share_sent';
  if (row.state === 'PAUSED' && isAsked) return resumeCampaign(tx, actor, id);
  if (row.state !== 'RUNNING') throw campaignStateError('Only a running broadcast sends its rest. Resume it first.');
  if (row.share_state === 'SENDING') throw campaignStateError('The first share is still being sent.');
  if (row.share_state === null) return row;
  if (row.ab_test !== null) throw campaignStateError('Choose the variant that the rest gets.');
  await clearShareState(tx, id);
  await addCampaignEvent(tx, id, 'rest_sent', actor.author);
  return publishCampaign(tx, id);
}

/** @throws AppError not_found, campaign_state */
export async function cancelCampaign(tx: TenantTx, actor: AccountActor, id: string): Promise<CampaignRow> {
  const row = await lockVisibleCampaign(tx, actor, id);
  if (row.state === 'CANCELLED') return row;
  if (row.state === 'SCHEDULED' || (row.state === 'PAUSED' && isSeries(row))) {
    await setCampaignState(tx, id, 'DRAFT');
    await addCampaignEvent(tx, id, 'cancelled', actor.author, { planned: true });
    return publishCampaign(tx, id);
  }
  if (row.state === 'FINISHED' && row.next_retry_at !== null) {
    const recipients = await clearScheduledRetries(tx, id);
    await addCampaignEvent(tx, id, 'retries_stopped', actor.author, { people: recipients });
    await incrementVersion(tx, id);
    return publishCampaign(tx, id);
  }
  if (row.state !== 'RUNNING' && row.state !== 'PAUSED') {
    throw campaignStateError('Only a scheduled, running or paused broadcast can be cancelled.');
  }
  await setCampaignState(tx, id, 'CANCELLED');
  const settled = await skipRemaining(tx, id, await cancelQueued(tx, id));
  await updateRecipientStates(tx, settled);
  await clearScheduledRetries(tx, id);
  // Recipients that the snapshot has not reached yet get nothing either.
  if (row.preparing) await finishSnapshot(tx, id);
  await addCampaignEvent(tx, id, 'cancelled', actor.author);
  return publishCampaign(tx, id);
}

/**
 * Queues recipients in these states for the next attempt of the same message.
 * @throws AppError not_found, campaign_state
 */
export async function retryCampaign(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  selection: { states: readonly string[]; reason?: string | undefined },
): Promise<CampaignRow> {
  const row = await lockVisibleCampaign(tx, actor, id);
  if (row.state !== 'RUNNING' && row.state !== 'PAUSED' && row.state !== 'FINISHED') {
    throw campaignStateError('Only a running, paused or finished broadcast can be retried.');
  }
  const recipients = await queueRetries(tx, id, selection.states, selection.reason ?? null);
  if (recipients === 0) return row;
  await refreshNextRetry(tx, id);
  if (row.state === 'FINISHED') await setCampaignState(tx, id, 'RUNNING');
  await ensureProgressCursor(tx);
  await addCampaignEvent(tx, id, 'retried', actor.author, {
    states: selection.states,
    reason: selection.reason ?? null,
    people: recipients,
  });
  return publishCampaign(tx, id);
}
