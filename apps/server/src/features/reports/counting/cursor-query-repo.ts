import { type Executor, replanned, statement, type TenantTx } from '../../../platform/db/sql.ts';

const behind = statement(
  'reports.list_accounts_behind',
  `select c.client_id, k.client_id is null as is_new from shared_change_counters c
   join shared_clients a on a.id = c.client_id and a.deleted_at is null
   left join report_cursors k on k.client_id = c.client_id
   where k.pos is distinct from c.pos or k.recount is not null`,
);
/** Accounts whose change feed has moved since it was counted, or that are being recounted; new ones have no cursor yet. */
export function listAccountsBehind(system: Executor): Promise<{ client_id: string; is_new: boolean }[]> {
  return system.rows(behind);
}

const insert = statement(
  'reports.insert_cursor',
  'insert into report_cursors (client_id) values ($1) on conflict do nothing',
);
export async function insertCursor(tx: TenantTx): Promise<void> {
  await tx.run(insert, [tx.clientId]);
}

export type Recount = {
  recount: 'messages' | 'thread_events' | null;
  recounted_id: string;
  recount_from: number;
};
export type Cursor = Recount & { pos: number | null; head: number };

const lock = statement(
  'reports.lock_cursor',
  `select k.pos, c.pos as head, k.recount, k.recounted_id, k.recount_from
   from report_cursors k join shared_change_counters c on c.client_id = k.client_id
   where k.client_id = $1 for update of k skip locked`,
);
/** Locks an account's cursor until commit. @returns null when another process has it */
export async function lockCursor(tx: TenantTx): Promise<Cursor | null> {
  const [row] = await tx.rows<Cursor>(lock, [tx.clientId]);
  return row ?? null;
}

const move = statement('reports.move_cursor', 'update report_cursors set pos = $2 where client_id = $1');
export async function moveCursor(tx: TenantTx, pos: number): Promise<void> {
  await tx.run(move, [tx.clientId, pos]);
}

const list = statement(
  'reports.list_changes',
  `select count(*)::int as n, min(pos) as first, max(pos) as last,
     coalesce(array_agg(distinct row_id) filter (where collection = 'messages' and marker = 'NEW'), '{}') as messages,
     coalesce(array_agg(distinct row_id) filter (where collection = 'messages' and marker = 'MODIFIED'), '{}') as changed,
     coalesce(array_agg(distinct row_id) filter (where collection = 'thread_events' and marker = 'NEW'), '{}') as events
   from (select pos, collection, row_id, marker from shared_changes where client_id = $1 and pos > $2 order by pos limit $3) x`,
);
export type ChangeBatch = {
  n: number;
  first: number | null;
  last: number | null;
  /** New messages, changed ones, and new events of conversations; each once, however often the feed names it. */
  messages: string[];
  changed: string[];
  events: string[];
};
/** The changes after a position of the feed. */
export async function listChangesSince(tx: TenantTx, pos: number, limit: number): Promise<ChangeBatch> {
  const [row] = await tx.rows<ChangeBatch>(replanned(list), [tx.clientId, pos, limit]);
  if (row === undefined) throw new Error('a statement that always answers gave nothing');
  return row;
}
