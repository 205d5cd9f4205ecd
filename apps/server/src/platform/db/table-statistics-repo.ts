import { type Executor, statement } from './sql.ts';

/** Statistics that saw so few rows, or none at all, fit no larger table. */
const fewRows = 100;
/** So much larger than when it was analyzed, a table is analyzed again; above the limit autovacuum is soon enough. */
const growth = 4;
const limitBytes = 64 * 1_048_576;

const grownStatement = statement(
  'db.list_grown_tables',
  `select relname from pg_class
   where relnamespace = 'public'::regnamespace and relname = any($1)
     and pg_relation_size(oid) between 16384 and ${limitBytes}
     -- A table of few rows that are often updated must not be analyzed at every look.
     and pg_relation_size(oid) > case when reltuples < ${fewRows} then 1 else ${growth} end * 8192 * relpages::bigint`,
);

const analyzeStatement = statement('db.analyze_tables', 'select analyze_tables($1)');

/**
 * Analyzes those of the tables that were empty or much smaller when they were last analyzed. PostgreSQL reuses cached plans, and those
 * for empty tables read all rows of an account for each row; new statistics invalidate them in every connection.
 * @returns whether there was one
 */
export async function analyzeGrownTables(system: Executor, tables: readonly string[]): Promise<boolean> {
  const rows = await system.rows<{ relname: string }>(grownStatement, [tables]);
  if (rows.length > 0) await system.run(analyzeStatement, [rows.map(({ relname }) => relname)]);
  return rows.length > 0;
}
