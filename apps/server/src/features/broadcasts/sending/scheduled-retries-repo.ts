import { type Executor, replanned, statement, type TenantTx } from '../../../platform/db/sql.ts';
import type { CampaignRef } from './enqueue-repo.ts';

const due = statement(
  'broadcasts.list_retries_due',
  `select c.client_id, c.id from campaigns c
   join shared_channels h on h.client_id = c.client_id and h.id = c.channel_id and h.deleted_at is null and h.state = 'ACTIVE'
   where c.next_retry_at is not null and c.next_retry_at <= now() + h.clock_offset_ms * interval '1 millisecond'
     and c.state in ('RUNNING', 'FINISHED')
   order by c.client_id, c.id`,
);
/** Broadcasts of which recipients that WhatsApp held back are due again, by their channel's clock. */
export function listRetriesDue(system: Executor): Promise<CampaignRef[]> {
  return system.rows(due);
}

const queue = statement(
  'broadcasts.queue_scheduled_retries',
  `update campaign_recipients r set state = 'QUEUED', reason = null, error = null, resend = true, settled_at = null,
     left_before_resume = false, retries = r.retries + 1, retry_at = null
   from campaigns c join shared_channels h on h.client_id = $1 and h.id = c.channel_id
   where c.client_id = $1 and c.id = $2 and r.client_id = $1 and r.campaign_id = $2 and r.state = 'CAPPED'
     and r.retry_at <= now() + h.clock_offset_ms * interval '1 millisecond'`,
);
/** @returns how many recipients wait to be sent it again */
export function queueScheduledRetries(tx: TenantTx, id: string): Promise<number> {
  return tx.run(replanned(queue), [tx.clientId, id]);
}

const next = statement(
  'broadcasts.refresh_next_retry',
  `update campaigns set next_retry_at = (select min(retry_at) from campaign_recipients
     where client_id = $1 and campaign_id = $2 and retry_at is not null) where client_id = $1 and id = $2`,
);
export async function refreshNextRetry(tx: TenantTx, id: string): Promise<void> {
  await tx.run(next, [tx.clientId, id]);
}

const clear = statement(
  'broadcasts.clear_scheduled_retries',
  'update campaign_recipients set retry_at = null where client_id = $1 and campaign_id = $2 and retry_at is not null',
);
/** Nobody is retried by schedule any more. @returns how many were to be */
export async function clearScheduledRetries(tx: TenantTx, id: string): Promise<number> {
  const cleared = await tx.run(replanned(clear), [tx.clientId, id]);
  await refreshNextRetry(tx, id);
  return cleared;
}
