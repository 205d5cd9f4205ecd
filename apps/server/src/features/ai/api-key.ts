import type { Platform } from '../../platform/platform.ts';
import { resealRows } from '../../platform/reseal.ts';
import { lockSealedKeys, storeResealedKey } from './settings-repo.ts';

const contextOf = (clientId: string) => `ai_settings.api_key:${clientId}`;
const shownLast = 4;

export function sealKey({ secrets }: Platform, clientId: string, key: string): Buffer {
  return secrets.seal(key, contextOf(clientId));
}

export function openKey({ secrets }: Platform, clientId: string, sealed: Buffer): string {
  return secrets.open(sealed, contextOf(clientId));
}

/** Enough to tell keys apart; nothing of a short one. */
export function endOfKey(key: string): string {
  return key.length < 4 * shownLast ? '' : key.slice(-shownLast);
}

/** After a change of the installation's key: seals what was sealed before with the new one. */
export function resealAiKeys(platform: Pick<Platform, 'db' | 'secrets'>): Promise<number> {
  return resealRows(platform, {
    lock: lockSealedKeys,
    placeOf: ({ client_id }) => contextOf(client_id),
    store: (tx, { client_id, api_key_enc }) => storeResealedKey(tx, client_id, api_key_enc),
  });
}
