import { foldText } from '@parley/contract/fold-text';
import { statement, type TenantTx } from '../../platform/db/sql.ts';
import { type ContactSearch, contactSearchTest, findContactIds } from '../contacts/public.ts';

export type SearchScope = {
  threadId: string | null;
  /** Whose messages; null: everybody's, also ours. */
  from: ContactSearch | null;
  channelIds: readonly string[] | null;
  assigneeId: string | null;
  groupIds: readonly string[];
};

/** Common texts are found among so many of the newest messages, without the index. */
const newest = 5_000;

/** Up to so many contacts that a name may mean, their own conversations are read; of more, what has the text. */
const maxWriters = 200;

const searchStatement = statement(
  'inbox.search_messages',
  'select id from find_messages($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
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
  { threadId, from, channelIds, assigneeId, groupIds }: SearchScope,
  limit: number,
): Promise<string[]> {
  const writers = from === null ? null : await findContactIds(tx, from, maxWriters);
  if (writers?.length === 0) return [];
  const names = from === null ? null : contactSearchTest(from);
  const found = new Set<string>();
  for (const pattern of new Set([containing(folded), ...numbers])) {
    const values = [
      ...[tx.clientId, pattern, threadId, channelIds, assigneeId, groupIds, newest, limit],
      ...[names?.patterns ?? null, names?.numbers ?? false, writers],
    ];
    for (const { id } of await tx.rows<{ id: string }>(searchStatement, values)) found.add(id);
  }
  return [...found];
}
