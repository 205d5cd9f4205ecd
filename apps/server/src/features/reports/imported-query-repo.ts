import { type Executor, statement } from '../../platform/db/sql.ts';

const listStatement = statement(
  'reports.list_imported_current',
  `select k.client_id from report_cursors k join shared_change_counters c on c.client_id = k.client_id
   where k.pos = c.pos and k.recount is null`,
);
const advanceStatement = statement(
  'reports.advance_imported_cursors',
  `update report_cursors k set pos = c.pos from shared_change_counters c
   where c.client_id = k.client_id and k.client_id = any ($1)`,
);

/**
 * After the import of an account whose figures were complete they stay as they are. Otherwise the new feed would be a gap,
 * and figures whose messages were deleted would be lost in the recount.
 */
export async function keepImportedFigures(tx: Executor): Promise<() => Promise<void>> {
  const current = (await tx.rows<{ client_id: string }>(listStatement)).map((row) => row.client_id);
  return async () => {
    await tx.run(advanceStatement, [current]);
  };
}
