import type { AbVariant } from '@parley/contract/types';
import type { AccountActor } from '../../../platform/auth/actor.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { listInactiveVariants, saveWinner } from '../ab-test/ab-repo.ts';
import { type AbDecision, decide, figuresOf } from '../ab-test/winner.ts';
import { campaignStateError, lockVisibleCampaign } from '../campaigns/campaigns.ts';
import { addCampaignEvent } from '../core/event-repo.ts';
import type { CampaignRow } from '../core/repo.ts';
import { type Author, publishCampaign, resumeLocked } from './commands.ts';
import { clearShareState } from './first-share-repo.ts';

/** Decides by the rule, and lets the rest follow. @param row locked, waiting with a rule */
export async function chooseByRule(tx: TenantTx, row: CampaignRow, author: Author): Promise<AbDecision> {
  const figures = figuresOf(row.ab_counts, row.ab_test?.winner ?? 'ask');
  const decision = decide(figures, await listInactiveVariants(tx, row.id));
  await choose(tx, row, decision, author);
  return decision;
}

async function choose(tx: TenantTx, row: CampaignRow, { winner, why }: AbDecision, author: Author): Promise<void> {
  const rule = row.ab_test?.winner ?? 'ask';
  const figures = rule === 'ask' ? null : figuresOf(row.ab_counts, rule);
  await saveWinner(tx, row.id, winner, { why, by: author, at: new Date().toISOString(), figures });
  await clearShareState(tx, row.id);
  await addCampaignEvent(tx, row.id, 'winner_chosen', author, { variant: winner, why, rule, ...figures });
}

/**
 * The rest of an A/B test gets this variant, without waiting longer. One that asked goes on; one that a member paused stays
 * paused.
 * @throws AppError not_found, campaign_state
 */
export async function chooseWinner(
  tx: TenantTx,
  actor: AccountActor,
  id: string,
  variant: AbVariant,
): Promise<CampaignRow> {
  const row = await lockVisibleCampaign(tx, actor, id);
  if (row.ab_test === null) throw campaignStateError('This broadcast has no A/B test.');
  if (row.ab_winner === variant) return row;
  if (row.ab_winner !== null) throw campaignStateError('It is already decided which variant the rest gets.');
  if (row.share_state === 'SENDING') throw campaignStateError('The test is still being sent.');
  if (row.share_state === null || (row.state !== 'RUNNING' && row.state !== 'PAUSED')) {
    throw campaignStateError('No recipients wait for the result of this A/B test.');
  }
  await choose(tx, row, { winner: variant, why: 'person' }, actor.author);
  if (row.state === 'PAUSED' && row.state_reason === 'ab_choice') await resumeLocked(tx, row, actor.author);
  return publishCampaign(tx, id);
}
