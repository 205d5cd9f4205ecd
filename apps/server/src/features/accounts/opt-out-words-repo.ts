import { defaultOptOutAnswers, type OptOutAnswers } from '@parley/contract/opt-out-answers';
import { defaultOptOutWords, type OptOutWords } from '@parley/contract/opt-out-words';
import { type Executor, statement } from '../../platform/db/sql.ts';

/** The words of an account with which customers opt out and in again, and what they are answered. */
export type OptOutSettings = { words: readonly OptOutWords[]; answers: OptOutAnswers };

const listStatement = statement(
  'accounts.list_opt_out_settings',
  'select id, country, opt_out_words, opt_out_answers from clients where id = any($1)',
);

/** @returns the settings of each of the accounts */
export async function listOptOutSettings(
  tx: Executor,
  clientIds: readonly string[],
): Promise<(clientId: string) => OptOutSettings> {
  const rows = await tx.rows<{
    id: string;
    country: string;
    opt_out_words: OptOutWords[] | null;
    opt_out_answers: OptOutAnswers | null;
  }>(listStatement, [clientIds]);
  const settings = new Map(
    rows.map(({ id, country, opt_out_words: words, opt_out_answers: answers }) => [
      id,
      { words: words ?? defaultOptOutWords(country), answers: answers ?? defaultOptOutAnswers },
    ]),
  );
  return (clientId) => settings.get(clientId) ?? { words: [], answers: defaultOptOutAnswers };
}
