import { type Executor, statement } from '../../platform/db/sql.ts';

const revokeStatement = statement(
  'settings.revoke_imported_keys',
  'update api_keys set revoked_at = now() where revoked_at is null',
);

/** After the import of an account: nobody has the keys; their names stay for what they wrote. */
export async function revokeImportedKeys(tx: Executor): Promise<undefined> {
  await tx.run(revokeStatement);
}
