import { type Executor, statement } from '../../../platform/db/sql.ts';

/** What a broadcast writes. Sorted. */
const tables =
  `campaign_counters campaign_recipients campaigns contact_identities contact_last_campaigns contacts messages
  threads triggers`.split(/\s+/);

/** So few rows of a table were seen when its statistics were made, if ever, that plans made by them fit no broadcast. */
const fewRows = 100;

const unknown = statement(
  'broadcasts_unknown_tables',
  `select relname from pg_class where relnamespace = 'public'::regnamespace and relname = any($1)
     and reltuples < ${fewRows} and pg_relation_size(oid) >= 16384 order by relname`,
);

/**
 * Looks at tables that were (almost) empty when they were last looked at. Plans are kept as they were first made, and those
 * for empty tables read all of an account for each row; new statistics end them, in every connection.
 * @returns whether there was one
 */
export async function learnTables(system: Executor): Promise<boolean> {
  const rows = await system.rows<{ relname: string }>(unknown, [tables]);
  if (rows.length > 0) await system.run({ name: '', text: `analyze ${rows.map(({ relname }) => relname).join(', ')}` });
  return rows.length > 0;
}
