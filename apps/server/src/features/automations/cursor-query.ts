import { type Executor, statement, type TenantTx } from '../../platform/db/sql.ts';

const cursorStatement = statement(
  'automations.ensure_cursor',
  `insert into automation_cursors (client_id, pos) select client_id, pos from shared_change_counters where client_id = $1
   on conflict do nothing`,
);
/** From now on the account's changes are read. */
export async function ensureCursor(tx: TenantTx): Promise<void> {
  await tx.run(cursorStatement, [tx.clientId]);
}

const restoreCursors = statement(
  'automations.advance_restored_cursors',
  'update automation_cursors k set pos = c.pos from shared_change_counters c where c.client_id = k.client_id',
);
export async function advanceRestoredCursors(tx: Executor): Promise<void> {
  await tx.run(restoreCursors);
}
