import type { CampaignState } from '@parley/contract/types';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { campaignState, heldCampaign, readCampaign, tellOfCampaign } from '../campaigns.ts';
import { noteEvent } from '../event-repo.ts';
import { freezeCampaign } from '../freeze.ts';
import { endFreeze } from '../freeze-repo.ts';
import { notReady } from '../ready.ts';
import type { CampaignRow } from '../repo.ts';
import {
  beginFreezing,
  endFed,
  findObstacle,
  isAhead,
  moveCampaign,
  parkFed,
  queueAgain,
  skipRest,
  takeTemplate,
  unparkFed,
  watchMessages,
} from './run-repo.ts';
import { mirrorMessages } from './tally-repo.ts';

/** Who acts: somebody, or the machine. */
export type Author = string;
export const machine: Author = 'bot';

/** Why a broadcast pauses. */
export type PauseReason = 'person' | 'failures' | 'channel' | 'template' | 'restored';

/** As it stands after an act, told to the feed. */
async function told(tx: TenantTx, id: string): Promise<CampaignRow> {
  const row = await readCampaign(tx, id);
  await tellOfCampaign(tx, row);
  return row;
}

/**
 * Sends a broadcast, or plans it when its time lies ahead. On one that runs, pauses or is planned it answers how it stands.
 * @throws AppError not_found; campaign_not_ready naming what is missing; campaign_state for one that has ended
 */
export async function startCampaign(tx: TenantTx, actor: AccountActor, id: string): Promise<CampaignRow> {
  const row = await heldCampaign(tx, actor, id);
  if (row.state === 'RUNNING' || row.state === 'PAUSED' || row.state === 'SCHEDULED') return row;
  if (row.state !== 'DRAFT') throw campaignState('This broadcast has ended. Duplicate it to send it once more.');
  const missing = await notReady(tx, row);
  if (missing.length > 0) throw new AppError('campaign_not_ready', { data: missing });
  await takeTemplate(tx, id);
  const at = row.schedule.at ?? null;
  const planned = at !== null && (await isAhead(tx, row.channel_id, at));
  if (planned) {
    await moveCampaign(tx, id, 'SCHEDULED', null, at);
    await noteEvent(tx, id, 'scheduled', actor.author, { at });
    return told(tx, id);
  }
  await beginSending(tx, id, actor.author);
  return told(tx, id);
}

/** @param id of a broadcast that is held */
async function beginSending(tx: TenantTx, id: string, author: Author): Promise<void> {
  await moveCampaign(tx, id, 'RUNNING');
  await beginFreezing(tx, id);
  await watchMessages(tx);
  await freezeCampaign(tx, id);
  await noteEvent(tx, id, 'started', author);
}

/**
 * Begins a planned one whose time has come. What is not ready any more pauses as soon as it is looked at; the people
 * are written down in any case.
 */
export async function startDue(tx: TenantTx, row: CampaignRow): Promise<void> {
  await takeTemplate(tx, row.id);
  await beginSending(tx, row.id, machine);
  await told(tx, row.id);
}

/** @param row held @returns false when it does not run */
export async function pauseHeld(
  tx: TenantTx,
  row: { id: string; state: CampaignState },
  reason: PauseReason,
  author: Author,
  detail: Record<string, unknown> = {},
): Promise<boolean> {
  if (row.state !== 'RUNNING') return false;
  await moveCampaign(tx, row.id, 'PAUSED', reason);
  await parkFed(tx, row.id);
  await noteEvent(tx, row.id, 'paused', author, { reason, ...detail });
  return true;
}

/** @throws AppError not_found, campaign_state */
export async function pauseCampaign(tx: TenantTx, actor: AccountActor, id: string): Promise<CampaignRow> {
  const row = await heldCampaign(tx, actor, id);
  // Paused by the machine: it is a person's pause from now on, and no channel's return ends it.
  if (row.state === 'PAUSED') {
    if (row.state_reason === 'person') return row;
    await moveCampaign(tx, id, 'PAUSED', 'person');
    await noteEvent(tx, id, 'paused', actor.author, { reason: 'person' });
    return told(tx, id);
  }
  if (!(await pauseHeld(tx, row, 'person', actor.author))) {
    throw campaignState('Only a broadcast that is being sent can be paused.');
  }
  return told(tx, id);
}

/** @param row held, PAUSED */
export async function resumeHeld(tx: TenantTx, row: { id: string }, author: Author): Promise<void> {
  await moveCampaign(tx, row.id, 'RUNNING');
  await unparkFed(tx, row.id);
  await watchMessages(tx);
  await noteEvent(tx, row.id, 'resumed', author);
}

const obstacleWords = {
  channel: 'Its channel does not send at the moment. Mend that on the channel, and it goes on.',
  template: 'Its template is not active at WhatsApp at the moment. It can go on as soon as it is.',
};

/** @throws AppError not_found; campaign_state, also when what stopped it still holds */
export async function resumeCampaign(tx: TenantTx, actor: AccountActor, id: string): Promise<CampaignRow> {
  const row = await heldCampaign(tx, actor, id);
  if (row.state === 'RUNNING') return row;
  if (row.state !== 'PAUSED') throw campaignState('Only a paused broadcast can go on.');
  const obstacle = await findObstacle(tx, id);
  if (obstacle !== null) throw campaignState(obstacleWords[obstacle]);
  await resumeHeld(tx, row, actor.author);
  return told(tx, id);
}

/** @throws AppError not_found, campaign_state */
export async function cancelCampaign(tx: TenantTx, actor: AccountActor, id: string): Promise<CampaignRow> {
  const row = await heldCampaign(tx, actor, id);
  if (row.state === 'CANCELLED') return row;
  if (row.state === 'SCHEDULED') {
    await moveCampaign(tx, id, 'DRAFT');
    await noteEvent(tx, id, 'cancelled', actor.author, { planned: true });
    return told(tx, id);
  }
  if (row.state !== 'RUNNING' && row.state !== 'PAUSED') {
    throw campaignState('Only a broadcast that is planned or being sent can be cancelled.');
  }
  await moveCampaign(tx, id, 'CANCELLED');
  const settled = await skipRest(tx, id, await endFed(tx, id));
  await mirrorMessages(tx, settled);
  // Whoever was not written down yet gets nothing either: it was for those who are.
  if (row.freezing) await endFreeze(tx, id);
  await noteEvent(tx, id, 'cancelled', actor.author);
  return told(tx, id);
}

/**
 * Sends again to people in these states: the same message, its next attempt, when its turn comes.
 * @throws AppError not_found, campaign_state
 */
export async function retryCampaign(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  wish: { states: readonly string[]; reason?: string | undefined },
): Promise<CampaignRow> {
  const row = await heldCampaign(tx, actor, id);
  if (row.state !== 'RUNNING' && row.state !== 'PAUSED' && row.state !== 'FINISHED') {
    throw campaignState('Only to people of a broadcast that was sent it can be sent again.');
  }
  const people = await queueAgain(tx, id, wish.states, wish.reason ?? null);
  if (people === 0) return row;
  if (row.state === 'FINISHED') await moveCampaign(tx, id, 'RUNNING');
  await watchMessages(tx);
  await noteEvent(tx, id, 'retried', actor.author, { states: wish.states, reason: wish.reason ?? null, people });
  return told(tx, id);
}
