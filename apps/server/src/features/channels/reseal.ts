import type { Platform } from '../../platform/platform.ts';
import { openCredentials, sealCredentials, secretHash } from './credentials.ts';
import { lockSealed, updateSealed } from './reseal-repo.ts';

/**
 * After a change of the installation's key: seals the credentials of channels with the new one, so that the previous
 * one can be removed. Runs at every start with SECRET_KEY_PREVIOUS, and changes nothing the second time.
 * @returns how many channels
 */
export async function resealChannels({ db, secrets, notifier, log }: Platform): Promise<number> {
  const ids = await db.system.transaction('maintenance', async (tx) => {
    const rows = (await lockSealed(tx)).filter((row) => secrets.isSealedBefore(row.credentials_enc));
    for (const { client_id: clientId, id, credentials_enc: sealed } of rows) {
      const credentials = openCredentials(secrets, clientId, id, sealed);
      const { app_secret: present, previous } = credentials;
      await updateSealed(tx, {
        clientId,
        id,
        sealed: sealCredentials(secrets, clientId, id, credentials),
        secretHash: secretHash(secrets, present),
        previousHash: previous === undefined ? null : secretHash(secrets, previous.app_secret),
      });
    }
    return rows.map(({ id }) => id);
  });
  for (const id of ids) notifier.notify('channels', id);
  log.info({ channels: ids.length }, 'sealed with the present key; SECRET_KEY_PREVIOUS can go in 30 minutes');
  return ids.length;
}
