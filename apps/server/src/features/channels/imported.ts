import { randomBytes } from 'node:crypto';
import { said } from '@parley/contract/said';
import type { Executor } from '../../platform/db/sql.ts';
import type { Secrets } from '../../platform/secrets.ts';
import { last4Of, sealCredentials, secretHash } from './credentials.ts';
import { disconnectChannel, listImportedChannels } from './imported-repo.ts';

const reason = said('Imported: enter the credentials of this number');

/** After the import of an account its channels are paused until a member enters their credentials. */
export async function disconnectImportedChannels(tx: Executor, secrets: Secrets): Promise<undefined> {
  for (const channel of await listImportedChannels(tx)) {
    // A secret that nobody knows: with an empty one anybody could sign deliveries.
    const unknown = () => randomBytes(32).toString('hex');
    const credentials = { access_token: '', app_secret: unknown(), verify_token: unknown() };
    await disconnectChannel(tx, channel, {
      last4: last4Of({ access_token: '', app_secret: '', verify_token: '' }),
      credentialsEnc: sealCredentials(secrets, channel.client_id, channel.id, credentials),
      secretHash: secretHash(secrets, credentials.app_secret),
      reason,
    });
  }
}
