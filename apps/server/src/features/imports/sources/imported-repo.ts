import { type Executor, statement } from '../../../platform/db/sql.ts';

const pauseStatement = statement(
  'imports.pause_imported_sources',
  `update import_sources set state = 'paused', pause_reason = 'manual', next_at = null, version = version + 1
   where state = 'active'`,
);

/** After the import of an account: the header that gave access is not here, and the other installation may still fetch. */
export async function pauseImportedSources(tx: Executor): Promise<undefined> {
  await tx.run(pauseStatement);
}
