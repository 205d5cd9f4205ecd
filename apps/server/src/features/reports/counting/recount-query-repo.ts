import { replanned, statement, type TenantTx } from '../../../platform/db/sql.ts';

const firstStatement = statement(
  'reports.find_first_quarter',
  'select report_quarter(min(sort_at)) as quarter from shared_messages where client_id = $1',
);
/** The quarter of an hour of the oldest message that is still stored; null: none is. */
export async function findFirstQuarter(tx: TenantTx): Promise<number | null> {
  const [row] = await tx.rows<{ quarter: number | null }>(firstStatement, [tx.clientId]);
  return row?.quarter ?? null;
}

const clearCounts = statement(
  'reports.clear_counts',
  'delete from report_counts where client_id = $1 and quarter >= $2',
);
const clearTimes = statement('reports.clear_times', 'delete from report_times where client_id = $1 and quarter >= $2');
const clearCharges = statement(
  'reports.clear_charges',
  'delete from report_charges where client_id = $1 and quarter >= $2',
);
const clearReopenings = statement(
  'reports.clear_reopenings',
  'delete from report_reopenings where client_id = $1 and quarter >= $2',
);
// Every message that is still stored is counted again.
const clearCounted = statement('reports.clear_counted', 'delete from report_counted where client_id = $1');
// Days and months are rolled up again, and until then not read.
const clearRollups = statement('reports.clear_rollups', 'delete from report_rollups where client_id = $1');
export async function clearFigures(tx: TenantTx, fromQuarter: number): Promise<void> {
  await tx.run(clearRollups, [tx.clientId]);
  await tx.run(clearCounted, [tx.clientId]);
  for (const statementOf of [clearCounts, clearTimes, clearCharges, clearReopenings])
    await tx.run(statementOf, [tx.clientId, fromQuarter]);
}

const startStatement = statement(
  'reports.start_recount',
  `update report_cursors set pos = $2, recount = 'messages', recounted_id = '00000000-0000-0000-0000-000000000000',
     recount_from = $3, recounted = 0, recount_total = (select count(*) from shared_messages where client_id = $1)
       + (select count(*) from shared_thread_events where client_id = $1)
   where client_id = $1`,
);
/** @param pos what the feed brings after it is counted beside the recount */
export async function startRecount(tx: TenantTx, pos: number, fromQuarter: number): Promise<void> {
  await tx.run(startStatement, [tx.clientId, pos, fromQuarter]);
}

const messagesStatement = statement(
  'reports.list_stored_messages',
  `select id, direction = 'OUTGOING' as outgoing from shared_messages where client_id = $1 and id > $2 order by id limit $3`,
);
/** Messages after an id, by their ids: those that are stored meanwhile are in the feed too. */
export function listStoredMessages(
  tx: TenantTx,
  after: string,
  limit: number,
): Promise<{ id: string; outgoing: boolean }[]> {
  return tx.rows(replanned(messagesStatement), [tx.clientId, after, limit]);
}

const eventsStatement = statement(
  'reports.list_stored_events',
  `select id, report_quarter(at) >= $4 as counts from shared_thread_events where client_id = $1 and id > $2 order by id limit $3`,
);
/** Events after an id; earlier than a quarter of an hour they keep their figures. */
export function listStoredEvents(
  tx: TenantTx,
  after: string,
  limit: number,
  fromQuarter: number,
): Promise<{ id: string; counts: boolean }[]> {
  return tx.rows(replanned(eventsStatement), [tx.clientId, after, limit, fromQuarter]);
}

const moveStatement = statement(
  'reports.move_recount',
  `update report_cursors set recounted = recounted + $3, recounted_id = $2 where client_id = $1`,
);
export async function moveRecount(tx: TenantTx, last: string, count: number): Promise<void> {
  await tx.run(moveStatement, [tx.clientId, last, count]);
}

const eventsNext = statement(
  'reports.set_recount_events',
  `update report_cursors set recount = 'thread_events', recounted_id = '00000000-0000-0000-0000-000000000000'
   where client_id = $1`,
);
const endStatement = statement(
  'reports.end_recount',
  `update report_cursors set recount = null, recounted_id = null, recount_from = null, recounted = null,
     recount_total = null
   where client_id = $1`,
);
/** After the messages come the events, then the recount is over. */
export async function endRecountOf(tx: TenantTx, part: 'messages' | 'thread_events'): Promise<void> {
  await tx.run(part === 'messages' ? eventsNext : endStatement, [tx.clientId]);
}
