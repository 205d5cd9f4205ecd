import type { Platform } from '../../../platform/platform.ts';
import { resealRows } from '../../../platform/reseal.ts';
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
export function resealIncomingSecrets(platform: Pick<Platform, 'db' | 'secrets'>): Promise<number> {
  return resealRows(platform, {
    lock: lockSealedIncoming,
    placeOf: contextOf,
    store: storeResealedIncoming,
  });
}
