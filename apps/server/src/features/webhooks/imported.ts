import type { Executor } from '../../platform/db/sql.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { lockSealedEndpoints, storeResealedEndpoint } from './endpoint-repo.ts';
import { pauseImportedWebhooks } from './imported-repo.ts';
import { lockSealedIncoming, storeResealedIncoming } from './incoming/incoming-repo.ts';
import { sealIncomingSecret } from './incoming/incoming-secrets.ts';
import { createSecret, sealSecret } from './secrets.ts';

/** After the import of an account: webhooks have new secrets and are paused until a member gives those to the other side. */
export async function renewImportedSecrets(tx: Executor, secrets: Secrets): Promise<undefined> {
  for (const row of await lockSealedEndpoints(tx)) {
    const sealed = sealSecret({ secrets }, row.client_id, row.id, createSecret());
    await storeResealedEndpoint(tx, { ...row, secret_enc: sealed });
  }
  for (const row of await lockSealedIncoming(tx)) {
    await storeResealedIncoming(tx, { ...row, secret_enc: sealIncomingSecret({ secrets }, row, createSecret()) });
  }
  await pauseImportedWebhooks(tx);
}
