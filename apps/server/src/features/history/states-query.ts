import { statement, type TenantTx } from '../../platform/db/sql.ts';

const allDone = statement(
  'history.find_all_done',
  `select exists (select from history_rows where client_id = $1 and import_id = $2 and kind = 'thread')
     and not exists (select from history_rows r join shared_threads t on t.client_id = $1 and t.id = r.row_id
       where r.client_id = $1 and r.import_id = $2 and r.kind = 'thread' and t.state = 'ACTIVE') as all_done`,
);

/** Whether an import made conversations, and all of them are done now. */
export async function areAllDone(tx: TenantTx, importId: string): Promise<boolean> {
  const [row] = await tx.rows<{ all_done: boolean }>(allDone, [tx.clientId, importId]);
  return row?.all_done ?? false;
}
