import { defaultOptOutWords, type OptOutWords } from '@parley/contract/opt-out-words';
import { type Executor, statement } from '../../platform/db/sql.ts';

const listStatement = statement(
  'accounts.list_opt_out_words',
  'select id, opt_out_words from clients where id = any($1) and opt_out_words is not null',
);

/** @returns the words of each of the accounts */
export async function listOptOutWords(
  tx: Executor,
  clientIds: readonly string[],
): Promise<(clientId: string) => readonly OptOutWords[]> {
  const rows = await tx.rows<{ id: string; opt_out_words: OptOutWords[] }>(listStatement, [clientIds]);
  const chosen = new Map(rows.map(({ id, opt_out_words }) => [id, opt_out_words]));
  return (clientId) => chosen.get(clientId) ?? defaultOptOutWords;
}
