import type { TenantTx } from '../../../platform/db/sql.ts';
import { ensureProgressCursor, setCampaignState } from '../core/campaign-state-repo.ts';
import { addCampaignEvent } from '../core/event-repo.ts';
import type { CampaignRow } from '../core/repo.ts';
import { systemAuthor } from './commands.ts';
import { queueScheduledRetries, refreshNextRetry } from './scheduled-retries-repo.ts';

/**
 * Queues recipients that WhatsApp held back for the next attempt of the same message, once their time has come. Opt-outs
 * and suppressions are checked again when it is sent.
 * @param row locked; publish it after this call
 */
export async function retryScheduled(tx: TenantTx, row: CampaignRow): Promise<boolean> {
  if (row.state !== 'RUNNING' && row.state !== 'FINISHED') return false;
  const recipients = await queueScheduledRetries(tx, row.id);
  await refreshNextRetry(tx, row.id);
  if (recipients === 0) return true;
  if (row.state === 'FINISHED') await setCampaignState(tx, row.id, 'RUNNING');
  await ensureProgressCursor(tx);
  await addCampaignEvent(tx, row.id, 'retried', systemAuthor, { states: ['CAPPED'], people: recipients });
  return true;
}
