import { type Language, languages } from '@parley/contract/languages';
import { type Executor, statement } from '../db/sql.ts';

const language = statement(
  'mail.find_language',
  'select language from platform_recipients where lower(email) = lower($1)',
);

/**
 * The language that the user of an address chose, else the one that a page last showed them; null: unknown.
 * @param system of the system role
 */
export async function findLanguage(system: Executor, address: string): Promise<Language | null> {
  const [row] = await system.rows<{ language: string | null }>(language, [address]);
  return languages.find((known) => known === row?.language) ?? null;
}
