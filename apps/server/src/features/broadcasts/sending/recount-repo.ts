import { type Executor, statement, type TenantTx } from '../../../platform/db/sql.ts';

const open = statement(
  'broadcasts.list_unsettled',
  `select id from campaigns where client_id = $1 and started_at is not null
     and (state in ('RUNNING', 'PAUSED') or ended_at > now() - interval '30 days') order by id`,
);
/** Broadcasts whose messages may still change. */
export async function listUnsettledCampaigns(tx: TenantTx): Promise<string[]> {
  return (await tx.rows<{ id: string }>(open, [tx.clientId])).map((row) => row.id);
}

const page = statement(
  'broadcasts.list_messages_after',
  `select n, message_id from campaign_recipients where client_id = $1 and campaign_id = $2 and n > $3 and message_id is not null
   order by n limit $4`,
);
/** Messages of a broadcast in the order of its recipients. */
export function listMessagesAfter(
  tx: TenantTx,
  campaignId: string,
  n: number,
  limit: number,
): Promise<Array<{ n: number; message_id: string }>> {
  return tx.rows(page, [tx.clientId, campaignId, n, limit]);
}

const answers = statement(
  'broadcasts.list_replies',
  `select a.id from unnest($2::uuid[]) as x(id)
   cross join lateral (select thread_id, sort_at from shared_messages where client_id = $1 and id = x.id offset 0) m
   cross join lateral (
     select id from shared_messages where client_id = $1 and thread_id = m.thread_id and direction = 'INCOMING'
       and (sort_at, id) > (m.sort_at, x.id) order by sort_at, id limit 1) a`,
);
/** What came next in the conversations of messages, as far as something did. */
export async function listRepliesTo(tx: TenantTx, messageIds: readonly string[]): Promise<string[]> {
  return (await tx.rows<{ id: string }>(answers, [tx.clientId, messageIds])).map((row) => row.id);
}

const forget = statement(
  'broadcasts.delete_idle_cursors',
  `delete from campaign_cursors k where not exists (
     select from campaigns c where c.client_id = k.client_id and c.started_at is not null
       and (c.state in ('RUNNING', 'PAUSED') or c.ended_at > now() - interval '30 days'))`,
);
/** Accounts without a broadcast whose messages may still change are not followed any more. */
export async function deleteIdleCursors(tx: Executor): Promise<void> {
  await tx.run(forget);
}
