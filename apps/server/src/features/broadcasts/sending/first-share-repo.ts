import { replanned, statement, type TenantTx } from '../../../platform/db/sql.ts';

const sentShare = statement(
  'broadcasts.is_first_share_sent',
  `select not exists (select from campaign_recipients where client_id = $1 and campaign_id = $2 and stage = 'WAITING'
       and share = 0)
     and not exists (select from campaign_recipients where client_id = $1 and campaign_id = $2 and stage = 'IN_QUEUE'
       and share = 0) as sent,
     exists (select from campaign_recipients where client_id = $1 and campaign_id = $2 and stage = 'WAITING'
       and share = 1) as more`,
);
/** Whether no recipient of the first share waits to be sent to, and whether one of the rest does. */
export async function findShareProgress(tx: TenantTx, id: string): Promise<{ sent: boolean; more: boolean }> {
  const [row] = await tx.rows<{ sent: boolean; more: boolean }>(replanned(sentShare), [tx.clientId, id]);
  return row ?? { sent: false, more: false };
}

const wait = statement(
  'broadcasts.set_rest_time',
  `update campaigns c set share_state = 'WAITING', rest_at = now() + h.clock_offset_ms * interval '1 millisecond' + $3 * interval '1 hour'
   from shared_channels h where c.client_id = $1 and c.id = $2 and h.client_id = $1 and h.id = c.channel_id
   returning c.rest_at`,
);
/** The rest waits so many hours from now. @returns until when, by the channel's clock */
export async function setRestTime(tx: TenantTx, id: string, hours: number): Promise<Date | null> {
  const [row] = await tx.rows<{ rest_at: Date }>(wait, [tx.clientId, id, hours]);
  return row?.rest_at ?? null;
}

const release = statement(
  'broadcasts.clear_share_state',
  'update campaigns set share_state = null, rest_at = null, version = version + 1 where client_id = $1 and id = $2',
);
/** From now on the rest is sent. */
export async function clearShareState(tx: TenantTx, id: string): Promise<void> {
  await tx.run(release, [tx.clientId, id]);
}

const over = statement(
  'broadcasts.is_wait_over',
  `select c.rest_at <= now() + h.clock_offset_ms * interval '1 millisecond' as over
   from campaigns c join shared_channels h on h.client_id = $1 and h.id = c.channel_id
   where c.client_id = $1 and c.id = $2 and c.share_state = 'WAITING'`,
);
export async function isWaitOver(tx: TenantTx, id: string): Promise<boolean> {
  const [row] = await tx.rows<{ over: boolean }>(over, [tx.clientId, id]);
  return row?.over === true;
}
