import { statement, type TenantTx } from '../../platform/db/sql.ts';

export type SearchScope = {
  threadId: string | null;
  channelIds: readonly string[] | null;
  assigneeId: string | null;
  groupIds: readonly string[];
};

/** Common texts are found among so many of the newest messages, without the index. */
const newest = 5_000;

const searchStatement = statement(
  'inbox.search_messages',
  'select id from find_messages($1, $2, $3, $4, $5, $6, $7, $8)',
);

/**
 * Messages that contain a text, newest first. Texts of one or two letters are searched among the newest messages only.
 * @param folded by `foldText`
 */
export async function searchMessages(
  tx: TenantTx,
  folded: string,
  { threadId, channelIds, assigneeId, groupIds }: SearchScope,
  limit: number,
): Promise<string[]> {
  const pattern = `%${folded.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const rows = await tx.rows<{ id: string }>(searchStatement, [
    tx.clientId,
    pattern,
    threadId,
    channelIds,
    assigneeId,
    groupIds,
    newest,
    limit,
  ]);
  return rows.map(({ id }) => id);
}
