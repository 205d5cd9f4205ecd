import type { TenantTx } from '../../../platform/db/sql.ts';
import { addCampaignEvent } from '../core/event-repo.ts';
import type { CampaignRow } from '../core/repo.ts';
import { chooseByRule } from './choose.ts';
import { pauseLocked, systemAuthor } from './commands.ts';
import type { LockedCampaign } from './enqueue-repo.ts';
import { clearShareState, findShareProgress, isWaitOver, setRestTime } from './first-share-repo.ts';
import { tellCreator } from './tell-creator.ts';

/**
 * Begins the wait once the first share was sent.
 * @param campaign locked, without a recipient that is due
 * @returns whether it began
 */
export async function endFirstShare(tx: TenantTx, campaign: LockedCampaign): Promise<boolean> {
  const waitHours = campaign.schedule.first_share?.wait_hours ?? campaign.ab_test?.wait_hours ?? null;
  if (waitHours === null || campaign.share_state !== 'SENDING') return false;
  const { sent, more } = await findShareProgress(tx, campaign.id);
  // Without a rest there is nothing to wait for: it finishes.
  if (!sent || !more) return false;
  const until = await setRestTime(tx, campaign.id, waitHours);
  await addCampaignEvent(tx, campaign.id, 'share_sent', systemAuthor, { until: until?.toISOString() ?? null });
  return true;
}

/**
 * Decides after the wait: too many failures or opt-outs pause the broadcast, as does the wish to be asked. Of an A/B test the
 * winner is chosen.
 * @param row locked
 * @returns whether it changed; publish it then
 */
export async function endWaitAfterShare(tx: TenantTx, row: CampaignRow): Promise<boolean> {
  const share = row.schedule.first_share ?? null;
  if (row.state !== 'RUNNING' || !(await isWaitOver(tx, row.id))) return false;
  if (row.ab_test !== null) {
    if (row.ab_test.winner === 'ask') return pauseAndTell(tx, row, 'ab_choice', {});
    await chooseByRule(tx, row, systemAuthor);
    return true;
  }
  if (share === null) return false;
  const figures = shareFigures(row.counters);
  const { of, failed, opted_out: optedOut } = figures;
  if (failed * 100 > share.failure_percent * of || optedOut * 100 > share.opt_out_percent * of) {
    return pauseAndTell(tx, row, 'share_limits', figures);
  }
  if (share.rest === 'ask') return pauseAndTell(tx, row, 'share_sent', figures);
  await clearShareState(tx, row.id);
  await addCampaignEvent(tx, row.id, 'rest_sent', systemAuthor, figures);
  return true;
}

/** The creator decides about the rest. */
async function pauseAndTell(
  tx: TenantTx,
  row: CampaignRow,
  reason: 'share_limits' | 'share_sent' | 'ab_choice',
  figures: Record<string, number>,
): Promise<boolean> {
  if (!(await pauseLocked(tx, row, reason, systemAuthor, figures))) return false;
  await tellCreator(tx, row.id);
  return true;
}

/** Until the rest follows, only the first share was sent to: the counters are its figures. */
function shareFigures(counters: Readonly<Record<string, number>>) {
  const of = (state: string) => counters[state] ?? 0;
  const tried = ['SENT', 'DELIVERED', 'READ', 'FAILED', 'UNKNOWN', 'CAPPED'].map(of).reduce((all, n) => all + n, 0);
  return { of: tried, failed: of('FAILED'), opted_out: of('OPTED_OUT') };
}
