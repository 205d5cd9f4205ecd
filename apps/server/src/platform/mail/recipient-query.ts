import { type Language, languages } from '@parley/contract/languages';
import { type Executor, statement } from '../db/sql.ts';

const ofAddress = statement(
  'mail.find_language',
  'select language from platform_recipients where lower(email) = lower($1)',
);
const ofUser = statement('mail.find_language_of_user', 'select language from platform_recipients where id = $1');

/**
 * The language that the user of an address chose, else the one that a page last showed them; null: unknown.
 * @param system of the system role
 */
export async function findLanguage(system: Executor, address: string): Promise<Language | null> {
  return known(await system.rows<{ language: string | null }>(ofAddress, [address]));
}

/** The same of a user by id. */
export async function findLanguageOfUser(system: Executor, id: string): Promise<Language | null> {
  return known(await system.rows<{ language: string | null }>(ofUser, [id]));
}

function known([row]: { language: string | null }[]): Language | null {
  return languages.find((language) => language === row?.language) ?? null;
}
