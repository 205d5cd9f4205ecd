import { type Executor, statement } from '../../platform/db/sql.ts';

const storeStatement = statement(
  'feedback.reset_imported_destination',
  `update feedback_settings set webhook_secret_enc = null, forge_token_enc = null,
     destination = case when destination in ('webhook', 'forge', 'file') then 'stored' else destination end`,
);

/** After the import of an account: without the secret of a webhook, the token of a forge or the folder of the other server, reports are only stored. */
export async function storeImportedReports(tx: Executor): Promise<undefined> {
  await tx.run(storeStatement);
}
