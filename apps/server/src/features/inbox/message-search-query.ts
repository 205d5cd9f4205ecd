import { foldText } from '@parley/contract/fold-text';
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

/** Of a folded text: what may be digits of a phone number. */
export const likeNumber = /\d{3}/;

/** Who may not see numbers must not find out by searching for their digits. */
export function searchesHidden({ masked }: { masked: boolean }, typed: string): boolean {
  return masked && likeNumber.test(foldText(typed));
}

/** LIKE: a text that contains another. */
export const containing = (folded: string) => `%${folded.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;

/**
 * Messages that contain a text, for each way it may be written newest first. Other texts of one or two letters than
 * Chinese, Japanese and Korean ones are searched among the newest messages only.
 * @param wanted `folded` by `foldLine`; `numbers`: patterns of the same phone number
 */
export async function searchMessages(
  tx: TenantTx,
  { folded, numbers }: { folded: string; numbers: readonly string[] },
  { threadId, channelIds, assigneeId, groupIds }: SearchScope,
  limit: number,
): Promise<string[]> {
  const found = new Set<string>();
  for (const pattern of new Set([containing(folded), ...numbers])) {
    const values = [tx.clientId, pattern, threadId, channelIds, assigneeId, groupIds, newest, limit];
    for (const { id } of await tx.rows<{ id: string }>(searchStatement, values)) found.add(id);
  }
  return [...found];
}
