import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

const behind = statement(
  'ratings.list_accounts_behind',
  `select k.client_id from rating_cursors k join shared_clients a on a.id = k.client_id and a.deleted_at is null
   cross join lateral (select pos from shared_change_counters where client_id = k.client_id offset 0) c where c.pos > k.pos`,
);
/** Accounts that ask for ratings and whose change feed has moved. */
export async function listAccountsBehind(system: Executor): Promise<string[]> {
  return (await system.rows<{ client_id: string }>(behind)).map((row) => row.client_id);
}

const lock = statement('ratings.lock_cursor', 'select pos from rating_cursors where client_id = $1 for update');
/** Held until commit: an account's ratings are written by one process at a time. @returns null when it has none */
export async function lockCursor(tx: TenantTx): Promise<number | null> {
  const [row] = await tx.rows<{ pos: number }>(lock, [tx.clientId]);
  return row?.pos ?? null;
}

const move = statement('ratings.move_cursor', 'update rating_cursors set pos = $2 where client_id = $1');
export async function moveCursor(tx: TenantTx, pos: number): Promise<void> {
  await tx.run(move, [tx.clientId, pos]);
}

const restore = statement(
  'ratings.advance_restored_cursors',
  `with moved as (update rating_cursors k set pos = c.pos from shared_change_counters c where c.client_id = k.client_id)
   update ratings set skipped = 'restored' where asked_at is null and skipped is null`,
);
/** After a restore: what was due since the backup may have been asked. */
export async function settleRestoredRatings(tx: Executor): Promise<void> {
  await tx.run(restore);
}
