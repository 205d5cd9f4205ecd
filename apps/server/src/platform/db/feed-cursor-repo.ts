import { statement, type TenantTx } from './sql.ts';

/** `pos`: how far the account's change feed was read; `head`: its end. */
export type FeedCursor = { pos: number; head: number };

/**
 * The cursors of a feature in the change feeds of accounts. Give it the names of tables, never what users write.
 * @param table of the feature, with `client_id` and `pos`
 * @param heads the view with the end of each account's feed
 */
export function feedCursors(feature: string, table: string, heads: string) {
  const lockStatement = statement(
    `${feature}.lock_cursor`,
    `select k.pos, c.pos as head from ${table} k join ${heads} c on c.client_id = k.client_id
     where k.client_id = $1 for update of k skip locked`,
  );
  const moveStatement = statement(`${feature}.move_cursor`, `update ${table} set pos = $2 where client_id = $1`);
  return {
    /** Locks an account's cursor until commit. @returns null when another process has it */
    async lockCursor(tx: TenantTx): Promise<FeedCursor | null> {
      const [row] = await tx.rows<FeedCursor>(lockStatement, [tx.clientId]);
      return row ?? null;
    },
    async moveCursor(tx: TenantTx, pos: number): Promise<void> {
      await tx.run(moveStatement, [tx.clientId, pos]);
    },
  };
}
