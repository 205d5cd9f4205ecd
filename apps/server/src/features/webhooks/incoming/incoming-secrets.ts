import type { Platform } from '../../../platform/platform.ts';
import { type IncomingRow, lockSealedIncoming, storeResealedIncoming } from './incoming-repo.ts';

type Place = Pick<IncomingRow, 'client_id' | 'id'>;

const contextOf = ({ client_id, id }: Place) => `incoming_webhooks.secret:${client_id}:${id}`;

export function sealIncomingSecret({ secrets }: Pick<Platform, 'secrets'>, place: Place, secret: string): Buffer {
  return secrets.seal(secret, contextOf(place));
}

export function openIncomingSecret({ secrets }: Platform, place: Place, sealed: Buffer): string {
  return secrets.open(sealed, contextOf(place));
}

/** The secrets that calls may use now: after a rotation two. */
export function acceptedSecrets(platform: Platform, row: IncomingRow, nowMs: number): string[] {
  const { previous_secret_enc: previous, previous_secret_until: until } = row;
  const isOverlapping = previous !== null && until !== null && until.getTime() > nowMs;
  return [row.secret_enc, ...(isOverlapping ? [previous] : [])].map((sealed) =>
    openIncomingSecret(platform, row, sealed),
  );
}

/** After a change of the installation's key: seals what was sealed before with the new one. */
export async function resealIncomingSecrets(platform: Platform): Promise<number> {
  const { db, secrets } = platform;
  return db.system.transaction('maintenance', async (tx) => {
    const rows = (await lockSealedIncoming(tx)).filter(
      ({ secret_enc, previous_secret_enc: previous }) =>
        secrets.isSealedBefore(secret_enc) || (previous !== null && secrets.isSealedBefore(previous)),
    );
    for (const row of rows) {
      const again = (sealed: Buffer) => sealIncomingSecret(platform, row, openIncomingSecret(platform, row, sealed));
      await storeResealedIncoming(tx, {
        ...row,
        secret_enc: again(row.secret_enc),
        previous_secret_enc: row.previous_secret_enc === null ? null : again(row.previous_secret_enc),
      });
    }
    return rows.length;
  });
}
